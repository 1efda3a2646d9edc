"""Work on many things in other processes, of which no result is lost and all come in order.

``in_order`` is the one loop; ``own`` are processes of this machine, ``lent`` is any executor of a caller.
"""

"""Documents that are written in xacro: expansion in which everything knows where it was written, and rules of its own."""

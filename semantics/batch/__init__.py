"""Work on many things in other processes: no result is lost, and all come in order."""

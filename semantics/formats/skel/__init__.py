"""The front end of SKEL: skeletons, their bodies, shapes, masses and joints."""

"""What readers make of each part of a format, found out by changing the part and looking at all that they loaded."""

"""Finding elements, their places and comments, and putting elements into others."""

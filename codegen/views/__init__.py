"""What the templates print, as data: everything is decided here, the templates only lay out."""

"""The reference of a format for readers: a page for each description file, with all versions folded into one."""

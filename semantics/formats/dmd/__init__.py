"""The front end of Drake model directives: places in YAML, typed directives, putting models together."""

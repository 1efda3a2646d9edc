"""The parts of the front end for Drake model directives: places in YAML, typed directives, putting models together."""

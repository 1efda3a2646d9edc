"""Drake's model directives of other formats: the models stay in files, which the directives add and place."""

"""What a rule is about, at length: why it matters, examples, what readers do; ``page.explanation(code)`` is its page.

That is in the file of the rule, ``rules/BP205-repeated-element.toml``; ``loader`` says what such a file holds.
"""

"""Rules about what documents describe, once for all formats: limits, sizes, masses, units.

They look at the description alone; where a value is written is known from ``schemas/<format>/places.toml``.
"""

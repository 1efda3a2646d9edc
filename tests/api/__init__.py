"""What users call, as text: ``python -m tests.api`` writes it, a test tells when it changes without a word in the changelog.

``public.txt`` has the names of ``bodyplan`` and of the doors of formats with their signatures, ``commands.txt`` the
arguments of each command. Classes of elements are made from descriptions of formats, and change with these.
"""

"""The compiler from spec descriptions to typed bindings; used at build time only.

Nothing outside imports it but the ``codegen`` and ``schema`` commands. What it reads is in ``schemas``, what it
writes is in ``generated``.
"""

"""One folder per format: its front end, which turns a typed document into descriptions, and what that is made of.

``front_end.describe`` is where each begins. What a description means is in ``semantics.frames`` and
``semantics.scene``; how a text is read is in ``semantics.document.parser``.
"""

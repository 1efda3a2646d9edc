"""Pictures of a scene as text: Graphviz DOT, Mermaid and SVG. ``drawing`` says what is in one, the rest how it looks.

Running the graphviz program is not here but in the command line.
"""

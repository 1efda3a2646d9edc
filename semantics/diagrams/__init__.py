"""Pictures of a scene as text: Graphviz DOT, Mermaid and SVG. ``build`` makes what is in one, the rest draws it.

Running the graphviz program is not here but in the command line.
"""

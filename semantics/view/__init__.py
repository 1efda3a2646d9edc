"""What the page of a robot or world in a browser is given: Scene JSON (docs/scene-json.md), and the page around it."""

"""Fixtures of what is tested without a browser."""

from __future__ import annotations

import pytest
from bodyplan.semantics.view import page

TEMPLATE = (
    '<html data-live="__LIVE__"><meta http-equiv="Content-Security-Policy" content="connect-src __CONNECT__">'
    '<title>__TITLE__</title><script type="application/json" id="scene">__SCENE__</script></html>'
)


@pytest.fixture
def small_page(monkeypatch: pytest.MonkeyPatch) -> None:
    """A template in the place of the one that the viewer is built into."""
    monkeypatch.setattr(page, "_template", lambda: TEMPLATE)

"""The pictures of the documentation are what their script draws."""

import importlib.util
from pathlib import Path
from xml.etree import ElementTree as ET

DRAW = Path(__file__).parents[2] / "docs" / "pictures" / "draw.py"


def test_every_picture_is_what_the_script_draws() -> None:
    spec = importlib.util.spec_from_file_location("draw", DRAW)
    assert spec is not None
    assert spec.loader is not None
    draw = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(draw)
    for name, text in draw.pictures().items():
        assert ET.fromstring(text).tag.endswith("svg")
        assert (DRAW.parent / name).read_text("utf-8") == text, "python docs/pictures/draw.py draws it anew"

"""README opens with a letter and a map: they are there, small enough, and the campaign that they are made from is still played."""

import re
from pathlib import Path

from PIL import Image

from .shown import FOLDER, HEIGHT, WIDTH, report

README = Path(__file__).resolve().parents[2] / "README.md"


def test_readme_opens_with_a_letter_and_a_map() -> None:
    top = README.read_text(encoding="utf-8").split("\n## ")[0]
    named = re.findall(r'<img src="([^"]+)" width="\d+%" alt="[^"]{20,}">', top)
    assert [README.parent / name for name in named] == [FOLDER / "letter.png", FOLDER / "map.png"]
    assert "make pictures" in top and "\npictures:" in (README.parent / "Makefile").read_text(encoding="utf-8")
    for name in named:
        assert (README.parent / name).stat().st_size < 260_000
    with Image.open(FOLDER / "letter.png") as letter:
        assert letter.size == (2 * WIDTH, 2 * HEIGHT)


def test_what_they_are_made_from_is_still_played(tmp_path: Path) -> None:
    mail = report(tmp_path, painted=False)
    assert "T1.3" in mail.subject and "your impulse" in mail.subject and "ORDER FORM" in mail.text

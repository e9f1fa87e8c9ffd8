"""What the house has still to fix: lists of functions that may only get shorter (left_to_do.toml).

A thing found that is not listed, or is worse than listed, fails; so does one that is listed and is gone or got better: then its
line is to be taken out or its figure lowered, in the same commit.
"""

import tomllib
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
LIST = Path(__file__).with_name("left_to_do.toml")

Figures = Mapping[str, int]
"""`room/module.py:Class.function` → how bad it is."""


@cache
def listed(part: str) -> Figures:
    """The lines of one part of the list."""
    figures: Figures = tomllib.loads(LIST.read_text(encoding="utf-8"))[part]
    return figures


def sources() -> Iterator[tuple[str, str]]:
    """Each module under pbem/ with its text."""
    for path in sorted((ROOT / "pbem").rglob("*.py")):
        yield path.relative_to(ROOT / "pbem").as_posix(), path.read_text(encoding="utf-8")


def untrue(lines: Figures, found: Figures) -> list[str]:
    """Where a list and what is found differ, a line each."""
    worse = [
        f"{name}: {figure}, where {lines.get(name, 'nothing')} is listed"
        for name, figure in found.items()
        if figure > lines.get(name, 0)
    ]
    better = [
        f"{name}: {found.get(name, 'none')} now, {figure} is listed"
        for name, figure in lines.items()
        if figure > found.get(name, 0)
    ]
    return [*(f"worse: {line}" for line in worse), *(f"lower the list: {line}" for line in better)]

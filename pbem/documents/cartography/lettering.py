"""Words on a map: how wide they are, where they break, and how they are written."""

from collections.abc import Mapping
from html import escape
from math import inf

from pbem.documents.cartography.letter_widths import LETTERS
from pbem.documents.cartography.palette import INK
from pbem.kernel.values import Value, replace

UNKNOWN = 720  # thousandths: letters that only the second font has
FAMILY = "Cabin"
_WIDTHS: Mapping[str, Mapping[str, int]] = {
    face: {letter: width for width, letters in by.items() for letter in letters} for face, by in LETTERS.items()
}


class Lettering(Value):
    """How words are written. size: of print, in pixels; halo: the colour round the letters ("" for none) and its width;
    spaced: pixels between letters; anchor: which part of them lies at their point."""

    size: float
    fill: str = INK
    bold: bool = False
    italic: bool = False
    halo: str = ""
    halo_width: float = 3.0
    spaced: float = 0.0
    anchor: str = "middle"

    @property
    def face(self) -> str:
        """The font that is meant."""
        if self.bold:
            return "bold_italic" if self.italic else "bold"
        return "italic" if self.italic else "plain"

    def width(self, words: str) -> float:
        """How wide they are in it, in pixels."""
        widths = _WIDTHS[self.face]
        return sum(widths.get(letter, UNKNOWN) for letter in words) * self.size / 1000 + self.spaced * len(words)

    def grown(self, share: float) -> "Lettering":
        """The same hand, so many times as large."""
        return replace(self, size=self.size * share, halo_width=self.halo_width * share, spaced=self.spaced * share)


def written(words: str, x: float, y: float, hand: Lettering, turned: float = 0.0) -> str:
    """Words as SVG, their base line at y; turned: degrees round their point."""
    looks = f' fill="{hand.fill}" text-anchor="{hand.anchor}"'
    looks += ' font-weight="700"' if hand.bold else ""
    looks += ' font-style="italic"' if hand.italic else ""
    looks += f' letter-spacing="{hand.spaced:.1f}"' if hand.spaced else ""
    if hand.halo:
        looks += f' paint-order="stroke" stroke="{hand.halo}" stroke-width="{hand.halo_width:.1f}" stroke-linejoin="round"'
    turn = f' transform="rotate({turned:.1f} {x:.1f} {y:.1f})"' if turned else ""
    return f'<text x="{x:.1f}" y="{y:.1f}" font-size="{hand.size:.1f}"{looks}{turn}>{escape(words)}</text>'


def shortened(words: str, hand: Lettering, room: float) -> str:
    """Words that fit: what is too much of them is an ellipsis."""
    if hand.width(words) <= room:
        return words
    kept = words
    while kept and hand.width(kept + "…") > room:
        kept = kept[:-1]
    return kept.rstrip() + "…"


def broken(words: str, hand: Lettering, room: float) -> tuple[str, ...]:
    """Words on one line or on two as even as they come, if one would be too long."""
    breaks = [at for at, letter in enumerate(words) if letter == " "]
    if hand.width(words) <= room or not breaks:
        return (words,)
    at = min(breaks, key=lambda at: abs(at - len(words) / 2))
    return words[:at], words[at + 1 :]


def wrapped(words: str, hand: Lettering, room: float = inf) -> tuple[str, ...]:
    """Words on lines that are as long as fit."""
    lines: list[str] = []
    for word in words.split():
        longer = f"{lines[-1]} {word}" if lines else word
        if lines and hand.width(longer) <= room:
            lines[-1] = longer
        else:
            lines.append(shortened(word, hand, room))
    return tuple(lines)

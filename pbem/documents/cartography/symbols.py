"""The boxes of own units and the diamonds of contacts, round 0 0 at the size of a hex of 140 pixels."""

from collections.abc import Mapping

from pbem.documents.cartography.lettering import Lettering, shortened, written
from pbem.documents.cartography.palette import (
    CREAM,
    ENEMY,
    ENEMY_INK,
    ENEMY_OLD,
    ENEMY_PALE,
    GOAL,
    INK,
    LOST,
    OWN,
    OWN_INK,
    PLATE,
    STATES,
    WHITE,
)  # fmt: skip
from pbem.documents.cartography.strokes import Box, Pen, around, boxed, drawn, ring
from pbem.documents.map_picture import Sighting, Symbol
from pbem.kernel.values import Value

WIDE, HIGH, BAR = 40.0, 26.0, 6.6  # of a box, and of the bar of steps below it
ABOVE, BELOW = 24.0, 32.0  # pixels from the middle that a counter takes up, its marks and its call with it
CALL = Lettering(12.5, OWN_INK, bold=True, halo=CREAM, halo_width=3.4)
TOLD = Lettering(12.5, ENEMY_INK, bold=True, halo=CREAM, halo_width=3.2)
FIGURE = Lettering(11, INK, bold=True)
LONGEST = 64.0  # pixels of a call; a longer one is set smaller, then cut
DIAMOND = 20.0
_CROSS = "M-20 -13L20 13M-20 13L20 -13"
_OVAL = "M-5 -7H5a7 7 0 0 1 0 14H-5a7 7 0 0 1 0 -14z"
_GULL = "M-6 10.2c1 -4 5 -4 6 0c1 -4 5 -4 6 0"
_SIGNS: Mapping[str, tuple[str, ...]] = {
    "foot": (_CROSS,), "parachute": (_CROSS, _GULL), "glider": (_CROSS, "M-8 7.4h5l3 3.4l3 -3.4h5"),
    "recon": ("M-20 13L20 -13",), "armoured_recon": ("M-20 13L20 -13", _OVAL), "armour": (_OVAL,), "mechanized": (_CROSS, _OVAL),
    "assault_gun": (_OVAL, "M-12 13L0 -4L12 13"),
    "mortar": ("M2.8 6a2.8 2.8 0 1 1 -5.6 0a2.8 2.8 0 1 1 5.6 0M0 3V-9M-4 -5L0 -9.5L4 -5",),
    "flak": ("M-14 13C-14 -7 14 -7 14 13",), "anti_tank": ("M-14 13L0 -9L14 13",), "engineer": ("M-9 6V-5H9V6M0 -5V4",),
    "airborne_engineer": ("M-9 3V-7H9V3M0 -7V1", _GULL), "observer": ("M0 -9L10 8H-10z",), "hq": ("M-20 -5.5H20",),
    "rocket": ("M-5 8V-4L0 -9L5 -4V8",), "infantry_and_guns": (_CROSS,),
}  # fmt: skip
_DOTS: Mapping[str, tuple[float, float]] = {
    "guns": (0.0, 4.3),
    "rocket": (4.0, 2.6),
    "observer": (2.0, 1.6),
    "infantry_and_guns": (0.0, 4.3),
}
"""Of signs with a dot: how far below the middle, and its radius."""
_BY_ARM = {
    "glider": "glider", "assault_gun": "assault_gun", "armoured_car": "armoured_recon", "parachute_engineer": "airborne_engineer",
    "glider_engineer": "airborne_engineer", "rocket": "rocket",
}  # fmt: skip


def sign_data(sign: str, ink: str, heavy: float = 1.7) -> str:
    """What a box of 40 by 26 shows."""
    parts = [drawn(data, Pen(ink, heavy)) for data in _SIGNS.get(sign, ())]
    if sign == "hq":
        parts.append(boxed(Box(-20, -13, 40, 7.5), ink))
    if sign in _DOTS:
        low, radius = _DOTS[sign]
        parts.append(ring((0, low), radius, ink))
    return "".join(parts)


def sign_of(symbol: Symbol) -> str:
    """What an own unit's box shows: its arm where that says more than its sign."""
    return _BY_ARM.get(symbol.arm, symbol.sign)


class Looks(Value):
    """How a counter is drawn. plates: boxes behind it; count: the figure of a stack, 0 for none; marked: with its size above;
    cells: of its bar of steps, as (all, lost)."""

    plates: int = 0
    count: int = 0
    marked: bool = True
    cells: tuple[int, int] = (0, 0)


def counter(symbol: Symbol, looks: Looks) -> str:
    """An own unit without its call: box, sign, size, bar of steps, ring of its state."""
    parts = [
        boxed(Box(-WIDE / 2 + 3.6 * n, -HIGH / 2 - 3.6 * n, WIDE, HIGH + 6), PLATE, Pen(OWN_INK, 1.3))
        for n in range(looks.plates, 0, -1)
    ]
    parts.append(boxed(Box(-WIDE / 2 - 1.6, -HIGH / 2 - 1.6, WIDE + 3.2, HIGH + 10), WHITE))
    parts += [boxed(around((0, 0), WIDE, HIGH), OWN, Pen(OWN_INK, 1.8)), sign_data(sign_of(symbol), OWN_INK)]
    steps, lost = looks.cells if looks.cells[0] else (symbol.steps, symbol.lost)
    parts.append(_bar(max(steps, 1), lost))
    if symbol.sign == "hq":
        parts.append(drawn(f"M{-WIDE / 2} {-HIGH / 2}V{HIGH / 2 + 15}", Pen(OWN_INK, 2.4)))
    if symbol.leader and not looks.plates:
        parts.append(pennant(-WIDE / 2, -HIGH / 2))
    if looks.marked and not looks.plates:
        parts.append(_size(symbol.size))
    if symbol.state:
        parts.append(state_ring(symbol.state, WIDE / 2, -HIGH / 2))
    if looks.count:
        parts.append(ring((-WIDE / 2, -HIGH / 2), 8.4, OWN_INK, Pen(WHITE, 1.5)))
        parts.append(
            written(str(looks.count), -WIDE / 2, -HIGH / 2 + 4.2, Lettering(11.5 if looks.count < 10 else 9.5, WHITE, bold=True))
        )
    return "".join(parts)


def _bar(steps: int, lost: int) -> str:
    """A cell for each step; what is lost is white with a red stroke."""
    parts, cell, top = [], WIDE / steps, HIGH / 2
    for number in range(steps):
        left, gone = -WIDE / 2 + number * cell, number >= steps - lost
        parts.append(boxed(Box(left, top, cell, BAR), WHITE if gone else OWN_INK, Pen(OWN_INK if gone else WHITE, 1.0)))
        if gone:
            parts.append(drawn(f"M{left + 1.5:.1f} {top + 5.6:.1f}L{left + cell - 1.5:.1f} {top + 0.8:.1f}", Pen(LOST, 1.9)))
    return "".join(parts) + boxed(Box(-WIDE / 2, top, WIDE, BAR), "none", Pen(OWN_INK, 1.5))


def pennant(x: float, y: float) -> str:
    """The pennant of a leader, in the left upper corner of a box, which is at x y."""
    return drawn(f"M{x} {y}L{x + 12} {y + 4.6}L{x} {y + 9.2}z", Pen(OWN_INK, 1.6), GOAL)


def _size(marks: str) -> str:
    """Dots, bars and crosses over a box, drawn: those of fonts are too thin."""
    y, parts = -HIGH / 2 - 6, []
    for number, mark in enumerate(marks):
        x = (number - (len(marks) - 1) / 2) * (7.4 if mark == "X" else 5.4)
        if mark == "•":
            parts.append(ring((x, y), 1.9, OWN_INK, Pen(WHITE, 0.8)))
            continue
        data = f"M{x:.1f} {y - 3.4:.1f}v6.8" if mark == "I" else f"M{x - 2.8:.1f} {y - 3.2:.1f}l5.6 6.4m0 -6.4l-5.6 6.4"
        parts += [drawn(data, Pen(WHITE, 4.6)), drawn(data, Pen(OWN_INK, 1.8))]
    return "".join(parts)


def state_ring(rank: int, x: float, y: float) -> str:
    """The state of a unit as a figure in a ring."""
    fill = STATES[min(rank, len(STATES) - 1)]
    figure = written(str(rank), x, y + 4, Lettering(FIGURE.size, WHITE if rank > 3 else INK, bold=True))
    return ring((x, y), 7.6, fill, Pen(OWN_INK, 1.6)) + figure


def fitted(words: str, hand: Lettering, room: float) -> tuple[str, Lettering]:
    """Words in a hand that fits: somewhat smaller if need be, then cut."""
    width = hand.width(words)
    smaller = hand if width <= room else hand.grown(max(room / width, 0.76))
    return shortened(words, smaller, room), smaller


def diamond(seen: Sighting) -> str:
    """A contact: what is known of it, in a line that tells its age."""
    r, age = DIAMOND, min(seen.age, 3)
    fill, pen = _AGES[age]
    data = f"M0 {-r}L{r * 1.18} 0L0 {r}L{-r * 1.18} 0z"
    parts = [drawn(data, Pen(WHITE, 6)), drawn(data, pen, fill)]
    sign = kind_sign(seen.kinds)
    if sign:
        inside = sign_data(sign, pen.colour, 2.2)
        frame = boxed(Box(-20, -13, 40, 26), "none", Pen(pen.colour, 1.8)) if sign != "armour" else ""
        parts.append(f'<g transform="scale(.62)">{inside}{frame}</g>')
    else:
        parts.append(written("?", 0, 6.5, Lettering(19, pen.colour, bold=True)))
    if seen.state:
        parts.append(state_ring(seen.state, r * 0.8, -r * 0.7))
    return "".join(parts)


def kind_sign(kinds: tuple[str, ...]) -> str:
    """The sign of what was told of a contact; "" when nothing was."""
    found = frozenset(kinds)
    if {"infantry", "vehicles"} <= found:
        return "mechanized"
    if {"infantry", "guns"} <= found:
        return "infantry_and_guns"
    single = {"infantry": "foot", "vehicles": "armour", "guns": "guns"}
    return next((sign for kind, sign in single.items() if kind in found), "")


_AGES = (
    (ENEMY, Pen(ENEMY_INK, 2.8)), (ENEMY_PALE, Pen(ENEMY_INK, 2.4)), (WHITE, Pen(ENEMY_INK, 2.0, "6 4")),
    (WHITE, Pen(ENEMY_OLD, 1.8, "1.6 4.2")),
)  # fmt: skip
"""Now, this turn, last turn, older: its line carries the age, for faded red on woods is mud."""


def told(seen: Sighting) -> tuple[str, Lettering]:
    """What stands under a contact: its number, and when it was last learnt unless that is now."""
    words = (seen.name or f"C-{seen.number}") + (f" {seen.when}" if seen.age else "")
    return words, Lettering(TOLD.size, _AGES[min(seen.age, 3)][1].colour, bold=True, halo=TOLD.halo, halo_width=TOLD.halo_width)

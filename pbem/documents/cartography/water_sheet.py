"""Own ships, zone by zone and box by box, on the paper of the maps: what lies beside the hexes and has no place on them."""

from collections.abc import Iterator

from pbem.documents.cartography.lettering import Lettering, shortened, wrapped, written
from pbem.documents.cartography.palette import GRID, INK, OWN, OWN_INK, PAPER, PLATE, WATER_NAME
from pbem.documents.cartography.signs import AIRCRAFT
from pbem.documents.cartography.stamps import DrawnSheet, Stamp
from pbem.documents.cartography.strokes import Box, Pen, boxed, drawn, filled, moved
from pbem.documents.map_picture import Vessel, WaterBox, WaterPlate
from pbem.kernel.i18n import say

WIDTH, HEAD, FOOT, EDGE = 900, 64, 18, 24  # pixels
BAR, EMPTY, GAP = 46.0, 34.0, 22.0  # of a zone: its bar, a box without ships, the paper below it
CELL_WIDE, CELL_HIGH, LABEL = 125.0, 98.0, 88.0  # of a ship; paper for the name of a box
TITLE = Lettering(27, INK, bold=True, anchor="start", spaced=1.6)
NAME = Lettering(23, WATER_NAME, bold=True, anchor="start")
SKY = Lettering(20, "#4c565c", anchor="end")
BOX = Lettering(21, INK, bold=True, anchor="start")
NONE = Lettering(20, "#666252", anchor="start")
CODE = Lettering(18, OWN_INK, bold=True)
CALL = Lettering(22, OWN_INK, bold=True)
NOTE = Lettering(17.5, "#39424a")
WORDS = Lettering(19, "#4c565c", anchor="start")
HULLS = {
    "ship": "M-46 -8H-18V-20H8V-8H46L36 14H-38Z",
    "craft": "M-38 -10H30L38 -2V14H-38Z",
    "boat": "M-46 2Q-42 -8 -28 -8H-12V-19H8V-8H28Q42 -8 46 2Q42 14 28 14H-28Q-42 14 -46 2Z",
}
"""Outlines round 0 0, by what a ship is to the eye."""
AIR = "aircraft"


def water_sheet(plates: tuple[WaterPlate, ...], codes: tuple[tuple[str, str], ...]) -> DrawnSheet:
    """All zones, one below the other. codes: what the letters on a hull mean."""
    parts, y = list[str](), float(HEAD)
    for plate in plates:
        parts += [*_zone(plate, y)]
        y += _high(plate) + GAP
    for line in wrapped("; ".join(f"{code} {words}" for code, words in codes), WORDS, WIDTH - 2 * EDGE - 8):
        parts.append(written(line, EDGE + 4, y + 12, WORDS))
        y += 24
    sheet = Box(0, 0, WIDTH, round(y + FOOT))
    paper = boxed(sheet, PAPER) + boxed(Box(4, 4, sheet.width - 8, sheet.height - 8), "none", Pen(INK, 1.6))
    head = written(say("At sea").upper(), 28, 44, TITLE)
    return DrawnSheet(sheet, (Stamp("".join((paper, head, *parts)), (0, 0), sheet),))


def _rows(box: WaterBox) -> int:
    across = int((WIDTH - 2 * EDGE - LABEL) // CELL_WIDE)
    return -(-len(box.vessels) // across)


def _tall(box: WaterBox) -> float:
    return max(_rows(box) * CELL_HIGH, EMPTY)


def _high(plate: WaterPlate) -> float:
    return BAR + sum(_tall(box) for box in plate.boxes) + 26 * len(plate.notes)


def _zone(plate: WaterPlate, top: float) -> Iterator[str]:
    """A zone: its bar with name and weather, its boxes from above to below, and what is known of its water."""
    wide = WIDTH - 2 * EDGE
    yield boxed(Box(EDGE, top, wide, _high(plate)), "#ffffff", Pen(OWN_INK, 1.6), 4)
    yield boxed(Box(EDGE, top, wide, BAR - 8), PLATE, Pen(OWN_INK, 1.6), 4)
    yield written(shortened(plate.name, NAME, wide - SKY.width(plate.sky) - 40), EDGE + 14, top + 27, NAME)
    yield written(plate.sky, EDGE + wide - 14, top + 26, SKY)
    y = top + BAR
    for box in plate.boxes:
        yield from _box(box, y)
        y += _tall(box)
        yield drawn(f"M{EDGE + 8} {y - 3:.1f}h{wide - 16}", Pen(GRID, 0.8, opacity=0.6))
    for note in plate.notes:
        yield written(shortened(note, WORDS, wide - 28), EDGE + 14, y + 18, WORDS)
        y += 26


def _box(box: WaterBox, top: float) -> Iterator[str]:
    yield written(shortened(box.name, BOX, LABEL - 12), EDGE + 14, top + 22, BOX)
    if not box.vessels:
        yield written("–", EDGE + LABEL, top + 22, NONE)
    across = int((WIDTH - 2 * EDGE - LABEL) // CELL_WIDE)
    for number, vessel in enumerate(box.vessels):
        x = EDGE + LABEL + (number % across + 0.5) * CELL_WIDE
        yield moved(_vessel(vessel), (x, top + 28 + number // across * CELL_HIGH))


def _vessel(vessel: Vessel) -> str:
    """A ship round 0 0, with its call and what is to be known of it below."""
    if vessel.shape == AIR:
        body = boxed(Box(-24, -18, 48, 34), OWN, Pen(OWN_INK, 1.8)) + filled(AIRCRAFT, OWN_INK)
    else:
        body = drawn(HULLS[vessel.shape], Pen(OWN_INK, 2), OWN) + written(vessel.code, 0, 8.5, CODE)
    call = written(shortened(vessel.call, CALL, CELL_WIDE - 6), 0, 38, CALL)
    return body + call + (written(shortened(vessel.note, NOTE, CELL_WIDE - 4), 0, 58, NOTE) if vessel.note else "")

"""A map is read by who cannot tell red from green, and when it is printed in grey: its signs, rings and lines stay apart."""

import io
from collections.abc import Callable
from itertools import combinations, pairwise

import pytest
import resvg_py
from PIL import Image, ImageFilter

from pbem.documents.cartography import palette
from pbem.documents.cartography.arrows import GAP, lanes
from pbem.documents.cartography.curves import between, distance
from pbem.documents.cartography.legend import SIGNS
from pbem.documents.cartography.signs import draw_signs, draw_works
from pbem.documents.cartography.situation import canvas_of
from pbem.documents.map_picture import Arrow, Frame, MapPicture, Obstruction, Symbol
from pbem.kernel.hexes import Hex
from pbem.modules import library
from pbem.rulesets.tocs.reports.map_overlay import land_of
from tests.rulesets.tocs.builder import ground

Rows = tuple[tuple[float, float, float], ...]
PLAIN: Rows = ((1, 0, 0), (0, 1, 0), (0, 0, 1))
EYES: dict[str, Rows] = {
    "all colours": PLAIN,
    "no red": ((0.152286, 1.052583, -0.204868), (0.114503, 0.786281, 0.099216), (-0.003882, -0.048116, 1.051998)),
    "no green": ((0.367322, 0.860646, -0.227968), (0.280085, 0.672501, 0.047413), (-0.011820, 0.042940, 0.968881)),
    "grey": ((0.2126, 0.7152, 0.0722),) * 3,
}
"""What an eye makes of linear light: G. Machado, M. Oliveira and L. Fernandes (2009), at full severity; and a grey printer."""


def linear(part: float) -> float:
    return part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4


def seen(colour: str, eyes: Rows) -> tuple[float, ...]:
    """Linear light of a colour, as these eyes see it."""
    light = [linear(int(colour[n : n + 2], 16) / 255) for n in (1, 3, 5)]
    return tuple(min(max(sum(a * b for a, b in zip(row, light, strict=True)), 0.0), 1.0) for row in eyes)


def luminance(colour: str, eyes: Rows) -> float:
    return sum(share * part for share, part in zip((0.2126, 0.7152, 0.0722), seen(colour, eyes), strict=True))


def contrast(one: str, other: str, eyes: Rows) -> float:
    low, high = sorted((luminance(one, eyes), luminance(other, eyes)))
    return (high + 0.05) / (low + 0.05)


@pytest.mark.parametrize("eyes", EYES)
def test_a_worse_state_is_a_darker_ring(eyes: str) -> None:
    rings = [luminance(colour, EYES[eyes]) for colour in palette.STATES[1:]]
    assert all(better - worse > 0.05 for better, worse in pairwise(rings)), rings


INKS = (palette.INK, palette.OWN_INK, palette.ENEMY_INK, palette.STAMP, palette.LINE)
UNDER = (palette.PAPER, palette.FARMLAND, palette.OPEN, palette.POLDER, palette.WOODS, palette.FOREST)


@pytest.mark.parametrize("eyes", EYES)
def test_lines_and_signs_stand_out_from_every_ground(eyes: str) -> None:
    poor = [(ink, land) for ink in INKS for land in UNDER if contrast(ink, land, EYES[eyes]) < 3.0]
    assert poor == []
    assert contrast(palette.OWN_INK, palette.OWN, EYES[eyes]) > 4.5 and contrast(palette.ENEMY_INK, palette.ENEMY, EYES[eyes]) > 3.0


@pytest.mark.parametrize("eyes", ["no red", "no green"])
def test_own_and_enemy_boxes_are_of_two_colours_for_all_eyes(eyes: str) -> None:
    own, enemy = (seen(colour, EYES[eyes]) for colour in (palette.OWN, palette.ENEMY))
    assert max(abs(a - b) for a, b in zip(own, enemy, strict=True)) > 0.25


def painted(sign: Callable[[], str], eyes: Rows) -> list[float]:
    """A sign on paper as these eyes see it from some way off, a luminance a pixel."""
    svg = (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="-8 -18 44 36" width="132" height="108">'
        f'<rect x="-8" y="-18" width="44" height="36" fill="{palette.PAPER}"/>{sign()}</svg>'
    )
    fonts = [str(font) for font in library.fonts()]
    data = resvg_py.svg_to_bytes(svg_string=svg, skip_system_fonts=True, font_files=fonts, font_family="Cabin")
    image = Image.open(io.BytesIO(bytes(data))).convert("RGB")
    flat = tuple(value for row in eyes for value in (*row, 0.0))
    return [v / 255 for v in image.convert("RGB", flat).convert("L").filter(ImageFilter.BoxBlur(2)).resize((44, 36)).tobytes()]


SAME = {("stone_bridge", "wooden_bridge")}  # a stroke twice as thick, which is known by its bridge's name too


@pytest.mark.parametrize("eyes", ["no red", "no green", "grey"])
def test_no_two_signs_look_alike(eyes: str) -> None:
    pictures = {name: painted(sign, EYES[eyes]) for name, _, sign in SIGNS}
    alike = {
        (one, other)
        for one, other in combinations(pictures, 2)
        if sum(abs(a - b) > 0.12 for a, b in zip(pictures[one], pictures[other], strict=True)) < 12
    }
    assert alike <= SAME, sorted(alike)


WHOLE = Frame("f", "f", (1, 1), (8, 8))


def test_moves_over_one_hexside_lie_side_by_side() -> None:
    """Four units go the same way, one comes back by it: each has its line."""
    way = tuple(Hex(place) for place in ("02.02", "03.02", "04.02", "05.02"))
    moves = [*(Arrow(way) for _ in range(3)), Arrow(way[1:]), Arrow(way[::-1])]
    canvas = canvas_of(land_of(ground()), MapPicture("blue", "", (), arrows=tuple(moves)), WHOLE)
    found = lanes(canvas, moves, frozenset())
    for one, other in pairwise(way[1:]):
        at = between(canvas.paper.centre(one), canvas.paper.centre(other))
        nearest = [min(line, key=lambda point: distance(point, at)) for line in found]
        assert min(distance(*pair) for pair in combinations(nearest, 2)) >= GAP * canvas.k * 0.75
    assert lanes(canvas, moves[:1], frozenset()) == found[:1], "who goes alone keeps to his way"


@pytest.mark.parametrize("own", [True, False])
def test_mines_under_a_counter_or_on_a_small_map_are_three_in_a_capsule(own: bool) -> None:
    held, free = Hex("03.03"), Hex("06.06")
    laid = tuple(Obstruction(place, "minefield", own) for place in (held, free))
    unit = Symbol(held, "A", "infantry", "I", 4)
    canvas = canvas_of(land_of(ground()), MapPicture("blue", "", (), symbols=(unit,), obstacles=laid), WHOLE)
    assert len(list(draw_works(canvas))) == 1 and len(list(draw_signs(canvas))) == 1
    whose = "own" if own else "enemy"
    assert {f"{whose}_minefield", f"{whose}_mines"} <= set(canvas.signs)

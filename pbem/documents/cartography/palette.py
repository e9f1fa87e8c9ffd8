"""The colours of a map: one fixed list of them, to which a painted map is brought without dither, whatever is on it.

A list recreated for each picture turns high farmland pink and ink green as soon as the mix of a map changes. Looked at in grey
and as one sees them who cannot tell red from green: shape says it first, colour second.
"""

from collections.abc import Mapping

PAPER, WHITE, CREAM, INK, GRID = "#f8f4e8", "#ffffff", "#fffdf4", "#1c2733", "#7d7455"
FARMLAND, OPEN, ORCHARD, POLDER, WOODS, FOREST = "#f1e9cd", "#e6e9c6", "#dfe3ae", "#dcebd8", "#c3dba3", "#a3c78b"
TOWN, SUBURB, CITY = "#ecccb4", "#e4bfa6", "#d7a78f"
SAND, ROCK, SHOAL, DITCH = "#d9cb98", "#a29a7c", "#aecfd4", "#7fb3cf"
BORDER = "#b8322a"
HEIGHT, TONE, CONTOUR, LIT, SHADE = "#cf8f45", 0.13, "#9a6228", "#fffbe8", "#5f3a12"
WATER, BANK, WATER_NAME = "#9cc8e6", "#2f6f9f", "#1d5a88"
HIGHWAY, HIGHWAY_EDGE, PAVED_EDGE, DIRT, RAIL = "#e88a1e", "#4d2d10", "#4d4535", "#6e5532", "#1c1c1c"
BRICK, TREE, TREE_DARK, FRUIT = "#8b4a38", "#5f8a4c", "#3d6a38", "#8fae5a"
OWN, OWN_INK, LINE, PLATE = "#c3dbf3", "#0d2a4a", "#0b4f9e", "#e4eef8"
ENEMY, ENEMY_INK, ENEMY_PALE, ENEMY_OLD = "#f4b19b", "#8a1410", "#fbe3da", "#6d4a48"
GOAL, STAMP, LOST, NUMBER = "#ffd02e", "#a3151a", "#c1272d", "#544c34"
STATES = ("", "#fff3b0", "#f9c74f", "#f08a24", LOST, "#111111")
"""The ring of a unit by the rank of its state, each darker than the last, so that grey keeps the order."""

TINTS: Mapping[str, str] = {
    "open": OPEN, "farmland": FARMLAND, "orchard": ORCHARD, "desert": SAND, "polder": POLDER, "bocage": ORCHARD, "woods": WOODS,
    "forest": FOREST, "jungle": FOREST, "village": FARMLAND, "town": TOWN, "suburb": SUBURB, "city": CITY, "marsh": POLDER,
    "flooded": SHOAL, "lake": WATER, "ocean": WATER, "shallows": SHOAL, "beach_gradual": FARMLAND, "beach_moderate": FARMLAND,
    "beach_steep": FARMLAND, "rocky_shore": ROCK, "crops": FARMLAND, "brush": ORCHARD, "farm": FARMLAND, "stream": OPEN, "gully":
    OPEN, "river": WATER,
}  # fmt: skip
"""What a terrain is washed with; where two share it, their texture tells them apart."""


def mixed(first: str, second: str, share: float) -> str:
    """A colour so far from the first to the second."""
    pairs = zip(_parts(first), _parts(second), strict=True)
    return "#" + "".join(f"{round(a * (1 - share) + b * share):02x}" for a, b in pairs)


def raised(colour: str, levels: int) -> str:
    """A tint under so many layers of height."""
    for _ in range(levels):
        colour = mixed(colour, HEIGHT, TONE)
    return colour


def _parts(colour: str) -> tuple[int, int, int]:
    return int(colour[1:3], 16), int(colour[3:5], 16), int(colour[5:7], 16)


_FLAT = (
    PAPER, WHITE, INK, FARMLAND, OPEN, WOODS, FOREST, TOWN, SUBURB, WATER, BANK, HIGHWAY, BRICK, CONTOUR, OWN, OWN_INK, LINE,
    ENEMY, ENEMY_INK, GOAL, STAMP, *STATES[1:4], STATES[5], TREE_DARK,
    TREE, ENEMY_OLD, ENEMY_PALE, ORCHARD, POLDER, CITY, PAVED_EDGE, DIRT, SAND, PLATE, ROCK, FRUIT, BORDER,
)  # fmt: skip
_WASHED = tuple(
    mixed(colour, LINE, 0.22) for colour in (FARMLAND, OPEN, WOODS, POLDER, raised(WOODS, 2), raised(FARMLAND, 2))
)  # fmt: skip
_HIGHEST = ((FARMLAND, 4), (WOODS, 4), (FOREST, 4), (TOWN, 4), (SUBURB, 3), (OPEN, 2))
_RAISED = tuple(raised(colour, level) for colour, most in _HIGHEST for level in range(1, most + 1))
_HALVES = tuple(
    mixed(first, second, 0.5)
    for first, second in (
        (INK, PAPER), (INK, FARMLAND), (OWN_INK, OWN), (OWN_INK, WHITE), (LINE, WHITE), (ENEMY_INK, WHITE), (NUMBER, FARMLAND),
        (BRICK, FARMLAND), (BRICK, SUBURB), (BANK, OPEN), (CONTOUR, WOODS), (CONTOUR, FARMLAND), (INK, WOODS),
        (INK, raised(WOODS, 3)), (LINE, WOODS), (GRID, FARMLAND), (GRID, WOODS), (HIGHWAY, HIGHWAY_EDGE), (ENEMY, ENEMY_INK),
        (DIRT, FARMLAND), (TREE, WOODS), (TREE, raised(WOODS, 3)), (SHADE, raised(WOODS, 2)), (POLDER, DITCH),
    )
)  # fmt: skip
PALETTE: tuple[str, ...] = tuple(dict.fromkeys((*_FLAT, *_WASHED, *_RAISED, *_HALVES)))
"""All that a painted map holds: paper, tints and heights, inks, and half tones between ink and ground for the edges of strokes."""
_TELLING = (
    (ENEMY, ENEMY_INK), (BANK, OPEN), (CONTOUR, FARMLAND), (HIGHWAY, HIGHWAY_EDGE), (LINE, WHITE), (GRID, FARMLAND), (INK, WOODS),
)  # fmt: skip
PLAIN: tuple[str, ...] = tuple(
    dict.fromkeys((*_FLAT, *_WASHED, *_RAISED, *(mixed(first, second, 0.5) for first, second in _TELLING)))
)
"""It without most half tones, for a map that would be too many bytes: edges are a little rougher. What is left keeps thin lines in
their colour."""

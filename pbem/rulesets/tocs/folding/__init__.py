"""How events that are told whole are folded: once, for the board and for the picture of each side that is told of them.

The chapters (`turn`, `command`, `ground`, `combat`, `supply`, `flights`, `air`, `sea`) fill the tables of `tables.py`: what becomes
of a side's forces, of what is public, of works and obstacles, by class of event. Of an event of a side's own the forces are that
side's, of one that both see each side's. Beside the rows stand functions for what is told in part: the board calls them with the
event, the picture with what its side learnt of it. What a board holds alone is folded in `board.py`, what a picture does in
`learning.py`.
"""

from pbem.rulesets.tocs.folding import air, combat, command, flights, ground, sea, supply, turn
from pbem.rulesets.tocs.folding.parts import PARTS
from pbem.rulesets.tocs.folding.tables import FORCES, NOTHING, ground_row

__all__ = [
    "CHAPTERS",
    "FORCES",
    "NOTHING",
    "PARTS",
    "air",
    "combat",
    "command",
    "flights",
    "ground",
    "ground_row",
    "sea",
    "supply",
    "turn",
]

CHAPTERS = (turn, command, ground, combat, supply, flights, air, sea)

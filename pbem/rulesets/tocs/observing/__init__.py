"""What is told of events that are not simply told whole: by chapter, a function for each class.

Such an event is told in part (observations of its own), as smaller events, or whole and with something to the other side. What a
function does not return nobody is told; `licences.py` has the rule for each field. `observe.py` puts the table together.
"""

from pbem.rulesets.tocs.observing import air, battles, ground, moves, sea, turn
from pbem.rulesets.tocs.observing.table import TOLD, Learnt, Observer, own, public

__all__ = ["CHAPTERS", "TOLD", "Learnt", "Observer", "own", "public"]

CHAPTERS = (turn, moves, ground, battles, air, sea)

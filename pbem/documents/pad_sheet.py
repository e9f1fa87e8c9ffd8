"""What an order pad is told beside its picture: what a desk could order now, and what its units pay for a way; values alone.

All of it comes from the desk's own picture, and answers what the desk could ask by mail. A ruleset fills it in (`Pads` of
`rulesets/form.py`); one that does not still gives a pad of verbs.
"""

from typing import Literal

from pbem.kernel.hexes import Hex
from pbem.kernel.values import Value


class Offer(Value):
    """A line that a unit could be told now, and the action points it takes; None: all that are left, or not known. op: the OPs that
    others pay for it."""

    line: str
    ap: int | None = None
    op: int = 0


class Offers(Value):
    """What a unit could be told now."""

    call: str
    offers: tuple[Offer, ...]


class Steps(Value):
    """The ways out of a hex, a string for each bank of it. An edge is four signs: the direction (0 is north, clockwise), the bank
    that it leads to, its cost in halves of a movement point (base 36; z: all action points), and whether it is by road (0, 1)."""

    hex: Hex
    banks: tuple[str, ...]


class UnitPace(Value):
    """How a unit moves. ways: which of the tables of ways is its own; halves: halves of a movement point that an AP gives; abroad:
    it may enter ground that is not its side's; bonus: an AP that went at road rate alone earns a free hex of road; bank: on which
    of its hex's it stands; ap: what it has to spend on a way (the AP for leaving mines taken off); free: it is ordered
    without an OP; mp: halves left of the AP begun, road and due: how that was spent, and whether a free hex is due for it; first:
    the ways out of the hex it stands in, where those cost it more than the table says."""

    call: str
    ways: int
    halves: int
    abroad: bool = True
    bonus: bool = True
    bank: int = 0
    ap: int = 0
    free: bool = False
    mp: int = 0
    road: bool = False
    due: bool = False
    first: str = ""


class PadSheet(Value):
    """What goes into a pad beside the picture. offers: by unit; deeds: lines for the staff, whom no unit carries out; ways: tables
    of them; shun: hexes in which a way ends, as far as is known; closing: the word that ends the reader's letter, "" for none."""

    offers: tuple[Offers, ...] = ()
    deeds: tuple[str, ...] = ()
    ways: tuple[tuple[Steps, ...], ...] = ()
    paces: tuple[UnitPace, ...] = ()
    shun: tuple[Hex, ...] = ()
    closing: str = ""


class PadManner(Value):
    """What an order word does, as far as a pad treats it otherwise than the next. free: its unit pays no OP before it; each: it
    orders several units, and each that acts pays; walks: its hexes are gone, one after another; asks: the hex it names is known
    afterwards, so that a condition may follow; aims: how it is drawn from the unit to its last hex, or (dots) to each;
    tops: on top of a letter it says what becomes of its lines."""

    free: bool = False
    each: bool = False
    walks: bool = False
    asks: bool = False
    aims: Literal["", "arrow", "dots"] = ""
    tops: bool = False


PLAIN = PadManner()

"""A letter's lines on their way: the verdict of the dry run on each, what they may spend, and how a run is meant."""

from collections.abc import Iterable, Mapping
from typing import Protocol, TypeVar

from pbem.engine.moments import GameT, Moment, PictureT
from pbem.engine.opaque import OpaqueSeen
from pbem.engine.run_observations import RunStopped
from pbem.engine.situation import BoardT, Control
from pbem.kernel.decisions import Refusal
from pbem.kernel.values import Value, replace
from pbem.orders.tree import SheetLine, Verb

E_contra = TypeVar("E_contra", contravariant=True)


class Budget(Value):
    """How many points a letter may spend, how many must stay, how many deficit points are allowed."""

    spend: int | None = None
    keep: int = 0
    deficit: int = 0

    def allows(self, spent: int, points: int) -> bool:
        """Is one more point within the budget?"""
        return (self.spend is None or spent < self.spend) and (self.keep == 0 or points > self.keep)


class Verdict(Value):
    """What the dry run says of a line. refusals: (call, why); cost: points; left: what each unit has to go, in words."""

    line: SheetLine
    refusals: tuple[tuple[str, Refusal], ...] = ()
    warnings: tuple[str, ...] = ()
    cost: int = 0
    beyond: bool = False

    @property
    def ok(self) -> bool:
        """May it run?"""
        return not self.refusals and "error" not in [remark.kind for remark in self.line.remarks]


class Manner(Value):
    """How a run is meant: whose, its budget, whether failures end it, what END may cost (None: whatever).

    verbs: the words of every letter, beside the ruleset's own, in which what is left of a line is printed.
    """

    side: str
    budget: Budget
    carry_on: bool = False
    costs: tuple[str, ...] | None = ()
    verbs: tuple[Verb, ...] = ()

    def accepts(self, costs: tuple[str, ...]) -> bool:
        """Was its writer told of all that END costs, and wants it all the same?"""
        return self.costs is None or set(costs) <= set(self.costs)


class RunSheet(Value):
    """A seat's order lines that are let run, and how. Where several sheets of a side run together no two lines have one number."""

    seat: str
    lines: tuple[SheetLine, ...]
    manner: Manner


Orders = Mapping[str, tuple[RunSheet, ...]]
"""What runs, by side: the sheets of its seats in the order they run, () of a side that was silent."""


class Ran(Value):
    """How far a run came: the lines not carried out, and why it stopped ("" = it reached the end of the sheet). asks: it was the
    word that closes that stopped it, for what it would cost."""

    rest: tuple[SheetLine, ...] = ()
    why: str = ""
    asks: bool = False


class Stage(Protocol[GameT, BoardT, PictureT, E_contra]):
    """What a run of orders is played on (`Play`): events happen, and every desk learns of them at once."""

    @property
    def game(self) -> GameT:
        """The game that is in force."""

    @property
    def moment(self) -> Moment[GameT, BoardT, PictureT]:
        """What the referee has before them now."""

    @property
    def pictures(self) -> Mapping[str, PictureT]:
        """What each desk knows now."""

    @property
    def pauses(self) -> bool:
        """Does play wait for a decision?"""

    def happen(self, events: Iterable[E_contra | Control]) -> None:
        """Let events happen, one after another."""

    def learn_run(self, desk: str, observation: OpaqueSeen) -> None:
        """Tell a desk how its own letter runs: it stands in the record, and changes no picture."""

    def settle_act(self) -> None:
        """Take the steps that the last act set going, and no others."""


def ran(lines: tuple[SheetLine, ...], seen: Iterable[OpaqueSeen]) -> Ran:
    """How far a run came, from what its writer's desk was told; the rest can be sent again as it stands."""
    ends = [item for item in seen if type(item) is RunStopped]
    if not ends:
        return Ran()
    told = {line.number: line for line in lines}
    rest = tuple(replace(told[number], text=text, canonical=text) for number, text in ends[-1].rest)
    return Ran(rest, ends[-1].why, ends[-1].asks)

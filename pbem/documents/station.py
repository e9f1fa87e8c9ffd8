"""What a station letter carries besides the ruleset's report: its number, the clock, the fence, the small print."""

from collections.abc import Mapping

from pbem.documents.document import Block
from pbem.kernel.values import Value, field


class Heading(Value):
    """number: "A-15"; due: "Tue 24 Nov 20:00 CET (in 1 day 22 h)", "" if no clock runs; fence: the form's first line;
    filed: the side's standing orders, (part, line); mine: calls of the units that the reader may order, None for all of his
    side's; closing: his word for being through ("end", "done"), "" when others say it for him;
    told: what each unit was last ordered, by call; told_in: in which part of play; on_file: what goes on by itself, in words;
    intentions: plans, marches and orders of the side that wait, a line each;
    quietly: that the part of play closes by itself long before it is due, in words; shown: calls of the units that the reader asked
    about, None where the letter is of all that is his; asked: that he asked for it, so that nothing is left out for want of room;
    delegated: to a side's commander, calls of units that other seats have;
    whose: in a team, who commands what, a line each."""

    number: str
    due: str
    due_short: str
    fence: str
    small: tuple[str, ...]
    extra: tuple[Block, ...] = ()
    filed: tuple[tuple[str, str], ...] = ()
    mine: frozenset[str] | None = None
    closing: str = ""
    told: Mapping[str, str] = field(default_factory=dict)
    told_in: Mapping[str, str] = field(default_factory=dict)
    on_file: tuple[str, ...] = ()
    quietly: str = ""
    intentions: tuple[str, ...] = ()
    shown: frozenset[str] | None = None
    asked: bool = False
    delegated: frozenset[str] = frozenset()
    whose: tuple[str, ...] = ()

    def orders(self, call: str) -> bool:
        """May the reader order this unit?"""
        return self.mine is None or call in self.mine

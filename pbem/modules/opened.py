"""A module as its ruleset's door has read it: what the rooms above ask of it, whatever its ruleset."""

from collections.abc import Sequence
from typing import Protocol


class ModuleSide(Protocol):
    """A side of a module."""

    @property
    def id(self) -> str:
        """Its id, in lower case."""

    @property
    def letter_prefix(self) -> str:
        """What numbers its letters."""

    @property
    def form(self) -> str:
        """The name of its staff's form, "" for none."""


class SeatOnOffer(Protocol):
    """A seat that a scenario offers beside the commander of each side."""

    @property
    def side(self) -> str:
        """Whose it is."""

    @property
    def id(self) -> str:
        """`allied.504`."""

    @property
    def formations(self) -> tuple[str, ...]:
        """What it commands."""

    @property
    def joins(self) -> str:
        """The turn id at which it joins, "" for the first."""

    @property
    def until(self) -> str:
        """The seat that stands in before."""


class OpenModule(Protocol):
    """A module with one scenario of it, checked. Its ruleset knows more of it (`Scenario`); here nothing else is looked at."""

    @property
    def id(self) -> str:
        """Its id."""

    @property
    def title(self) -> str:
        """Its title."""

    @property
    def about(self) -> str:
        """What it is about, in two sentences that everybody may read; "" when it does not say."""

    @property
    def moments(self) -> int:
        """How many parts of play of both sides it is likely to take."""

    @property
    def ruleset(self) -> str:
        """Whose it is, by name."""

    @property
    def sides(self) -> Sequence[ModuleSide]:
        """Its sides, in its order."""

    @property
    def posts(self) -> Sequence[SeatOnOffer]:
        """The seats that its scenario offers."""

    @property
    def contents(self) -> str:
        """How much is in it, for `pbem check`: "40 counters, 6 turns"."""

    def formations(self, side: str) -> tuple[str, ...]:
        """The formations of a side that a seat may be given."""

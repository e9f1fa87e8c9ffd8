"""The ford village with the rules for armor, without mail: segments begun where a test wants them, dice that fall as it says."""

from collections.abc import Mapping
from typing import Any, cast

import pytest

from pbem.kernel.dice import Dice, Throw
from pbem.kernel.hexes import Hex
from pbem.kernel.values import replace
from pbem.orders.tree import Act
from pbem.rulesets.tcs import events as e
from pbem.rulesets.tcs import told_events as t
from pbem.rulesets.tcs.rules.impulses import Segment
from pbem.rulesets.tcs.settling.impulses import segment_begun
from pbem.rulesets.tcs.units import PrintedUnit
from tests.rulesets.tcs.field import Field
from tests.rulesets.tcs.people import PANTHER, TANK

SHERMAN = replace(TANK, smoke="us_tank_smoke")
PANTHER_SMOKE = replace(PANTHER, smoke="panther_smoke", back=18)


class Armor(Field):
    """A field with the rules for armor. US-2, the tanks' attack, is in force."""

    def __init__(self, seed: int = 0, ge: tuple[Act, ...] = (), us: tuple[Act, ...] = (), **switches: str | bool) -> None:
        super().__init__(seed, **{"armor": True, "sfa": "action", "formation_morale": "battalion", **switches})
        sides = tuple(replace(staff, nation=nation) for staff, nation in zip(self.game.sides, ("american", "german"), strict=True))
        self.game = replace(self.game, sides=sides)
        self.play.game = cast(Any, self.game)
        self.play.standing = {"us": us, "ge": ge}
        sheet = self.board.forces["us"].sheets["US-2"]
        self.happen(t.SheetChanged("us", replace(sheet, status="implemented"), "in force"))

    def segment(self, side: str, name: Segment) -> list[e.Event]:
        """A segment of a side's action phase begins."""
        if self.board.public.acting != side:
            self.happen(t.ActionBegan(side))
        return self.happen(*segment_begun(cast(Any, self.play.moment), side, name))

    def printed(self, name: str, counter: PrintedUnit, **changes: Any) -> None:
        """A unit has another counter."""
        self.put(name, counter=counter, steps=counter.steps, **changes)


def at(hex_: str, verb: str = "fire", *words: str) -> Act:
    """An order at a hex."""
    return Act(verb, words, (("HEX", Hex(hex_)),))


def move(*path: str) -> Act:
    return Act("move", (), (("PATH", tuple(map(Hex, path))),))


def fixed(monkeypatch: pytest.MonkeyPatch, fell: Mapping[str, tuple[int, ...]]) -> None:
    """Dice fall so where their occasion holds these words, the longest that fit; all others as they would."""
    true = Dice.throw

    def thrown(dice: Dice, occasion: str, spec: str) -> Throw:
        throw = true(dice, occasion, spec)
        told = [key for key in fell if key in occasion]
        return Throw(occasion, spec, fell[max(told, key=len)] if told else throw.faces)

    monkeypatch.setattr(Dice, "throw", thrown)

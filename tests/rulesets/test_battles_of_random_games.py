"""Battles of random games of TOCS, fought out by scripted commanders on TCS: each comes back as reports that the campaign takes,
and no step is won or lost on the way (MASL-1.1-3, MASL-2.2-1, MASL-4.1-1)."""

import random
from collections.abc import Iterator

import pytest

from pbem.kernel.dice import Dice
from pbem.kernel.values import replace
from pbem.modules.battlefield import BattleOutcome
from pbem.orders.tree import Act
from pbem.rulesets.tocs.actions.vocabulary import vocabulary
from pbem.rulesets.tocs.field_units import FieldBattle
from pbem.rulesets.tocs.parts import field_battles
from pbem.rulesets.tocs.picture import Picture
from pbem.rulesets.tocs.reports import field_report
from tests.opened import played
from tests.rulesets.tcs.battles import fought
from tests.rulesets.tocs.builder import standing_acts
from tests.rulesets.tocs.laws import check_invariants
from tests.rulesets.tocs.test_random_play import OPENING, Commander

MOST_IMPULSES = 40


class FieldCommanders(Commander):
    """Two commanders who hand every battle that they can to the field."""

    def __init__(self, seed: int) -> None:
        self.choose = random.Random(f"field/{seed}")
        _, situation, pictures = OPENING
        self.game = replace(OPENING.game, switches={**OPENING.game.switches, "field_battle": "tcs"})
        standing = {side: self.lines(pictures[side]) for side in pictures}
        self.play = played(self.game, (situation, pictures), standing, Dice(f"field/{seed}".encode()))
        self.seen = 0
        self.play.settle()

    def lines(self, picture: Picture) -> tuple[Act, ...]:
        return standing_acts(vocabulary(self.game, picture), ("battles field",))

    def battles(self) -> Iterator[FieldBattle]:
        """The battles that are out, as one impulse after another brings them, until the game is over."""
        for _ in range(MOST_IMPULSES):
            board = self.play.situation.board
            if board.public.over:
                return
            self.impulse()
            out = self.play.situation.board.public.fields.values()
            yield from sorted(
                (b for b in out if b.number not in self.play.situation.board.verdicts), key=lambda battle: battle.number
            )

    def steps(self, battle: FieldBattle) -> dict[str, int]:
        """The steps that went in, by unit."""
        board = self.play.situation.board
        given = {side: board.forces[side].force(battle.number) for side in (battle.attacker, battle.defender)}
        return {u.id: board.forces[side].counter(u).steps - u.lost for side, force in given.items() if force for u in force.units}

    def fight(self, battle: FieldBattle) -> BattleOutcome:
        """Fight one out and report it: what the game left of each unit stands in the reports, and the board stays sound."""
        board = self.play.situation.board
        before = self.steps(battle)
        seed = f"{battle.number}/{battle.hex}"
        stated = replace(field_battles.statement(self.game, board, battle.number), seed=seed.encode())
        outcome = fought(stated, battle.number)
        left = {troop.name: troop for side in outcome.troops.values() for troop in side}
        told = dict[str, int]()
        for side, lines in field_battles.reports(self.game, board, battle.number, outcome).items():
            report, faults = field_report.heard(self.game, self.play.pictures[side], battle.number, lines)
            assert report is not None, [fault.refusal.words for fault in faults]
            for fated in report.units:
                told[fated.unit] = fated.steps
                troop = left[board.forces[side].counters[fated.unit].call]
                assert fated.steps <= before[fated.unit]
                assert (fated.steps == before[fated.unit]) >= (troop.left == troop.of)
            self.play.happen(field_battles.report(self.play.moment, side, battle.number, report))
            self.play.settle()
        assert told.keys() == before.keys() and battle.number in self.play.situation.board.verdicts
        check_invariants(self.play)
        return outcome


def fought_out(number: int) -> list[BattleOutcome]:
    """So many battles, of as many games as it takes."""
    found: list[BattleOutcome] = []
    for seed in range(200):
        commanders = FieldCommanders(seed)
        for battle in commanders.battles():
            found.append(commanders.fight(battle))
            if len(found) == number:
                return found
    raise AssertionError(f"random games bring {len(found)} battles")


def test_battles_of_random_games_come_back_as_reports() -> None:
    assert len(fought_out(2)) == 2


@pytest.mark.soak
@pytest.mark.timeout(3600)
def test_twenty_battles_of_random_games_come_back_as_reports() -> None:
    holders = [outcome.holder for outcome in fought_out(20)]
    print(*(f"{holders.count(holder)} {holder or 'both'}" for holder in dict.fromkeys(holders)), sep=", ")
    assert len(holders) == 20

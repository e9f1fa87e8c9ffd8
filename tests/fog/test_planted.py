"""Leaks that are planted on purpose are found: each plant makes the checks that guard against it fail."""

from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from pbem.handlers.orders import orders
from pbem.handlers.stations import stations
from pbem.kernel.hexes import distance
from pbem.kernel.values import replace
from pbem.letters.desk import Desk
from pbem.rulesets import RULESETS
from pbem.rulesets.tocs import events as e
from pbem.rulesets.tocs import observations as o
from pbem.rulesets.tocs.parts import knowledge
from tests.fog.blind import BoardOpenedError, rewritten
from tests.fog.canary import sung
from tests.fog.licences import unlicensed
from tests.fog.stage import SIDES, Stage, canary_module, game
from tests.fog.test_function import mail_of
from tests.fog.test_worlds import AMERICAN, GERMAN
from tests.fog.worlds import compared
from tests.opened import with_knowledge

Plant = Callable[[pytest.MonkeyPatch], None]
Check = Callable[[Path], list[str]]
SEED = 1


# ---------------------------------------------------------------- the checks


def _played(folder: Path, module: str = "heumen-bridge", most: int = 24) -> Stage:
    stage = Stage(folder / "game", SEED, module)
    stage.begin()
    for _, letter in zip(range(most), game(stage, SEED, curious=True), strict=False):
        stage.say(letter.seat, letter.lines)
    return stage


def canary(folder: Path) -> list[str]:
    """Names of the living in the enemy's mail."""
    with closing(_played(folder, str(canary_module(folder / "module")))) as stage:
        return sung(stage)


def function(folder: Path) -> list[str]:
    """Letters that the blind referee cannot write again."""
    with closing(_played(folder)) as stage:
        faults = []
        for side in SIDES:
            try:
                faults += rewritten(stage, side)
            except BoardOpenedError as opened:
                faults.append(f"the board was opened: {opened}")
        return faults


def one_letter_more(folder: Path) -> list[str]:
    """Bytes that count the enemy's letters."""
    quiet, _ = mail_of(folder / "quiet", "allied", None, 6)
    more, _ = mail_of(folder / "more", "allied", 0, 6)
    return [] if quiet == more else ["the mail differs"]


def licences(folder: Path) -> list[str]:
    """Observations nobody had a right to."""
    with closing(_played(folder)) as stage:
        return unlicensed(stage)


KINDS = ("place", "steps", "name")
FIRST = tuple({(fact in GERMAN, fact.kind): fact for fact in reversed((*GERMAN, *AMERICAN)) if fact.kind in KINDS}.values())
"""Of each side the first fact of a kind: what is planted shows in every one."""


def worlds(folder: Path) -> list[str]:
    """Hidden facts that show too early."""
    found = []
    for number, fact in enumerate(FIRST):
        eye = "allied" if fact in GERMAN else "german"
        found += compared(folder / str(number), fact, SEED + 3, eye, most=16).faults
        if found:
            break
    return found


CHECKS = (canary, function, one_letter_more, licences, worlds)


# ---------------------------------------------------------------- the plants


def _observing(patch: pytest.MonkeyPatch, change: Callable[[Any, e.Event, str, o.Seen], o.Seen]) -> None:
    def observe(game_: Any, before: Any, event: Any) -> Any:
        told = knowledge.observe(game_, before, event)
        return tuple((desk, change(before, event, desk, seen)) for desk, seen in told)

    planted = with_knowledge(observe=observe)
    patch.setitem(RULESETS, "tocs", planted)


def scout_reads_shoulder_flashes(patch: pytest.MonkeyPatch) -> None:
    """Reconnaissance answers with the names of the units there."""

    def change(before: Any, event: e.Event, desk: str, seen: o.Seen) -> o.Seen:
        if not isinstance(answer := o.what(seen), e.HexScouted):
            return seen
        forces_of = [c for c in before.forces.values() if c.side != desk]
        return o.OwnEvent(replace(answer, kinds=tuple(c.counter(u).name for c in forces_of for u in c.at(answer.hex))))

    _observing(patch, change)


def scout_counts_heads(patch: pytest.MonkeyPatch) -> None:
    """Reconnaissance answers with the steps of the units there."""

    def change(before: Any, event: e.Event, desk: str, seen: o.Seen) -> o.Seen:
        if not isinstance(answer := o.what(seen), e.HexScouted) or not answer.occupied:
            return seen
        steps = sum(c.counter(u).steps - u.lost for c in before.forces.values() if c.side != desk for u in c.at(answer.hex))
        return o.OwnEvent(replace(answer, works=f"{steps} steps"))

    _observing(patch, change)


def answer_without_licence(patch: pytest.MonkeyPatch) -> None:
    """Whoever owns the hex reads the scout's own answer over his shoulder."""

    def observe(game_: Any, before: Any, event: Any) -> Any:
        told = knowledge.observe(game_, before, event)
        answers = tuple(seen for _, seen in told if isinstance(o.what(seen), e.HexScouted))
        return (*told, *((game_.other(event.side), seen) for seen in answers))

    planted = with_knowledge(observe=observe)
    patch.setitem(RULESETS, "tocs", planted)


def one_count_for_all_letters(patch: pytest.MonkeyPatch) -> None:
    """Letters are numbered over both seats."""
    number = property(lambda desk: desk.admin.number(desk.seat.id, sum(desk.admin.sent.values()) + 1))
    patch.setattr(Desk, "number", number)


def refusal_from_the_board(patch: pytest.MonkeyPatch) -> None:
    """A line that names a hex is told who is there."""

    def knowing(work: Any, seat: Any, request: Any) -> Any:
        answered = orders(work, seat, request)
        forces_of = [c for c in work.state.situation.board.forces.values() if c.side != seat.side]
        text = " ".join(line.text for line in request.lines)
        there = [c.counter(u).call for c in forces_of for u in c.on_map() if u.hex in text]
        said = (f"occupied by {', '.join(there)}",) if there else ()
        return replace(answered, notes=(*answered.notes, *said))

    patch.setattr("pbem.handlers.letter_steps.orders", knowing)


def lists_in_the_order_of_the_board(patch: pytest.MonkeyPatch) -> None:
    """A receipt lists the own units by how near the enemy stands."""

    def knowing(work: Any, seat: Any, request: Any) -> Any:
        answered = orders(work, seat, request)
        board = work.state.situation.board
        enemy = [u.hex for c in board.forces.values() if c.side != seat.side for u in c.on_map()]
        own = board.forces[seat.side]
        calls = sorted(own.on_map(), key=lambda u: (sorted(distance(u.hex, h) for h in enemy), u.id))
        return replace(answered, notes=(*answered.notes, " ".join(own.counter(u).call for u in calls)))

    patch.setattr("pbem.handlers.letter_steps.orders", knowing)


def dates_of_the_enemys_last_letter(patch: pytest.MonkeyPatch) -> None:
    """A report says how many letters the enemy has had."""

    def telling(work: Any) -> None:
        before = len(work.letters)
        stations(work)
        sent = work.state.admin.sent
        for index in range(before, len(work.letters)):
            letter = work.letters[index]
            small = (*letter.document.small, f"{sum(sent.values()) - sent[letter.seat]} letters")
            work.letters[index] = replace(letter, document=replace(letter.document, small=small))

    patch.setattr("pbem.handlers.letter_steps.stations", telling)


PLANTS: tuple[tuple[Plant, tuple[Check, ...]], ...] = (
    (scout_reads_shoulder_flashes, (canary, licences, worlds)),
    (scout_counts_heads, (licences, worlds)),
    (answer_without_licence, (licences,)),
    (one_count_for_all_letters, (function, one_letter_more)),
    (refusal_from_the_board, (canary, function, worlds)),
    (lists_in_the_order_of_the_board, (function, worlds)),
    (dates_of_the_enemys_last_letter, (function, one_letter_more)),
)
PAIRS = [pytest.param(plant, check, id=f"{plant.__name__}-{check.__name__}") for plant, checks in PLANTS for check in checks]


@pytest.mark.parametrize(("plant", "check"), PAIRS)
def test_a_planted_leak_is_found(plant: Plant, check: Check, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    plant(monkeypatch)
    assert check(tmp_path) != []


@pytest.mark.parametrize("check", CHECKS)
def test_without_a_plant_the_same_check_finds_nothing(check: Check, tmp_path: Path) -> None:
    assert check(tmp_path) == []

"""Briefs, disputes, summaries, reminders, pauses, windows and held posts reveal nothing: pairs of worlds, compared byte for byte.

In each pair the same things happen at the same public moments, and one side does or knows something more. What it may not show
in, by what issue 6 lists, and where that is tried:

    briefs               a reserve, an intent, who fights it        HIDDEN; IN_THE_FIELD
    disputes             what the other wrote                       HIDDEN
    intsums              words, losses, reports of the other side   HIDDEN
    reminders            lateness of the other side                 HIDDEN; test_arrangements
    pauses, windows      who answered, how often, by which way      test_a_window_…
    held posts           a plan on file                             test_a_plan_…; test_teams
    battles              one that this seat should not know of      IN_THE_FIELD
    the host's words     words to him, looks of his                 HIDDEN; test_arrangements

A field commander is the seat that shares no desk with his side: what his side knows and does is none of his letters' business.
"""

import re
from collections.abc import Callable, Iterator
from datetime import datetime, timedelta
from functools import cache
from pathlib import Path

import pytest

from pbem.campaign.records import State
from pbem.campaign.state import FieldFile, Seat, host_seat
from pbem.handlers.timing import silent_at
from pbem.kernel.hexes import Hex
from pbem.kernel.values import replace
from pbem.letters import field_briefs as fielding
from pbem.letters.desk import Desk, Out
from tests.acceptance.table import ADDRESS, START, Mail, QuickDisk, Table, the_clock
from tests.acceptance.test_field_battles import brief, form, module
from tests.fog.worlds import all_in_reserve, pool, stored, unit
from tests.opened import as_board

SEATS = (
    Seat("allied", "allied", "commander", ADDRESS["allied"], "A"),
    Seat("allied.504", "allied", "commander", "bert@allied.example", "AB", formations=("504",)),
    Seat("allied.field1", "allied", "field commander", "fred@allied.example", "AC"),
    Seat("allied.field2", "allied", "field commander", "finn@allied.example", "AD"),
    Seat("german", "german", "commander", ADDRESS["german"], "G"),
    Seat("german.ls", "german", "commander", "ludwig@german.example", "GB", formations=("LS",)),
    Seat("german.field1", "german", "field commander", "franz@german.example", "GC"),
    Seat("german.field2", "german", "field commander", "fritz@german.example", "GD"),
    host_seat("henk@host.example"),
)
GERMANS = ("german", "german.ls", "german.field1", "german.field2")
ATTACK = "A/504: recon 13.11; attack 13.11 deliberate\n"
Words = str | Callable[[Table], str]
Said = tuple[float, str, Words]
"""So many hours after the start a seat writes this; words that need an earlier letter are read off it."""


def report(seat: str, **changes: str) -> Callable[[Table], str]:
    """The form of a seat's brief, with some items written afresh."""

    def words(table: Table) -> str:
        text = form(brief(table, seat))
        for name, said in changes.items():
            item = name.replace("_", " ").upper()
            text = re.sub(rf"^{item}\b.*?(?=^[A-Z])", f"{item} {said}\n", text, flags=re.MULTILINE | re.DOTALL)
        return text

    return words


def told(folder: Path, said: tuple[Said, ...], change: Callable[[State], State] | None = None, until: float = 0) -> Table:
    """A table at which all this was said, each at its own moment, and time then went by."""
    table = Table(folder, QuickDisk(), str(module(folder / "module", "engagement")), seats=SEATS)
    table.begin()
    if change:
        table.campaign.state = change(table.campaign.state)
    for hour, seat, words in sorted(said, key=lambda one: one[0]):
        table.at = START + timedelta(hours=hour)
        table.run()
        text = words if isinstance(words, str) else words(table)
        table.deliver(table.letter(seat, text, message_id=f"<{hour}.{seat}@club.example>"))
        table.run()
    table.at = START + timedelta(hours=until)
    table.run()
    return table


def seen(table: Table, eyes: tuple[str, ...]) -> list[Mail]:
    """All letters of some seats; the table is done with."""
    letters = [mail for eye in eyes for mail in table.mail(eye)]
    table.close()
    return letters


def same(here: list[Mail], there: list[Mail], shows: str) -> None:
    """The same letters, byte for byte, and there is such a one among them."""
    assert any(shows in mail.subject for mail in here), [mail.subject for mail in here]
    assert [mail.subject for mail in here] == [mail.subject for mail in there]
    assert [mail.raw for mail in here] == [mail.raw for mail in there]


# ---------------------------------------------------------------- between the sides

BEGIN: tuple[Said, ...] = ((1, "german", "BATTLES FIELD"), (2, "allied", "BATTLES FIELD"))
OUT: tuple[Said, ...] = (*BEGIN, (10, "allied", f"{ATTACK}END IMPULSE"))
AGREE: tuple[Said, ...] = (*OUT, (20, "german.field1", report("german.field1")), (30, "allied.field1", report("allied.field1")))
NEXT: tuple[Said, ...] = tuple(
    (40 + n / 2, side, lambda table: "STATUS" if as_board(table.campaign.state.situation.board).public.turn > 1 else "END IMPULSE")
    for n, side in enumerate(4 * ("german", "allied"))
)  # until the next turn begins; whose impulse it is not is told so
DIFFER: tuple[Said, ...] = (
    *OUT, (20, "german.field1", report("german.field1")),
    (30, "allied.field1", report("allied.field1", prisoners="1 TAKEN, 0 LOST")),
)  # fmt: skip
LATE: tuple[Said, ...] = (*OUT, (20, "german.field1", report("german.field1")))


def instead(said: tuple[Said, ...], *others: Said) -> tuple[Said, ...]:
    """The same script, with other words at these hours, or more."""
    hours = {one[0] for one in others}
    return (*(one for one in said if one[0] not in hours), *others)


HIDDEN: dict[str, tuple[tuple[Said, ...], tuple[Said, ...], float, str]] = {
    "brief: the enemy's intent": (OUT, (*OUT, (3, "allied", "INTENT 13.11\nAt any price.\nEND INTENT")), 48, "mission brief"),
    "brief: who fights it for the enemy": (OUT, (*OUT, (12, "allied.field1", "HAND BACK 1")), 48, "mission brief"),
    "brief: the enemy's man resigns": (OUT, (*OUT,
        (12, "allied.field1", "RESIGN ALLIED.FIELD1"), (12.1, "allied.field1", "YES")), 48, "mission brief"),
    "brief: the enemy's man asks and writes home": (
        OUT, (*OUT, (12, "allied.field1", "SEATS\nHELP FIELD\nMESSAGE allied\nWhere are you?\nEND MESSAGE")), 48, "mission brief"),
    "dispute: what the other wrote": (
        DIFFER, instead(DIFFER, (30, "allied.field1", report("allied.field1", prisoners="2 TAKEN, 0 LOST"))), 60, "differ"),
    "dispute: the other's own losses and story": (
        DIFFER,
        instead(DIFFER, (30, "allied.field1", report(
            "allied.field1", prisoners="1 TAKEN, 0 LOST", own_units="A/504 3 fatigued 13.11", narrative="Half are gone."))),
        60, "differ"),
    "dispute: the other has tried again": (
        DIFFER, (*DIFFER, (36, "allied.field1", report("allied.field1", prisoners="1 TAKEN, 0 LOST"))), 60, "differ"),
    "agreement: a faulty report came first": (
        AGREE, (*AGREE, (25, "allied.field1", report("allied.field1", own_units="A/504 9 good 13.11"))), 60, "reports agree"),
    "intsum: the enemy's reports and losses": (
        (*AGREE, *NEXT),
        (*instead(AGREE, (30, "allied.field1", report(
            "allied.field1", own_units="A/504 3 fatigued 13.11", narrative="Half are gone.", recommend="send guns"))), *NEXT),
        50, "INTSUM"),
    "intsum: words for the turn, a log, a letter to the host": (
        (*AGREE, *NEXT),
        (*AGREE, (31, "allied", "INTENT TURN\nNow or never.\nEND INTENT\nLOG\nNow or never.\nEND LOG\nAPPEAL May I?"), *NEXT),
        50, "INTSUM"),
    "reminder of a report: the enemy is late too": (
        OUT, (*OUT, (30, "allied.field1", report("allied.field1"))), 10 + 24 * 9, "report is due"),
    "no reminder of a report: the enemy is late, or sends what cannot be": (
        LATE, (*LATE, (60, "allied.field1", report("allied.field1", own_units="A/504 9 good 13.11"))), 10 + 24 * 9, "mission"),
    "reminder of an impulse: a team's words among themselves": (
        OUT, (*OUT, (12, "allied.504", "MESSAGE team\nHe sleeps.\nEND MESSAGE\nEZOC NEVER\nSEATS"),
              (13, "allied", "DELEGATE 504 TO allied.504\nFOR NEXT IMPULSE\nB/504: move 12.10")), 90, "overdue"),
    "reminder of an impulse: an officer resigns": (OUT, (*OUT,
        (12, "allied.504", "RESIGN allied.504"), (12.1, "allied.504", "YES")), 90, "overdue"),
    "the host looks on": (OUT, (*OUT, (12, "host", "STATUS\nAPPEALS\nPREVIEW T1.2")), 90, "overdue"),
}  # fmt: skip


Quiet = Callable[[tuple[Said, ...], float, tuple[str, ...]], list[Mail]]


@pytest.fixture(scope="module")
def quiet(tmp_path_factory: pytest.TempPathFactory) -> Quiet:
    """What some seats read in a world that others are compared with; each such world is played once."""

    @cache
    def read(said: tuple[Said, ...], until: float, eyes: tuple[str, ...]) -> list[Mail]:
        return seen(told(tmp_path_factory.mktemp("quiet"), said, until=until), eyes)

    return read


@pytest.mark.parametrize("what", HIDDEN)
def test_what_the_enemy_does_in_secret_is_in_no_letter_of_a_side(quiet: Quiet, tmp_path: Path, what: str) -> None:
    here, there, until, shows = HIDDEN[what]
    same(quiet(here, until, GERMANS), seen(told(tmp_path, there, until=until), GERMANS), shows)


FACTS: dict[str, Callable[[State], State]] = {
    "everybody else in reserve": all_in_reserve("allied"),
    "another company beside the road": unit("allied", "I/504", hex=Hex("10.11"), bank=0),
    "points in the bank": pool("allied", bank=4),
    "nothing to shoot with": stored("allied", "overasselt", sp=0),
}


@pytest.mark.parametrize("fact", FACTS)
def test_a_hidden_fact_is_in_no_brief_dispute_or_reminder_of_the_enemys(quiet: Quiet, tmp_path: Path, fact: str) -> None:
    def change(state: State) -> State:
        changed = FACTS[fact](state)
        if fact.startswith("everybody"):  # who attacks is in no reserve
            changed = unit("allied", "A/504", reserve=False)(changed)
        return changed

    same(quiet(DIFFER, 60, GERMANS), seen(told(tmp_path, DIFFER, change, until=60), GERMANS), "differ")


# ---------------------------------------------------------------- within a side: who shares no desk

IN_THE_FIELD: dict[str, tuple[Said, ...]] = {
    "another battle, far away": (*BEGIN, (10, "allied", f"{ATTACK}D/505: move 20.12; attack 20.11 hasty\nEND IMPULSE")),
    "words of the team": (*OUT[:2], (3, "allied.504", "MESSAGE team\nThe mill is ours.\nEND MESSAGE\nEZOC NEVER"), OUT[2]),
    "a plan, a log, an intent for another hex": (
        *OUT[:2], (3, "allied", "INTENT 14.12\nBurn it.\nEND INTENT\nLOG\nI doubt it.\nEND LOG"),
        (4, "allied", "FOR NEXT IMPULSE\nB/504: move 12.10"), OUT[2]),
    "what others found": (*OUT[:2], (3, "allied", "D/505: recon around"), OUT[2]),
    "the other field commander's words": (*OUT, (12, "allied.field2", "MESSAGE allied\nI am bored.\nEND MESSAGE")),
    "who resigns": (*OUT, (12, "allied.504", "RESIGN allied.504"), (12.1, "allied.504", "YES")),
}  # fmt: skip


@pytest.mark.parametrize("what", IN_THE_FIELD)
def test_a_field_commander_reads_of_his_own_battle_alone(quiet: Quiet, tmp_path: Path, what: str) -> None:
    """MASL-2.1-1, MASL-3.1-2: he has no desk at his side's table; the other side's field commander has none at its either."""
    eyes = ("allied.field1", "german.field1")
    same(quiet(OUT, 48, eyes), seen(told(tmp_path, IN_THE_FIELD[what], until=48), eyes), "mission brief")


# ---------------------------------------------------------------- plans and held posts


def _plan_moment(folder: Path, said: tuple[Said, ...]) -> datetime:
    table = told(folder, said, until=11)
    due = table.campaign.state.admin.plans["german"].due
    table.close()
    assert due is not None
    return due


PLAN: Said = (5, "german", "FOR NEXT IMPULSE\n2/HG: move 15.10\nEND IMPULSE")
IDLE: tuple[Said, ...] = ((10, "allied", "END IMPULSE"),)


def test_a_plan_that_ran_reads_as_orders_that_were_typed_at_that_minute(tmp_path: Path) -> None:
    """What is announced at the hour of a plan is announced of a letter of that minute in the same bytes."""
    moment = _plan_moment(tmp_path / "when", (PLAN, *IDLE))
    hour = (moment - timedelta(minutes=1) - START) / timedelta(hours=1)
    typed = told(tmp_path / "typed", (*IDLE, (hour, "german", "2/HG: move 15.10\nEND IMPULSE")), until=14)
    planned = told(tmp_path / "planned", (PLAN, *IDLE), until=14)
    assert typed.impulse == planned.impulse != "T1.2"
    eyes = ("allied", "allied.504")
    same(seen(planned, eyes), seen(typed, eyes), "T2.1")


GUARDED, FAULTY = "PLAN FOR NEXT\nvoid if lost 12.11\n2/HG: move 15.10\nEND PLAN", "PLAN FOR NEXT\nx\nEND PLAN"
PLANS = ("FOR NEXT IMPULSE\n2/HG: move 15.10", GUARDED, FAULTY)


@pytest.mark.parametrize("plan", PLANS)
def test_a_plan_on_file_void_or_faulty_is_in_no_letter_of_the_other_side(quiet: Quiet, tmp_path: Path, plan: str) -> None:
    eyes = ("allied", "allied.504", "allied.field1")
    same(quiet(IDLE, 11, eyes), seen(told(tmp_path, ((5, "german", plan), *IDLE), until=11), eyes), "enemy impulse")


# ---------------------------------------------------------------- windows

WINDOW = "A/504: recon 13.11; attack 13.11 deliberate\nend impulse\n"


@pytest.fixture(scope="module")
def asked(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Callable[[tuple[Said, ...]], list[bytes]]]:
    """Play a game that pauses for a decision of the Germans, with these words then; what the Allied side read."""
    folder = tmp_path_factory.mktemp("windows")
    text = module(folder / "module", "never") / "module.toml"
    text.write_text(text.read_text().replace('field_battle = "never"', 'retreat_window = "always"'))
    count = 0

    def opened(seed: int) -> Table:
        nonlocal count
        count += 1
        table = Table(folder / str(count), QuickDisk(), str(text.parent), seed=bytes([seed]) * 32, seats=SEATS)
        table.begin()
        table.write("allied", WINDOW)
        return table

    def owing() -> int:
        for seed in range(60):
            table = opened(seed)
            owed = table.campaign.state.situation.owed
            table.close()
            if owed and owed[0].side == "german":
                return seed
        pytest.fail("no seed asks for a decision")

    seed = owing()

    def played(said: tuple[Said, ...]) -> list[bytes]:
        table = opened(seed)
        due = the_clock(table.campaign.state)
        assert due is not None
        for hours, seat, words in said:
            moment = due.due - timedelta(hours=hours) if hours else silent_at(table.campaign.state, due)
            table.at = moment - timedelta(minutes=1)  # a letter takes a minute
            assert isinstance(words, str)
            table.deliver(table.letter(seat, words, message_id=f"<{hours}.{seat}@club.example>"))
            table.run()
        table.at = due.due + timedelta(hours=1)
        table.run()
        assert not table.campaign.state.situation.owed
        return [mail.raw for mail in seen(table, ("allied", "allied.504", "allied.field1"))]

    yield played


STAND: Said = (0, "german", "ANSWER 1 STAND")
WINDOWS: dict[str, tuple[Said, ...]] = {
    "standing orders answer": (),
    "asked and answered wrongly first": ((5, "german", "STATUS\nORDERS"), (4, "german", "ANSWER 1 COMMIT"), STAND),
    "answered ambiguously first": ((5, "german", "ANSWER 1 STAND\nANSWER 1 RETREAT"), STAND),
    "answered by another seat first": ((5, "german.ls", "ANSWER 1 RETREAT"), STAND),
}


@pytest.mark.parametrize("how", WINDOWS)
def test_a_window_shows_neither_who_answered_nor_how_nor_that_nobody_did(
    asked: Callable[[tuple[Said, ...]], list[bytes]], how: str
) -> None:
    """The same decision at the same moment: by letter, or by the standing orders when its time was up."""
    assert asked(WINDOWS[how]) == asked((STAND,))


# ---------------------------------------------------------------- what is planted is found


def _with(patch: pytest.MonkeyPatch, leak: Callable[[Desk], str]) -> None:
    """Briefs with a line of small print more."""

    def leaking(desk: Desk, number: int, file: FieldFile, intent: tuple[str, ...]) -> Out:
        out = fielding.brief(desk, number, file, intent)
        return replace(out, document=replace(out.document, small=(*out.document.small, leak(desk))))

    patch.setattr("pbem.handlers.fields.brief", leaking)


def test_a_brief_that_knows_the_enemys_intent_is_found(quiet: Quiet, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    _with(monkeypatch, lambda desk: str(sorted(desk.admin.intents)))
    with pytest.raises(AssertionError):
        test_what_the_enemy_does_in_secret_is_in_no_letter_of_a_side(quiet, tmp_path, "brief: the enemy's intent")


def test_a_brief_that_counts_the_battles_is_found(quiet: Quiet, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    _with(monkeypatch, lambda desk: f"{len(desk.admin.fields)} battles are out" if len(desk.admin.fields) > 1 else "")
    with pytest.raises(AssertionError):
        test_a_field_commander_reads_of_his_own_battle_alone(quiet, tmp_path, "another battle, far away")

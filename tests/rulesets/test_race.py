"""A second ruleset, of two sides that write at once, is played by mail through the whole referee: the proof of the seam."""

import re
from collections.abc import Callable, Iterator
from datetime import timedelta
from pathlib import Path
from typing import cast

import pytest

from pbem import admin as care
from pbem.admin.verify import verify
from pbem.campaign.deadlines import Pace
from pbem.campaign.receiving import receive
from pbem.campaign.records import Cause, DigestLetter
from pbem.campaign.state import Seat, host_seat
from pbem.documents.document import Document
from pbem.engine.run_observations import LineBegan, LineEnded, RunStopped
from pbem.engine.runs import Budget, Manner, RunSheet, Verdict
from pbem.handlers.orders import CheckedOrders
from pbem.handlers.together import SeatSheet
from pbem.handlers.unit_of_work import UnitOfWork
from pbem.handlers.words import words_of
from pbem.kernel.numbered_lines import NumberedLine
from pbem.kernel.values import replace
from pbem.letters import help as manual
from pbem.letters.digest import digest
from pbem.orders.tree import SheetLine, Vocabulary
from pbem.rulesets import RULESETS
from pbem.rulesets.form import Mind, Ruleset
from pbem.service.open_campaign import CampaignError, Setup
from pbem.service.recruiting import boot_camp
from tests.acceptance.conftest import CONFIG
from tests.acceptance.table import Postman, Table, plain, recorded
from tests.rulesets.race import RULESET
from tests.rulesets.race.rules import Event, Game, Known, Ran

HOST = "henk@host.example"
BLUE = "bea@blue.example"
MODULE = 'ruleset = "race"\nid = "night-road"\ntitle = "The Night Road"\nturns = 2\n'
SEATS = (Seat("blue", "blue", "commander", BLUE, "B"), Seat("red", "red", "commander", "rudi@red.example", "R"))
AIDE = Seat("blue.aide", "blue", "commander", "ada@blue.example", "BA", formations=("RUNNERS",))
Deed = Callable[["Road"], None]


class Road(Table):
    """A race in the night, played by letters."""

    def __init__(self, folder: Path, *more: Seat, postman: Postman | None = None, red: Seat = SEATS[1]) -> None:
        self.file, module = folder / "pbem.toml", folder / "night-road"
        module.mkdir(exist_ok=True)
        (module / "module.toml").write_text(MODULE, encoding="utf-8")
        self.file.write_text(CONFIG, encoding="utf-8")
        super().__init__(folder, module=str(module), seats=(SEATS[0], red, *more), postman=postman)

    def setup(self, module: Path, seats: tuple[Seat, ...], seed: bytes, tempo: str) -> Setup:
        return Setup("test", module, seats, Pace(), seed=seed)

    def begin(self) -> None:
        for seat in (seat for seat in self.address if seat != "host"):
            self.write(seat, "ACCEPT")

    @property
    def board(self) -> Known:
        return cast(Known, self.campaign.state.situation.board)

    @property
    def ran(self) -> list[tuple[str, int]]:
        """How far each ran so far, in the order it came to pass."""
        found = (event for record in recorded(self) for event in cast(tuple[Event, ...], record.events))
        return [(event.side, event.steps) for event in found if isinstance(event, Ran)]

    def thrown(self, turn: int, side: str, steps: int) -> tuple[str, int]:
        """How far a runner comes that was told so much: a one is a stumble."""
        (die,) = (t.total for t in self.campaign.state.throws if t.occasion.startswith(f"stumble/T{turn}/{side}"))
        return side, max(0, steps - (die == 1))

    def kinds(self, seat: str) -> list[str]:
        """What came to a seat, by the ends of the subjects."""
        return [mail.subject.rpartition(" · ")[2] for mail in self.mail(seat)]


@pytest.fixture(autouse=True)
def registered(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(RULESETS, "race", RULESET)


@pytest.fixture
def road(tmp_path: Path) -> Iterator[Road]:
    road = Road(tmp_path, host_seat(HOST))
    road.begin()
    yield road
    road.close()
    assert care.audit(road.file) == ("test: sound\n", True)


def says(road: Road, words: str) -> None:
    """A word of the host's, asked about and confirmed."""
    asked = road.write("host", words)
    found = re.search(r"CONFIRM (\S+)", asked.text)
    assert found, asked.text
    road.write("host", f"CONFIRM {found[1]}")


def test_the_dummy_is_small() -> None:
    files = (Path(__file__).parent / "race").glob("*.py")
    assert sum(len(path.read_text(encoding="utf-8").splitlines()) for path in files) < 300


def test_a_campaign_is_played_by_mail_to_its_end(road: Road, tmp_path: Path) -> None:
    assert "RUNNER: run 3" in road.write("blue", "RUNNER: run 3").text
    assert road.board.run == 0 and "on file, not executed yet" in road.write("red", "RUNNER: run 2").subject
    assert road.board.run == 0, "nothing runs by a letter"
    road.wait(hours=12)
    assert road.board.run == 1 and road.ran == [road.thrown(1, "blue", 3), road.thrown(1, "red", 2)]
    (run,) = [record for record in recorded(road) if record.cause.kind == "run"]
    assert run.cause.at.hour == 19, "the evening hour, not that of a letter"
    assert "your runner goes" in road.mail("red")[-2].text and road.mail("red")[-1].text.startswith("REPORT T2")
    road.write("red", "RUNNER: run 3")
    road.write("blue", "RUNNER: run 1")
    road.wait(hours=24)
    assert road.campaign.state.admin.stage == "over" and road.ran[2:] == [road.thrown(2, "blue", 1), road.thrown(2, "red", 3)]
    assert "red: " in road.mail("blue")[-1].text, "all is opened"
    for seat in ("blue", "red"):
        (tmp_path / seat).mkdir()
        for number, mail in enumerate(road.mail(seat)):
            (tmp_path / seat / f"{number}.eml").write_bytes(mail.raw)
        text, clean = verify(tmp_path / seat)
        assert clean and "none is changed, none is missing" in text, text


def test_silence_of_one_side_runs_out_by_its_own_clock(road: Road) -> None:
    road.write("red", "IF UNTOLD 2")
    road.write("blue", "RUNNER: run 3")
    letters = len(road.mail("blue"))
    road.wait(days=2, hours=12)
    assert road.kinds("red")[-1].startswith("grace until") and len(road.mail("blue")) == letters, "who is done hears nothing"
    road.wait(hours=12)
    assert road.ran == [road.thrown(1, "blue", 3), road.thrown(1, "red", 2)] and road.campaign.state.admin.hosting.silences == {
        "red": 1
    }
    road.write("blue", "RUNNER: run 0")
    road.wait(days=4)
    assert road.campaign.state.admin.stage == "over" and road.ran[3] == road.thrown(2, "red", 2)
    assert any("(red) is silent" in mail.subject for mail in road.mail("host"))


def test_when_nobody_writes_the_game_goes_on(road: Road) -> None:
    road.wait(days=9)
    assert road.campaign.state.admin.stage == "over" and [steps for _, steps in road.ran] == [0] * 4


def test_a_further_letter_takes_the_place_of_the_last_until_the_run(road: Road) -> None:
    road.write("blue", "RUNNER: run 3")
    road.write("red", "RUNNER: run 1")
    assert "In place of what was on file: RUNNER: run 3" in plain(road.write("blue", "RUNNER: run 2"))
    assert "nobody runs further than 3" in road.write("red", "RUNNER: run 9").text, "a faulty letter is a draft"
    assert "draft: 1 line" in road.write("red", "ORDERS").text
    road.wait(hours=12)
    assert road.ran == [road.thrown(1, "blue", 2), road.thrown(1, "red", 1)], "and files nothing"
    assert "LAPSED" in road.mail("red")[-1].text


def test_each_side_has_its_own_time_and_may_amend_after_it(road: Road) -> None:
    road.write("red", "EXTEND")
    blue, red = (road.campaign.state.admin.clocks[side] for side in ("blue", "red"))
    assert red.due - blue.due == timedelta(hours=24)
    road.at = blue.last + timedelta(hours=1)
    road.run()
    assert road.campaign.state.admin.clocks["blue"].over and road.board.run == 0
    assert "the time for your orders for T1 is over" in plain(road.write("blue", "STATUS"))
    road.write("blue", "RUNNER: run 3")
    road.write("red", "RUNNER: run 3")
    road.wait(hours=12)
    assert road.ran == [road.thrown(1, "blue", 3), road.thrown(1, "red", 3)]
    assert road.campaign.state.admin.hosting.silences == {}, "who wrote was not silent"


def test_done_says_that_nothing_is_to_come(road: Road) -> None:
    road.write("blue", "DONE")
    road.write("red", "RUNNER: run 1\nOVER")
    road.wait(hours=12)
    assert road.ran == [road.thrown(1, "blue", 0), road.thrown(1, "red", 1)] and not road.campaign.state.admin.hosting.silences


def test_a_host_gives_time_previews_and_lets_it_run(road: Road) -> None:
    road.write("blue", "RUNNER: run 3")
    before = {side: clock.due for side, clock in road.campaign.state.admin.clocks.items()}
    says(road, "EXTEND T1 BY 24 HOURS")
    after = {side: clock.due for side, clock in road.campaign.state.admin.clocks.items()}
    assert after == {side: due + timedelta(hours=24) for side, due in before.items()}
    assert {road.kinds(side)[-1] for side in ("blue", "red")} == {"more time"}
    assert "PROCESS would come to" in plain(road.write("host", "PREVIEW T1")) and road.board.run == 0
    says(road, "PROCESS T1")
    assert road.ran == [road.thrown(1, "blue", 3), road.thrown(1, "red", 0)] and road.campaign.state.admin.hosting.silences
    says(road, "PAUSE T2")
    says(road, "RESUME T2")
    says(road, "ROLLBACK T2 TO T1")
    assert road.board.run == 0 and set(road.campaign.state.admin.clocks) == {"blue", "red"}
    for side in ("blue", "red"):
        road.write(side, "RUNNER: run 2")
    road.wait(hours=36)
    assert road.board.run == 1, "it is run afresh, with other dice"
    says(road, "CLOSE T2 enough")
    assert road.campaign.state.admin.stage == "over"


def test_a_pause_over_the_hour_of_the_run_puts_it_off(road: Road) -> None:
    for side in ("blue", "red"):
        road.write(side, "RUNNER: run 2")
    says(road, "PAUSE T1")
    road.wait(days=2)
    assert road.board.run == 0
    says(road, "RESUME T1")
    assert road.board.run == 0, "not by the host's word, which would say that all were done"
    road.wait(hours=24)
    assert road.board.run == 1


def test_a_seat_of_a_team_is_waited_for(tmp_path: Path) -> None:
    road = Road(tmp_path, AIDE)
    road.begin()
    road.write("blue", "RUNNER: run 3")
    road.write("red", "RUNNER: run 2")
    road.wait(hours=12)
    assert road.board.run == 0
    assert "once the other side is done too" in plain(road.write("blue.aide", "DONE"))
    road.wait(hours=24)
    assert road.ran == [road.thrown(1, "blue", 3), road.thrown(1, "red", 2)]
    road.close()


def test_a_run_that_is_due_when_the_referee_is_killed_comes_to_pass_once(tmp_path: Path) -> None:
    road = Road(tmp_path)
    road.begin()
    for side in ("blue", "red"):
        road.write(side, "RUNNER: run 2")
    for _ in range(2):
        at, count, post = road.at, road.count, road.postman
        road.close()
        road = Road(tmp_path, postman=post)
        road.at, road.count = at, count
        road.wait(hours=12)
        assert [event.kind for event in (record.cause for record in recorded(road))].count("run") == 1
        assert road.campaign.state == road.campaign.from_the_beginning()
    road.close()
    assert care.audit(road.file) == ("test: sound\n", True)


class Pacer:
    """A bot that always runs one step."""

    def letter(self, game: Game, picture: Known, mind: Mind, end: bool) -> str:
        return "RUNNER: run 1\n"


def test_against_the_referees_own_commander_nobody_waits_for_an_hour(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(RULESETS, "race", cast(Ruleset, replace(RULESET, bot=Pacer())))
    road = Road(tmp_path, red=replace(SEATS[1], address="", accepted=True, scripted=True))
    road.write("blue", "ACCEPT")
    for turn in (1, 2):
        road.write("blue", f"RUNNER: run {turn}")
        assert road.board.run == turn
    assert road.ran[3] == road.thrown(2, "red", 1) and road.campaign.state.admin.stage == "over"
    road.close()
    assert care.audit(road.file) == ("test: sound\n", True)


def test_what_teaches_nothing_has_no_boot_camp(road: Road, tmp_path: Path) -> None:
    with pytest.raises(CampaignError, match="A race in the dark has no boot camp"):
        boot_camp("camp", tmp_path / "night-road", ("blue", BLUE), Pace())


def test_a_digest_is_headed_with_what_the_ruleset_knows(road: Road) -> None:
    """No staff, no weather and no hour of its own: a commander's digest needs none of it."""
    work = UnitOfWork(road.campaign.table, road.campaign.state, Cause("daily", "daily", road.at))
    desk, letter = work.desk(SEATS[0]), Document("word", (), (), ())
    found = digest(desk, [DigestLetter(road.at, road.at, "notice", letter)], True).document
    assert found.head == (("BLUE COMMAND", ""), ("DIGEST · T1", desk.number))


def test_on_a_live_evening_the_run_is_at_the_next_full_five_minutes(road: Road) -> None:
    road.write("blue", "LIVE 20:00-22:30")
    road.write("red", "ACCEPT LIVE 1")
    road.at = road.at.replace(hour=19, minute=1)
    road.run()
    assert all(clock.live for clock in road.campaign.state.admin.clocks.values())
    for side in ("blue", "red"):
        road.write(side, "RUNNER: run 1")
    road.wait(minutes=1)
    assert road.board.run == 0
    road.wait(minutes=2)
    (run,) = (record.cause for record in recorded(road) if record.cause.kind == "run")
    assert road.board.run == 1 and (run.at.hour, run.at.minute) == (19, 5)


def test_of_a_run_with_its_team_a_seat_is_told_its_own_lines_under_their_own_numbers(road: Road) -> None:
    lines = tuple(SheetLine(number, number, "RUNNER: run 1", None) for number in (1, 2))
    request, manner = receive(road.campaign.state.admin, "blue", "", (), Vocabulary((), {}, {}, {})), Manner("blue", Budget())
    checked = CheckedOrders(tuple(map(Verdict, lines)), Budget())
    numbered = RunSheet("blue", tuple(replace(line, number=line.number + 3) for line in lines), manner)
    theirs = (LineBegan(3, "OTHER"), LineEnded(3, "OTHER", "done"))
    ours = (LineBegan(4, "RUNNER"), Ran("blue", 1), LineEnded(4, "RUNNER", "failed", "dark", "RACE-1"))
    stopped = RunStopped("dark", (NumberedLine(3, "OTHER: run 1"), NumberedLine(5, "RUNNER: run 1")))
    found = SeatSheet(SEATS[0], request, checked, numbered, 3).part((*theirs, *ours, stopped))
    assert found == (
        LineBegan(1, "RUNNER"), Ran("blue", 1), LineEnded(1, "RUNNER", "failed", "dark", "RACE-1"),
        RunStopped("dark", (NumberedLine(2, "RUNNER: run 1"),)),
    )  # fmt: skip


# ---------------------------------------------------------------- nobody is told whether the other side has written

RED: dict[str, Deed] = {
    "silent": lambda road: None,
    "writes": lambda road: road.deliver(road.letter("red", "RUNNER: run 3")),
    "is done": lambda road: road.deliver(road.letter("red", "DONE")),
    "makes a slip": lambda road: road.deliver(road.letter("red", "RUNNER: rnu 3")),
    "takes more time": lambda road: road.deliver(road.letter("red", "EXTEND")),
}


def seen_by_blue(folder: Path, red: Deed) -> list[bytes]:
    """All that blue, who hosts the campaign too, is sent and shown while red writes, or does not, up to the hour of a run."""
    folder.mkdir()
    road = Road(folder, replace(host_seat(HOST), also=(BLUE,)))
    road.begin()
    told, at = list[bytes](), road.at + timedelta(minutes=30)
    for words in ("STATUS", "RUNNER: run 2", "STATUS", "ORDERS", "REPORT", "RUNNER: run 3\nDONE", "DIGEST ON", "SEATS"):
        if words == "RUNNER: run 2":
            red(road)
            road.count = 100  # letters of hers are called the same
        road.at = at = at + timedelta(minutes=10)
        told.append(road.write("blue", words).raw)
        told += [screen(road).encode() for screen in SCREENS]
    told.append(road.write("host", "STATUS").raw)
    road.at = road.campaign.state.admin.clocks["blue"].due - timedelta(hours=48, minutes=5)
    road.run()
    told += [mail.raw for seat in ("blue", "host") for mail in road.mail(seat)]
    road.close()
    return told


SCREENS: tuple[Callable[[Road], str], ...] = (
    lambda road: care.list_campaigns(road.file),
    lambda road: care.show(road.file, "test"),
    lambda road: "\n".join(line for line in care.status(road.file, road.at).splitlines() if line.startswith("late")),
)


@pytest.fixture(scope="module")
def silent(tmp_path_factory: pytest.TempPathFactory) -> list[bytes]:
    with pytest.MonkeyPatch.context() as patch:
        patch.setitem(RULESETS, "race", RULESET)
        return seen_by_blue(tmp_path_factory.mktemp("silent") / "road", RED["silent"])


@pytest.mark.parametrize("red", sorted(RED))
def test_no_letter_and_no_screen_tells_whether_the_other_side_has_written(red: str, silent: list[bytes], tmp_path: Path) -> None:
    assert seen_by_blue(tmp_path / "road", RED[red]) == silent


WORDS = (
    "HELP", "HELP RUN", "HELP IF UNTOLD", "HELP LETTERS", "STATUS", "ORDERS", "REPORT", "SEATS", "MAP", "WHY 1", "INTSUM", "FORM",
    "COST RUNNER to 01.01", "WHAT CAN RUNNER", "DIARY RUNNER", "RULINGS", "LESSON", "SKIP", "DIGEST ON", "LIVE NO", "OPS blue 3",
    "H-HOUR 20:00", "EXECUTE", "COUNTERMAND RUNNER", "CHECK\nRUNNER: run 3", "ANSWER D1 yes", "HALT 504", "CANCEL PLAN", "PASS",
    "FOR NEXT TURN\nRUNNER: run 1", "MESSAGE enemy\nGood luck.\nEND MESSAGE", "INTENT\nOn.\nEND INTENT", "KEEP 2\nRUNNER: run 1",
    "ABSENT 2026-11-24 TO 2026-11-30", "DELEGATE X TO blue", "APPEAL unfair", "RESEND B-1", "OFFER DRAW", "AFTER BATTLES\nEND",
)  # fmt: skip


ASKED = ("STATUS", "ORDERS", "REPORT", "SEATS", "RULINGS", "DIGEST ON", "LIVE NO", "H-HOUR 20:00", "CANCEL PLAN")
TOCS_ALONE = re.compile(
    r"(?i:\bimpulses?\b|\bezoc\b|\bperimeters?\b|\bdeficit\b|\binitiative\b|\bhasty\b)|\b(?:OPs?|APs?|HQs?|OPS|PASS|TOCS|MASL)\b|(?:TOCS|MASL)-"
)
"""What no letter of a race says: TOCS's nouns, its words, its rows."""


def test_no_letter_of_a_race_says_a_word_of_another_ruleset(road: Road) -> None:
    words = words_of(cast(Ruleset, RULESET))
    for topic in ("", *manual.topics(cast(Ruleset, RULESET), words)):
        road.write("blue", f"HELP {topic}")
    for said in (*ASKED, "END", "YES END", "RUNNER: run 1\nOVER"):
        road.write("blue", said)
    says(road, "EXTEND T1 BY 24 HOURS")
    road.wait(days=30)
    told = [(mail.subject, line) for seat in ("blue", "red", "host") for mail in road.mail(seat) for line in mail.text.splitlines()
            if TOCS_ALONE.search(line) and not line.startswith(">")]  # fmt: skip
    assert not told, "\n".join(f"{subject}: {line}" for subject, line in told)
    assert road.campaign.state.admin.stage == "over"


@pytest.mark.parametrize("words", WORDS)
def test_every_word_is_answered(road: Road, words: str) -> None:
    assert road.write("blue", words).text
    road.wait(days=30)
    assert not road.referee.stopped and road.campaign.state.admin.stage == "over"

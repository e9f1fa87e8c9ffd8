"""A campaign is opened when a letter, a moment or a word needs it: what it shows meanwhile is never other than what it is, and
nothing that anybody is told depends on whether it was open. Counted in campaigns opened, not in seconds.
"""

import shutil
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from pathlib import Path

import msgspec
import orjson
import pytest
from hypothesis import given
from hypothesis import strategies as st

from pbem import admin as care
from pbem.campaign.deadlines import Pace
from pbem.campaign.hosting import Hosting
from pbem.campaign.state import AdminState, Seat, host_seat
from pbem.handlers import DueTime
from pbem.mail.compose import reply_address
from pbem.mail.sender import token
from pbem.modules import library
from pbem.service import shelves, shown
from pbem.service.config.settings import Config, MailboxSettings, Settings
from pbem.service.directory import mailbox
from pbem.service.due_times import Clockwork
from pbem.service.open_campaign import Setup
from pbem.service.opening import campaign_at, shelf_at
from pbem.service.referee import Referee
from pbem.store.facts import Posted
from tests.acceptance.table import KEY, PREFIX, SEED, START, Postman, QuickDisk

NAMES = ("arnhem", "best", "cuijk", "driel", "elst")
HOST = "host@club.example"
OPENING = (
    ("allied", "ACCEPT"),
    ("german", "ACCEPT"),
    ("allied", "A/504: recon 13.11; if empty move, else attack deliberate\nRESEND A-1"),
    ("german", "FOR NEXT IMPULSE\n2/HG: move 15.10\nend impulse"),
    ("allied", "END IMPULSE ANYWAY"),
)


@dataclass
class House:
    """Five campaigns of different commanders in one data folder; each step is a process of its own."""

    folder: Path
    at: datetime = START
    postman: Postman = field(default_factory=Postman)
    count: int = 0

    @property
    def config(self) -> Config:
        return Config(
            Settings(data="data", free_mb=0, pictures=False, mailbox=MailboxSettings(address="referee@club.example")), self.folder
        )

    @property
    def file(self) -> Path:
        return self.folder / "pbem.toml"

    def home(self, name: str) -> Path:
        return self.folder / "data" / "campaigns" / name

    def open(self) -> Referee:
        return Referee(self.config, QuickDisk())

    def write(self, referee: Referee, name: str, seat: str, text: str) -> None:
        """A commander's letter lies in the spool."""
        self.count += 1
        self.at += timedelta(minutes=1)
        address = f"{seat}@{name}.example"
        to = reply_address(mailbox(self.config), name, token(KEY, name, seat, address, 1))
        raw = f"From: {address}\r\nTo: {to}\r\nMessage-ID: <{self.count}@{name}.example>\r\n\r\n{text}\r\n".encode()
        referee.take(raw, self.at, f"test:{self.count}")

    def goes_on(self, referee: Referee) -> None:
        """All that is due is handled and posted."""
        referee.work(self.at)
        referee.post(self.postman, self.at)

    def frozen(self) -> dict[str, bytes]:
        """Every letter of every campaign, and every journal."""
        own = (path for name in NAMES for part in ("letters", "journal") for path in (self.home(name) / part).rglob("*"))
        return {path.relative_to(self.folder).as_posix(): path.read_bytes() for path in own if path.is_file()}


def founded(folder: Path) -> House:
    """The house, its campaigns at different points of the opening."""
    house = House(folder)
    (folder / "data").mkdir()
    (folder / "data" / "key").write_bytes(KEY)
    (folder / "data" / "key").chmod(0o600)
    house.file.write_text('data = "data"\n[mailbox]\naddress = "referee@club.example"\n')
    with house.open() as referee:
        for name in NAMES:
            seats = (*(Seat(s, s, "commander", f"{s}@{name}.example", PREFIX[s]) for s in PREFIX), host_seat(HOST))
            referee.new_campaign(Setup(name, library.module_folder("heumen-bridge"), seats, Pace(), seed=SEED), START)
        for number, name in enumerate(NAMES, 1):
            for seat, text in OPENING[:number]:
                house.write(referee, name, seat, text)
                house.goes_on(referee)
    return house


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> House:
    return founded(tmp_path_factory.mktemp("house"))


@pytest.fixture
def house(built: House, tmp_path: Path) -> Iterator[House]:
    shutil.copytree(built.folder, tmp_path / "house")
    yield House(tmp_path / "house", built.at, count=built.count)


# ---------------------------------------------------------------- what opens one, and what does not


def test_nothing_is_opened_for_nothing(house: House) -> None:
    with house.open() as referee:
        assert (len(referee.campaigns), set(referee.campaigns)) == (5, set(NAMES))
        house.goes_on(referee)
        referee.rest(house.at)
        referee.blind(), referee.bounces(), referee.next_due(house.at)
        assert referee.campaigns.opened == 0
    assert house.postman.bags == {}, "all had been posted"


def test_a_letter_opens_the_campaign_that_it_is_for(house: House) -> None:
    with house.open() as referee:
        house.write(referee, "cuijk", "allied", "STATUS")
        house.goes_on(referee)
        assert referee.campaigns.opened == 1
    assert set(house.postman.bags) == {"allied@cuijk.example"}


def test_a_stranger_opens_none(house: House) -> None:
    with house.open() as referee:
        referee.take(b"From: eve@evil.example\r\nTo: referee@club.example\r\n\r\nACCEPT\r\n", house.at, "test:eve")
        referee.take(
            b"From: allied@best.example\r\nTo: referee+best-aaaaaaaaaaaaaaaa@club.example\r\n\r\nACCEPT\r\n", house.at, "test:al"
        )
        house.goes_on(referee)
        assert referee.campaigns.opened == 1, "the one whose commander is told that a letter of his lacked its token"
    assert set(house.postman.bags) == {"allied@best.example"}


def test_a_moment_opens_those_whose_it_is_and_comes_when_it_is_due(house: House) -> None:
    with house.open() as referee:
        plan = referee.next_due(house.at)
        assert plan is not None and referee.campaigns.opened == 0
        plans = [name for name in NAMES if campaign_at(house.home(name)).due(plan)]
        assert plans == ["elst"], "its German commander has made a plan"
        house.at = plan
        house.goes_on(referee)
        assert referee.campaigns.opened == 1
        assert "german@elst.example" in house.postman.bags


def test_letters_that_wait_to_be_posted_are_posted_without_opening(house: House) -> None:
    with house.open() as referee:
        house.write(referee, "driel", "german", "STATUS")
        referee.work(house.at)
    with house.open() as referee:
        referee.post(house.postman, house.at)
        assert referee.campaigns.opened == 0
    assert [len(bag) for bag in house.postman.bags.values()] == [1]


# ---------------------------------------------------------------- what it shows is what it is


def test_what_is_shown_is_what_the_journal_says(house: House) -> None:
    for name in NAMES:
        found = shown.look(shelf_at(house.home(name)), {})
        assert found is not None and found == campaign_at(house.home(name)).shown, name


def _cut(path: Path) -> None:
    path.write_bytes(path.read_bytes()[:-1])


def _empty(path: Path) -> None:
    path.write_bytes(b"")


def _of_an_older_program(path: Path) -> None:
    index = orjson.loads(path.read_bytes())
    index["footing"]["1"]["by"] = "0.0/1"
    path.write_bytes(orjson.dumps(index))


def _without_what_is_shown(path: Path) -> None:
    index = orjson.loads(path.read_bytes())
    del index["shown"], index["footing"]
    path.write_bytes(orjson.dumps(index))


def _letter_lost(path: Path) -> None:
    next((path.parent / "letters" / "out").rglob("A-1.eml")).unlink()


def _left_aside(path: Path) -> None:
    (path.parent / "letters" / "out" / "allied" / ".A-9.eml.999999999.aside").write_bytes(b"half")


def _pace_changed(path: Path) -> None:
    about = path.parent / "campaign.json"
    before = about.read_bytes()
    about.write_bytes(before.replace(b'"hours":48', b'"hours":72'))
    assert about.read_bytes() != before


@pytest.mark.parametrize(
    "spoil",
    [
        Path.unlink,
        _cut,
        _empty,
        _of_an_older_program,
        _without_what_is_shown,
        _letter_lost,
        _left_aside,
        _pace_changed,
    ],
)
def test_an_index_that_is_not_of_the_last_record_opens_its_campaign_and_is_made_again(
    house: House, spoil: Callable[[Path], None]
) -> None:
    whole = house.frozen()
    spoil(house.home("driel") / "index.json")
    with house.open() as referee:
        assert (referee.campaigns.opened, referee.damaged) == (1, {})
        assert referee.campaigns.shelf("driel").shown == campaign_at(house.home("driel")).shown
    assert house.frozen() == whole
    with house.open() as referee:
        assert referee.campaigns.opened == 0, "once"


def test_an_index_of_another_campaign_is_told(house: House) -> None:
    shutil.copyfile(house.home("best") / "index.json", house.home("driel") / "index.json")
    with house.open() as referee:
        assert "index.json" in referee.damaged["driel"]


def test_what_an_index_shows_is_known_by_its_form() -> None:
    """Any field of it by another name, with another type or default, is another form."""
    assert shown.form() == shown.form.__wrapped__()
    schema = orjson.dumps(msgspec.json.schema(shown.Summary))
    assert all(
        f'"{name}"'.encode() in schema for name in (*AdminState.__struct_fields__, *Seat.__struct_fields__, *Pace.__struct_fields__)
    )


def test_killed_between_the_record_and_its_index(house: House) -> None:
    index = (house.home("cuijk") / "index.json").read_bytes()
    with house.open() as referee:
        house.write(referee, "cuijk", "allied", "END IMPULSE ANYWAY")
        house.goes_on(referee)
    after = campaign_at(house.home("cuijk")).shown
    (house.home("cuijk") / "index.json").write_bytes(index)
    with house.open() as referee:
        assert referee.campaigns.opened == 1
        assert referee.campaigns.shelf("cuijk").shown == after
    assert care.audit(house.file)[1]


def test_a_campaign_behind_the_book_is_named_at_the_start(house: House) -> None:
    with house.open() as referee:
        referee.mailroom.note(Posted("best", "german", "G-9", house.at))
    with house.open() as referee:
        assert "number 9 of german" in referee.damaged["best"] and referee.campaigns.opened == 1
        assert "best" not in referee.campaigns and len(referee.campaigns) == 4


# ---------------------------------------------------------------- damage that only its contents tell


def _spoil(path: Path) -> None:
    whole = path.read_bytes()
    path.write_bytes(whole[: len(whole) // 2] + bytes([whole[len(whole) // 2] ^ 1]) + whole[len(whole) // 2 + 1 :])


def test_damage_that_keeps_its_size_is_found_by_the_letter_and_the_letter_waits(house: House) -> None:
    _spoil(house.home("cuijk") / "journal" / "T000.jsonl")
    with house.open() as referee:
        assert referee.damaged == {}
        house.write(referee, "cuijk", "allied", "STATUS")
        house.write(referee, "driel", "allied", "STATUS")
        house.goes_on(referee)
        assert "T000.jsonl" in referee.damaged["cuijk"]
        assert referee.spool.count("new") == 1 and referee.spool.count("shunt") == 0
    assert set(house.postman.bags) == {"allied@driel.example"}


def test_damage_that_keeps_its_size_is_found_by_the_clock_and_the_others_go_on(house: House) -> None:
    _spoil(house.home("elst") / "journal" / "T000.jsonl")
    with house.open() as referee:
        house.at += timedelta(days=30)
        house.goes_on(referee)
        assert list(referee.damaged) == ["elst"] and referee.stopped == {}
    assert {"allied@cuijk.example", "allied@driel.example"} <= set(house.postman.bags)


def test_damage_that_keeps_its_size_is_found_in_time_when_nobody_writes(house: House) -> None:
    _spoil(house.home("arnhem") / "module" / "map.toml")
    with house.open() as referee:
        for _ in range(2):
            referee.read_on(house.at)
        assert list(referee.damaged) == ["arnhem"]
        assert referee.campaigns.opened == len(NAMES), "each was read once"
        referee.read_on(house.at)
        assert referee.campaigns.opened == len(NAMES)


# ---------------------------------------------------------------- few are open at a time


def _played(house: House) -> None:
    """Letters, moments and words for all campaigns, across one another."""
    with house.open() as referee:
        for round_ in range(2):
            for name in NAMES:
                house.write(referee, name, "german", "STATUS\nSTANDING ORDERS" if round_ else "IF SILENT PASS")
            house.goes_on(referee)
        house.write(referee, "best", "host", "HOLD ALL")
        house.at += timedelta(hours=2)
        house.goes_on(referee)


def test_whether_few_or_all_are_open_changes_no_byte(house: House, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    shutil.copytree(house.folder, tmp_path / "other")
    other = House(tmp_path / "other", house.at, count=house.count)
    _played(house)
    monkeypatch.setattr(shelves, "MOST_OPEN", 1)
    _played(other)
    assert other.frozen() == house.frozen()
    assert other.postman.bags == house.postman.bags
    assert care.audit(other.file) == ("".join(f"{name}: sound\n" for name in NAMES), True)


def test_no_more_are_held_open_than_may_be(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(shelves, "MOST_OPEN", 2)
    with house.open() as referee:
        for _ in range(2):
            for name in NAMES:
                house.write(referee, name, "german", "STATUS")
            house.goes_on(referee)
            assert len(referee.campaigns._alive) <= 2
        referee.rebuild()
        assert len(referee.campaigns._alive) <= 2
        assert referee.campaigns.opened > 2 * len(NAMES)


def test_one_that_nobody_needs_is_let_go_after_an_hour(house: House) -> None:
    with house.open() as referee:
        house.write(referee, "best", "german", "STATUS")
        house.goes_on(referee)
        house.at += timedelta(minutes=59)
        house.goes_on(referee)
        assert list(referee.campaigns._alive) == ["best"]
        house.at += timedelta(minutes=2)
        house.goes_on(referee)
        assert list(referee.campaigns._alive) == [] and referee.campaigns.opened == 1


def test_there_are_never_two_of_one(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(shelves, "MOST_OPEN", 1)
    with house.open() as referee:
        held = referee.campaigns["best"]
        for name in NAMES:
            house.write(referee, name, "german", "STATUS")
        house.goes_on(referee)
        assert referee.campaigns["best"] is held


# ---------------------------------------------------------------- the clocks

moments = st.integers(0, 40).map(lambda hours: datetime(2026, 11, 20, tzinfo=UTC) + timedelta(hours=3 * hours))


@st.composite
def shows(draw: st.DrawFn) -> shown.Summary:
    """A campaign's clocks as they may be."""
    runs_out = draw(st.none() | st.builds(DueTime, moments, st.sampled_from(("deadline", "daily"))))
    written = draw(st.none() | moments)
    hosting = Hosting(digest=written.date().isoformat() if written else "")
    admin = AdminState("", "", {}, draw(st.sampled_from(("inviting", "playing", "over"))), hosting=hosting)
    return shown.Summary(admin, Pace(), (), runs_out)


@given(st.lists(st.tuples(st.sampled_from(NAMES), st.none() | shows(), moments), min_size=1, max_size=25))
def test_the_clocks_together_say_what_each_says_alone(steps: list[tuple[str, shown.Summary | None, datetime]]) -> None:
    clocks, known = Clockwork(), dict[str, shown.Summary]()
    for name, what, now in steps:
        clocks.set(name, what)
        known.pop(name, None)
        if what:
            known[name] = what
        alone = min(((found[0], each) for each, w in known.items() if (found := w.due(now))), default=None)
        struck = clocks.due(now, now)
        assert (struck and (struck.at, struck.campaign)) == alone
        ahead = min((at for w in known.values() if (at := w.next_due(now))), default=None)
        together = clocks.next(now)
        assert (together is None) == (ahead is None)
        if ahead and ahead > now:
            assert together == ahead
        elif together:
            assert together <= now, "what is overdue is overdue"

"""A host who commands a side: whatever command he types and whatever word he says, he is shown nothing of the other side's.

Two worlds under one host. In one the enemy has written letters that are his own affair (questions, a draft, standing orders, an
extension, words for his log), in the other he has not: everything the host is shown must be the same, and name no unit of his.
"""

import json
import re
import shutil
from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path

import click
import pytest
from click.testing import CliRunner, Result

from pbem.campaign.deadlines import Pace
from pbem.campaign.state import Seat, host_seat
from pbem.cli import main
from pbem.handlers.host import words as hosts
from pbem.service.metrics import Tally
from pbem.service.open_campaign import Setup
from pbem.service.referee import Referee
from pbem.service.transports import outbox
from tests.acceptance.table import ADDRESS, PREFIX, SEED
from tests.care.club import SETTINGS, Club
from tests.fog.stage import CANARY, canary_module
from tests.opened import as_board

HOST = ADDRESS["allied"]
SECRET = "MARKETGARDEN"  # stands in everything the enemy writes
HIS_OWN_AFFAIR = (
    "STATUS\nHELP\nORDERS", f"LOG\n{SECRET} in the enemy's log\nEND LOG", "EXTEND", "IF SILENT PASS\nEZOC NEVER",
    "CHECK\nJPW02: move 15.10",
    f"FOR NEXT IMPULSE\n{SECRET}", "nonsense that waits as a draft: JPW02: mofe 15.10", f"APPEAL {SECRET} is this right?",
    "ABSENT 2026-12-20 to 2026-12-22", "HOLD MY LETTERS 20",
)  # fmt: skip

NO_CAMPAIGN = "it reads no campaign"
COMMANDS: dict[str, tuple[str, ...] | str] = {
    "init": NO_CAMPAIGN, "check": NO_CAMPAIGN, "doctor": NO_CAMPAIGN, "verify": NO_CAMPAIGN, "schema": NO_CAMPAIGN,
    "pad": "it reads a module, and writes what anybody who has the module may see",
    "rehearse": NO_CAMPAIGN, "demo": NO_CAMPAIGN, "restore": "it prints what the archive's name says and a count of campaigns",
    "serve": "its log is that of tick, its figures are looked at below", "receive": "it prints nothing",
    "backup": "it holds everything of both sides, and says so (below)",
    "campaign new": "it makes another campaign",
    "campaign list": (), "campaign show": ("spring",), "campaign log": ("spring",), "report": ("spring", "german"),
    "outbox": (), "outbox export": ("out",), "outbox release": ("spring", "german"), "status": (), "audit": (), "rebuild": (),
    "help": ("privacy",), "map": ("heumen-bridge", "--side", "german"), "unshunt": (), "tick": (), "hold-all": (), "resume-all": (),
    "host": ("spring", "STATUS"),
    **dict.fromkeys(("league init", "league shut", "league serve"), "it prints nothing of a campaign"),
    **dict.fromkeys(("league import", "league export"), "it says the names of campaigns that it moved"),
    "league status": "it counts campaigns, letters and doors over all of the house",
    "league audit": "it says whether each journal is sound, as audit does",
}  # fmt: skip
"""Every command of the shell: how it is tried, or why it has nothing to show. One that is not here fails the test."""

WORDS = {
    "pause": "PAUSE {now}", "resume": "RESUME {now}", "extend": "EXTEND {now} BY 5 HOURS", "process": "PROCESS {now}",
    "preview": "PREVIEW {now}", "rollback": "ROLLBACK {now} TO T1.1", "correct": "CORRECT {now} german JPW02 at 15.10",
    "patch": "PATCH {now} FROM T3\n[\"oob-german.toml\".unit.JPW02]\nmp = 3\nEND PATCH",
    "replace": "REPLACE german BY carl@c.example",
    "rule": "RULE TOCS-3.9-1 both count", "settle": "SETTLE 1 FOR german", "answer appeal": "ANSWER APPEAL 1 it stands",
    "as": "AS german {now}\nJPW02: move 15.10\nEND AS", "leaked": "LEAKED G-3 TO allied", "remedy": "REMEDY 1 OPEN",
    "hold all": "HOLD ALL", "resume all": "RESUME ALL", "mute": "MUTE german", "co-host": "CO-HOST deputy@club.example",
    "close": "CLOSE {now}",
    "confirm": "CONFIRM abcd-efgh", "rulings": "RULINGS", "appeals": "APPEALS", "status": "STATUS", "help": "HELP ROLLBACK",
}  # fmt: skip
"""Every word of the host's."""


@dataclass
class World:
    """One of the two, and what its host is shown."""

    club: Club

    def types(self, *arguments: str) -> Result:
        """A command, as it is typed, always at the same hour."""
        return CliRunner().invoke(main, ["--config", str(self.club.file), "--now", self.club.at.isoformat(), *arguments])

    def shown(self, *arguments: str) -> str:
        """What it prints, log lines too, without what is the machine's own: its folders, its clock, its disk."""
        done = self.types(*arguments)
        lines = [json.loads(line) if line.startswith("{") else line for line in done.stderr.splitlines()]
        logged = [{k: v for k, v in line.items() if k != "at"} if isinstance(line, dict) else line for line in lines]
        text = f"{done.exit_code}\n{done.stdout}\n{logged}".replace(str(self.club.folder), "HOME")
        return re.sub(r"\d+ MB free", "MB free", text)

    def now(self) -> str:
        return str(as_board(self.club.campaign().state.situation.board).public.impulse_name)

    def exported(self) -> set[str]:
        """The files of `outbox export`, wherever they lie."""
        return {path.name for path in self.club.folder.rglob("out/*.eml") if path.parent.name == "out"}


@dataclass
class Pair:
    """The two worlds."""

    quiet: World
    busy: World

    def same(self, *arguments: str) -> str:
        """What a command prints is the same in both, and names nothing of the enemy's."""
        texts = [world.shown(*(a.format(now=world.now()) for a in arguments)) for world in (self.quiet, self.busy)]
        assert texts[0] == texts[1], arguments
        found = CANARY["german"].findall(_without(texts[1], arguments))
        assert not found and SECRET not in texts[1], arguments
        return texts[1]


def _without(text: str, arguments: tuple[str, ...]) -> str:
    """What is printed, but for what was typed."""
    for argument in arguments:
        for line in argument.split("\n"):
            text = text.replace(line.strip(), "")
    return text


def _club(folder: Path, module: Path, hosts: tuple[Seat, ...]) -> Club:
    club = Club(folder / "club")
    club.folder.mkdir(mode=0o700, parents=True)
    club.file.write_text(f'{SETTINGS}[host]\naddress = "{HOST}"\n')
    (club.data).mkdir()
    (club.data / "key").write_bytes(bytes(32))
    (club.data / "key").chmod(0o600)
    seats = (*(Seat(s, s, "commander", ADDRESS[s], PREFIX[s]) for s in ("allied", "german")), *hosts)
    with Referee(club.config) as referee:
        referee.new_campaign(Setup("spring", module, seats, Pace(), seed=SEED), club.at)
        referee.post(outbox(club.config), club.at)
    for seat, text in (("allied", "ACCEPT"), ("german", "ACCEPT"), ("allied", "ZQK03: recon 13.11"), ("allied", "END IMPULSE")):
        club.write(seat, text)
    return club


@pytest.fixture(scope="module", params=["by mail", "at the shell alone"])
def worlds(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Pair]:
    """hosts: he has a seat that reads mail, or only his address in the configuration says who he is."""
    folder = tmp_path_factory.mktemp("worlds")
    with pytest.MonkeyPatch.context() as patch:
        patch.setitem(ADDRESS, "host", HOST)
        hosts = (host_seat(HOST),) if request.param == "by mail" else ()
        module = canary_module(folder / "heumen-bridge")
        quiet, busy = (World(_club(folder / name, module, hosts)) for name in ("quiet", "busy"))
        for text in HIS_OWN_AFFAIR:
            busy.club.write("german", text)
            quiet.club.tick(minutes=1)  # which finds nothing
        busy.club.drop("german", f"LOG\n{SECRET}: a letter that the next pass handles\nEND LOG")
        quiet.club.at = busy.club.at
        yield Pair(quiet, busy)


@pytest.fixture
def pair(worlds: Pair, tmp_path: Path) -> Pair:
    """Copies of the two worlds."""

    def copied(world: World, name: str) -> World:
        shutil.copytree(world.club.folder, tmp_path / name / "club")
        return World(replace(world.club, folder=tmp_path / name / "club"))

    return Pair(copied(worlds.quiet, "quiet"), copied(worlds.busy, "busy"))


def _commands(group: click.Group, before: str = "") -> Iterator[str]:
    for name, command in group.commands.items():
        if isinstance(command, click.Group):
            yield from _commands(command, f"{before}{name} ")
        if not isinstance(command, click.Group) or command.invoke_without_command:
            yield before + name


def test_every_command_and_every_word_has_its_verdict() -> None:
    assert set(_commands(main)) == set(COMMANDS), "say in COMMANDS what a host who plays is shown by it"
    assert {word.name for word in hosts.HOST.words} == set(WORDS), "say in WORDS how it is tried"


def test_no_command_of_the_shell_shows_a_playing_host_anything_of_the_enemys(pair: Pair, tmp_path: Path) -> None:
    for name, how in COMMANDS.items():
        if not isinstance(how, str):
            text = pair.same(*name.split(), *(str(tmp_path / "out") if a == "out" else a for a in how))
            assert "Traceback" not in text and "fault of pbem" not in text, text
    assert "blind" in pair.same("report", "spring", "allied")
    for world in (pair.quiet, pair.busy):
        assert not any("german" in name for name in world.exported())
    archive = tmp_path / "b.tar.gz"
    assert "it holds all that both sides know" in pair.busy.types("backup", str(archive)).stdout


def test_no_word_of_his_shows_a_playing_host_anything_of_the_enemys(pair: Pair) -> None:
    pair.same("tick")
    for text in WORDS.values():
        pair.same("host", "spring", text)
    for name in ("rule", "extend", "mute", "leaked", "rollback", "status", "appeals"):
        pair.same("host", "spring", "--yes", WORDS[name])


def test_what_his_own_side_does_he_is_still_shown(pair: Pair) -> None:
    log = pair.same("campaign", "log", "spring")
    assert "letter   allied   allied:receipt" in log and "german" not in log
    shown = pair.same("campaign", "show", "spring")
    assert re.search(r"seat allied: \S+, accepted, \d+ letters", shown) and re.search(r"seat german: \S+, accepted\n", shown)
    assert "T1.2 german  The" in pair.same("campaign", "list"), "whose impulse it is, and not until when"


def test_by_mail_he_is_told_no_more(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(ADDRESS, "host", HOST)
    module = canary_module(tmp_path / "heumen-bridge")
    clubs = [_club(tmp_path / name, module, (host_seat(HOST),)) for name in ("quiet", "busy")]
    for text in HIS_OWN_AFFAIR:
        clubs[1].write("german", text)
    clubs[0].at, clubs[0].count = clubs[1].at, clubs[1].count
    for text in WORDS.values():
        now = as_board(clubs[0].campaign().state.situation.board).public.impulse_name
        answers = [club.write("host", text.format(now=now)) for club in clubs]
        codes = re.compile(r"[a-z2-7]{4}-[a-z2-7]{4}|\b[a-z2-7]{16}\b", re.IGNORECASE)
        bodies = [codes.sub("CODE", answer.text.partition("\n-- ")[0]) for answer in answers]
        assert bodies[0] == bodies[1], text
        assert SECRET not in bodies[1]


def test_figures_and_alarms_count_nothing_of_a_campaign_in_which_its_host_plays(pair: Pair) -> None:
    tally = Tally(pair.busy.club.now)
    tally.letter("handled", pair.busy.club.at)
    assert "pbem_letters_total" in tally.text()
    with Referee(pair.busy.club.config) as referee:
        tally.blind = bool(referee.blind())
        assert referee.blind() == {"spring"} and referee.shown("spring", "allied") and not referee.shown("spring", "german")
    assert "pbem_letters_total" not in tally.text() and "pbem_last_poll" in tally.text()


def test_where_the_host_commands_nobody_all_is_shown_as_before(tmp_path: Path) -> None:
    club = Club(tmp_path / "club").found()
    club.play(0, 3)
    world = World(club)
    assert "german:" in world.shown("campaign", "log", "spring")
    assert "SITUATION" in world.shown("report", "spring", "german") or "T1.1" in world.shown("report", "spring", "german")

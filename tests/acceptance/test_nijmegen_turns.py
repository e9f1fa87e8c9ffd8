"""The first eight turns of Nijmegen by letters: scripted commanders of teams of three, each of whom sees nothing but what his desk
knows, and field commanders who fight the battles that are handed to them and report. Laws hold after every letter, each report fits
its page, either side's mail is written again by who knows only that side.

Their mail is kept: what each letter was, and the most telling ones whole (`PBEM_GOLDEN=write` makes both afresh). The other side's
view of other seeds, and whole games, are soak.
"""

import hashlib
import json
import lzma
import os
import random
import re
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import replace
from functools import partial
from pathlib import Path

import pytest
from msgspec import structs

from pbem.admin.verify import _shown
from pbem.campaign.records import Sent
from pbem.campaign.state import Seat
from pbem.documents.document import Document, length
from pbem.documents.station import Heading
from pbem.rulesets.tocs import observations as o
from pbem.rulesets.tocs.parts import rehearsals
from pbem.rulesets.tocs.picture import Picture
from pbem.rulesets.tocs.reports import sitrep
from pbem.rulesets.tocs.reports.own_forces import OwnForcesAsked, own_forces
from pbem.rulesets.tocs.rules.formations import members
from pbem.simulate.people import reports
from tests.acceptance.table import Mail
from tests.acceptance.test_random_games import Watch, fits_its_page, proven
from tests.fog.blind import rewritten
from tests.fog.stage import SIDES, Stage, game
from tests.opened import as_board, as_game, as_picture

SEATS = (
    ("allied", ()), ("allied.504", ("504",)), ("allied.guards", ("XXX", "GAD")),
    ("german", ()), ("german.henke", ("HENKE",)), ("german.406", ("406",)),
)  # fmt: skip
PREFIX = {"allied": "A", "german": "G"}
TURNS, ALL_TURNS = 8, 27
FORMATION_LINES, COMMANDER_LINES, PAGE = 120, 170, 200_000
HALF = re.compile(r"-\d(?=/)")  # of the call of a half-company, which counts as its whole
FIELD = "BATTLES FIELD IF 6 OWN STEPS OR A NAMED OBJECTIVE"


def seats() -> Iterator[Seat]:
    """A commander and two formations a side, and a field commander."""
    for name, formations in SEATS:
        side = name.partition(".")[0]
        prefix = PREFIX[side] + name.partition(".")[2][:3].upper()
        yield Seat(name, side, "commander", f"{name.replace('.', '-')}@x.example", prefix, formations=formations)
    for side, letter in PREFIX.items():
        yield Seat(f"{side}.field1", side, "field commander", f"{side}-field@x.example", f"{letter}Z")


class Field:
    """The field commanders of both sides: they report each battle that they were briefed on, so that their reports agree."""

    def __init__(self, stage: Stage, seed: int) -> None:
        self.stage, self.chance = stage, random.Random(seed)
        self.read = 0
        self.briefs: dict[str, dict[str, Document]] = {}
        self.fought = 0

    def report(self) -> None:
        """The battles briefed since it was last asked, once both have their brief."""
        new, self.read = self.stage.handled[self.read :], len(self.stage.handled)
        for sent in (letter for record in new for letter in record.letters if isinstance(letter, Sent) and letter.kind == "brief"):
            self.briefs.setdefault(sent.document.subject, {})[sent.seat] = sent.document
        fought = partial(rehearsals.fought, as_game(self.stage.campaign.table.game))
        for subject in [subject for subject, briefs in self.briefs.items() if len(briefs) == len(SIDES)]:
            for seat, text in reports(self.briefs.pop(subject), fought, self.chance).items():
                self.stage.say(seat, text)
            self.fought += 1


def played(stage: Stage, seed: int, turns: int) -> Field:
    """A game of scripted commanders up to the end of a turn, laws looked at after every letter."""
    watch, field = Watch(stage), Field(stage, seed)
    stage.begin()
    for side in SIDES if len(stage.address) > len(SIDES) else ():
        stage.say(side, FIELD)
    for letter in game(stage, seed):
        before = stage.phasing()
        stage.say(letter.seat, letter.lines)
        watch.look(before)
        field.report()
        if as_board(stage.campaign.state.situation.board).public.turn > turns:
            break
    return field


def reports_of(stage: Stage, seat: str) -> list[Mail]:
    """The situation reports that a seat was sent in play."""
    return [mail for mail in stage.mail(seat) if "4. INTENTIONS" in plain(mail) and " is over" not in mail.subject]


def plain(mail: Mail) -> str:
    """The text with section titles in English: the German staff has its own."""
    return mail.text.replace("4. ABSICHTEN · intentions", "4. INTENTIONS")


def too_long(stage: Stage) -> list[str]:
    """Reports that are longer than the seat's may be, and pages that are too large."""
    found = []
    for seat in (name for name in stage.address if "field" not in name):
        most = COMMANDER_LINES if seat in SIDES else FORMATION_LINES
        for mail in reports_of(stage, seat):
            lines, page = len(mail.text.splitlines()), len(mail.html.encode())
            found += [f"{seat} {mail.subject}: {lines} lines, {page} bytes"] if lines > most or page > PAGE else []
    return found


def strangers(stage: Stage, seat: str) -> list[str]:
    """Units of other seats that stand in the order forms of a seat."""
    forces = as_picture(stage.campaign.state.pictures[seat.partition(".")[0]]).forces
    own = {HALF.sub("", name) for formation in dict(SEATS)[seat] for name in members(forces)[formation]}
    there = {HALF.sub("", call) for mail in reports_of(stage, seat) for call in named(form_of(mail))}
    return sorted(there & {counter.call for counter in forces.counters.values()} - own)


def form_of(mail: Mail) -> str:
    return mail.text.partition("BEGIN ORDERS")[2].partition("END ORDERS")[0]


def named(form: str) -> Iterator[str]:
    """The calls of a form: `B,C/504` names two."""
    for line in form.splitlines():
        names = line.partition(": ")[2] if line.startswith("[") else line.partition(" [")[0]
        waiting: list[str] = []
        for name in names.strip("]").replace(" ", "").split(","):
            head, slash, formation = name.partition("/")
            waiting.append(head)
            if slash or name.startswith("HQ"):
                yield from (f"{one}{slash}{formation}" for one in waiting)
            yield from (name, head)
            waiting = [] if slash else waiting


@pytest.fixture(scope="module")
def begun(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Stage]:
    """Eight turns of teams with field commanders."""
    stage = Stage(tmp_path_factory.mktemp("turns"), 1, "omg-nijmegen", tuple(seats()))
    assert played(stage, 1, TURNS).fought > 0
    yield stage
    stage.close()


def test_every_report_of_the_first_turns_fits_its_page(begun: Stage) -> None:
    """A seat's 120 lines, the commander's 170, form and all; 200 kB."""
    assert too_long(begun) == []
    assert all(len(reports_of(begun, seat)) >= 20 for seat, _ in SEATS)


GOLDEN = Path(__file__).parent / "golden" / "nijmegen"
TELLING = {
    "allied": (1, 2, 6, 9, 13, 17, 27, 28), "german": (3, 6, 10, 20, 28, 29), "allied.504": (2, 7, 16), "german.henke": (18,),
    "german.406": (16,), "allied.field1": (3, 4, 5, 9), "german.field1": (3, 4),
}  # fmt: skip
"""Letters that are kept whole, by their numbers: invitation, briefs, set-up, flight plans, the drop on both sides, receipts,
INTSUM, both staffs' reports of the third turn, and a field battle from its brief to its end."""


SECTION = re.compile(r"^\d+\. [A-ZÄÖÜ]+", re.MULTILINE)
MOMENT = re.compile(r"^(\S+) +(\d+) +\d+ [0-9a-f]{8} (\S+)", re.MULTILINE)


def the_letters(stage: Stage) -> dict[str, str]:
    """The golden files by their names: the list of all letters (of each its seat and number, how long it is, a digest of its text,
    its subject), and the telling ones whole."""
    lines, files = [], dict[str, str]()
    for seat in stage.address:
        for number, mail in enumerate(stage.mail(seat), 1):
            digest = hashlib.sha256(mail.text.encode()).hexdigest()[:8]
            length, subject = len(mail.text.splitlines()), mail.subject.removeprefix("[test] ")
            lines.append(f"{seat:<13} {number:>3} {length:>4} {digest} {subject}\n")
            if number in TELLING.get(seat, ()):
                files[f"{seat}-{number}.txt"] = f"To: {mail.to}\nSubject: {mail.subject}\n\n{mail.text}"
    return {"letters.txt": "".join(lines), **files}


def golden(files: dict[str, str]) -> dict[str, str]:
    """What is kept of these names, or these files, written afresh."""
    if os.environ.get("PBEM_GOLDEN") == "write":
        GOLDEN.mkdir(exist_ok=True)
        for name, text in files.items():
            (GOLDEN / name).write_text(text, encoding="utf-8")
    return {name: (GOLDEN / name).read_text(encoding="utf-8") for name in files}


def test_the_story_goes_as_it_is_kept_letter_by_letter(begun: Stage) -> None:
    """MASL-1.1-2, MASL-2.1-4, MASL-3.1-1, MASL-4.1-1, MASL-5.1-2, MASL-7.1-11: who is sent a letter of which moment; the
    sections of the telling ones. What their words are is compared by the soak below, since any of them may be put better."""
    now = the_letters(begun)
    kept = golden(now)
    assert (
        MOMENT.findall(now["letters.txt"]) == MOMENT.findall(kept["letters.txt"]) and len(MOMENT.findall(now["letters.txt"])) > 400
    )
    for name, text in kept.items():
        assert SECTION.findall(now[name]) == SECTION.findall(text), name


@pytest.mark.soak
def test_every_word_of_the_story_is_as_it_is_kept(begun: Stage) -> None:
    now = the_letters(begun)
    assert golden(now) == now


def test_a_field_battle_of_the_story_was_briefed_reported_and_told(begun: Stage) -> None:
    """MASL-3.1-1, MASL-4.1-1, MASL-4.1-4: both commanders read their brief, both reports agree, both staffs read how it ended."""
    for seat, side, ended in (("allied.field1", "allied", "failed"), ("german.field1", "german", "held")):
        subjects = [mail.subject for mail in begun.mail(seat)]
        assert any("battle 4, 20.10 · mission brief" in s for s in subjects) and "[test] battle 4: the reports agree" in subjects
        told = next(mail for mail in reports_of(begun, side) if "[test] T3.1 " in mail.subject)
        assert ended in told.subject and f"20.10 {ended} (field battle)" in told.text and "Field battle: " in told.text


@pytest.mark.parametrize("seat", [name for name, formations in SEATS if formations])
def test_the_form_of_a_seat_holds_its_own_units_only(begun: Stage, seat: str) -> None:
    assert strangers(begun, seat) == []


def test_a_report_that_is_too_long_tells_of_whole_units_near_the_enemy_with_all_the_others(begun: Stage) -> None:
    """Who is engaged, has lost steps or is worse than fatigued is told of as ever, and every hex that is held is named."""
    tables, picture = as_game(begun.campaign.table.game), as_picture(begun.campaign.state.pictures["allied"])
    whole, brief = (
        [str(line) for part in own_forces("OWN", tables, picture, OwnForcesAsked(brief=short)) for line in part.lines]
        for short in (False, True)
    )
    assert any("Near the enemy or worn: " in line for line in whole) and any(" Worn, good unless noted: " in line for line in brief)
    assert len("".join(brief)) < len("".join(whole))
    assert all(unit.hex in "".join(lines) for lines in (whole, brief) for unit in picture.forces.on_map())
    assert [line for line in whole if "ENGAGED" in line] == [line for line in brief if "ENGAGED" in line]


def test_a_report_that_is_too_long_says_what_it_leaves_out_and_report_tells_it(
    begun: Stage, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What orders hang on goes last, and nothing that is left out is called NEGATIVE."""
    tables, picture = as_game(begun.campaign.table.game), as_picture(begun.campaign.state.pictures["allied"])
    heading = Heading("A-1", "", "", "begin orders", ("HELP lists every word.",))
    monkeypatch.setattr(sitrep, "COMMANDERS", 0)
    short, whole = (sitrep.sitrep(tables, picture, (), structs.replace(heading, asked=asked)) for asked in (False, True))
    told, all_ = ({part.title for part in document.blocks} for document in (short, whole))
    assert "FLIGHTS" in all_ - told and "Shortened: left out " in short.small[0] and "FLIGHTS" in short.small[0]
    assert whole.small == heading.small
    works = next(part for part in short.blocks if part.title == "6. WORKS")
    assert works.lines and "NEGATIVE" not in "".join(works.lines) and "BRIDGES" not in sitrep.SPARED
    assert sitrep.SPARED.index("FLIGHTS") > sitrep.SPARED.index("ARTILLERY")


HEAVY_DAYS = Path(__file__).parent / "heavy-days.json.xz"
"""Three late days of lone commanders, of five to eight battles, as their reports were made of them: picture, news, heading. They
had 190 to 207 lines (games 24, 49 and 90 of a hundred)."""


@pytest.mark.parametrize("day", range(3))
def test_the_report_of_a_heavy_day_fits_its_page_and_loses_no_roll_and_no_unit(begun: Stage, day: int) -> None:
    """TOCS-3.5-3, TOCS-3.9-1: what is left out is said, REPORT leaves out nothing."""
    tables, script = as_game(begun.campaign.table.game), begun.campaign.script
    kept = json.loads(lzma.decompress(HEAVY_DAYS.read_bytes()))[day]
    picture = script.codec.decode(Picture, kept["picture"])
    news = script.codec.decode(tuple[script.observation, ...], kept["news"])  # type: ignore[name-defined]
    heading = script.codec.decode(Heading, kept["heading"])
    short, whole = (sitrep.sitrep(tables, picture, news, structs.replace(heading, asked=asked)) for asked in (False, True))
    assert length(short) <= COMMANDER_LINES - 1 < length(whole) - 20, "the last line is the campaign's name"
    assert "Shortened: left out " in short.small[0] and whole.small == heading.small
    texts = ["\n".join(str(line) for part in document.blocks for line in part.lines) for document in (short, whole)]
    rolled, all_rolled = (Counter(_shown(text)) for text in texts)
    assert all_rolled and rolled == all_rolled
    battles = {seen.number for seen in map(o.what, news) if isinstance(seen, o.BattleFoughtSeen)}
    assert len(battles) >= 5 and all(re.search(rf"^ {number}, ", texts[0], re.MULTILINE) for number in battles)
    assert "c. Battles: " in texts[0] and ", under BATTLES" in texts[0] and ", under BATTLES" not in texts[1]
    named_short, named_whole = (
        {*named("\n".join(form)), *named_in_brackets(form)} for form in map(lines_of_the_form, (short, whole))
    )
    troops = {counter.call for counter in picture.forces.counters.values() if counter.kind not in ("hq", "asset")}
    assert len(named_whole & troops) > 30 and named_short & troops == named_whole & troops


def lines_of_the_form(report: Document) -> tuple[str, ...]:
    return next(part.lines for part in report.blocks if part.kind == "form")


def named_in_brackets(lines: Iterable[str]) -> Iterator[str]:
    """The calls that a form names between brackets, over lines: `[3 AP unless noted: 2B/1CG 08.10; A,B/307 11.13]`."""
    inside = " ".join(line.strip("[]") for line in lines if line.startswith("["))
    for said in re.split(r"[;:] ", inside):
        heads: list[str] = []
        for name in re.split(r"[, ]+", said):
            head, slash, formation = name.partition("/")
            heads = [*heads, head]
            if slash:
                yield from (f"{one}/{formation}" for one in heads)
                heads = []
            yield name


@pytest.mark.soak
@pytest.mark.timeout(3600)
@pytest.mark.parametrize("seed", [1, 2])
def test_eight_turns_by_letters_hold_to_the_laws_and_tell_nothing(seed: int, tmp_path: Path) -> None:
    """MASL-1.1-2, MASL-2.1-4, MASL-3.1-1, MASL-4.1-1."""
    stage = Stage(tmp_path, seed, "omg-nijmegen", tuple(seats()))
    field = played(stage, seed, TURNS)
    mails = [mail for name, _ in SEATS for mail in stage.mail(name)]
    for mail in (mail for mail in mails if " impulse" in mail.subject):
        fits_its_page(replace(mail, text=re.sub(r"(wave\s+)1(\s+arrives)", r"\1I\2", mail.text)))  # a name, no number
    assert too_long(stage) == []
    assert field.fought > 0 and any("FIELD" in mail.text for mail in stage.mail("allied.field1"))
    assert len(mails) > 100 and [fault for side in SIDES for fault in rewritten(stage, side)] == []
    stage.close()


@pytest.mark.soak
@pytest.mark.timeout(3600)
@pytest.mark.parametrize(("team", "seed"), [(True, 2), (False, 1), (False, 2)])
def test_every_report_of_a_whole_game_fits_its_page(team: bool, seed: int, tmp_path: Path) -> None:
    """27 turns, by teams and by one commander a side."""
    stage = Stage(tmp_path, seed, "omg-nijmegen", tuple(seats()) if team else ())
    played(stage, seed, ALL_TURNS)
    assert too_long(stage) == []
    stage.close()
    proven(stage, tmp_path)

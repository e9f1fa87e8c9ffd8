"""A campaign of two teams of three over Maildirs, from the invitations to the last letters, with all that happens to people.

Two battles go to field commanders, one report agrees and one does not; a third is reported too late. A commander is away and has
a proxy, an officer never writes and is replaced from the bench, the clocks change, play is taken back, an evening is played
live, the referee is away for three days. What it shows is asserted on the way; what must hold at the end stands below.
`PBEM_GOLDEN=write` makes the golden letters afresh: one of each kind as it was read, and a digest of all view models of each kind.
"""

import hashlib
import json
import os
import re
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path
from zoneinfo import ZoneInfo

import pytest

from pbem.admin.verify import verify
from pbem.campaign.admin_events import ClockChanged, ClocksSet
from pbem.campaign.records import Sent
from pbem.campaign.seats import senior
from pbem.campaign.state import Seat, host_seat
from pbem.documents.document import Document
from pbem.kernel.values import replace
from pbem.modules import library
from pbem.rulesets.tocs.module import load_module
from tests.acceptance.maildirs import Maildirs
from tests.acceptance.singular import slips
from tests.acceptance.table import TEAMS, Mail, opened, plain, recorded, the_clock, unsound
from tests.acceptance.test_host_by_mail import code
from tests.fog.canary import sung
from tests.fog.stage import MARKS, OTHER, SIDES, canary_module, words_of
from tests.test_voice import hits, too_long

GOLDEN = Path(__file__).parent / "golden" / "story"
BEGUN = datetime(2026, 10, 14, 9, 0, tzinfo=UTC)  # the clocks of Amsterdam go back on the 25th, those of New York a week later
CHANGE = datetime(2026, 10, 25, 1, 0, tzinfo=UTC)
OFFICER = "nora@reserve.example"
SECRETS = {
    "allied": ("Malden bridge before dark", "The mill is ours", "We are across", "Two men with their", "allied.504", "fred@"),
    "german": ("Hold the lock house", "Send the cadets", "They came over the", "german.henke", "franz@", "nora@"),
}
"""Words that one side writes to itself, and what tells who sits there: nothing of it may stand in the other's mail."""


OPENED = re.compile("BOTH SIDES REVEALED|THE ROLLS, OPENED")


class Story(Maildirs):
    """The table. Orders are written with real names in braces; the counters of this module bear absurd ones."""

    def __init__(self, folder: Path) -> None:
        module = canary_module(folder / "module")
        file = module / "module.toml"
        file.write_text(file.read_text().replace("[switches]", '[switches]\nfield_battle = "engagement"'))
        printed = load_module(library.module_files(library.module_folder("heumen-bridge"))).counters
        counters = {c.id: c for c in load_module(library.module_files(module)).counters}
        self.calls: dict[str, str] = {}
        formations = {}
        for side, marks in MARKS.items():
            for number, real in enumerate((c for c in printed if c.side == side), 1):
                counter = counters[f"{marks[0].lower()}{number:02d}"]
                self.calls[real.call] = counter.call
                formations[real.formation] = counter.formation
        teams = (replace(s, formations=tuple(formations[f] for f in s.formations)) for s in TEAMS)
        super().__init__(folder, str(module), (*teams, *OTHERS), BEGUN)

    def say(self, seat: str, lines: str, answers: Mail | None = None) -> str:
        """A letter; its answer on one line."""
        return plain(self.write(seat, re.sub(r"\{([^}]+)\}", lambda name: self.calls[name[1]], lines), answers))

    def host(self, words: str) -> str:
        """A word of the host's, asked about and confirmed."""
        return self.say("host", f"CONFIRM {code(self.write('host', words))}")

    def told(self, seat: str, words: str) -> list[Mail]:
        """A seat's letters whose subject holds these words."""
        return [mail for mail in self.mail(seat) if words in mail.subject]

    def report(self, seat: str, number: int, **changes: str) -> str:
        """The form of a battle's brief, with some items written afresh, sent back."""
        brief = self.told(seat, f"battle {number},")[0]
        text = brief.text[brief.text.index("\nAAR ") + 1 : brief.text.index("END AAR") + 7]
        for name, words in changes.items():
            text = re.sub(rf"^{name.upper()}\b.*?(?=^[A-Z])", f"{name.upper()} {words}\n", text, flags=re.MULTILINE | re.DOTALL)
        return self.say(seat, text, brief)

    def goes_by(self) -> None:
        """A German impulse in which two of three ask how it stands, and nobody ends it."""
        impulse = self.impulse
        for seat in ("german", "german.henke"):
            self.say(seat, "STATUS")
        while self.impulse == impulse:
            self.wait(hours=12)

    def until(self, side: str) -> None:
        """The other side closes its impulses until one of this side runs."""
        while self.phasing() != side:
            self.say(senior_of(self, self.phasing()), "END IMPULSE")

    def silent(self, seat: str) -> int:
        """How many impulses in a row a seat let go by."""
        return self.campaign.state.admin.hosting.silences.get(seat, 0)


OTHERS = (
    Seat("allied.field1", "allied", "field commander", "fred@allied.example", "AD"),
    Seat("german.field1", "german", "field commander", "franz@german.example", "GD"),
    host_seat("henk@host.example"),
    Seat("reserve1", "", "reserve", OFFICER, "RA"),
)


def senior_of(story: Story, side: str) -> str:
    """Who ends the impulses of a side today: its commander, or his proxy."""
    first = senior(story.campaign.state.admin, side)
    away = story.campaign.state.admin.hosting.away(side, story.at)
    return "allied.504" if side == "allied" and away else first.id if first else side


# ---------------------------------------------------------------- the chapters


def everybody_accepts(story: Story) -> None:
    for seat in ("allied.field1", "german.field1", *(s.id for s in TEAMS)):
        assert story.campaign.state.admin.stage == "inviting"
        story.say(seat, "ACCEPT")
    assert story.campaign.state.admin.stage == "playing"
    assert "You are on the reserve list" in story.say("reserve1", "VOLUNTEER")


def two_battles_go_to_field_commanders(story: Story) -> None:
    story.say("german", "BATTLES FIELD\nINTENT 14.12\nHold the lock house to the last.\nEND INTENT")
    story.say("allied", "BATTLES FIELD\nINTENT 13.11\nMalden bridge before dark.\nEND INTENT")
    story.say("allied.504", "{A/504}: recon 13.11; attack 13.11 deliberate\n{B/504},{C/504}: move 13.12; attack 14.12 hasty\nDONE")
    story.say("allied.505", "{D/505}: move 20.12\nMESSAGE team\nThe mill is ours.\nEND MESSAGE\nZONE America/New_York\nDONE")
    answer = story.say("allied", "DONE\nABSENT 2026-10-17 to 2026-10-24 PROXY allied.504")
    assert "All are DONE" in answer and story.phasing() == "german"
    assert "Malden bridge before dark." in story.told("allied.field1", "battle 1")[0].text
    assert "Hold the lock house" in story.told("german.field1", "battle 2")[0].text


def one_report_agrees_and_one_does_not(story: Story) -> None:
    story.report("german.field1", 1, narrative="They came over the bridge.")
    story.report("allied.field1", 1, narrative="We are across.")
    assert all(story.told(seat, "battle 1: the reports agree") for seat in ("allied.field1", "german.field1"))
    story.goes_by()
    story.report("allied.field1", 2, prisoners="1 TAKEN, 0 LOST", narrative="Two men with their hands up.")
    story.report("german.field1", 2)
    assert all(story.told(seat, "the reports differ") for seat in ("allied.field1", "german.field1"))


def the_proxy_commands_and_the_host_rules(story: Story) -> None:
    assert story.phasing() == "allied"
    assert "impulse closed" in story.say("allied.504", "EXECUTE\nEND IMPULSE")
    silent(story, 2)
    assert "2 impulses in a row" in plain(story.told("german", "(german.ls) is silent")[0])
    while 2 in story.campaign.state.admin.fields and not story.told("host", "battle 2 waits for your ruling"):
        story.wait(hours=12)
    assert "1 TAKEN, 0 LOST" in story.told("host", "battle 2 waits for your ruling")[0].text
    story.host("SETTLE 2 FOR german")
    assert all(story.told(seat, "battle 2 is decided") for seat in ("allied.field1", "german.field1"))


def silent(story: Story, times: int) -> None:
    """German impulses go by until the officer who never writes has missed so many in a row."""
    while story.silent("german.ls") < times:
        story.until("german")
        story.goes_by()
    assert story.silent("german.ls") == times


def who_never_writes_is_replaced_from_the_bench(story: Story) -> None:
    silent(story, 3)
    assert "another way" in plain(story.told("host", "(german.ls) is silent")[-1])
    silent(story, 4)
    assert "from the bench" in plain(story.told("host", "(german.ls) is silent")[-1])
    old = story.mail("german.ls")[-1]
    story.host(f"REPLACE german.ls BY {OFFICER}")
    records = story.campaign.journal.number
    story.deliver(story.letter("german.ls", "STATUS", old))  # his token is dead
    story.run()
    assert story.campaign.journal.number == records
    story.address["german.ls"] = OFFICER
    answer = story.say("german.ls", "ACCEPT")
    assert (
        "HAND-OVER" in answer
        and "Letters left unanswered before you came do not count" in answer
        and story.silent("german.ls") == 0
    )
    summaries = [plain(mail) for mail in story.told("allied.505", "INTSUM")]  # MASL-5.1-2: they roll up the reports of the turn
    assert "7. FIELD REPORTS" in summaries[0] and "We are across." in summaries[0]


def play_is_taken_back(story: Story) -> None:
    story.until("allied")
    impulse = story.impulse
    story.say("allied.505", "{E/505}: move 20.14\nDONE")
    story.say("allied", "EXECUTE\nEND IMPULSE")
    story.host(f"ROLLBACK {story.impulse} TO {impulse} a hex was mistyped")
    assert story.impulse == impulse and story.campaign.state.edition == 1
    for seat in (s.id for s in TEAMS):
        (told,) = story.told(seat, "play is taken back")
        assert "a hex was mistyped" in plain(told)
    assert story.told("german.ls", "play is taken back")[0].to == OFFICER


def a_third_battle_is_reported_by_one_alone(story: Story) -> None:
    story.say("allied.505", "{D/505}: recon 20.11; attack 20.11 deliberate\nDONE")
    story.say("allied", "EXECUTE\nEND IMPULSE")
    number = max(story.campaign.state.admin.fields)
    story.report("allied.field1", number, narrative="The town is on fire.")
    story.say("german.henke", "LOG\nSend the cadets, I said, and nobody did.\nEND LOG")


def an_evening_is_played_live(story: Story) -> None:
    story.until("german")
    day = story.at + timedelta(days=1)
    offer = story.say("allied", f"LIVE {day:%Y-%m-%d} 20:00 to 22:30")
    number = re.search(r"\(offer (\d+)\):", offer)
    assert number
    assert "Live evening agreed:" in story.say("german", f"ACCEPT LIVE {number[1]}")
    evening = story.campaign.state.admin.evenings.evening
    assert evening is not None
    story.wait(seconds=(evening.start - story.at).total_seconds())
    assert all("The live evening has begun" in plain(story.mail(seat.id)[-1]) for seat in TEAMS)
    for _ in range(3):
        clock = the_clock(story.campaign.state)
        assert clock and clock.due - story.at <= timedelta(minutes=20)
        story.say(story.phasing(), "END IMPULSE")
    story.say("german", "LIVE NO")
    clock = the_clock(story.campaign.state)
    assert clock and clock.due - story.at > timedelta(hours=24)


def the_referee_is_away_for_three_days(story: Story) -> None:
    story.until("allied")
    impulse = story.impulse
    story.deliver(story.letter("allied.505", "STATUS"))  # written while nobody looks
    before = len(story.mail("allied.505"))
    story.away(days=3)
    assert "no deadline counts until the host says so" in plain(story.mail("allied.505")[before + 1])
    assert all(story.told(seat.id, "the referee was away") for seat in TEAMS)
    story.wait(days=3)
    assert story.impulse == impulse
    story.host(f"RESUME {impulse}")
    clock = the_clock(story.campaign.state)
    assert clock and (clock.due - story.at).days >= 2
    assert all(story.told(seat.id, "play resumes") for seat in TEAMS)


def what_comes_too_late_falls_to_the_table(story: Story) -> None:
    while story.campaign.state.admin.fields:
        story.wait(hours=12)
        if not the_clock(story.campaign.state):
            pytest.fail("play stands still")
        if {file.stage for file in story.campaign.state.admin.fields.values()} == {"agreed"}:
            story.say(story.phasing(), "END IMPULSE")  # the result comes with the next engagements
    assert story.told("german.field1", "report is due") and not story.told("allied.field1", "report is due")
    assert all(any("the CRT decides it" in plain(m) for m in story.mail(side)) for side in SIDES)


def it_is_played_to_its_end(story: Story) -> None:
    for _ in range(60):
        if story.campaign.state.admin.stage == "over":
            return
        story.say(story.phasing(), "END IMPULSE")
    pytest.fail("the game does not end")


CHAPTERS = (
    everybody_accepts, two_battles_go_to_field_commanders, one_report_agrees_and_one_does_not,
    the_proxy_commands_and_the_host_rules, who_never_writes_is_replaced_from_the_bench, play_is_taken_back,
    a_third_battle_is_reported_by_one_alone, an_evening_is_played_live, the_referee_is_away_for_three_days,
    what_comes_too_late_falls_to_the_table, it_is_played_to_its_end,
)  # fmt: skip


@pytest.fixture(scope="module")
def story(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Story]:
    """The whole of it, played."""
    story = Story(tmp_path_factory.mktemp("story"))
    for chapter in CHAPTERS:
        chapter(story)
    yield story
    story.close()


# ---------------------------------------------------------------- at its end


@pytest.mark.parametrize("seat", [s.id for s in TEAMS])
def test_the_last_letters_open_everything(story: Story, seat: str) -> None:
    last = "\n".join(mail.text for mail in story.mail(seat)[-3:])
    for part in ("BOTH SIDES REVEALED", "ORDER OF BATTLE", "THE ROLLS, OPENED", "THE JOURNAL", "Send the cadets, I said"):
        assert part in last, part


@pytest.mark.parametrize("seat", ["allied.504", "german.ls", "german"])
def test_a_players_own_letters_prove_every_die(story: Story, seat: str, tmp_path: Path) -> None:
    for number, mail in enumerate(story.mail(seat)):
        (tmp_path / f"{number}.eml").write_bytes(mail.raw)
    text, clean = verify(tmp_path)
    assert clean, text


def test_an_evening_stays_an_evening_over_the_night_in_which_the_clocks_change(story: Story) -> None:
    """All impulses end at eight in Amsterdam, one that was opened before the change too; in New York at two, then at three."""
    papers = [(record.cause.at, paper) for record in recorded(story) for paper in record.papers]
    set_ = [(at, clock) for at, paper in papers if isinstance(paper, ClocksSet) for clock in paper.clocks]
    set_ += [(at, paper.clock) for at, paper in papers if isinstance(paper, ClockChanged)]
    ends = [(opened_, clock.due) for opened_, clock in set_ if clock.due - opened_ > timedelta(hours=12)]  # not live
    assert {due.astimezone(ZoneInfo("Europe/Amsterdam")).hour for _, due in ends} == {20}
    assert any(opened_ < CHANGE < due for opened_, due in ends)
    words = " ".join(plain(mail) for mail in story.mail("allied.505"))
    assert "14:00 EDT" in words and "15:00 EDT" in words


def test_the_journal_is_sound(story: Story) -> None:
    assert unsound(story) == []


def test_one_of_a_thing_is_one_in_every_letter(story: Story) -> None:
    seats = story.campaign.state.admin.seats
    assert [(mail.subject, slip) for seat in seats for mail in story.mail(seat) for slip in slips(mail.text)] == []


# ---------------------------------------------------------------- the voice

STAFF = ("sitrep", "intsum")
CLOSED = ("sitrep", "intsum", "receipt", "reminder", "digest")  # kinds that say at their head what is wanted
OTHERS_WORDS = ("message",)  # the only kind that begins with the words of somebody else


def printed(story: Story) -> Iterator[tuple[str, Document]]:
    """(kind, document) of every letter to a player but those that open everything: there the journal speaks."""
    for record in recorded(story):
        for letter in record.letters:
            if isinstance(letter, Sent) and letter.kind not in ("reveal", "host"):
                yield letter.kind, letter.document


def own_words(document: Document) -> Iterator[str]:
    """The lines of a letter that are the referee's own: nobody's quoted words, no form to send back, no occasions of rolls."""
    yield from document.wanted
    for block in document.blocks:
        if block.kind in ("lines", "table", "prose"):
            yield from (re.sub(r"\[[^]]*]", "", line) for line in block.lines if not line.lstrip().startswith("> "))


def test_no_letter_has_a_word_that_a_native_stops_at(story: Story) -> None:
    found = {(kind, word, line.strip()) for kind, document in printed(story) for line in own_words(document) for word in hits(line)}
    assert not found, "\n".join(map(str, sorted(found)))


def test_no_sentence_of_a_letter_is_over_thirty_words(story: Story) -> None:
    found = sorted({s for _, document in printed(story) for line in own_words(document) for s in too_long(line)})
    assert not found, "\n".join(found)


def test_no_section_of_a_staffs_report_is_missing(story: Story) -> None:
    for kind, document in printed(story):
        if kind in STAFF:
            numbers = [int(found[1]) for block in document.blocks if (found := re.match(r"([0-9])\. ", block.title))]
            assert numbers == list(range(1, 9)), document.subject
            assert all(block.lines or block.rows for block in document.blocks if block.title), document.subject


def test_the_first_line_is_a_result_or_a_request(story: Story) -> None:
    for kind, document in printed(story):
        first = (*document.wanted, *(line for block in document.blocks for line in block.lines))[0].strip()
        asks = first.startswith("REPLY ")
        assert kind in OTHERS_WORDS or asks or first[-1] in ".:?", (kind, document.subject, first)
        assert document.wanted or kind not in CLOSED, (kind, document.subject)


def test_a_reports_subject_is_news_and_no_longer_than_a_phone_shows(story: Story) -> None:
    for kind, document in printed(story):
        if kind in STAFF:
            assert len(document.subject) <= 72 and not re.search(r"executed|answer", document.subject), document.subject


def test_no_letter_names_an_enemy_that_lives(story: Story) -> None:
    assert sung(story) == []


@pytest.mark.parametrize("side", SIDES)
def test_no_word_of_a_side_is_in_the_others_mail_before_all_is_opened(story: Story, side: str) -> None:
    theirs = [
        words_of(mail) for seat in story.campaign.state.admin.seats.values() if seat.side == OTHER[side]
        for mail in story.mail(seat.id) if not OPENED.search(mail.text)
    ]  # fmt: skip
    assert len(theirs) > 80
    told = [(secret, words[words.index(secret) - 200 :][:400]) for secret in SECRETS[side] for words in theirs if secret in words]
    assert told == []


def sent(story: Story) -> dict[str, list[tuple[str, str, object]]]:
    """Every letter by kind: its seat, its number, its view model."""
    found: dict[str, list[tuple[str, str, object]]] = {}
    for record in recorded(story):
        for letter in record.letters:
            if isinstance(letter, Sent):
                number = story.campaign.state.admin.number(letter.seat, letter.n)
                model = story.campaign.script.codec.encode(letter.document)
                found.setdefault(letter.kind, []).append((letter.seat, number, model))
    return found


def compare(name: str, text: str) -> None:
    """The golden file is this text, or is recreated."""
    path = GOLDEN / name
    if os.environ.get("PBEM_GOLDEN") == "write":
        path.parent.mkdir(exist_ok=True)
        path.write_text(text, encoding="utf-8")
    assert path.read_text(encoding="utf-8") == text


def test_the_view_models_are_the_golden_ones(story: Story) -> None:
    lines = []
    for kind, letters in sorted(sent(story).items()):
        digest = hashlib.sha256(json.dumps(letters, sort_keys=True).encode()).hexdigest()[:16]
        lines.append(f"{kind:<12} {len(letters):>4}  {digest}\n")
    compare("kinds.txt", "".join(lines))


def test_one_letter_of_each_kind_is_the_golden_one(story: Story) -> None:
    for kind, letters in sent(story).items():
        seat, number, _ = letters[0]
        path = story.campaign.home / "letters" / "out" / seat / f"{number}.eml"
        mail = opened(path.read_bytes())
        compare(f"{kind}.txt", f"To: {mail.to}\nSubject: {mail.subject}\n\n{mail.text}")

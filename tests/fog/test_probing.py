"""Who probes learns nothing: words that are refused or taken are answered alike, whatever the other side is, has or has done.

In each pair of tables one side differs in what the other cannot know; the other side's letters, asked in the same words, are the
same bytes.
"""

import re
from datetime import timedelta
from pathlib import Path

import pytest

from pbem.campaign.state import Seat, host_seat
from tests.acceptance.table import ADDRESS, START, TEAMS, Mail, QuickDisk, Table, opened
from tests.acceptance.test_field_battles import brief, form, module

SIDES = (TEAMS[0], TEAMS[3])
HOSTED = (*SIDES, host_seat("henk@host.example"))
Said = tuple[tuple[str, str], ...]


def table(folder: Path, seats: tuple[Seat, ...] = SIDES, how: str = "") -> Table:
    """A table in play on a quick disk."""
    folder.mkdir(parents=True, exist_ok=True)
    made = Table(folder, QuickDisk(), str(module(folder / "module", how)) if how else "heumen-bridge", seats=seats)
    for seat in seats:
        if seat.side:
            made.write(seat.id, "ACCEPT", next(m for m in made.mail(seat.id) if made.token(seat.id) in m.reply_to))
    return made


def answers(folder: Path, before: Said, asked: Said, seats: tuple[Seat, ...] = SIDES) -> list[bytes]:
    """The American's letters when this was said before, and he then says that, an hour later by the clock of both tables."""
    made = table(folder, seats)
    for seat, words in before:
        _confirmed(made, seat, words)
    made.at, made.count = START + timedelta(hours=6), 100
    for seat, words in asked:
        _confirmed(made, seat, words)
    letters = [mail.raw for mail in made.mail("allied")]
    made.close()
    return letters


def _confirmed(made: Table, seat: str, words: str) -> None:
    made.deliver(made.letter(seat, words))
    made.run()
    code = re.search(r"CONFIRM (\S+)", made.mail(seat)[-1].text) if seat == "host" else None
    if code:
        made.deliver(made.letter(seat, f"CONFIRM {code[1]}"))
        made.run()


# ---------------------------------------------------------------- names

NAMES = (
    "MUTE nobody", "MUTE german.henke", "MUTE henke", "UNMUTE german.ls", "MUTE german", "RESIGN german", "SEATS", "HELP HENKE",
    "MESSAGE german.henke\nHello.\nEND MESSAGE", "MESSAGE henke\nHello.\nEND MESSAGE", "DELEGATE 504 TO german.henke",
    "ABSENT 2026-11-24 to 2026-11-26 PROXY german.henke", "COUNTERMAND german.henke", "WHAT CAN german.henke",
)  # fmt: skip


def test_how_the_enemy_has_shared_out_his_seats_is_answered_to_no_word(tmp_path: Path) -> None:
    asked = tuple(("allied", words) for words in NAMES)
    alone, team = (answers(tmp_path / str(len(s)), (), asked, s)[-len(asked) :] for s in (SIDES, (TEAMS[0], *TEAMS[3:])))
    for words, one, other in zip(NAMES, alone, team, strict=True):
        assert _words(one) == _words(other), words
        assert b"german.ls" not in other or "german.ls" in words


def _words(raw: bytes) -> str:
    """A letter without its OPs: the nonces of more seats throw other dice; nor what names it, which is made of all its words."""
    return re.sub(r"\d+ OP.*", "", opened(raw).text)


GONE = (
    "MESSAGE enemy\nAre you there?\nEND MESSAGE", "MESSAGE german\nAre you there?\nEND MESSAGE", "MUTE german", "MUTE enemy",
    "OFFER DRAW", "LIVE 20:00-22:30", "STATUS\nSEATS", "A/504: recon 13.11\nEND IMPULSE",
)  # fmt: skip


def test_whether_anybody_holds_the_enemys_seat_is_answered_to_no_word(tmp_path: Path) -> None:
    asked = tuple(("allied", words) for words in GONE)
    here, gone = (answers(tmp_path / w[:6], (("german", w), ("german", "YES")), asked) for w in ("STATUS", "RESIGN german"))
    assert len(here) > len(GONE) and here == gone


# ---------------------------------------------------------------- numbers

APPEALS: Said = (("german", "APPEAL May I?"), ("german", "APPEAL And now?"), ("host", "ANSWER APPEAL 1 you may"))


def test_no_number_of_an_appeal_counts_the_enemys(tmp_path: Path) -> None:
    def asked(number: int) -> Said:
        return ("allied", "APPEAL Must I?"), ("host", f"ANSWER APPEAL {number} you must")

    one = answers(tmp_path / "one", (), asked(1), HOSTED)
    other = answers(tmp_path / "other", APPEALS, asked(3), HOSTED)
    assert b"you must" in one[-1] and one == other


# ---------------------------------------------------------------- addresses


@pytest.mark.parametrize("claimed", ["first", "further"])
def test_who_adds_the_enemys_address_is_told_nothing_of_the_enemys_letters(tmp_path: Path, claimed: str) -> None:
    """A letter without its token is told to the seat whose address it is, not to who has claimed it too."""
    made = table(tmp_path)
    address = ADDRESS["german"]
    if claimed == "further":
        address = "gustav@office.example"
        made.means("german", f"ADD ADDRESS {address}")
    made.means("allied", f"ADD ADDRESS {address}")
    before = {seat: len(made.mail(seat)) for seat in ("allied", "german")}
    made.deliver(made.letter("german", "STATUS", sender=address, to="referee@club.example"))
    made.run()
    assert len(made.mail("allied")) == before["allied"]
    if claimed == "first":
        assert "a letter is held" in made.mail("german")[-1].subject
    made.close()


# ---------------------------------------------------------------- reports of field commanders

FIELDED = (
    TEAMS[0], Seat("allied.field1", "allied", "field commander", "fred@allied.example", "AB"),
    TEAMS[3], Seat("german.field1", "german", "field commander", "franz@german.example", "GB"),
)  # fmt: skip


def _report(made: Table, seat: str, **changes: str) -> str:
    text = form(brief(made, seat))
    for name, words in changes.items():
        text = re.sub(rf"^{name.upper()}\b.*?(?=^[A-Z])", f"{name.upper()} {words}\n", text, flags=re.MULTILINE | re.DOTALL)
    return text


TRIES: tuple[dict[str, str], ...] = tuple(
    {"bridge": "DOWN", "prisoners": f"{taken} TAKEN, 0 LOST", "perimeter": f"{part} of 12.10"}
    for taken, part in ((0, "all"), (0, "none"), (1, "all"))
)  # fmt: skip
CLAIMS: tuple[dict[str, str], ...] = (
    {}, {"prisoners": "1 TAKEN, 0 LOST"}, {"perimeter": "all of 12.10"},
)  # fmt: skip


@pytest.mark.parametrize("claim", CLAIMS[1:])
def test_reports_sent_again_do_not_sound_out_the_enemys_item_by_item(tmp_path: Path, claim: dict[str, str]) -> None:
    """With one item kept wrong, so that nothing is ever decided, the others may be tried at leisure: no answer tells which fits."""

    def tried(folder: Path, theirs: dict[str, str]) -> list[str]:
        made = table(folder, FIELDED, "engagement")
        made.write("german", "BATTLES FIELD")
        made.write("allied", "BATTLES FIELD")
        made.write("allied", "A/504: recon 13.11; attack 13.11 deliberate\nend impulse\n")
        made.write("german.field1", _report(made, "german.field1", **theirs), brief(made, "german.field1"))
        made.write("allied.field1", _report(made, "allied.field1", **TRIES[0]), brief(made, "allied.field1"))
        assert "differ" in made.mail("allied.field1")[-1].subject
        mine = brief(made, "allied.field1")
        told = [made.write("allied.field1", _report(made, "allied.field1", **words), mine).text for words in TRIES]
        made.close()
        return told

    assert tried(tmp_path / "one", CLAIMS[0]) == tried(tmp_path / "other", claim)


# ---------------------------------------------------------------- a host who plays


def _of_the_seat(made: Table) -> Mail:
    """The newest letter to him as a commander, by which his orders count as such."""
    return next(m for m in reversed(made.mail("allied")) if made.token("allied") in m.reply_to)


def playing_host(folder: Path, said: Said, words: tuple[str, ...], confirmed: bool = False) -> list[str]:
    """What a host who commands the American side reads of his words, after the Germans have said this in their impulse."""
    made = table(folder, (*SIDES, host_seat(ADDRESS["allied"])))
    made.address["host"] = ADDRESS["allied"]
    mine = next(m for m in made.mail("allied") if "you host this campaign" in m.subject)
    made.write("allied", "A/504: recon 13.11\nEND IMPULSE", _of_the_seat(made))
    before = len(made.mail("allied"))
    made.at, made.count = START + timedelta(hours=6), 100
    if confirmed:  # asked before, confirmed after
        made.deliver(made.letter("allied", words[0], mine))
        made.run()
        code = re.search(r"CONFIRM (\S+)", made.mail("allied")[-1].text)
        words = (f"CONFIRM {code[1] if code else ''}",)
    for seat, text in said:
        made.deliver(made.letter(seat, text, made.mail(seat)[-1]))
        made.run()
    made.at, made.count = START + timedelta(hours=9), 200
    for text in words:
        made.deliver(made.letter("allied", text, mine))
        made.run()
    told = [re.sub(r"CONFIRM \S+", "CONFIRM", m.text) for m in made.mail("allied")[before:] if " host " in m.text]
    made.close()
    assert len(told) > confirmed
    return told


BUSY: Said = (
    ("german", "STATUS"), ("german", "1/HG: recon around"), ("german", "APPEAL May 1/HG go by night?"), ("german", "HELP"),
    ("german", "EXTEND"),
)  # fmt: skip
WORDS = (
    "ROLLBACK T1.2 TO T1.2", "ROLLBACK T1.2 TO T1.1", "ROLLBACK T1.2 BEFORE G-6", "LEAKED G-6 TO allied", "LEAKED G-3 TO allied",
    "STATUS", "APPEALS", "PROCESS T1.2", "ANSWER APPEAL 1 yes", "REMEDY 1 OPEN", "EXTEND T1.2 BY 2 HOURS", "SETTLE 1 FOR crt",
    "PAUSE T1.2",
)  # fmt: skip


def test_a_host_who_plays_learns_nothing_of_the_other_side_by_his_words(tmp_path: Path) -> None:
    busy, quiet = playing_host(tmp_path / "busy", BUSY, WORDS), playing_host(tmp_path / "quiet", (), WORDS)
    assert len(quiet) == len(WORDS) and busy == quiet


@pytest.mark.parametrize("words", ["PROCESS T1.2", "ROLLBACK T1.2 TO T1.1"])
def test_nor_by_whether_a_code_still_holds(tmp_path: Path, words: str) -> None:
    busy = playing_host(tmp_path / "busy", (("german", "STATUS"),), (words,), confirmed=True)
    assert busy == playing_host(tmp_path / "quiet", (), (words,), confirmed=True)


def test_nor_by_a_leak_of_his_own_making(tmp_path: Path) -> None:
    """REMEDY OPEN would give him the other side's last report."""
    made = table(tmp_path, (*SIDES, host_seat(ADDRESS["allied"])))
    mine = next(m for m in made.mail("allied") if "you host this campaign" in m.subject)
    made.write("allied", "A/504: recon 13.11\nEND IMPULSE", _of_the_seat(made))
    for words in ("LEAKED A-3 TO german", "REMEDY 1 OPEN"):
        made.deliver(made.letter("allied", words, mine))
        made.run()
        code = re.search(r"CONFIRM (\S+)", made.mail("allied")[-1].text)
        if code:
            made.deliver(made.letter("allied", f"CONFIRM {code[1]}", mine))
            made.run()
    assert not any("OTHER SIDE'S LAST REPORT" in m.text for m in made.mail("allied"))
    made.close()


def test_a_player_who_adds_the_hosts_address_blinds_no_host(tmp_path: Path) -> None:
    """Else disputes would fall to the CRT, and the host could put nothing right, by a word of either side."""
    made = table(tmp_path, HOSTED)
    made.means("allied", "ADD ADDRESS henk@host.example")
    assert "is blind" not in made.write("host", "PREVIEW T1.1").text
    made.close()


SILENCE_DAYS = 9


def test_nor_by_who_is_silent(tmp_path: Path) -> None:
    """That the other side's impulses end by silence, and not by a word of its own, is told to no host who plays."""
    made = table(tmp_path, (*SIDES, host_seat(ADDRESS["allied"])))
    for _ in range(SILENCE_DAYS):
        made.at += timedelta(days=1)
        made.run()
        if made.phasing() == "allied":
            made.write("allied", "END IMPULSE", _of_the_seat(made))
    assert not any("silent" in m.subject for m in made.mail("allied"))
    made.close()

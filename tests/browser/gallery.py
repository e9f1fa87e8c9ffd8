"""A letter of every kind, each from a campaign that was really played, by name: `allied-03-sitrep`, `german-12-reveal`."""

from pathlib import Path

from pbem.campaign.records import Cause, Sent
from pbem.campaign.state import Seat, host_seat
from pbem.kernel.numbered_lines import NumberedLine
from pbem.modules import library
from tests.acceptance.camp import CampTable
from tests.acceptance.table import ADDRESS, PREFIX, Mail, Table, opened
from tests.acceptance.test_field_battles import ATTACK, report
from tests.acceptance.test_field_battles import module as field_module
from tests.opened import as_board
from tests.rulesets.tcs.ford import Ford

NASTY = (
    "MESSAGE enemy\n<b>Kommt nur</b> <img src=https://example.org/x.png> & <script>alert(1)</script>\n"
    "مرحبا أيها القائد 👋 🎖️\n" + "so weit, so gut " * 200 + "\nEND MESSAGE\n"
)
SCRIPT = (
    ("allied", "A/504: recon 13.11; if empty move, else attack deliberate\nB,C/504: move 13.12; atack 14.12 hasty\n"),
    ("allied", "YES"),
    ("allied", "STATUS\nORDERS\nWHAT CAN C/307\nCOST C/307 to 13.12\nMAP 14.12\n"),
    ("allied", "HELP ATTACK\nHELP START\nHELP\nMAP\n"),
    ("allied", "RESEND A-999\n"),
    ("german", "EZOC WITHIN 2 OF 14.12\n"),
    ("german", NASTY),
    ("allied", "end impulse"),
    ("allied", "WHY 1"),
    ("german", "PASS"),
    ("german", "CANCEL"),
    ("german", "2/HG: move 15.10\nend impulse"),
    ("allied", "FOR NEXT IMPULSE\nB/504: move 12.10\n"),
    ("allied", "LOG\nAll quiet on the <b>canal</b>.\nEND LOG\n"),
)


def gallery(folder: Path) -> dict[str, tuple[str, Mail]]:
    """Kind and letter by name."""
    return {
        **_played(folder / "played"), **_decision(folder / "asked"), **_people(folder / "people"), **_fields(folder / "fields"),
        **_camp(folder / "camp"), **_ford(folder / "ford"),
    }  # fmt: skip


def _played(folder: Path) -> dict[str, tuple[str, Mail]]:
    table = Table(folder, pictures=True)
    table.begin()
    for seat, lines in SCRIPT:
        table.write(seat, lines)
        if lines == "PASS":
            table.referee.press.studio = None  # the rest is without pictures
    first = table.mail("allied")[-1]
    for _ in range(2):
        table.write("allied", "C/307: move 12.12", first)  # the second is a repeat
    table.write("allied", "-----BEGIN PGP MESSAGE-----\n\nhQEMA\n-----END PGP MESSAGE-----\n")  # refused
    table.send("allied", table.letter("allied", "STATUS", to="referee@club.example"))  # no token: held
    table.send("allied", b"From: al@allied.example\nTo: " + table.mail("allied")[-1].reply_to.encode() + b"\n\n")  # nothing in it
    for word in ("PAUSE", "RESUME"):
        table.campaign.handle(Cause("host", f"host/{word}", table.at, lines=(NumberedLine(1, f"{word} {table.impulse}"),)))
    for _ in range(60):
        if table.campaign.state.admin.stage == "over":
            break
        table.wait(days=3)
    letters = _letters(table, "")
    table.close()
    return letters


def _people(folder: Path) -> dict[str, tuple[str, Mail]]:
    """Host, bench and a team: letters that wait, a seat that changes hands."""
    sides = tuple(Seat(side, side, "commander", ADDRESS[side], PREFIX[side]) for side in ADDRESS)
    aide = Seat("allied.504", "allied", "commander", "aide@allied.example", "B", formations=("504",))
    officer = Seat("reserve1", "", "reserve", "nora@club.example", "R")
    table = Table(folder, seats=(*sides, aide, officer, host_seat("henk@host.example")))
    table.begin()
    for seat, lines in (("allied.504", "ACCEPT"), ("reserve1", "VOLUNTEER"), ("german", "MESSAGE enemy\nKommt nur.\nEND MESSAGE"),
                        ("german", "LIVE 20:00-22:30"), ("allied", "DECLINE LIVE 1"),
                        ("allied", "HOLD MY LETTERS 10"), ("allied", "B/504: move 12.10"), ("host", "STATUS\nHELP ROLLBACK"),
                        ("host", "ROLLBACK T1.1 TO T1.1"), ("allied.504", "RESIGN allied.504"), ("allied.504", "YES")):  # fmt: skip
        table.write(seat, lines)
    table.campaign.handle(
        Cause("host", "host/replace", table.at, lines=(NumberedLine(1, "REPLACE allied.504 BY nora@club.example"),))
    )
    table.run()
    table.address["allied.504"] = "nora@club.example"
    table.write("allied.504", "ACCEPT")
    letters = _letters(table, "people-")
    table.close()
    return letters


def _fields(folder: Path) -> dict[str, tuple[str, Mail]]:
    """Battles that went to field commanders: briefs, a dispute; and the summary a team is sent at a turn."""
    leaders = tuple(Seat(f"{s}.field1", s, "field commander", f"field@{s}.example", f"{PREFIX[s]}F") for s in ADDRESS)
    sides = tuple(Seat(side, side, "commander", ADDRESS[side], PREFIX[side]) for side in ADDRESS)
    aide = Seat("allied.504", "allied", "commander", "aide@allied.example", "B", formations=("504",))
    table = Table(folder, module=str(field_module(folder / "module", "engagement")), seats=(*sides, aide, *leaders))
    table.begin()
    table.write("german", "BATTLES FIELD")
    table.write("allied", "BATTLES FIELD\nINTENT 13.11\nMalden before dark.\nEND INTENT")
    table.write("allied", f"{ATTACK}EXECUTE\n")
    report(table, "german.field1", narrative="Nothing <b>moved</b>.")
    report(table, "allied.field1", prisoners="1 TAKEN, 0 LOST")
    table.write("german", "DIGEST ON\nEND IMPULSE\nEXECUTE")
    table.write("allied", "MESSAGE enemy\nWell fought, <b>old</b> boy.\nEND MESSAGE")
    table.wait(hours=24)  # a digest of the day: a report with how things stood, a message
    for _ in range(30):
        if as_board(table.campaign.state.situation.board).public.turn > 1:
            break
        table.write(table.phasing(), "END IMPULSE\nEXECUTE")
    letters = _letters(table, "fields-")
    table.close()
    return letters


def _camp(folder: Path) -> dict[str, tuple[str, Mail]]:
    """A boot camp: the invitation, a lesson on a report and on a receipt, a hint, the certificate."""
    table = CampTable(folder)
    for lines in ("ACCEPT", "WHAT CAN A/504", "A/504: reccon 13.11", "YES", "CLOSE CAMP"):
        table.writes(lines)
    letters = _letters(table, "camp-", ("allied",))
    table.close()
    return letters


def _ford(folder: Path) -> dict[str, tuple[str, Mail]]:
    """The tactical game: both letters of a turn, questions, a slip."""
    table = Ford(folder)
    table.begin()
    table.write("us", "STATUS\nWHAT CAN A-1\nSEE FROM 05.02\nCOST A-1 to 05.04")
    table.both("ROLL US-2 NEVER", "")
    table.write("us", "A-1: moove 05.02")
    table.write("us", "CANCEL")
    table.both("A-1: move 05.02, 05.03", "")
    letters = _letters(table, "ford-", ("us", "ge"))
    table.close()
    return letters


def _decision(folder: Path) -> dict[str, tuple[str, Mail]]:
    """Play pauses for a side's word; the seed is one whose first battle throws the guard back."""
    module = folder / "module"
    module.mkdir(parents=True)
    for name, text in library.module_files(library.module_folder("heumen-bridge")).items():
        (module / name).write_text(text.replace("[switches]", '[switches]\nretreat_window = "always"'), encoding="utf-8")
    for seed in range(60):
        table = Table(folder / str(seed), module=str(module), seed=bytes([seed]) * 32)
        table.begin()
        table.write("allied", "A/504: recon 13.11; attack 13.11 deliberate\nend impulse\n")
        asked = bool(table.campaign.state.situation.owed)
        letters = _letters(table, "asked-") if asked else {}
        table.close()
        if asked:
            return {name: letter for name, letter in letters.items() if letter[0] == "sitrep"}
    raise AssertionError("no seed asks for a decision")


def _letters(table: Table, prefix: str, sides: tuple[str, ...] = tuple(ADDRESS)) -> dict[str, tuple[str, Mail]]:
    """Every letter of the campaign, from the files it was frozen in."""
    script, found = table.campaign.script, {}
    for body in table.campaign.journal.all_records():
        for sent in script.record(body["body"]).letters:
            if isinstance(sent, Sent):
                number = table.campaign.state.admin.number(sent.seat, sent.n)
                raw = (table.campaign.home / "letters" / "out" / sent.seat / f"{number}.eml").read_bytes()
                found[f"{prefix}{sent.seat}-{sent.n:02d}-{sent.kind}"] = (sent.kind, opened(raw))
    assert {seat for seat in (*ADDRESS, "us", "ge") if any(f"{prefix}{seat}-" in name for name in found)} == set(sides)
    return found

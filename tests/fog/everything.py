"""A campaign in which everything is done that letters can do: field battles and their disputes, digests, live evenings, outages,
plans, works, replacements, letters that wait, words without proof, a host who stops the clock and settles."""

import re
from datetime import timedelta
from pathlib import Path

from pbem.campaign.records import Cause
from pbem.campaign.state import Seat
from pbem.kernel.numbered_lines import NumberedLine
from tests.acceptance.table import ADDRESS
from tests.acceptance.test_field_battles import module
from tests.fog.stage import Stage, plain_letter

SEATS = (
    Seat("allied", "allied", "commander", ADDRESS["allied"], "A"),
    Seat("allied.504", "allied", "commander", "bert@allied.example", "AB", formations=("504",)),
    Seat("allied.field1", "allied", "field commander", "fred@allied.example", "AC"),
    Seat("german", "german", "commander", ADDRESS["german"], "G"),
    Seat("german.ls", "german", "commander", "ludwig@german.example", "GB", formations=("LS",)),
    Seat("german.field1", "german", "field commander", "franz@german.example", "GC"),
)
FIELD = "A/504: recon 13.11; attack 13.11 deliberate"
Step = tuple[str, str]
"""A seat and its words; or a word of the stage's own: `wait 30`, `until 20:00`, `host …`, `aar SEAT ITEM words`, `away 3`,
`stray SEAT`, `close` (whose impulse it is ends it)."""

BEGIN: tuple[Step, ...] = (
    ("german", "BATTLES FIELD\nDIGEST 19:00\nZONE Asia/Tokyo\nCALENDAR ON"),
    ("allied", "BATTLES FIELD IF 2 OWN STEPS\nINTENT 13.11\nWhole, and today.\nEND INTENT\nLOG\nI doubt it.\nEND LOG"),
    ("allied", "C/307: mine 11.12\nB/504: roadblock\nDEPLOY D/504 TOWARD 12.10"),
    ("allied", "assign 1MOR to A/504 by HQ504\nsplit C/504\ntrucks 2 SP from 11.11 to 12.11 join HQ1/504"),
    ("german.ls", "FOR NEXT IMPULSE\n1/LS: dig"),
    ("german", "PLAN FOR NEXT\nvoid if lost 16.08\n2/HG: move 15.10\nEND PLAN"),
    ("allied.504", "MESSAGE team\nThe mill is ours.\nEND MESSAGE\nSEATS\nORDERS"),
    ("allied", "ADD ADDRESS al@office.example"), ("allied", "YES"), ("allied", "ATTACHMENTS OFF\nCALENDAR ON\nHOLD MY LETTERS 10"),
    ("", "stray german"),
)  # fmt: skip
OUT: tuple[Step, ...] = (
    ("allied", f"{FIELD}\nD/505: recon around; if occupied attack 20.11 hasty"),
    ("allied", "RECALL\nHOLD MY LETTERS 0"),
    ("allied", f"CARRY OUT WHAT YOU CAN\n{FIELD}\nD/505: recon around\nEND IMPULSE"),
    ("allied.field1", "QUESTION who holds the mill?\nHELP FIELD\nSEATS\nMESSAGE allied\nWhere are you?\nEND MESSAGE"),
    ("german.ls", "STATUS\nORDERS\nREPORT\nINTSUM\nMAP 13.11 2"),
    ("", "wait 3"),  # the plans run
    ("german", "APPEAL May I?\nMUTE enemy\nABSENT 2026-12-01 to 2026-12-02"),
    ("allied", "MESSAGE enemy\nGive up.\nEND MESSAGE\nMUTE german\nAPPEAL And I?"),
    ("allied", "WHY 1\nDIARY A/504\nWHAT CAN A/504\nA/504: move 12.10"),
    ("german", "1/LS: recon around\nCARRY OUT WHAT YOU CAN"),
)  # fmt: skip
DISPUTED: tuple[Step, ...] = (
    ("german.field1", "AAR 1\nnonsense\nEND AAR"),
    ("", "aar german.field1 narrative They came over the bridge."),
    ("", "aar allied.field1 prisoners 1 TAKEN, 0 LOST"),
    ("", "aar german.field1 prisoners 2 TAKEN, 0 LOST"),
    ("", "aar allied.field1 enemy_seen two tanks"),
    ("german.field1", "HAND BACK 1"),
    ("", "close"),
    ("allied", "REPORT\nSTATUS"), ("allied", "OFFER DRAW"), ("allied", "YES"),
    ("german", "DECLINE DRAW\nEXTEND"),
    ("", "host PAUSE {impulse} the host sleeps"),
    ("allied", "STATUS\nA/504: move 12.10"),
    ("", "host RESUME {impulse}"),
    ("", "close"),
)  # fmt: skip
SETTLED: tuple[Step, ...] = (("", "host SETTLE 1 FOR crt"), ("", "close"), ("", "close"), ("", "close"), ("", "close"))
AGREED: tuple[Step, ...] = (
    ("", "aar german.field1 prisoners NONE"), ("", "aar allied.field1 prisoners NONE"),
    ("", "close"), ("", "close"), ("", "close"), ("", "close"),
)  # fmt: skip
LATE: tuple[Step, ...] = (("", "wait 100"), ("", "wait 100"), ("", "wait 100"), ("", "close"), ("", "close"))
EVENING: tuple[Step, ...] = (
    ("german", "LIVE 20:00-20:05\nLIVE 28 Nov 5:00 to 7:00"),
    ("allied", "DECLINE LIVE"),
    ("allied", "LIVE 20:00-22:30"),
    ("german", "LIVE 29 Nov 5:00 to 7:00"),
    ("german", "ACCEPT LIVE"),
    ("", "until 20:00"),
    ("", "close"), ("allied.504", "STATUS"), ("", "minutes 12"), ("", "close"),
    ("", "minutes 60"), ("", "minutes 60"),  # silence
    ("allied", "LIVE 21:00"), ("allied", "LIVE NO"),
    ("allied", "LIVE TOMORROW 20:00"), ("german", "ACCEPT LIVE"), ("", "wait 20"), ("", "until 20:00"), ("", "away 1.5"),
)  # fmt: skip
AWAY: tuple[Step, ...] = (
    ("", "away 40"), ("german", "STATUS\nREPORT"), ("allied", "REPORT"), ("", "wait 100"), ("", "host RESUME {impulse}"),
    ("", "close"), ("allied", "STATUS\nRESEND A-3\nWHY LINE 1"), ("german", "DIGEST OFF\nORDERS\nREPORT"),
)  # fmt: skip
SCRIPTS: dict[str, tuple[Step, ...]] = {
    "settled by the host": (*BEGIN, *OUT, *DISPUTED, *SETTLED, *EVENING),
    "agreed": (*BEGIN, *OUT, *DISPUTED[:5], *AGREED, *AWAY),
    "late": (*BEGIN, *OUT, *LATE, *EVENING[:9], *AWAY),
    "waited for": (*BEGIN, *OUT, *AWAY[:5], *DISPUTED[:4], *LATE),
}
WAITING = ("waited for",)
"""Scripts in which play waits for the battle."""


def staged(folder: Path, script: str, seed: int = 3) -> Stage:
    """The stage a script is played on."""
    return Stage(folder, seed, str(module(folder / "module", "wait" if script in WAITING else "engagement")), SEATS)


def play(stage: Stage, steps: tuple[Step, ...]) -> None:
    """Everything, step by step."""
    stage.begin()
    for seat, words in steps:
        step(stage, seat, words)


def step(stage: Stage, seat: str, words: str) -> None:
    """One of its steps."""
    if seat:
        stage.say(seat, words)
        return
    word, _, rest = words.partition(" ")
    if word in ("wait", "minutes"):
        stage.wait(**{"hours" if word == "wait" else "minutes": float(rest)})
    elif word == "until":
        hour, minute = map(int, rest.split(":"))
        stage.at = stage.at.replace(hour=hour - 1, minute=minute, second=0)  # CET
        stage.run()
    elif word == "close":
        if stage.playing and not stage.campaign.state.situation.owed:
            stage.say(stage.phasing(), "CANCEL\nEND IMPULSE ANYWAY")
    elif word == "host":
        lines = (NumberedLine(1, rest.format(impulse=stage.impulse)),)
        stage.at += timedelta(minutes=1)
        stage.campaign.handle(Cause("host", f"host/{stage.at}", stage.at, lines=lines))
        stage.run()
    elif word == "away":
        since, stage.at = stage.at, stage.at + timedelta(hours=float(rest))
        stage.referee.away(since, stage.at)
        stage.run()
    elif word == "stray":
        stage.count += 1
        stage.hand_in(plain_letter(rest, "STATUS", "referee@club.example", stage.count))
    else:
        _report(stage, *rest.split(" ", 2))


def _report(stage: Stage, seat: str, item: str, words: str) -> None:
    """The form of the seat's last brief with one item written afresh."""
    mail = next(m for m in reversed(stage.mail(seat)) if "mission brief" in m.subject)
    text = mail.text[mail.text.index("\nAAR ") + 1 : mail.text.index("END AAR") + 7]
    name = item.replace("_", " ").upper()
    text = re.sub(rf"^{name}\b.*?(?=^[A-Z])", f"{name} {words}\n", text, flags=re.MULTILINE | re.DOTALL)
    stage.hand_in(stage.letter(seat, text, mail))

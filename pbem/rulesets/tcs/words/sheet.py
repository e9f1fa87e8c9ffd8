"""The op sheet as a form: its opening line and the fields that are known inside it alone, with a line of some that would run."""

from collections.abc import Mapping

from pbem.kernel.i18n import phrase
from pbem.orders.tree import Verb
from pbem.rulesets.tcs.words.classes import MISSIONS

START_LINE = "start line"
EXAMPLES: Mapping[str, str] = {
    "force": "force A-1, A-2", "objective": "objective 08.12", "left": "left 06.08, 06.12", "right": "right 10.08, 10.12",
    "option": "option a attack 08.12", "fail": "fail at 50 percent",
}  # fmt: skip
"""A line for each field that a sheet may lack, or that may say too much."""


def change_of(number: str) -> str:
    """The line that changes a sheet."""
    return f"sheet {number} change"


def opening_of(number: str, *mission: str) -> str:
    """The line that opens a new sheet."""
    return " ".join(("sheet", number, *(mission or ("attack",))))


def _field(name: str, *syntax: str, summary: str) -> Verb:
    return Verb(name, syntax, "field", summary)


FIELDS = (
    _field("force", "force UNITS", summary=phrase("who is on it")),
    _field("objective", "objective PATH", summary=phrase("the hexes it is for")),
    _field(START_LINE, "start line PATH", summary=phrase("where the attack begins")),
    _field("left", "left PATH", summary=phrase("the boundary on the left, as the force faces")),
    _field("right", "right PATH", summary=phrase("the boundary on the right")),
    _field("route", "route PATH", summary=phrase("the way it takes")),
    _field("stage", "stage N (reach|take|hold) PATH [until CONDITION]", summary=phrase("what comes first, second, third")),
    _field("option", f"option WORD {MISSIONS} PATH", summary=phrase("a mission that a reserve may be committed on")),
    _field("alternate", f"alternate {MISSIONS} PATH", summary=phrase("what it does instead")),
    _field("fail", "fail at N [percent] [or CONDITION] [rally HEX [by PATH]]", "fail when CONDITION [rally HEX [by PATH]]",
           summary=phrase("when it has failed, and where its units go then")),
    _field("prelim", "prelim fragord", summary=phrase("its units may be sent ahead")),
    _field("mission", "mission TEXT", summary=phrase("what it is about, in words")),
)  # fmt: skip
SHEET = Verb(
    "sheet", (f"sheet SHEET {MISSIONS}", "sheet SHEET change"), "block", phrase("an op sheet, or changes to one"), fields=FIELDS
)

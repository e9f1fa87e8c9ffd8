"""TOCS's idiom: which of its rows stand behind what all rulesets share (`engine/idiom.py`)."""

from types import MappingProxyType

from pbem.engine.idiom import Examples, Idiom
from pbem.kernel.i18n import phrase, phrases

IDIOM = Idiom(
    moment=phrase("impulse"),
    a_moment=phrase("an impulse"),
    moments=phrase("impulses"),
    number_of_moments=phrases("{number} impulse", "{number} impulses"),
    point=phrase("OP"),
    points=phrase("OPs"),
    battles=True,
    closing="end impulse",
    summary=phrase(
        "It has the situation, identifications by PW and civilians, strength and location with source and confidence, and\n"
        "last turn's activity. It adds what the enemy could reach, and the gaps with orders that would close them. Then the\n"
        "reports of your field commanders and your commander's words for the turn (INTENT TURN)."
    ),
    figures=phrase("WHY prints your side's own part of a battle: strengths, modifiers, shifts, rolls, rules."),
    diary=phrase(
        "DIARY tells what happened to one of your units, {moment} by {moment}, as your side learned it: its moves, its recon,\n"
        "its battles, what its field commanders wrote. The last letter of a campaign tells the stories of all your units. It\n"
        "adds what your side's LOGs say of each by its call, and which enemy units were in its battles."
    ),
    called=MappingProxyType({"PART": phrase("an impulse such as T1.2"), "RULE": phrase("a rule id such as TOCS-3.9-1")}),
    examples=Examples(
        step="attack 14.12 hasty", line="B/504: move 13.12", other="C/504: move 12.11", order="A/504: move 12.10", unit="A/504",
        formation="504", hex="14.12", seat="allied", enemy_seat="german", officer_seat="allied.504",
        other_officer_seat="allied.505", officer="504", other_officer="505",
        corrections=(
            "allied A/504 at 12.11", "allied A/504 at 14.12 toward 13.12", "allied A/504 steps 3", "german 1/HG state good",
            "allied 12.11 owner",
        ),
    ),
    rows=MappingProxyType({
        "chain": "TOCS-1.1-2",
        "command": "MASL-2.1-1",
        "last word": "MASL-2.1-3",
        "observers": "MASL-2.1-2",
        "operations": "MASL-2.1-4",
        "field command": "MASL-2.1-5",
        "left to the table": "MASL-2.1-6",
        "record of battles": "MASL-3.1-1",
        "brief": "MASL-3.1-2",
        "intent": "MASL-3.1-7",
        "report": "MASL-4.1-1",
        "report taken": "MASL-4.1-4",
        "summary": "MASL-5.1-1",
        "messages": "TOCS-1.2-5",
        "runner": "TOCS-W7.0-2",
        "log": "TOCS-1.2-8",
        "undoing": "TOCS-1.14-1",
        "opening": "TOCS-5.0-3",
        "example": "TOCS-3.9-1",
        "further example": "TOCS-W10.15-2",
    })
)  # fmt: skip

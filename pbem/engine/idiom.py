"""The idiom of a ruleset: the rows of its ledger that stand behind what the shared rooms do for it.

A shared function that carries out a rule says by `stands_on` on which ground; the ruleset's `idiom` says which of its rows that
is, and its ledger is held against that table. Where a ruleset has no such row the ground bears none, and no letter cites any.
"""

import re
from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Literal, TypeVar, get_args

from pbem.kernel.i18n import counted, phrase, phrases, say
from pbem.kernel.values import Value

Ground = Literal[
    "chain", "command", "last word", "observers", "operations", "field command", "left to the table", "record of battles",
    "brief", "intent", "report", "report taken", "summary", "messages", "runner", "log", "undoing", "opening",
    "example", "further example",
]  # fmt: skip
"""What a row is wanted for.

chain, command, last word: whose orders a unit takes, by its formations; who orders at all; whose word overrides his team's.
observers, operations, field command: what an observer, a commander and a field commander may do. left to the table, record of
battles: what becomes of a battle that nobody reports; of each that goes out. brief, intent, report, report taken: what a field
commander is given, what his commander wishes, what comes back and what it does. summary: of each turn. messages, runner: to
others, and how long they take. log: kept for the end. undoing: what has happened stays. opening: what everybody reads at the end.
example, further example: rows that HELP of rulings takes for its examples.
"""

_PART = re.compile(r"\bPART(?=\b|_)")
COLUMN = 28  # where HELP DRAFTS has its remarks
Cited = TypeVar("Cited", bound=Callable[..., object])


class Examples(Value):
    """What HELP shows as examples, of a campaign of this ruleset.

    step, line, other: where a draft is fixed, a step of a line, a whole line, another. order: a line that stands alone; unit,
    formation, hex: who and where. seat, enemy_seat, officer_seat, other_officer_seat: who sits where; officer, other_officer: two
    officers of one side by their own names. part, later_part: two parts of play. corrections: what may stand behind CORRECT and
    the part of play.
    """

    step: str = "STEP"
    line: str = "LINE"
    other: str = "LINE"
    order: str = "LINE"
    unit: str = "UNIT"
    formation: str = "FORMATION"
    hex: str = "HEX"
    seat: str = "SEAT"
    enemy_seat: str = "SEAT"
    officer_seat: str = "SEAT"
    other_officer_seat: str = "SEAT"
    officer: str = "SEAT"
    other_officer: str = "SEAT"
    part: str = "T1.2"
    later_part: str = "T2.1"
    corrections: tuple[str, ...] = ("SEAT TEXT",)

    @property
    def parts(self) -> Mapping[str, str]:
        """What stands in the braces of HELP; of a draft, each as wide as what stands beside it."""
        draft = {"a_step": f"2 {self.step}", "a_line": f"2 {self.line}", "another_line": f"after 2: {self.other}"}
        return {
            **{name: f"{text:<{COLUMN}} " for name, text in draft.items()},
            **{name: getattr(self, name) for name in _SHOWN},
            "a_unit": self.unit,
            "corrections": "\n".join(f"    CORRECT {self.part} {said}" for said in self.corrections),
        }


_SHOWN = ("order", "formation", "hex", "seat", "enemy_seat", "officer_seat", "other_officer_seat", "officer", "other_officer",
          "part", "later_part")  # fmt: skip


class Idiom(Value, eq=False):
    """What a ruleset says in shared texts.

    moment, a_moment, moments: the noun of what a side writes orders for ("impulse"), as it stands with an article, and several of
    it; number_of_moments: one and several of it, counted; closing: the word that closes one; examples: orders for
    HELP. point, points: of what a letter
    spends, as short as a report has it. rows: the row of its ledger for each ground that it has one for.
    summary: what stands in a summary of the enemy, as a sentence or more, which follow on ". ".
    called: what people call what a slot of an order may hold, by its kind, where that is the ruleset's own to say.
    battles: are there battles, by number, whose figures WHY tells? figures, diary: what HELP WHY and HELP DIARY say.
    together: do both sides write in each part of play?
    """

    moment: str = "turn"
    a_moment: str = "a turn"
    moments: str = "turns"
    point: str = "point"
    points: str = "points"
    number_of_moments: tuple[str, str] = phrases("{number} turn", "{number} turns")
    closing: str = "end"
    summary: str = ""
    examples: Examples = Examples()
    rows: Mapping[Ground, str] = MappingProxyType({})
    called: Mapping[str, str] = MappingProxyType({})
    battles: bool = False
    figures: str = phrase("WHY prints the figures of a battle, by its number.")
    diary: str = phrase("DIARY tells what happened to one of your units.")
    together: bool = False

    def row(self, ground: Ground) -> str:
        """The row that stands behind it, "" for none."""
        return self.rows.get(ground, "")

    def behind(self, ground: Ground) -> str:
        """The same as it follows on what is said: " (its id)", "" for none."""
        row = self.row(ground)
        return f" ({row})" if row else ""

    def many(self, moments: int) -> str:
        """So many of what a side writes orders for: "3 impulses"."""
        return counted(moments, *self.number_of_moments)

    def printed(self, syntax: tuple[str, ...]) -> tuple[str, ...]:
        """Syntax lines as HELP prints them: a part of play (the slot PART) has the noun of this ruleset."""
        noun = say(self.moment).upper()
        return tuple(_PART.sub(noun, line) for line in syntax)

    @property
    def nouns(self) -> Mapping[str, str]:
        """The nouns, by what stands in the braces of a text."""
        moments = {"moment": say(self.moment), "a_moment": say(self.a_moment), "moments": say(self.moments)}
        return {**moments, "point": say(self.point), "points": say(self.points)}

    @property
    def _capitals(self) -> Mapping[str, str]:
        """The same where a sentence begins with them, or an order is written; and the word that closes."""
        a_moment = say(self.a_moment)
        begins = {"A_moment": a_moment[:1].upper() + a_moment[1:], "MOMENT": say(self.moment).upper()}
        return {**begins, "closing": self.closing, "CLOSING": self.closing.upper()}

    @property
    def _of_a_draft(self) -> Mapping[str, str]:
        """What becomes of a closing word beside a draft: where both sides write at once it counts when no draft waits any more."""
        closing = self.closing.upper()
        if self.together:
            return {"closing_a_draft": say("{closing} does not count while a draft waits.", closing=closing), "ending_anyway": ""}
        waits = say("{closing} waits with the draft, and the subject of the answer says so.", closing=closing)
        anyway = f"{'END ANYWAY':<{COLUMN}} # {say('discards the draft and ends')}"
        return {"closing_a_draft": waits, "ending_anyway": f"\n    {anyway}"}

    @property
    def parts(self) -> Mapping[str, str]:
        """What stands in the braces of HELP: `{by_undoing}` is behind("undoing"), `{example}` a row itself."""
        behind = {f"by_{ground.replace(' ', '_')}": self.behind(ground) for ground in get_args(Ground)}
        return {
            **behind,
            **self.nouns,
            **self._capitals,
            **self.examples.parts,
            **self._of_a_draft,
            "summary": f" {say(self.summary)}" if self.summary else "",
            "figures": say(self.figures),
            "diary": say(self.diary, **self.nouns),
            "example": self.row("example"),
            "further_example": self.row("further example"),
        }


def stands_on(*grounds: Ground) -> Callable[[Cited], Cited]:  # noqa: ARG001 - it is for the reader, and for the test that counts
    """Marks a shared function as carrying out a rule of whatever ruleset is played; it is returned unchanged."""

    def mark(function: Cited) -> Cited:
        return function

    return mark

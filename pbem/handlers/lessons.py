"""The lessons of a boot camp: their texts (templates/boot-camp), where its pupil is, and what they are told.

A lesson looks at nothing but the pupil's own letter, what his desk learnt of it, and his picture.
"""

import re
from collections.abc import Mapping
from typing import Literal

from pbem.campaign.admin_events import AdminEvent, MarchFiled, OrdersFiled, PlanFiled, StandingFiled
from pbem.campaign.boot_camp import BootCamp
from pbem.campaign.request import Request
from pbem.campaign.units_ordered import verbs_of
from pbem.documents.document import Block, Document
from pbem.kernel.i18n import phrase, say
from pbem.kernel.values import Value, replace
from pbem.letters.desk import Desk, Out
from pbem.letters.help import printed
from pbem.modules import library
from pbem.rulesets.form import OpaqueLessons, PupilLetter, Ruleset

_SLOT = re.compile(r"\{([a-z]+)\}")
NOTHING = phrase(
    "None of your units can be told that just now. Go on with the {moment}, or {CLOSING}, and it will come; SKIP goes past it."
)
FILED: Mapping[type, Literal["standing", "plan", "orders"]] = {
    StandingFiled: "standing",
    PlanFiled: "plan",
    MarchFiled: "plan",
    OrdersFiled: "orders",
}
"""What lies on file by an admin event, as lessons call it."""


class Lesson(Value):
    """A lesson. parts: what is to be done, by name, in words for the pupil; text, hint, praise: paragraphs."""

    name: str
    title: str
    parts: Mapping[str, str]
    text: str
    hint: str
    praise: str


def teaching(ruleset: Ruleset) -> OpaqueLessons:
    """A ruleset's part of the boot camp; LookupError when it teaches nothing."""
    if ruleset.lessons is None:
        raise LookupError(f"{ruleset.name} has no boot camp")
    return ruleset.lessons


def letter_of(request: Request, papers: tuple[AdminEvent, ...], did: frozenset[str], ended: bool) -> PupilLetter:
    """A letter of the pupil's as lessons see it: its request, the admin events filed, what its orders did, and whether it ended the
    moment of play.
    """
    filed = frozenset(name for kind, name in FILED.items() if any(isinstance(paper, kind) for paper in papers))
    return PupilLetter(
        asked=tuple(question.act for question in request.questions),
        said=tuple(word.act for word in request.words),
        understood=bool(request.lines) and not request.faulty,
        filed=filed,
        did=did,
        ended=ended,
        ordered=frozenset(verb for line in request.lines for verb in verbs_of(line.command)),
    )


def lessons(ruleset: Ruleset) -> Mapping[str, Lesson]:
    """Every lesson of a ruleset's by name, in order."""
    return {name: _read(name, text) for name, text in library.lessons(ruleset.name).items()}


def _read(name: str, text: str) -> Lesson:
    """A title, a line `part: what to do` for each part, the text, HINT, DONE."""
    (head, body), lines = text.split("\n\n", 1), dict[str, str]()
    title, *parts = head.split("\n")
    for line in parts:
        part, _, words = line.partition(": ")
        lines[part] = words
    body, _, rest = body.partition("\n\nHINT\n\n")
    hint, _, praise = rest.partition("\n\nDONE\n\n")
    return Lesson(name, title, lines, body, hint, praise)


def opening(ruleset: Ruleset, pupil: str) -> BootCamp:
    """A camp at its first lesson."""
    return BootCamp(pupil, next(iter(library.lessons(ruleset.name))))


def moved(ruleset: Ruleset, camp: BootCamp, letter: PupilLetter) -> BootCamp:
    """The camp after a letter of the pupil's: a part is done, or the lesson is passed and the next is open."""
    lesson = lessons(ruleset).get(camp.lesson)
    if lesson is None:
        return camp
    passes = teaching(ruleset).PARTS
    done = tuple(part for part in lesson.parts if part in camp.done or passes[part](letter))
    if len(done) < len(lesson.parts):
        return replace(camp, done=done)
    return replace(after(ruleset, camp), passed=(*(n for n in camp.passed if n != lesson.name), lesson.name))


def after(ruleset: Ruleset, camp: BootCamp) -> BootCamp:
    """The camp at the next lesson that is not passed yet."""
    names = list(lessons(ruleset))
    later = names[names.index(camp.lesson) + 1 :] if camp.lesson in names else []
    return replace(camp, lesson=next((n for n in later if n not in camp.passed), ""), done=())


# ---------------------------------------------------------------- what is told


def praised(ruleset: Ruleset, name: str) -> Block:
    """A lesson is passed: what the pupil has seen of it."""
    lesson = lessons(ruleset)[name]
    return Block(say("LESSON PASSED: {lesson}", lesson=lesson.title.upper()), printed(lesson.praise), "help")


def taught(desk: Desk, camp: BootCamp) -> Block:
    """The whole lesson, with its examples; after the last, what is left to do."""
    lesson = lessons(desk.ruleset).get(camp.lesson)
    if lesson is None:
        return Block("EVERY LESSON DONE", printed(library.camp_text(desk.ruleset.name, "last")), "help")
    text = "\n\n".join((_with_examples(desk, lesson.text), say("To pass: {left}.", left="; ".join(_open(lesson, camp)))))
    return Block(_title(desk.ruleset, lesson), printed(text), "help")


def reminded(ruleset: Ruleset, camp: BootCamp, amiss: bool) -> tuple[Block, ...]:
    """In a few words: what is still to do; amiss: what the pupil wrote did not do it, and a hint may help."""
    lesson = lessons(ruleset).get(camp.lesson)
    if lesson is None:
        return ()
    left = say("Still to do: {left}. LESSON shows it all again, SKIP goes past it.", left="; ".join(_open(lesson, camp)))
    return (Block(_title(ruleset, lesson), printed("\n\n".join((*([lesson.hint] if amiss else []), left))), "help"),)


def _title(ruleset: Ruleset, lesson: Lesson) -> str:
    names = list(lessons(ruleset))
    number, title = names.index(lesson.name) + 1, lesson.title.upper()
    return say("LESSON {number} OF {lessons}: {title}", number=number, lessons=len(names), title=title)


def _open(lesson: Lesson, camp: BootCamp) -> list[str]:
    return [words for part, words in lesson.parts.items() if part not in camp.done]


def certificate(desk: Desk, camp: BootCamp) -> Out:
    """The last letter of a camp: what was learnt, what was not, and where to read on."""
    every, name_of = lessons(desk.ruleset), desk.ruleset.name
    rows = (
        *(say("  passed    {lesson}", lesson=lesson.title) for name, lesson in every.items() if name in camp.passed),
        *(say("  not done  {lesson}", lesson=lesson.title) for name, lesson in every.items() if name not in camp.passed),
    )
    all_done = all(name in camp.passed for name in every)
    named = say("certificate") if all_done else say("the camp is closed")
    blocks = (
        Block("", printed(library.camp_text(name_of, "certificate" if all_done else "closed")), "help"),
        Block("LESSONS", rows, "columns"), Block("READ ON", printed(library.camp_text(name_of, "read-on")), "help"),
    )  # fmt: skip
    title = say("[{campaign}] BOOT CAMP: {named}", campaign=desk.admin.campaign, named=named.upper())
    document = Document(say("boot camp · {named}", named=named), ((title, desk.number),), (), blocks)
    return Out(desk.seat.id, "certificate", document, False)


# ---------------------------------------------------------------- examples


def _with_examples(desk: Desk, text: str) -> str:
    """The text with every example filled in; where nothing of the kind can be done now, it says so."""
    out = []
    for part in text.split("\n\n"):
        found = {slot: example(desk, slot) for slot in _SLOT.findall(part)}
        filled = part
        for slot, line in found.items():
            filled = filled.replace(f"{{{slot}}}", line)
        out.append(say(NOTHING, **desk.idiom.parts) if "" in found.values() else filled)
    return "\n\n".join(out)


def example(desk: Desk, slot: str) -> str:
    """What stands in a lesson's text in braces, made from the pupil's own map; "" where nothing of the kind can be done now."""
    return teaching(desk.ruleset).example(desk.game, desk.picture, slot, desk.words.verbs)

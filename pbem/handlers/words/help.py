"""HELP: help on a topic."""

from pbem.documents.document import Block, block, wrapped
from pbem.handlers.word import ALL, OBSERVERS, Word, ask_ruleset
from pbem.kernel.i18n import phrase, say
from pbem.letters.desk import Desk
from pbem.letters.help import asked_for, asked_word, help_lines, is_topic, terms, topics
from pbem.modules import library
from pbem.orders.lexer import fold_name
from pbem.orders.tree import Act, Verb


def _told(desk: Desk, act: Act) -> tuple[Block, ...]:
    """What HELP says of a topic, or of each of those that one line names."""
    topic = act.text("TOPIC") or ""
    asked = asked_for(desk.ruleset, desk.words, topic)
    return tuple(
        b for name in asked for b in _unit(desk, name) or block(f"HELP {name.upper()}".strip(), _topic(desk, name), "help")
    )


def _unit(desk: Desk, name: str) -> tuple[Block, ...]:
    """What one of the reader's own units is and can do, () for any other name; what a topic is called comes first."""
    asked = asked_word(name)
    told = is_topic(desk.ruleset, desk.words, asked) or asked.lower() in terms(desk.ruleset)
    if told or desk.seat.role not in OBSERVERS or desk.admin.stage == "inviting":
        return ()
    calls = desk.ruleset.actions.vocabulary(desk.game, desk.picture).calls
    call = next((call for known, call in calls.items() if fold_name(known) == fold_name(asked)), "")
    return ask_ruleset(desk, Act("what can", (), (("UNIT", call),))) if call else ()


def _topic(desk: Desk, name: str) -> tuple[str, ...]:
    """The lines of a topic, first whether this campaign uses it at all, and how it has set what is explained."""
    reports, known = desk.ruleset.reports, topics(desk.ruleset, desk.words)
    idle = () if name.strip() else tuple(topic for topic in known if reports.out_of_use(desk.game, topic) or not _says(desk, topic))
    first = (*reports.out_of_use(desk.game, name), *reports.here(desk.game, name), *_tempo(desk, name))
    return (*(line for text in first for line in (*wrapped(text), "")), *help_lines(desk.ruleset, desk.words, name, idle))


def _says(desk: Desk, topic: str) -> bool:
    """May the reader write the word that a topic explains? A field commander writes few, and gives no orders; chapters are read by
    everybody."""
    if desk.seat.role in OBSERVERS or topic in library.help_topics(desk.ruleset.name):
        return True
    word = desk.words.named(topic)
    return isinstance(word, Word) and desk.seat.role in word.by


def _tempo(desk: Desk, name: str) -> tuple[str, ...]:
    """When orders of the reader's side run; () for other topics."""
    if name.strip().lower() != "tempo" or not desk.seat.side:
        return ()
    if desk.admin.together:
        return (say("Here both sides write at once: orders lie on file until those of both run together."),)
    if desk.admin.files(desk.seat.side):
        return (say("Here your side's orders lie on file until they are let run (tempo on-end)."),)
    return (say("Here your side's orders run as they arrive (tempo at-once)."),)


WORD = Word(
    Verb(
        "help",
        ("help [TOPIC]", "what (is|are|does) TOPIC", "how do i TOPIC", "explain TOPIC"),
        "question",
        phrase("help on a topic"),
    ),
    phrase(
        "HELP lists the topics; HELP with a topic, or several, explains it. A word that has no topic of its own is\n"
        "looked for in all of them. WHAT IS and HOW DO I ask the same, of your units too. A word that wants more behind\n"
        "it, alone on a line, is explained. A letter has room for 200 lines of answers,\n"
        "about five topics, and names those that were left out.\n\n    HELP\n    HELP ATTACK\n    HELP GUNS, BATTLE\n"
        "    What is LIVE?\n    How do I attack?"
    ),
    by=ALL,
    answer=_told,
)

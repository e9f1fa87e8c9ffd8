"""HELP: topics, each verb from its own file, each standing order from its own; the same text by mail and on the shell."""

from collections.abc import Iterator

from pbem import library
from pbem.command.words import WORDS
from pbem.engine.ruleset import Ruleset
from pbem.kernel.tongue import say
from pbem.orders.hints import near
from pbem.reports.document import WIDTH, wrapped

FOR_HOSTS = ("hosting", "mailbox", "gmail", "microsoft 365", "postfix", "backups", "language", "modules")
"""The chapters that commanders need not read."""


def topics(ruleset: Ruleset) -> dict[str, str]:
    """Every topic and its text, by its word in lower case. What is said of one word in several places stands together."""
    found: dict[str, str] = {}
    for name, text in (*library.help_topics().items(), *_words(ruleset)):
        found[name] = f"{found[name]}\n\n{text}" if name in found else text
    return found


def _words(ruleset: Ruleset) -> Iterator[tuple[str, str]]:
    for word in WORDS:
        yield word.verb.name, _text(word.verb.syntax, say(word.help))
    for name, action in ruleset.actions.items():
        yield name, _text((*(action.form.syntax if action.form else ()), *action.verb.syntax), say(action.help))
    for order in (ruleset.maneuvers, ruleset.deeds, ruleset.reactions):
        for name, item in order.items():
            yield name, _text(item.verb.syntax, say(item.help))


def _text(syntax: tuple[str, ...], text: str) -> str:
    return "\n".join((*syntax, "", text))


def help_lines(ruleset: Ruleset, topic: str) -> tuple[str, ...]:
    """The lines of a topic; without one, or when there is none of that name, what topics there are."""
    known = topics(ruleset)
    asked = " ".join(topic.lower().split())
    text = known.get(asked)
    if text is not None:
        return printed(text)
    return (
        *(_unknown(topic, asked, known) if topic else (say("HELP and one of these words; begin with HELP START."),)),
        *contents(ruleset),
    )


def printed(text: str) -> tuple[str, ...]:
    """Paragraphs and indented examples as a letter prints them."""
    return tuple(line for part in text.split("\n\n") for line in (*_paragraph(part), ""))[:-1]


def _unknown(topic: str, asked: str, known: dict[str, str]) -> tuple[str, ...]:
    meant = near(asked, {name: name.upper() for name in known})
    unknown = say("no topic {topic!r}", topic=topic)
    return (unknown + (say("; did you mean {hints}?", hints=say(" or ").join(meant)) if meant else ""),)


def contents(ruleset: Ruleset) -> tuple[str, ...]:
    """All topics, by what they are for."""
    chapters = library.help_topics()
    words = [word.verb.name for word in WORDS if word.verb.name not in chapters]
    parts = {
        say("THE GAME"): [name for name in chapters if name not in FOR_HOSTS],
        say("ORDERS"): [*ruleset.actions, *ruleset.maneuvers, *ruleset.deeds],
        say("STANDING ORDERS"): [name for name in ruleset.reactions if name not in words],
        say("WORDS AND QUESTIONS"): words,
        say("FOR HOSTS"): list(FOR_HOSTS),
    }
    return tuple(line for title, names in parts.items() for line in (title, *_list(sorted(names))))


def _list(words: list[str]) -> tuple[str, ...]:
    lines, line = [], " "
    for word in words:
        if len(line) + len(word) + 2 > WIDTH:
            lines.append(line)
            line = " "
        line += f" {word.upper()},"
    return (*lines, line.rstrip(","))


def _paragraph(text: str) -> tuple[str, ...]:
    """A paragraph in lines of 68 columns; syntax, examples and lists, which are indented or stand first, as they are."""
    lines = text.split("\n")
    if lines[0].startswith("  ") or lines[0][:1].islower():
        return tuple(t for line in lines for t in (wrapped(line, "        ") if len(line) > WIDTH else (line,)))
    return wrapped(text)

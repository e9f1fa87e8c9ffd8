"""HELP: topics, each verb from its own file, each standing order from its own; the same text by mail and on the shell."""

from pbem import library
from pbem.command.words import WORDS
from pbem.engine.ruleset import Ruleset
from pbem.reports.document import WIDTH, wrapped


def topics(ruleset: Ruleset) -> dict[str, str]:
    """Every topic and its text, by its word in lower case."""
    found = {word.verb.name: _text(word.verb.syntax, word.help) for word in WORDS}
    found |= {name: _text(m.verb.syntax, m.help) for name, m in ruleset.maneuvers.items()}
    acts = ((name, (*(a.form.syntax if a.form else ()), *a.verb.syntax), a.help) for name, a in ruleset.actions.items())
    found |= {name: _text(syntax, text) for name, syntax, text in acts}
    found |= {name: _text(d.verb.syntax, d.help) for name, d in ruleset.deeds.items()}
    found |= {name: _text(r.verb.syntax, r.help) for name, r in ruleset.reactions.items()}
    return found | library.help_topics()


def _text(syntax: tuple[str, ...], text: str) -> str:
    return "\n".join((*syntax, "", text))


def help_lines(ruleset: Ruleset, topic: str) -> tuple[str, ...]:
    """The lines of a topic; the list of topics when there is none of that name."""
    known = topics(ruleset)
    text = known.get(" ".join(topic.lower().split()))
    if text is not None:
        return tuple(line for part in text.split("\n\n") for line in (*_paragraph(part), ""))[:-1]
    said = (f"no topic {topic!r}",) if topic else ()
    return (*said, "topics:", *_list(sorted(known)))


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

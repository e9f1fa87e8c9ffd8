"""HELP: topics, each verb from its own file, each standing order from its own; the same text by mail and on the shell."""

import re
from collections.abc import Collection, Iterator, Mapping

from pbem.documents.document import WIDTH, wrapped
from pbem.kernel.i18n import say, spoken
from pbem.kernel.memo import kept
from pbem.letters.desk import WordTable
from pbem.mail import what_becomes
from pbem.modules import library
from pbem.orders.hints import near
from pbem.rulesets.form import Ruleset

FOR_HOSTS = ("hosting", "mailbox", "gmail", "microsoft 365", "postfix", "backups", "language", "modules")
"""The chapters that commanders need not read."""
_BETWEEN_TOPICS = re.compile(r"\s*[,;+&]\s*|\s+and\s+|\s+")
_NOUN = re.compile(r"\{([A-Za-z_]+)\}")
_HEAD = re.compile(r"[a-z][a-z -]*[a-z](?= |$)")
MOST_NAMED = 6
TERMS = "terms"
_ARTICLE = re.compile(r"^(?:an?|the)\s+(?=\S)", re.IGNORECASE)
_QUESTIONS_END = re.compile(r"(?<=\S)\s+(?:means?|do|does|for|in words)$", re.IGNORECASE)


def topics(ruleset: Ruleset, words: WordTable) -> Mapping[str, str]:
    """Every topic and its text, by its word in lower case. What is said of one word in several places stands together."""
    return _topics(ruleset, words, spoken()[1])


@kept(4)
def _topics(ruleset: Ruleset, words: WordTable, _: object) -> Mapping[str, str]:
    """The same for the catalogue that is spoken, which is asked for by its texts. A letter may ask ten thousand times."""
    found: dict[str, str] = {}
    parts = words.host.idiom.parts
    chapters = ((name, _filled(text, parts)) for name, text in library.help_topics(ruleset.name).items())
    for name, text in (*chapters, *_words(ruleset, words)):
        found[name] = f"{found[name]}\n\n{text}" if name in found else text
    return found


def _filled(text: str, parts: Mapping[str, str]) -> str:
    """A chapter with the nouns of its ruleset; braces that are none of them stay, such as those of a file that it shows."""
    return _NOUN.sub(lambda noun: parts.get(noun[1], noun[0]), text)


def _words(ruleset: Ruleset, words: WordTable) -> Iterator[tuple[str, str]]:
    yield "letters", what_becomes.told()
    for word in words.words:
        idiom = words.host.idiom
        yield word.verb.name, _text(idiom.printed(word.verb.syntax), say(word.help, **idiom.parts))
    for name, order in ruleset.actions.WORDS.items():
        yield name, _text((*(order.form.syntax if order.form else ()), *order.verb.syntax), say(order.help))
    for name, standing in ruleset.standing_orders.WORDS.items():
        yield name, _text(standing.verb.syntax, say(standing.help))


def _text(syntax: tuple[str, ...], text: str) -> str:
    return "\n".join((*syntax, "", text))


def asked_for(ruleset: Ruleset, words: WordTable, topic: str) -> tuple[str, ...]:
    """The topics that somebody asks for in one line: `HELP DICE`, `HELP DRAFTS, DICE and LIVE`."""
    known = _by_any_word(ruleset, words)
    topic = asked_word(topic)
    parts = tuple(part for part in _BETWEEN_TOPICS.split(topic.lower().strip()) if part)
    return parts if " ".join(parts) not in known and len(parts) > 1 and all(part in known for part in parts) else (topic,)


def is_topic(ruleset: Ruleset, words: WordTable, topic: str) -> bool:
    """Is there something to read under this word? Under none there is: what topics there are."""
    asked = " ".join(topic.lower().split())
    return not asked or asked in _by_any_word(ruleset, words)


def help_lines(ruleset: Ruleset, words: WordTable, topic: str, idle: Collection[str] = ()) -> tuple[str, ...]:
    """The lines of a topic; where there is none of that name, those that speak of it; else what topics there are, but for those
    that this campaign does not use (idle)."""
    known = topics(ruleset, words)
    asked = " ".join(topic.lower().split())
    if not asked:
        return (say("HELP and one of these words; begin with HELP START."), *contents(ruleset, words, idle))
    name, term = _by_any_word(ruleset, words).get(asked), terms(ruleset).get(asked)
    parts = [*([term] if term else []), *([known[name]] if name is not None else [])]
    if parts:
        return printed("\n\n".join(parts))
    return _unknown(topic, asked, known)


def asked_word(topic: str) -> str:
    """The topic in a question: `a step` of "What is a step?", `step mean` of "What does step mean?"."""
    said = _ARTICLE.sub("", topic.strip())
    return _QUESTIONS_END.sub("", said) or topic


def terms(ruleset: Ruleset) -> dict[str, str]:
    """The words of a report that HELP TERMS explains, in lower case, each with its paragraph."""
    paragraphs = (part for part in library.help_topics(ruleset.name).get(TERMS, "").split("\n\n") if ": " in part)
    heads = ((part.partition(": ")[0], part) for part in paragraphs)
    return {word.lower(): part for head, part in heads if head.isupper() for word in head.split(", ")}


def _by_any_word(ruleset: Ruleset, words: WordTable) -> Mapping[str, str]:
    """The topic of each word: its own, else the one among whose forms it stands (REASSIGN, UNMUTE, OFFER DRAW)."""
    return _words_of_topics(ruleset, words, topics(ruleset, words))


@kept(4)
def _words_of_topics(ruleset: Ruleset, words: WordTable, known: Mapping[str, str]) -> Mapping[str, str]:
    forms = [(name, order.verb.syntax) for name, order in ruleset.actions.WORDS.items()]
    forms += [(name, order.verb.syntax) for name, order in ruleset.standing_orders.WORDS.items()]
    forms += [(word.verb.name, word.verb.syntax) for word in words.words]
    heads = {head[0]: name for name, syntax in forms for line in syntax if (head := _HEAD.match(line))}
    return {**heads, **{name: name for name in known}}


def printed(text: str) -> tuple[str, ...]:
    """Paragraphs and indented examples as a letter prints them."""
    return tuple(line for part in text.split("\n\n") for line in (*_paragraph(part), ""))[:-1]


def _unknown(topic: str, asked: str, known: Mapping[str, str]) -> tuple[str, ...]:
    """No topic of that name: the names that look like it, and the topics that speak of it."""
    meant = near(asked, {name: name.upper() for name in known})
    spoken = re.compile(rf"(?<!\w){re.escape(asked.removesuffix('s'))}(?:s|es)?(?!\w)", re.IGNORECASE)
    times = {name: len(spoken.findall(text)) for name, text in known.items() if name not in FOR_HOSTS}
    named = sorted((name for name, count in times.items() if count), key=lambda name: (-times[name], name))[:MOST_NAMED]
    named = named or [word for word in asked.split() if word in known]
    hints = say("; did you mean {hints}?", hints=say(" or ").join(meant)) if meant else ""
    lines = wrapped(say("no topic {topic!r}", topic=topic) + hints)
    if named:
        lines += wrapped(say("these speak of it: {topics}", topics=", ".join(f"HELP {name.upper()}" for name in named)))
    return (
        *lines,
        say("HELP alone lists all topics.") if named or meant else say("HELP alone lists all topics; begin with HELP START."),
    )


def contents(ruleset: Ruleset, words: WordTable, idle: Collection[str]) -> tuple[str, ...]:
    """All topics but the idle ones, by what they are for."""
    chapters = library.help_topics(ruleset.name)
    own = [word.name for word in words.words if word.name not in chapters]
    parts = {
        say("THE GAME"): [name for name in chapters if name not in FOR_HOSTS],
        say("ORDERS"): [*ruleset.actions.WORDS],
        say("STANDING ORDERS"): [name for name in ruleset.standing_orders.WORDS if name not in own],
        say("WORDS AND QUESTIONS"): own,
        say("FOR HOSTS"): list(FOR_HOSTS),
    }
    used = {title: sorted(set(names).difference(idle)) for title, names in parts.items()}
    return tuple(line for title, names in used.items() if names for line in (title, *_list(names)))


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
    goes_on = len(lines) == 1 and len(text) > WIDTH and text.endswith(".")  # prose behind an example
    if lines[0].startswith("  ") or (lines[0][:1].islower() and not goes_on):
        return tuple(t for line in lines for t in (wrapped(line, "        ") if len(line) > WIDTH else (line,)))
    return wrapped(text)

"""What was taken for chat, shown to its writer, and how what he may have meant by it is written."""

import re
from textwrap import shorten

from pbem.kernel.i18n import counted, say

MOST_CHAT, LONGEST_CHAT = 6, 60  # lines of chat that are shown, characters of each
_TO_SOMEBODY = re.compile(
    r"\W*(?:please,?\s+)?(?:message\s+(?:to\s+)?|(?:tell|ask|say to|write to)\s+)(?!me\b|us\b)(?:the\s+|my\s+)?[\w./-]+\s*:.*",
    re.IGNORECASE | re.DOTALL,
)
_PAUSE = re.compile(r"\W*(?:please,?\s+)?pause(?:\s+(?:please|now|the (?:game|campaign|clock|impulse)))*\W*", re.IGNORECASE)
_THROUGH = re.compile(
    r"\W*(?:(?:i am|i['\u2019]?m|we are|we['\u2019]?re|all|that is|that['\u2019]?s)\s+)*"
    r"(?:all|done|finished|fertig|pass|end(?:\s+(?:of\s+)?(?:my\s+|the\s+)?(?:turn|phase|impulse))?"
    r"|no\s+(?:more\s+|further\s+)?orders|nothing\s+(?:more|else|to\s+do)|.{,200}[.!?;,:]\s*(?:done|finished|fertig))"
    r"(?:,?\s+(?:from me|for me|for now|now|this turn|this time|today|thanks|thank you|then|here))*\W*",
    re.IGNORECASE,
)


def read_as_chat(chat: tuple[str, ...], closing: str, through: str = "") -> tuple[str, ...]:
    """The lines in their writer's words, so that no order is passed over unseen, and how a message or a delay is written. through:
    the word that says that all is ordered, "" where the letter has said it or nothing says it."""
    shown = " · ".join(f"“{shorten(text, LONGEST_CHAT, placeholder='…')}”" for text in chat[:MOST_CHAT])
    more = len(chat) - MOST_CHAT
    if not shown:
        return ()
    rest = say(" and {lines} more", lines=counted(more, "{number} line", "{number} lines")) if more > 0 else ""
    return (say("read as chat, not as orders: {shown}{rest}", shown=shown, rest=rest), *_pointers(chat, closing, through))


def _pointers(chat: tuple[str, ...], closing: str, through: str) -> tuple[str, ...]:
    found = []
    if any(map(_TO_SOMEBODY.fullmatch, chat)):
        found.append(say("as chat it tells nobody: a message begins with MESSAGE enemy on a line of its own and ends with"
                         " END MESSAGE on another (HELP MESSAGE)"))  # fmt: skip
    if any(map(_PAUSE.fullmatch, chat)):
        found.append(say("only the host can PAUSE; EXTEND and ABSENT give you time (HELP DEADLINES)"))
    if closing and any(closing in " ".join(text.casefold().split()) for text in chat):
        found.append(say("{word} is an order on a line of its own alone", word=closing.upper()))
    elif through and any(map(_THROUGH.fullmatch, chat)):
        found.append(say("if you order nothing more: {word} on a line of its own says so", word=through.upper()))
    return tuple(found)

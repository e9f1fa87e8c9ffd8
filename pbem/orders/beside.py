"""What stands beside the orders of a letter: chat, headings, questions that cannot be read."""

from pbem.orders.chat import asks_in_words, is_chat
from pbem.orders.free_text import Read
from pbem.orders.lexer import FILLERS
from pbem.orders.tree import Question
from pbem.orders.written import Lexicon, Written

_HEADING = 2  # tokens: the word and its colon


def orders_nothing(line: Written, read: Read, lexicon: Lexicon, below: bool) -> bool:
    """Is a line chat, or the heading `Orders:` above some?"""
    if line.of:
        return False
    if isinstance(read.command, Question):
        return line.text.rstrip().endswith(":") and not read.command.act.slots and len(line.tokens) == _HEADING
    plain = line.edge is None and line.body is None and not line.form and line.opening != "unit"
    names_a_staff = line.head is not None and read.command is None
    return (
        read.command is None and bool(line.tokens) and (plain or names_a_staff) and (line.edge is None and not line.form)
        and is_chat(line.tokens, lexicon.names, lexicon.grammar, below)
    )  # fmt: skip


def is_question_in_words(line: Written, lexicon: Lexicon) -> bool:
    """Is a line that cannot be read a question, in words that no question has?"""
    plain = line.fault is None and line.edge is None and line.body is None and not line.of and not line.form
    return plain and line.head is None and asks_in_words(line.tokens, lexicon.names, lexicon.grammar)


def asks(line: Written, lexicon: Lexicon) -> bool:
    """Does it begin as a question does, and as nothing else?"""
    word = next((token.text for token in line.tokens if token.text not in FILLERS), "")
    return lexicon.grammar.knows(word, "question") and not lexicon.grammar.knows(word, "unit", "letter", "standing", "script")

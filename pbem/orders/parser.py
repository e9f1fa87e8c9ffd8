"""Reading: the lines of a letter to an order sheet. Whatever the text, it never raises; trouble becomes remarks."""

import re
from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import groupby

from pbem.kernel.i18n import say
from pbem.kernel.memo import kept
from pbem.kernel.numbered_lines import NumberedLine, numbered
from pbem.kernel.values import replace
from pbem.orders.beside import asks, is_question_in_words, orders_nothing
from pbem.orders.characters import clean
from pbem.orders.chat import begins_an_order, is_chat, meant_in_prose, names_a_place, without_courtesy
from pbem.orders.fields import read_field, read_loose
from pbem.orders.free_text import Read, read_free_text
from pbem.orders.hints import fixed
from pbem.orders.lexer import FILLER_WORDS, FILLERS, Token, tokenise
from pbem.orders.line_numbers import LINE_NUMBER, begins_a_list, drops, is_name_or_hex
from pbem.orders.lines import LONGEST_JOINED, head_of, lay_out, named_before_colon
from pbem.orders.matcher import Grammar, ends, grammar_of, match_verb
from pbem.orders.openings import without_comment
from pbem.orders.parse_state import Attempt, Names, index_vocabulary
from pbem.orders.printer import print_command
from pbem.orders.remarks import asked_in_words, error, in_a_sentence, not_read, one_line_message, unknown_unit, unknown_word
from pbem.orders.scripts import begins_script, read_guarded, read_heralded
from pbem.orders.slots import read_units
from pbem.orders.steps import OrderLine, between_semicolons, read_steps
from pbem.orders.tree import (
    Act,
    Amendment,
    Chat,
    Command,
    LetterWord,
    OrderSheet,
    Place,
    Question,
    Remark,
    SheetLine,
    StandingLine,
    UnitLine,
    Vocabulary,
)
from pbem.orders.written import Head, Lexicon, Written

_WHOLE_LINE: dict[Place, type[LetterWord] | type[Question] | type[StandingLine]] = {
    "letter": LetterWord,
    "question": Question,
    "standing": StandingLine,
}
_SENTENCE = re.compile(r"[^.!?]*(?:[.!?](?!\s|$)[^.!?]*)*(?:[.!?]+|$)")


def read_orders(lines: Sequence[NumberedLine], vocabulary: Vocabulary) -> OrderSheet:
    """The order sheet of a letter, given (line number in the letter, text) of its lines."""
    lexicon = lexicon_for(vocabulary)
    found, chat = list[SheetLine](), list[Chat]()
    ended = -1
    for line in (each for written in lay_out(lines, lexicon) for each in _sentences(written, lexicon)):
        read = read_written(line, lexicon)
        if orders_nothing(line, read, lexicon, line.source == ended + 1):
            chat.append(Chat(line.source, line.text))
        elif read.command is None and is_question_in_words(line, lexicon):
            found.append(_sheet_line(len(found) + 1, line, Read(None, (asked_in_words(line.text),)), vocabulary, True))
        else:
            read = read if read.command is not None else _word_alone(line, lexicon) or read
            found.append(_sheet_line(len(found) + 1, line, read, vocabulary, asks(line, lexicon)))
            ended = line.last
    return OrderSheet(tuple(found), tuple(chat))


def _word_alone(line: Written, lexicon: Lexicon) -> Read | None:
    """A word of the letter or of a question alone that wants more behind it, `OPS`: what it is, is what its writer may ask."""
    grammar, words = lexicon.grammar, [token.text for token in line.tokens if token.text not in FILLERS | {"?"}]
    plain = line.fault is None and line.edge is None and line.body is None and not (line.of or line.block or line.form)
    if not plain or len(words) != 1 or not grammar.knows(words[0], "letter", "question"):
        return None
    traits = [verb.traits for verb, _ in grammar.first("letter").get(words[0], ())]
    arranged = all({"does", "files", "arranges"}.intersection(each) and "plays" not in each for each in traits)
    if not arranged or begins_an_order(words[0], grammar) or grammar.knows(words[0], "script", "block"):
        return None  # an order that is not finished: `OPS` is asked about, `HALT` is not
    if not grammar.knows("help", "question"):
        return None
    return Read(Question(Act("help", (), (("TOPIC", words[0]),))))


def _sentences(line: Written, lexicon: Lexicon) -> Iterator[Written]:
    """A line that holds a question among other sentences, and cannot be read, is several: `New man here. What is NL1?`."""
    parts = [part for part in _SENTENCE.findall(line.text) if part.strip()]
    whole = line.fault is None and line.edge is None and line.body is None and not line.of and not line.form
    if not whole or len(parts) < 2 or "?" not in line.text or read_written(line, lexicon).command is not None:
        yield line
        return
    asked = [isinstance(_read_tokens(part, tokenise(part), lexicon).command, Question) for part in parts]
    if not any(asked):
        yield line
        return
    for question, group in groupby(zip(parts, asked, strict=True), key=lambda pair: pair[1]):
        texts = [part.strip() for part, _ in group]
        for text in texts if question else [" ".join(texts)]:
            yield Written(line.source, text, line.indent, tokens=tokenise(text), block=line.block, opening="nothing")


def read_line(text: str, vocabulary: Vocabulary) -> SheetLine:
    """One line by itself, number 0, as an amendment brings it: acts without a unit give a `UnitLine` without units."""
    lexicon = lexicon_for(vocabulary)
    plain = clean(text).rstrip()
    read = _read_text(plain[: LONGEST_JOINED + 1], lexicon)
    if len(plain) > LONGEST_JOINED:
        read = Read(None, (error(say("longer than {longest_joined} characters", longest_joined=LONGEST_JOINED), (0, 1)),))
    return SheetLine(0, 0, plain, read.command, read.remarks, _canonical(read.command, vocabulary))


def read_standing(texts: tuple[str, ...], vocabulary: Vocabulary) -> tuple[Act, ...]:
    """The acts of standing orders on file. They are mostly the same in every campaign, so the last that were read are kept."""
    return _standing(texts, lexicon_for(vocabulary))


@lru_cache(maxsize=256)
def _standing(texts: tuple[str, ...], lexicon: Lexicon) -> tuple[Act, ...]:
    commands = (read_written(line, lexicon).command for line in lay_out(tuple(numbered(texts, 1)), lexicon))
    return tuple(command.act for command in commands if isinstance(command, StandingLine))


@kept(16)
def lexicon_for(vocabulary: Vocabulary) -> Lexicon:
    """The words of a vocabulary, indexed."""
    return _lexicon_of(index_vocabulary(vocabulary), grammar_of(vocabulary.verbs), _itself(vocabulary.others))


@lru_cache(maxsize=256)
def _itself(others: frozenset[str]) -> frozenset[str]:
    return others


@kept(64)
def _lexicon_of(names: Names, grammar: Grammar, others: frozenset[str]) -> Lexicon:
    return Lexicon(names, grammar, others)


def read_written(line: Written, lexicon: Lexicon) -> Read:
    """What came of a line."""
    if line.fault is not None:
        return Read(None, (line.fault,))
    if line.edge is not None:
        return Read(line.edge)
    if line.of:
        return read_field(line, lexicon)
    if line.body is not None:
        return read_free_text(line, lexicon.others)
    read = _read_tokens(line.text, line.tokens, lexicon, head=line.head)
    return read if read.command is not None else _without_courtesy(line.text, line.tokens, lexicon) or read


def _without_courtesy(text: str, tokens: tuple[Token, ...], lexicon: Lexicon, *, acts_only: bool = False) -> Read | None:
    """The line read again without "please" and thanks, if that makes an order of it."""
    plain = without_courtesy(tokens)
    if tokens and tokens[0].text in FILLER_WORDS:
        plain = (tokens[0], *plain)
    if not plain or len(plain) == len(tokens):
        return None
    read = _read_tokens(text, plain, lexicon, acts_only=acts_only)
    return read if read.command is not None else None


def _sheet_line(number: int, line: Written, read: Read, vocabulary: Vocabulary, asked: bool) -> SheetLine:
    remarks = tuple(replace(remark, line=number) for remark in read.remarks)
    canonical = _canonical(read.command, vocabulary)
    return SheetLine(number, line.source, line.text, read.command, remarks, canonical, line.block, asked)


def _canonical(command: Command | None, vocabulary: Vocabulary) -> str:
    if isinstance(command, Amendment) and command.text:
        inner = read_line(command.text, vocabulary)
        command = replace(command, text=inner.canonical or command.text)
    return "" if command is None else print_command(command, vocabulary)


def _read_text(text: str, lexicon: Lexicon) -> Read:
    tokens = tokenise(without_comment(text))
    read = _read_tokens(text, tokens, lexicon, acts_only=True)
    return read if read.command is not None else _without_courtesy(text, tokens, lexicon, acts_only=True) or read


def _read_tokens(
    text: str, tokens: tuple[Token, ...], lexicon: Lexicon, *, acts_only: bool = False, head: Head | None = None
) -> Read:
    at = next((i for i, token in enumerate(tokens) if token.text not in FILLERS), len(tokens))
    if at == len(tokens):
        return Read(None, (error(say("nothing is written here"), (0, max(1, len(text)))),))
    line = OrderLine(text, tokens, at, lexicon, acts_only, head)
    read = _read_amendment(line) or _read_script(line) or _read_unit_line(line) or _read_whole_line(line)
    if read.command is None and acts_only:
        return read_loose(Written(0, text, tokens=tuple(tokens[at:])), lexicon) or read
    return read


def _read_amendment(line: OrderLine) -> Read | None:
    """`3 drop`, `3 attack 08.12 hasty`, `after 3: H/505: move 20.12`; None if the line does not begin so."""
    if (dropped := None if line.acts_only else drops(line.text)) is not None:
        return Read(dropped)
    after = line.tokens[line.at].text == "after"
    number_at = line.at + 1 if after else line.at
    attempt = line.attempt()
    if not LINE_NUMBER.fullmatch(attempt.word(number_at)) or is_name_or_hex(attempt, number_at):
        return None
    if not after and begins_a_list(attempt, number_at):
        return None
    rest = attempt.past_fillers(number_at + 1)
    number = int(attempt.word(number_at))
    if line.acts_only:
        return Read(None, (error(say("a change to a line cannot hold another one"), line.tokens[line.at].span),))
    if rest >= len(line.tokens):
        text = say("line {number}: what of it? `{number} drop`, or the new order", number=number)
        return Read(None, (error(text, line.tokens[number_at].span),))
    if not after and [token.text for token in line.tokens[rest:] if token.text not in FILLERS] == ["drop"]:
        return Read(Amendment(number, "drop"))
    return _amended(line, number, rest, after)


def _amended(line: OrderLine, number: int, rest: int, after: bool) -> Read:
    start = line.tokens[rest].start
    text = line.text[start : line.tokens[-1].end]
    inner = _read_text(text, line.lexicon)
    if inner.command is None:
        return Read(None, tuple(replace(remark, column=remark.column + start) for remark in inner.remarks))
    if after and isinstance(inner.command, UnitLine) and not inner.command.units:
        unit, order = _own_unit(line.lexicon.names), text.rstrip()
        told = say("which unit? write `after {number}: {unit}: {order}`", number=number, unit=unit, order=order)
        return Read(None, (error(told, line.tokens[rest].span),))
    return Read(Amendment(number, "after" if after else "replace", text))


def _read_unit_line(line: OrderLine) -> Read | None:
    """`UNITS: act; act` or `ACTIVATE UNITS act; act`; None if the line does not begin with units."""
    segments = between_semicolons(line.tokens, line.at, line.lexicon.grammar)
    if line.head is not None:
        return _activation(line, Head(line.head.calls, line.head.end - line.at), segments)
    attempt = line.attempt(segments[0])
    activate = attempt.word(0) == "activate"
    found = read_units(attempt, attempt.past_fillers(1)) if activate else head_of(attempt, 0, line.lexicon.grammar)
    head = None if found is None else Head(*found)
    if head is not None:
        return _activation(line, head, segments)
    if activate:
        return Read(None, (_bad_activate(attempt),))
    if named_before_colon(line.tokens, line.at) and not _begins_a_verb(line):
        return Read(None, (_word_misspelt(line, attempt) or _bad_head(attempt),))
    return None


def _begins_a_verb(line: OrderLine) -> bool:
    return line.tokens[line.at].text in line.lexicon.grammar.words


def _bad_activate(attempt: Attempt) -> Remark:
    at = attempt.past_fillers(1)
    if at >= len(attempt.tokens):
        return error(say("ACTIVATE which unit?"), attempt.tokens[0].span)
    return unknown_unit(attempt, at)


def _word_misspelt(line: OrderLine, attempt: Attempt) -> Remark | None:
    """`fligth J505-1: …`: not a unit but an order word with a slip, with which the line can be read."""
    word = unknown_word(attempt, 0, line.lexicon.grammar, ("letter", "standing"))
    hints = tuple(hint for hint in word.hints if _reads_with(line, word, hint))
    return replace(word, hints=hints) if hints else None


def _bad_head(attempt: Attempt) -> Remark:
    """The first name before the colon that is no unit: units are read up to it, so it is the furthest place or 0."""
    if attempt.word(attempt.past_fillers(0)) == "message":
        return one_line_message(attempt)
    found = read_units(attempt, 0)
    at = max(attempt.furthest, 0) if found is None else attempt.past_fillers(found[1])
    return unknown_unit(attempt, min(at, len(attempt.tokens) - 1))


def _activation(line: OrderLine, head: Head, segments: list[Sequence[Token]]) -> Read:
    units, end = head
    if begins_script(line, line.attempt(segments[0]), end):
        return _scripted(read_guarded(line, head, segments))
    steps, remarks = read_steps(line, [segments[0][end:], *segments[1:]], units)
    if not steps and not remarks:
        name = segments[0][0].span[0], segments[0][end - 1].end
        remarks = [error(say("no act for this unit: what shall it do?"), name)]
    return Read(None if remarks else UnitLine(units, tuple(steps)), tuple(remarks))


def _scripted(read: Act | list[Remark]) -> Read:
    """A script: one that waits for the enemy's doings is a standing order, one for after the own battles an order."""
    if isinstance(read, list):
        return Read(None, tuple(read))
    return Read(LetterWord(read) if read.verb == "after" else StandingLine(read))


def _read_script(line: OrderLine) -> Read | None:
    """`after 14.12 won: HG2 move 14.11`; None if the line does not begin so."""
    if line.tokens[line.at].text != "after" or not begins_script(line, line.attempt(), line.at):
        return None
    return _scripted(read_heralded(line))


def _read_whole_line(line: OrderLine) -> Read:
    """A word of the letter, a question, a standing order; else acts without units, or why it is none of them."""
    word, grammar = line.tokens[line.at].text, line.lexicon.grammar
    if line.acts_only and (grammar.knows(word, "unit") or word == "if"):
        steps, remarks = read_steps(line, between_semicolons(line.tokens, line.at, line.lexicon.grammar), ())
        return Read(None if remarks else UnitLine((), tuple(steps)), tuple(remarks))
    attempts: list[Attempt] = []
    for place in _places_of(line, word):
        attempt = line.attempt(_without_question_mark(line.tokens) if place == "question" else None)
        found = match_verb(grammar, place, attempt, line.at)
        if found is not None and ends(attempt, found[1]):
            return Read(_WHOLE_LINE[place](found[0]))
        attempts.append(attempt)
    if attempts:
        return Read(None, (not_read(max(attempts, key=lambda attempt: attempt.furthest)),))
    return Read(None, (_unknown_line(line),))


def _places_of(line: OrderLine, word: str) -> Iterator[Place]:
    """Where a word that a line begins with may stand. One of the whole letter has no article before it: `The end` is no order."""
    barred: tuple[Place, ...] = ("letter",) if line.tokens[0].text in FILLER_WORDS else ()
    return (place for place in _WHOLE_LINE if place not in barred and line.lexicon.grammar.knows(word, place))


def _without_question_mark(tokens: tuple[Token, ...]) -> tuple[Token, ...]:
    while tokens and tokens[-1].text == "?":
        tokens = tokens[:-1]
    return tokens


def _unknown_line(line: OrderLine) -> Remark:
    attempt, grammar, word = line.attempt(), line.lexicon.grammar, line.tokens[line.at].text
    if grammar.knows(word, "unit") or word in ("if", "else"):
        unit = _own_unit(line.lexicon.names)
        text = say("which unit? its name and a colon come first: `{unit}: {word} …`", unit=unit, word=word)
        return error(text, line.tokens[line.at].span)
    units = read_units(attempt, line.at)
    if units is not None:
        return unknown_word(attempt, min(attempt.past_fillers(units[1]), len(line.tokens) - 1), grammar, ("unit",))
    if grammar.knows(attempt.word(attempt.past_fillers(line.at + 1)), "unit"):
        return unknown_unit(attempt, line.at)
    if is_chat(line.tokens, line.lexicon.names, grammar):  # nobody is helped by hints on it
        return error(say("no order that I know"), line.tokens[line.at].span)
    meant = meant_in_prose(line.tokens, line.lexicon.names, grammar)
    if meant:
        return in_a_sentence(attempt, *meant)
    remark = unknown_word(attempt, line.at, grammar, ("letter", "unit", "question", "standing"))
    return replace(remark, hints=tuple(hint for hint in remark.hints if _would_run(line, remark, hint)))


def _own_unit(names: Names) -> str:
    """A unit of the writer's, as an example; the word UNIT for who has none."""
    first = next(iter(names.calls.names), "")
    return names.calls.exact(first) or "UNIT" if first else "UNIT"


def _would_run(line: OrderLine, remark: Remark, hint: str) -> bool:
    """Is a hint of the kind that the line is of: can it be read with it, or is it of units and hexes like the line?"""
    grammar, names = line.lexicon.grammar, line.lexicon.names
    if begins_an_order(hint, grammar):
        return names_a_place(line.tokens, names, grammar)
    return _reads_with(line, remark, hint)


def _reads_with(line: OrderLine, remark: Remark, hint: str) -> bool:
    """Can the line be read with a hint in its place?"""
    text = fixed(line.text, replace(remark, hints=(hint,)))
    tokens = tokenise(without_comment(text))
    return len(tokens) > 1 and _read_tokens(text, tokens, line.lexicon).command is not None

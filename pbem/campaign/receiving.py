"""A letter is received: its lines are read, held against the draft that waits, and become a request."""

from collections.abc import Mapping
from functools import cache
from typing import TypeAlias, TypeVar

from pbem.campaign.accepting import Acceptance, acceptance
from pbem.campaign.drafting import DraftChange, Redrafted, amended, closing_word, is_closing
from pbem.campaign.repeated_orders import expanded
from pbem.campaign.request import PLAN, Request, WordSaid
from pbem.campaign.state import AdminState, Draft
from pbem.kernel.i18n import say
from pbem.kernel.numbered_lines import NumberedLine
from pbem.kernel.values import Value, replace
from pbem.orders.line_numbers import change_meant, without_list_numbers
from pbem.orders.parser import lexicon_for, read_orders
from pbem.orders.scripts import with_steps
from pbem.orders.tree import (
    Act,
    Amendment,
    BlockLine,
    FieldLine,
    LetterWord,
    Message,
    OrderSheet,
    Question,
    SheetLine,
    StandingLine,
    Trait,
    UnitLine,
    Verb,
    Vocabulary,
    Writing,
)
from pbem.orders.whose import begins_with_units

Traits: TypeAlias = Mapping[str, tuple[Trait, ...]]
T = TypeVar("T")


class _Letter(Value):
    """A letter that is read: its lines, those outside blocks, its words, and what its writer's seat and draft were before it."""

    whole: OrderSheet
    written: OrderSheet
    words: tuple[WordSaid, ...]
    accepting: Acceptance
    draft: Draft | None
    vocabulary: Vocabulary

    @property
    def said(self) -> frozenset[str]:
        """The words that are said of it as a whole."""
        return frozenset(word.act.verb for word in self.words if word.is_bare)

    @property
    def ends(self) -> bool:
        """YES END."""
        return any(word.act.verb == "yes" and word.act.says("end") for word in self.words)

    @property
    def ends_without_a_draft(self) -> bool:
        """YES END while nothing waits: the part of play is closed, and nothing is fixed."""
        return self.ends and self.draft is None

    @property
    def costs(self) -> tuple[str, ...]:
        """What its writer was told that END would cost, and says YES to."""
        return self.draft.costs if self.draft and self.sure else ()

    @property
    def fixes(self) -> bool:
        """Does a word of it take up the draft that waits?"""
        return any("fixes" in word.traits for word in self.words if word.is_bare)

    @property
    def apart(self) -> bool:
        """Does it leave the draft alone that waits?"""
        return any("apart" in word.traits for word in self.words if word.is_bare)

    @property
    def sure(self) -> bool:
        """Is it the YES that the draft waits for?"""
        return "yes" in self.said and self.draft is not None and self.draft.confirm


def receive(admin: AdminState, seat: str, answers: str, lines: tuple[NumberedLine, ...], vocabulary: Vocabulary) -> Request:
    """The request in a letter's lines. answers: the number of our letter it replies to, "" if none."""
    traits, held = _traits(vocabulary.verbs), admin.seats.get(seat)
    whole = _parted(_outside(_read(lines, admin.drafts.get(seat), vocabulary), traits), traits)
    invited = held is not None and not held.accepted
    letter = _letter(whole, acceptance(whole, lines) if invited else "", admin.drafts.get(seat), vocabulary)
    if invited:
        letter = _answering(letter)
    written, changes = letter.written, _changes(letter)
    unasked = tuple(ln for ln in written.lines if ln.asks and ln.command is None)
    orders = _orders(letter, {*changes, *(ln.number for ln in unasked)})
    taken_up = _redrafted(letter, DraftChange(tuple(changes.values()), "yes" in letter.said and not letter.ends, orders))
    fixed = taken_up or Redrafted(orders, (), _nothing_waits(letter))
    turned = tuple(line for line in fixed.lines if not _is_order(line, traits))  # what lines of a draft became by being fixed
    told = OrderSheet((*written.lines, *turned))
    return Request(
        seat=seat, answers=answers, written=OrderSheet((*whole.lines, *turned)), words=(*letter.words, *_words(turned, traits)),
        lines=expanded(admin, seat, tuple(line for line in fixed.lines if _is_order(line, traits)), vocabulary),
        amends=taken_up is not None and not letter.ends_without_a_draft,
        problems=fixed.problems, joined=fixed.notes,
        questions=tuple(dict.fromkeys(_all(told, Question))),
        standing=_all(told, StandingLine), messages=_messages(written), writings=_all(written, Writing),
        blocks=_blocks(whole),
        chat=tuple(line.text.strip() for line in whole.chat), unasked=unasked, ends=letter.ends, accepting=letter.accepting,
        numbered=bool(changes), sure=letter.sure, costs=letter.costs,
    )  # fmt: skip


def _read(lines: tuple[NumberedLine, ...], draft: Draft | None, vocabulary: Vocabulary) -> OrderSheet:
    """What a letter says. While no draft waits, of which they would be lines, the numbers of a list in it are left out."""
    read = read_orders(lines, vocabulary)
    if draft or not any(isinstance(line.command, Amendment) or line.command is None for line in read.lines):
        return read
    free = {line.source for line in read.lines if line.block or isinstance(line.command, Message | Writing | BlockLine)}
    starts = {line.source for line in read.lines} | {line.source for line in read.chat}
    beside, inside = set[int](), False
    for line in lines:  # one that begins nothing belongs to what stands above it
        inside = line.number in free if line.number in starts else inside
        beside |= {line.number} if inside else set()
    plain = without_list_numbers(lines, beside, lexicon_for(vocabulary))
    return read if plain == lines else read_orders(plain, vocabulary)


def _letter(whole: OrderSheet, accepting: Acceptance, draft: Draft | None, vocabulary: Vocabulary) -> _Letter:
    """The letter with its words."""
    traits = _traits(vocabulary.verbs)
    written = OrderSheet(tuple(ln for ln in whole.lines if not ln.block))  # what stands in a block has its own time
    return _Letter(whole, written, _words(written.lines, traits), accepting, draft, vocabulary)


def _words(lines: tuple[SheetLine, ...], traits: Traits) -> tuple[WordSaid, ...]:
    """The words of the whole letter among lines."""
    acts = (line.command.act for line in lines if isinstance(line.command, LetterWord))
    return tuple(WordSaid(act, traits[act.verb]) for act in acts if act.verb in traits)


def _answering(letter: _Letter) -> _Letter:
    """The letter of an invited seat: "I do not" on the line above an ACCEPT, "my apologies" on the one below, take no seat.

    One that says both ACCEPT and DECLINE says neither.
    """
    words = tuple(word for word in letter.words if word.act.verb != "accept")
    if letter.accepting == "yes" and any(word.act.verb == "decline" for word in words):
        return replace(letter, accepting="unclear", words=tuple(word for word in words if word.act.verb != "decline"))
    taken = WordSaid(Act("accept"), _traits(letter.vocabulary.verbs).get("accept", ()))
    return replace(letter, words=(*words, taken) if letter.accepting == "yes" else words)


def _changes(letter: _Letter) -> dict[int, Amendment]:
    """What it changes of the draft that waits, by the number of the line that says so."""
    return {ln.number: change for ln in letter.written.lines if (change := _change(ln, letter.draft, letter.vocabulary))}


def _orders(letter: _Letter, others: set[int]) -> tuple[SheetLine, ...]:
    """Its order lines, but for those with these numbers, which say something else."""
    traits = _traits(letter.vocabulary.verbs)
    return tuple(_heralded(ln, traits) for ln in letter.whole.lines if _is_order(ln, traits) and ln.number not in others)


def _messages(sheet: OrderSheet) -> tuple[Message, ...]:
    """The messages of a letter, each for one that it names."""
    return tuple(replace(item, to=to) for item in _all(sheet, Message) for to in dict.fromkeys(item.to.split(",")))


def _all(sheet: OrderSheet, kind: type[T]) -> tuple[T, ...]:
    """What its lines say of one kind, in order."""
    return tuple(line.command for line in sheet.lines if isinstance(line.command, kind))


@cache
def _traits(verbs: tuple[Verb, ...]) -> Traits:
    """The traits of each word of the whole letter; the words of a ruleset have none."""
    return {verb.name: verb.traits for verb in verbs if verb.traits}


def _nothing_waits(letter: _Letter) -> tuple[str, ...]:
    """A YES while nothing waits."""
    if "yes" not in letter.said or letter.ends or letter.draft:
        return ()
    return (say("you have no draft to fix"),)


def _outside(whole: OrderSheet, traits: Traits) -> OrderSheet:
    """A letter whose blocks that run among its orders hold orders alone: EXTEND, a question or a standing order between AFTER
    BATTLES and END is said of the whole letter, as it would be on any other line."""
    return replace(whole, lines=tuple(replace(ln, block="") if _is_said_in_passing(ln, traits) else ln for ln in whole.lines))


def _is_said_in_passing(line: SheetLine, traits: Traits) -> bool:
    """Does it stand in a block that runs, and is neither an order of the block nor a line that was not understood?"""
    return _runs(line.block, traits) and not isinstance(line.command, UnitLine | None)


def _parted(whole: OrderSheet, traits: Traits) -> OrderSheet:
    """A letter with orders above FOR NEXT and below it: those above are for now, and only those below are the plan."""
    at = next((n for n, ln in enumerate(whole.lines) if not ln.block and _is_for_next(ln, traits)), 0)
    orders = [_is_order(line, traits) for line in whole.lines]
    if not any(orders[:at]) or not any(orders[at + 1 :]):
        return whole
    opened = replace(whole.lines[at], command=BlockLine(Act(PLAN)))
    below = zip(whole.lines[at + 1 :], orders[at + 1 :], strict=True)
    planned = (replace(ln, block=PLAN) if is_order or _says_how(ln, traits) else ln for ln, is_order in below)
    return replace(whole, lines=(*whole.lines[:at], opened, *planned))


def _says_how(line: SheetLine, traits: Traits) -> bool:
    """Is it a word that says how orders are to run?"""
    return isinstance(line.command, LetterWord) and "manner" in traits.get(line.command.act.verb, ())


def _is_for_next(line: SheetLine, traits: Traits) -> bool:
    return isinstance(line.command, LetterWord) and "next" in traits.get(line.command.act.verb, ())


def _redrafted(letter: _Letter, change: DraftChange) -> Redrafted | None:
    """What becomes of the draft that waits: changed, or joined by the lines of the letter. None: they stand by themselves."""
    draft, beside = letter.draft, change.beside
    if draft is None:
        return _nothing_to_change(letter, change)
    if not _takes_up(letter, draft, change):
        return None
    if letter.ends and not draft.confirm:
        change = replace(change, beside=(*beside, *_end(beside, letter.vocabulary)))
    return amended(draft, change, letter.vocabulary)


def _nothing_to_change(letter: _Letter, change: DraftChange) -> Redrafted | None:
    """Changes, or a YES END, while no draft waits."""
    lines = (*change.beside, *_end(change.beside, letter.vocabulary)) if letter.ends else change.beside
    missing = (say("you have no draft to fix"),) if change.amendments else ()
    return Redrafted(lines, missing) if missing or letter.ends else None


def _takes_up(letter: _Letter, draft: Draft, change: DraftChange) -> bool:
    """Does the letter go on with the draft that waits?"""
    if draft.confirm and not (change.amendments or "yes" in letter.said):
        return False  # what was asked about lapses: these orders take its place
    if letter.apart or any(is_closing(ln, letter.vocabulary.verbs) and _anyway(ln) for ln in change.beside):
        return False
    if change.amendments or letter.fixes:
        return True
    return not all(_is_lost(line, letter.vocabulary) for line in change.beside)


def _end(beside: tuple[SheetLine, ...], vocabulary: Vocabulary) -> tuple[SheetLine, ...]:
    """The word that closes the writer's part of play, unless it is there."""
    word = closing_word(vocabulary.verbs)
    if not word or any(is_closing(line, vocabulary.verbs) for line in beside):
        return ()
    return (SheetLine(len(beside) + 1, 0, word, LetterWord(Act(word)), (), word),)


def _is_lost(line: SheetLine, vocabulary: Vocabulary) -> bool:
    """Can a line neither be read nor be told whom it is for? A draft is not joined by it."""
    return line.command is None and not begins_with_units(line.text, vocabulary)


def _anyway(line: SheetLine) -> bool:
    return isinstance(line.command, LetterWord) and line.command.act.says("anyway")


def _blocks(sheet: OrderSheet) -> tuple[tuple[str, tuple[SheetLine, ...]], ...]:
    """The blocks of order lines, each under the name of the verb that opens it; one without its END is none."""
    found: list[tuple[str, list[SheetLine]]] = []
    for line in sheet.lines:
        if isinstance(line.command, BlockLine) and line.command.act:
            found.append((line.command.act.verb, []))
        elif line.block and found:
            found[-1][1].append(line)
    return tuple((name, tuple(body)) for name, body in found)


def _heralded(line: SheetLine, traits: Traits) -> SheetLine:
    """A line of a block that runs among the orders (AFTER and a word) as it would be written by itself, so that a draft keeps its
    sense."""
    if not _runs(line.block, traits):
        return line
    head = f"{line.block}: "
    remarks = tuple(replace(r, column=r.column + len(head)) for r in line.remarks)
    command = line.command
    if isinstance(command, UnitLine):
        verb, *words = line.block.split()
        command = LetterWord(with_steps(Act(verb, tuple(words)), command.units, command.steps))
    canonical = line.canonical and head + line.canonical
    return replace(line, text=head + line.text, command=command, remarks=remarks, canonical=canonical, block="")


def _runs(block: str, traits: Traits) -> bool:
    """Is it a block whose lines run among the orders of its letter?"""
    return "runs" in traits.get(block, ())


def _is_order(line: SheetLine, traits: Traits) -> bool:
    """Unit lines, words that run, and lines that were not understood; what stands in a block runs at its own time."""
    runs = _runs(line.block, traits)
    if runs and isinstance(line.command, UnitLine):
        return True
    if line.block or isinstance(line.command, BlockLine):
        return line.command is None and (runs or not line.block)
    if isinstance(line.command, LetterWord):
        return WordSaid(line.command.act, traits.get(line.command.act.verb, ())).runs
    return line.command is None or isinstance(line.command, (UnitLine, FieldLine))


def runs_in_a_plan(line: SheetLine, verbs: tuple[Verb, ...]) -> bool:
    """Is it what a plan may hold, where that is read at its own hour: an order, a question, or a word that says how orders run?"""
    traits, command = _traits(verbs), line.command
    if isinstance(command, LetterWord) and {"manner", "guards", "carries"} & set(traits.get(command.act.verb, ())):
        return True
    return isinstance(command, Question) or _is_order(replace(line, block=""), traits)


def _change(line: SheetLine, draft: Draft | None, vocabulary: Vocabulary) -> Amendment | None:
    """The change to a draft that a line makes. One whose new order is faulty again is a change too: the draft waits with it."""
    if isinstance(line.command, Amendment):
        return line.command
    meant = change_meant(line.text, lexicon_for(vocabulary)) if draft and line.command is None else None
    if not (draft and meant and 1 <= meant.line <= len(draft.lines)):
        return None
    return (
        meant if read_orders((NumberedLine(1, meant.text),), vocabulary).lines else None
    )  # chat behind a number takes no line's place

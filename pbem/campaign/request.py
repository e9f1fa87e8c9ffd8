"""A letter becomes a request: the order lines to run, what is asked, filed and said, and how the run is meant."""

import hashlib

from pbem.campaign.accepting import Acceptance, acceptance
from pbem.campaign.drafting import DraftChange, Redrafted, amended, is_closing
from pbem.campaign.repeated_orders import expanded
from pbem.campaign.state import AdminState, Draft
from pbem.campaign.words.of_letters import WORDS
from pbem.campaign.words.of_the_campaign import CAMPAIGN_VERBS
from pbem.kernel.i18n import say
from pbem.kernel.values import Value, field, replace
from pbem.orders.line_numbers import change_meant
from pbem.orders.parser import lexicon_for, read_orders
from pbem.orders.printer import normalised
from pbem.orders.scripts import with_steps
from pbem.orders.tree import (
    Act,
    Amendment,
    BlockLine,
    LetterWord,
    Message,
    OrderSheet,
    Question,
    SheetLine,
    StandingLine,
    UnitLine,
    Vocabulary,
    Writing,
)
from pbem.orders.whose import begins_with_units

WHOLE_LETTER = frozenset(word.verb.name for word in WORDS)
RUNS = ("end impulse", "pass", "stop", "after")
PLAN = "plan for next"  # the block whose lines are for the seat's next impulse
AFTER = "after battles"  # the block whose lines run after the battles of the same impulse
SWITCHES = ("yes", "cancel", "check", "carry out what you can", "again", "accept", "new token",
            "for next impulse", "run anyway", "cancel plan")  # fmt: skip
FILING = frozenset({"cancel", "new token", "for next impulse", "cancel plan"})
ASKING = ("spend", "keep", "deficit", "carry out what you can", "run anyway", "void")
DESK = ("delegate", "take back", "decline", "resign", "volunteer", "countermand", "ops", "h-hour", "done", "execute",
        "hand back", "format", "attachments", "digest")  # fmt: skip
BUDGET = ("spend", "keep", "deficit")
MOST_DEFICIT = 3  # TOCS-3.5-2
AMENDING = frozenset({"yes", "carry out what you can"})  # words that take up the draft that waits, by themselves
LEANING = AMENDING | {"cancel", "accept"}  # words that the letter which they answer gives their sense


class Request(Value):
    """What a seat wants.

    written: the sheet as it came; lines: the order lines to run (after amendments), numbered anew; problems: amendments
    that could not be made; said: the words for the whole letter; budget: ("spend", 9); amends: it mends a draft;
    desk: words about seats and formations, and about how a seat wants its letters;
    blocks: (verb that opens it, lines) of each block of order lines (`AFTER BATTLES … END`);
    remarks: what the answer says of the letter itself;
    chat: what stood beside the orders, as written; unasked: questions that cannot be read; joined: what the letter did to a draft
    that waited; sure: the letter answers a question (YES), and is not asked again; costs: what its writer was told that END would
    cost, None: whatever it is; ends: YES END, what is ready runs and the impulse is closed; accepting: what the letter of an
    invited seat says of its invitation in passing; numbered: it names lines of a draft by their numbers.
    """

    seat: str
    answers: str
    written: OrderSheet
    lines: tuple[SheetLine, ...]
    problems: tuple[str, ...] = ()
    said: frozenset[str] = frozenset()
    budget: tuple[tuple[str, int], ...] = ()
    questions: tuple[Question, ...] = ()
    standing: tuple[StandingLine, ...] = ()
    messages: tuple[Message, ...] = ()
    writings: tuple[Writing, ...] = ()
    amends: bool = False
    decisions: tuple[Act, ...] = ()
    halts: tuple[str, ...] = ()
    guards: tuple[Act, ...] = ()
    addresses: tuple[str, ...] = ()
    desk: tuple[Act, ...] = ()
    blocks: tuple[tuple[str, tuple[SheetLine, ...]], ...] = ()
    left_out: tuple[str, ...] = field(default=())
    remarks: tuple[str, ...] = ()
    campaign: tuple[Act, ...] = ()
    chat: tuple[str, ...] = ()
    unasked: tuple[SheetLine, ...] = ()
    joined: tuple[str, ...] = ()
    sure: bool = False
    costs: tuple[str, ...] | None = ()
    ends: bool = False
    accepting: Acceptance = ""
    numbered: bool = False

    @property
    def acts(self) -> bool:
        """Does it do anything besides asking?"""
        return bool(self.lines or self.standing or self.messages or self.writings or self.amends or self.said
                    or self.problems or self.decisions or self.addresses or self.halts or self.blocks or self.desk
                    or self.campaign)  # fmt: skip

    @property
    def plays(self) -> bool:
        """Does it touch play: orders, standing orders, plans, decisions?"""
        return bool(self.lines or self.standing or self.amends or self.decisions or self.halts or self.blocks or self.writings)

    @property
    def leans(self) -> bool:
        """Does it say something that has its sense from the letter it answers: YES, a change to a line of a draft?"""
        return bool(self.said & LEANING or self.numbered or self.ends or self.decisions)

    @property
    def goes_beyond_lines(self) -> bool:
        """Would it file, send, answer or drop anything besides the order lines it runs?"""
        return bool(self.messages or self.writings or self.decisions or self.halts or self.blocks or self.addresses or self.desk
                    or self.said & FILING)  # fmt: skip

    @property
    def faulty(self) -> tuple[SheetLine, ...]:
        """Lines that were not understood."""
        return tuple(ln for ln in self.lines if any(r.kind == "error" for r in ln.remarks))

    def key(self, impulse: str, edition: int = 0) -> str:
        """The effect key: seat, letter answered (else the impulse it came in), normalised orders; edition: rollbacks so far."""
        again = (str(edition),) if edition else ()
        return _hashed(self.seat, self.answers or impulse, normalised(self.written), *again)

    def copy_key(self, letter: str) -> str:
        """The key by which a copy of this very letter is known, whenever it comes: its Message-ID, else its bytes, and its orders.

        A letter that answers none of ours and ends the impulse would be another effect when its copy came in the next.
        """
        return _hashed("copy", self.seat, letter, normalised(self.written))


def _hashed(*parts: str) -> str:
    return hashlib.sha256("\x1f".join(parts).encode()).hexdigest()[:32]


def only_questions(request: Request) -> Request:
    """The request without anything that acts."""
    return replace(
        request, lines=(), problems=(), said=frozenset(), budget=(), standing=(), messages=(), writings=(), amends=False,
        halts=(), blocks=(), desk=(), campaign=(), decisions=(), addresses=(),
    )  # fmt: skip


def receive(affairs: AdminState, seat: str, answers: str, lines: tuple[tuple[int, str], ...], vocabulary: Vocabulary) -> Request:
    """The request in a letter's lines. answers: the number of our letter it replies to, "" if none."""
    whole = _parted(read_orders(lines, vocabulary))
    held, draft = affairs.seats.get(seat), affairs.drafts.get(seat)
    written = OrderSheet(tuple(ln for ln in whole.lines if not ln.block))  # what stands in a block has its own time
    words = tuple(ln.command.act for ln in written.lines if isinstance(ln.command, LetterWord))
    said = frozenset(act.verb for act in words if act.verb in SWITCHES and not act.slots and "all" not in act.words)
    accepting = acceptance(whole, lines) if held and not held.accepted else ""
    if held and not held.accepted:  # "I do not" on the line above an ACCEPT, "my apologies" on the one below, take no seat
        said = said | {"accept"} if accepting == "yes" else said - {"accept"}
    changes = {ln.number: change for ln in written.lines if (change := _change(ln, draft, vocabulary))}
    unasked = tuple(ln for ln in written.lines if ln.asks and ln.command is None)
    orders = tuple(_heralded(ln) for ln in whole.lines if _is_order(ln) and ln.number not in changes and ln not in unasked)
    ends = any(act.verb == "yes" and act.says("end") for act in words)
    redrafted = _redrafted(
        draft, DraftChange(tuple(changes.values()), "yes" in said and not ends, orders), (said, ends), vocabulary
    )
    orders = expanded(affairs, seat, redrafted.lines if redrafted else orders, vocabulary)
    nothing_waits = (say("no orders of yours wait to be mended"),) if "yes" in said and not (ends or draft) else ()
    return Request(
        seat=seat, answers=answers, written=OrderSheet(whole.lines), lines=orders, said=said,
        amends=redrafted is not None and not (ends and draft is None),
        problems=redrafted.problems if redrafted else (),
        joined=(*(redrafted.notes if redrafted else nothing_waits), *_overdrawn(written)),
        budget=_budget(written),
        decisions=_acts(written, "answer"),
        guards=_acts(written, "void"),
        halts=tuple(act.text("FORMATION") or "" for act in _acts(written, "halt")),
        addresses=tuple(act.text("TEXT") or "" for act in _acts(written, "add address")),
        desk=_acts(written, *DESK),
        questions=tuple(dict.fromkeys(ln.command for ln in written.lines if isinstance(ln.command, Question))),
        standing=tuple(ln.command for ln in written.lines if isinstance(ln.command, StandingLine)),
        messages=tuple(ln.command for ln in written.lines if isinstance(ln.command, Message)),
        writings=tuple(ln.command for ln in written.lines if isinstance(ln.command, Writing)),
        blocks=_blocks(whole),
        campaign=_acts(written, *CAMPAIGN_VERBS),
        chat=tuple(line.text.strip() for line in whole.chat), unasked=unasked, ends=ends, accepting=accepting,
        numbered=bool(changes),
        sure="yes" in said and draft is not None and draft.confirm,
        costs=draft.costs if draft and draft.confirm and "yes" in said else (),
    )  # fmt: skip


def _parted(whole: OrderSheet) -> OrderSheet:
    """A letter with orders above FOR NEXT IMPULSE and below it: those above are for now, and only those below are the plan."""
    at = next((n for n, ln in enumerate(whole.lines) if not ln.block and _is_word(ln, "for next impulse")), 0)
    below = whole.lines[at + 1 :]
    if not any(map(_is_order, whole.lines[:at])) or not any(map(_is_order, below)):
        return whole
    opened = replace(whole.lines[at], command=BlockLine(Act(PLAN)))
    planned = (replace(ln, block=PLAN) if _is_order(ln) or _is_word(ln, *ASKING) else ln for ln in below)
    return replace(whole, lines=(*whole.lines[:at], opened, *planned))


def _is_word(line: SheetLine, *verbs: str) -> bool:
    return isinstance(line.command, LetterWord) and line.command.act.verb in verbs


def _overdrawn(written: OrderSheet) -> tuple[str, ...]:
    """DEFICIT beyond what the rules allow is not passed over."""
    asked = [number for verb, number in _budget(written) if verb == "deficit" and number > MOST_DEFICIT]
    return tuple(say("DEFICIT {number}: three OPs are the most (TOCS-3.5-2), and three count here", number=n) for n in asked)


def _redrafted(
    draft: Draft | None, change: DraftChange, words: tuple[frozenset[str], bool], vocabulary: Vocabulary
) -> Redrafted | None:
    """What becomes of the draft that waits: changed, or joined by the lines of the letter. None: they stand by themselves."""
    said, ends = words
    beside = change.beside
    if draft is None:
        lines = (*beside, *_end(beside)) if ends else beside
        missing = (say("no orders of yours wait to be mended"),) if change.amendments else ()
        return Redrafted(lines, missing) if missing or ends else None
    if draft.confirm and not (change.amendments or "yes" in said):
        return None  # what was asked about lapses: these orders take its place
    apart = said & {"cancel", "check", "for next impulse"} or any(is_closing(ln) and _anyway(ln) for ln in beside)
    if apart or not (beside or change.amendments or said & AMENDING):
        return None
    if not (change.amendments or said & AMENDING) and all(_is_lost(line, vocabulary) for line in beside):
        return None
    if ends and not draft.confirm:
        change = replace(change, beside=(*beside, *_end(beside)))
    return amended(draft, change, vocabulary)


def _end(beside: tuple[SheetLine, ...]) -> tuple[SheetLine, ...]:
    """END IMPULSE, unless it is there."""
    if any(is_closing(line) for line in beside):
        return ()
    return (SheetLine(len(beside) + 1, 0, "end impulse", LetterWord(Act("end impulse")), (), "end impulse"),)


def _is_lost(line: SheetLine, vocabulary: Vocabulary) -> bool:
    """Can a line neither be read nor be told whom it is for? A draft is not joined by it."""
    return line.command is None and not begins_with_units(line.text, vocabulary)


def _anyway(line: SheetLine) -> bool:
    return isinstance(line.command, LetterWord) and line.command.act.says("anyway")


def _acts(sheet: OrderSheet, *verbs: str) -> tuple[Act, ...]:
    """The words of the whole letter that are one of these verbs."""
    words = (ln.command.act for ln in sheet.lines if isinstance(ln.command, LetterWord))
    return tuple(act for act in words if act.verb in verbs)


def _blocks(sheet: OrderSheet) -> tuple[tuple[str, tuple[SheetLine, ...]], ...]:
    """The blocks of order lines, each under the name of the verb that opens it; one without its END is none."""
    found: list[tuple[str, list[SheetLine]]] = []
    for line in sheet.lines:
        if isinstance(line.command, BlockLine) and line.command.act:
            found.append((line.command.act.verb, []))
        elif line.block and found:
            found[-1][1].append(line)
    return tuple((name, tuple(body)) for name, body in found)


def _heralded(line: SheetLine) -> SheetLine:
    """A line of the block AFTER BATTLES as it would be written by itself, so that a draft keeps its sense."""
    if line.block != AFTER:
        return line
    head = f"{AFTER}: "
    remarks = tuple(replace(r, column=r.column + len(head)) for r in line.remarks)
    command = line.command
    if isinstance(command, UnitLine):
        command = LetterWord(with_steps(Act("after", ("battles",)), command.units, command.steps))
    canonical = line.canonical and head + line.canonical
    return replace(line, text=head + line.text, command=command, remarks=remarks, canonical=canonical, block="")


def _is_order(line: SheetLine) -> bool:
    """Unit lines, words that run, and lines that were not understood; what stands in a block runs at its own time."""
    if line.block == AFTER and isinstance(line.command, UnitLine):
        return True
    if line.block or isinstance(line.command, BlockLine):
        return line.command is None and line.block in ("", AFTER)
    if isinstance(line.command, LetterWord):
        act = line.command.act
        expands = act.verb == "continue" or (act.verb == "again" and (act.slots or "all" in act.words))
        return bool(expands) or act.verb in RUNS or line.command.act.verb not in WHOLE_LETTER
    return line.command is None or isinstance(line.command, UnitLine)


def _change(line: SheetLine, draft: Draft | None, vocabulary: Vocabulary) -> Amendment | None:
    """The change to a draft that a line makes. One whose new order is faulty again is a change too: the draft waits with it."""
    if isinstance(line.command, Amendment):
        return line.command
    meant = change_meant(line.text, lexicon_for(vocabulary)) if draft and line.command is None else None
    if not (draft and meant and 1 <= meant.line <= len(draft.lines)):
        return None
    return meant if read_orders(((1, meant.text),), vocabulary).lines else None  # chat behind a number takes no line's place


def _budget(sheet: OrderSheet) -> tuple[tuple[str, int], ...]:
    words = [ln.command.act for ln in sheet.lines if isinstance(ln.command, LetterWord) and ln.command.act.verb in BUDGET]
    return tuple((act.verb, act.number("N") or 0) for act in words)

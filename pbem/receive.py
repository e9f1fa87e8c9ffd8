"""A letter becomes a request: the order lines to run, what is asked, filed and said, and how the run is meant."""

import hashlib

from pbem.command.affairs import Affairs, Draft
from pbem.command.campaign_words import CAMPAIGN_VERBS
from pbem.command.expansion import expanded
from pbem.command.words import WORDS
from pbem.kernel.tongue import say
from pbem.kernel.values import Value, field, replace
from pbem.orders.hints import mended
from pbem.orders.printing import normalised
from pbem.orders.reading import begins_with_act, change_meant, read_line, read_orders
from pbem.orders.scripts import with_steps
from pbem.orders.sheet import (
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

WHOLE_LETTER = frozenset(word.verb.name for word in WORDS)
RUNS = ("end impulse", "pass", "stop", "after")
AFTER = "after battles"  # the block whose lines run after the battles of the same impulse
SWITCHES = ("yes", "cancel", "check", "carry out what you can", "again", "accept", "new token",
            "for next impulse", "run anyway", "cancel plan")  # fmt: skip
FILING = frozenset({"cancel", "new token", "for next impulse", "cancel plan"})
ASKING = ("spend", "keep", "deficit", "carry out what you can", "run anyway", "void")
DESK = ("delegate", "take back", "decline", "resign", "volunteer", "countermand", "ops", "h-hour", "done", "execute",
        "hand back", "format", "attachments", "digest")  # fmt: skip
BUDGET = ("spend", "keep", "deficit")


class Request(Value):
    """What a seat wants.

    written: the sheet as it came; lines: the order lines to run (after amendments), numbered anew; problems: amendments
    that could not be made; said: the words for the whole letter; budget: ("spend", 9); amends: it mends a draft;
    desk: words about seats and formations, and about how a seat wants its letters;
    blocks: (verb that opens it, lines) of each block of order lines (`AFTER BATTLES … END`).
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
    campaign: tuple[Act, ...] = ()

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


def receive(affairs: Affairs, seat: str, answers: str, lines: tuple[tuple[int, str], ...], vocabulary: Vocabulary) -> Request:
    """The request in a letter's lines. answers: the number of our letter it replies to, "" if none."""
    whole = read_orders(lines, vocabulary)
    written = OrderSheet(tuple(ln for ln in whole.lines if not ln.block))  # what stands in a block has its own time
    words = (ln.command.act for ln in written.lines if isinstance(ln.command, LetterWord))
    said = frozenset(act.verb for act in words if act.verb in SWITCHES and not act.slots and "all" not in act.words)
    changes = {ln.number: change for ln in written.lines if (change := _change(ln, affairs.drafts.get(seat)))}
    amendments = tuple(changes.values())
    orders = tuple(_heralded(ln) for ln in whole.lines if _is_order(ln) and ln.number not in changes)
    problems: tuple[str, ...] = ()
    amends = bool(amendments) or "yes" in said
    if amends:
        orders, problems = _amended(affairs.drafts.get(seat), (amendments, "yes" in said, orders), vocabulary)
    orders = expanded(affairs, seat, orders, vocabulary)
    return Request(
        seat=seat, answers=answers, written=whole, lines=orders, problems=problems, said=said, amends=amends,
        budget=_budget(written),
        decisions=_acts(written, "answer"),
        guards=_acts(written, "void"),
        halts=tuple(act.text("FORMATION") or "" for act in _acts(written, "halt")),
        addresses=tuple(act.text("TEXT") or "" for act in _acts(written, "add address")),
        desk=_acts(written, *DESK),
        questions=tuple(ln.command for ln in written.lines if isinstance(ln.command, Question)),
        standing=tuple(ln.command for ln in written.lines if isinstance(ln.command, StandingLine)),
        messages=tuple(ln.command for ln in written.lines if isinstance(ln.command, Message)),
        writings=tuple(ln.command for ln in written.lines if isinstance(ln.command, Writing)),
        blocks=_blocks(whole),
        campaign=_acts(written, *CAMPAIGN_VERBS),
    )  # fmt: skip


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


def _change(line: SheetLine, draft: Draft | None) -> Amendment | None:
    """The change to a draft that a line makes. One whose new order is faulty again is a change too: the draft waits with it."""
    if isinstance(line.command, Amendment):
        return line.command
    meant = change_meant(line.text) if draft and line.command is None else None
    return meant if draft and meant and 1 <= meant.line <= len(draft.lines) else None


def _budget(sheet: OrderSheet) -> tuple[tuple[str, int], ...]:
    words = [ln.command.act for ln in sheet.lines if isinstance(ln.command, LetterWord) and ln.command.act.verb in BUDGET]
    return tuple((act.verb, act.number("N") or 0) for act in words)


def _amended(
    draft: Draft | None, change: tuple[tuple[Amendment, ...], bool, tuple[SheetLine, ...]], vocabulary: Vocabulary
) -> tuple[tuple[SheetLine, ...], tuple[str, ...]]:
    """The draft's lines after amendments and YES, read anew, with lines written beside them at the end."""
    amendments, yes, beside = change
    if draft is None:
        return beside, (say("no orders of yours wait to be mended"),)
    texts: list[list[str]] = [[text] for text in draft.lines]
    problems: list[str] = []
    for amendment in (replace(a, line=line) for a in amendments for line in (a.line, *a.more)):
        if not 1 <= amendment.line <= len(texts):
            problems.append(say("there is no line {line}: the draft has {number}", line=amendment.line, number=len(texts)))
            continue
        _amend(texts, amendment, vocabulary, problems)
    flat = [text for slot in texts for text in slot]
    if yes:
        problems += _without_a_hint(flat, vocabulary)
        flat = [_with_hints(text, vocabulary) for text in flat]
    flat += [line.text for line in beside]
    return read_orders(tuple(enumerate(flat, 1)), vocabulary).lines, tuple(problems)


def _amend(texts: list[list[str]], amendment: Amendment, vocabulary: Vocabulary, problems: list[str]) -> None:
    slot = texts[amendment.line - 1]
    if amendment.kind == "drop":
        slot.clear()
    elif amendment.kind == "after":
        slot.append(amendment.text)
    else:
        changed = amendment.text
        if slot and begins_with_act(amendment.text, vocabulary):
            whole = _replaced_act(slot[0], amendment.text, vocabulary)
            if whole is None and any(line.remarks for line in read_orders(((1, changed),), vocabulary).lines):
                problems.append(say("line {line}: write the whole line, with its units", line=amendment.line))
                return
            changed = whole or changed
        slot[:] = [changed]


def _replaced_act(text: str, acts: str, vocabulary: Vocabulary) -> str | None:
    """The line with its faulty act (or its only act) replaced; None when it cannot be told which."""
    head, colon, body = text.partition(":")
    if not colon:
        return None
    parts = body.split(";")
    faults = [r for r in read_line(text, vocabulary).remarks if r.kind == "error"]
    if len(parts) == 1:
        return f"{head}: {acts}"
    if len(faults) != 1:
        return None
    at, offset = faults[0].column - 1, len(head) + 1
    for index, part in enumerate(parts):
        if offset <= at <= offset + len(part):
            parts[index] = f" {acts}"
            return f"{head}:{';'.join(parts)}"
        offset += len(part) + 1
    return None


def _without_a_hint(texts: list[str], vocabulary: Vocabulary) -> list[str]:
    """What YES cannot mend: lines with a fault that has no hint, or several."""
    faults = ((number, r) for number, text in enumerate(texts, 1) for r in read_line(text, vocabulary).remarks if r.kind == "error")
    left = list(dict.fromkeys(str(number) for number, remark in faults if len(remark.hints) != 1))
    said = say("YES takes a hint where there is just one; write these lines anew, or drop them: {lines}", lines=", ".join(left))
    return [said] if left else []


def _with_hints(text: str, vocabulary: Vocabulary) -> str:
    """The line with the hint of each of its faults taken, from the last fault backwards; never a choice among several."""
    remarks = [r for r in read_line(text, vocabulary).remarks if r.kind == "error" and len(r.hints) == 1]
    for remark in sorted(remarks, key=lambda r: -r.column):
        text = mended(text, remark)
    return text

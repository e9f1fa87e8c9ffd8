"""Letters to send, as documents: a function of one seat's affairs, its desk's picture and news, and the clock.

Three classes: answers (at once, to the writer alone), stations (public moments: every seat of both sides, one letter
each from the same record), own clock (reminders). The board is not to be had here.
"""

import re
from collections.abc import Callable
from datetime import datetime
from textwrap import wrap
from typing import Any

from pbem import library
from pbem.adjudicate.checking import Verdict
from pbem.adjudicate.running import Ran
from pbem.command import evenings
from pbem.command.affairs import Affairs, Clock, Seat
from pbem.command.seats import acting, may_order, orders_all, senior
from pbem.engine.ruleset import Ruleset
from pbem.help import help_lines
from pbem.kernel.calendar import clock, hour, time_left
from pbem.kernel.counting import counted
from pbem.kernel.hexes import Hex
from pbem.kernel.values import Value, replace
from pbem.orders.sheet import Act
from pbem.receive import Request
from pbem.reports import receipt as receipts
from pbem.reports.document import WIDTH, Block, Document, Letterhead, block
from pbem.reports.map_picture import MapPicture
from pbem.reports.station import Heading

EMPTY = ("No line of your letter was left to be read as orders. HELP START tells how orders are written.",)
MOST_MAPS = 9  # parts of the map in one letter
TOKEN = "{reply-token}"  # stands in documents where the seat's token goes when the letter is frozen


class Desk(Value):
    """All that a letter to a seat may be made from. news: since its last station; battles: kept for WHY."""

    affairs: Affairs
    ruleset: Ruleset
    game: Any
    seat: Seat
    picture: Any
    news: tuple[Any, ...]
    battles: tuple[Any, ...]
    at: datetime
    zone: str

    @property
    def number(self) -> str:
        """The number of the letter that is being written."""
        return self.affairs.number(self.seat.id, self.affairs.sent.get(self.seat.id, 0) + 1)

    @property
    def named(self) -> str:
        """The side's name, for subjects."""
        name: str = self.game.staff(self.seat.side).name if self.seat.side else "host"
        return name

    @property
    def impulse(self) -> str:
        """`T3.2`, or the campaign's title before play."""
        name: str = self.ruleset.reports.impulse(self.picture)
        return name


class Out(Value):
    """A letter to send: its kind, its document, whether it answers the seat's last letter."""

    seat: str
    kind: str
    document: Document
    answer: bool


class Resend(Value):
    """A letter to send again, the same bytes."""

    seat: str
    number: str


# ---------------------------------------------------------------- answers


class Answered(Value):
    """What became of a request: verdicts of the dry run, how far the run came, what the writer's desk learnt meanwhile.

    filed: the lines lie on file until the side lets them run.
    """

    request: Request
    verdicts: tuple[Verdict, ...] = ()
    ran: Ran | None = None
    seen: tuple[Any, ...] = ()
    refused: tuple[str, ...] = ()
    notes: tuple[str, ...] = ()
    wanted: tuple[str, ...] = ()
    impulse: str = ""
    filed: bool = False


def receipt(desk: Desk, answered: Answered) -> Out:
    """The answer to a letter of orders or questions."""
    checked = [receipts.Checked(v.line, v.refusals, v.warnings, v.cost, v.beyond) for v in answered.verdicts]
    mend = receipts.to_mend(checked)
    bad = sum(not c.ok for c in checked)
    ran = answered.ran
    tell = desk.ruleset.reports.tell
    empty = not answered.request.written.lines and not answered.refused
    blocks = (
        *block("NOTHING TO READ", EMPTY if empty else ()),
        *block("NOTHING DONE", answered.refused),
        *mend,
        *(receipts.went(answered.seen, lambda s: tell(desk.game, desk.picture, s), _lines(answered)) if ran else ()),
        *(receipts.given_back(ran.rest, ran.why) if ran else ()),
        *(() if ran else receipts.ready(checked)),
        *(() if ran else receipts.watch(checked)),
        *block("NOTED", answered.notes),
        *_questions(desk, answered.request),
        *_state(desk, answered),
    )
    outcome = _outcome(answered, bad)
    impulse = answered.impulse or desk.impulse
    head = ((f"[{desk.affairs.campaign}] {impulse} {outcome}", desk.number),)
    wanted = (*answered.wanted, *_mending(answered, checked))
    stamp = f"{impulse} {desk.named}"
    maps = _asked_maps(desk, answered.request)
    summed = Letterhead("intsum") if any(q.act.verb == "intsum" for q in answered.request.questions) else None
    document = Document(f"{stamp} · {outcome}", head, wanted, blocks, _left_out(answered), _taps(wanted), maps, summed)
    return Out(desk.seat.id, "receipt", document, True)


def ran_by_itself(desk: Desk, answered: Answered, what: str) -> Out:
    """How orders ran that lay on file ("your plan"): a receipt that answers no letter."""
    out = receipt(desk, answered)
    document = replace(out.document, subject=f"{out.document.subject} · {what}")
    return replace(out, document=document, answer=False)


def _taps(wanted: tuple[str, ...]) -> tuple[str, ...]:
    """The answers of one word among those a receipt names: all a phone need send."""
    ways = (way for line in wanted if line.startswith("ANSWER ") for way in line.removeprefix("ANSWER ").split("|"))
    return tuple(word for way in ways for word in way.split()[:1] if word in ("YES", "CANCEL"))


def _lines(answered: Answered) -> tuple[Any, ...]:
    return tuple(v.line for v in answered.verdicts)


def _outcome(answered: Answered, bad: int) -> str:
    if answered.refused:
        return "nothing carried out"
    if answered.ran:
        left = len(answered.ran.rest)
        return f"carried out; {counted(left, 'line')} not" if left else "carried out"
    if bad:
        return f"{counted(bad, 'line')} to mend · nothing carried out yet"
    if answered.filed:
        return "on file, not carried out yet"
    if answered.verdicts:
        return "checked, nothing carried out"
    return "answer"


def _mending(answered: Answered, checked: list[receipts.Checked]) -> tuple[str, ...]:
    """The one line that says how to mend what is faulty."""
    faulty = [c for c in checked if not c.ok]
    if not faulty or answered.ran or "check" in answered.request.said:
        return ()
    first = faulty[0].line.number
    ways = [f"{first} <new text>", f"{first} drop", "CANCEL"]
    if all(c.line.remarks and all(len(r.hints) == 1 for r in c.line.remarks) and not c.refusals for c in faulty):
        ways.insert(0, "YES (take the hint, run all)")
    return (f"ANSWER  {' | '.join(ways)}",)


def _state(desk: Desk, answered: Answered) -> tuple[Block, ...]:
    """OPs, who has no orders, the clock: only what the seat knows anyway, and only in its own impulse."""
    affairs, reports = desk.affairs, desk.ruleset.reports
    lines: list[str] = []
    if desk.seat.role == "field commander":
        return ()  # he knows his battle, and nothing of the campaign
    if answered.request.decisions:
        return ()  # play goes on, and says so in a letter of its own
    mine = affairs.clock is not None and affairs.clock.side == desk.seat.side
    over = bool(answered.impulse) and answered.impulse != desk.impulse  # this letter closed the impulse it was written in
    if over:
        return block("STATE", (f"{answered.impulse} is over; the report comes in a letter of its own.",))
    if affairs.stage == "playing" and mine and answered.request.acts:
        lines.append(f"OPs: {reports.points(desk.picture)}")
        own = _mine(desk)
        idle = [call for call in reports.idle(desk.picture) if own is None or call in own]
        lines += [f"NO ORDERS YET: {' '.join(idle)}"] if idle else []
        lines += reports.warn_close(desk.game, desk.picture)
    if affairs.stage == "playing":
        lines.append(f"CLOCK: {clock_words(desk)}")
    return block("STATE", lines)


def clock_words(desk: Desk) -> str:
    """Whose impulse runs, and until when, for its owner."""
    running = desk.affairs.clock
    if desk.affairs.paused:
        return "the campaign is paused; no clock runs"
    if running is None:
        return "no clock runs"
    away = "; the referee was away, and no deadline counts until the host says so" if desk.affairs.hosting.outage else ""
    if running.side != desk.seat.side:
        return f"{running.impulse} is the enemy's{away}"
    if away:
        return f"{running.impulse} is yours{away}"
    return f"{running.impulse} ends {_due(running, desk)}"


def _due(running: Clock, desk: Desk) -> str:
    """When a clock of the reader's own runs out, on his own clocks; what is odd about that reading on the campaign's is named."""
    if running.spent:
        return f"by itself {clock(running.spent, desk.zone)} ({time_left(desk.at, running.spent)}), no OP being left"
    odd = f" ({running.note})" if running.note else ""
    return f"{clock(running.due, desk.zone)} ({time_left(desk.at, running.due)}){odd}"


def _left_out(answered: Answered) -> tuple[str, ...]:
    read = len(answered.request.written.lines)
    left = "; ".join(answered.request.left_out)
    return (f"READ: {counted(read, 'line')}" + (f"; left out: {left}" if left else ""),)


def _questions(desk: Desk, request: Request) -> tuple[Block, ...]:
    return tuple(b for question in request.questions for b in _question(desk, question.act))


def _question(desk: Desk, act: Act) -> tuple[Block, ...]:
    reports = desk.ruleset.reports
    unit, hex_ = act.text("UNIT") or "", act.text("HEX") or ""
    plain: dict[str, Callable[[], tuple[Block, ...]]] = {
        "help": lambda: block("HELP", help_lines(desk.ruleset, act.text("TOPIC") or ""), "help"),
        "status": lambda: block("STATUS", status(desk)),
        "rulings": lambda: (*block("RULINGS", rulings(desk.affairs) or ("no rulings yet",)), *block("PATCHES", patches(desk))),
        "seats": lambda: block("YOUR SIDE", team(desk) or ("you command your side alone",), "columns"),
        "orders": lambda: block("ON FILE", on_file(desk)),
    }
    if act.verb in plain:
        return plain[act.verb]()
    if desk.affairs.stage == "inviting":
        return ()
    if act.verb == "cost":
        return block(f"COST {unit} to {hex_}", _wrapped(reports.cost(desk.game, desk.picture, unit, hex_)))
    if act.verb == "what can":
        return block(f"WHAT CAN {unit}", _wrapped(reports.what_can(desk.game, desk.picture, unit)))
    if act.verb == "intsum":
        return summary(desk)
    if act.verb == "diary":
        return block(f"DIARY {unit}", reports.story(desk.game, desk.picture, desk.battles, unit))
    if act.verb == "map":
        return block(f"MAP {hex_}".strip(), reports.sketch(desk.game, desk.picture, hex_, act.number("N") or 0), "columns")
    return _why(desk, act) if act.verb in ("why", "why line") else ()


def _why_line(desk: Desk, number: int) -> tuple[str, ...]:
    """A line of the last orders: what came of it, and the titles of the rules that are named."""
    affairs = desk.affairs
    lines, ends = affairs.ran.get(desk.seat.id, ()), affairs.ends.get(desk.seat.id, ())
    if not 1 <= number <= len(ends):
        return (f"your last orders have {counted(len(ends), 'line')}" if ends else "no orders of yours have been carried out yet",)
    rules = library.rules(desk.ruleset.name)
    named = dict.fromkeys(re.findall(r"\(([A-Z]+-[A-Z0-9.-]+)\)", ends[number - 1]))
    ruled = {r.rule: r.text for r in affairs.hosting.rulings}
    titles = (f"{i}: {rules[i].title}" for i in named if i in rules)
    return (lines[number - 1], ends[number - 1], *titles, *(f"the host's ruling on {i}: {ruled[i]}" for i in named if i in ruled))


def _why(desk: Desk, act: Act) -> tuple[Block, ...]:
    """The figures behind a battle, or what cuts a unit off."""
    reports, unit, number = desk.ruleset.reports, act.text("UNIT") or "", act.number("N") or 0
    if act.verb == "why line":
        return block(f"WHY LINE {number}", _wrapped(_why_line(desk, number)))
    if unit:
        return block(f"WHY CUT OFF: {unit}", _wrapped(reports.why_cut(desk.game, desk.picture, unit)))
    return block(f"WHY {number}", _wrapped(reports.why(desk.game, desk.battles, number)))


def _wrapped(lines: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(f" {line}" for line in lines)


def status(desk: Desk) -> tuple[str, ...]:
    """Where the campaign stands for this seat."""
    affairs = desk.affairs
    stages = {"inviting": "waiting for commanders to accept", "playing": "being played", "over": "over"}
    lines = [f"{affairs.title}: {stages[affairs.stage]}"]
    if affairs.stage == "playing":
        lines += [f"impulse {desk.impulse}; {clock_words(desk)}", desk.ruleset.reports.points(desk.picture)]
        lines.append("a draft waits to be mended" if desk.seat.id in affairs.drafts else "no draft waits")
        lines += evenings.told(affairs.evenings, desk.zone)
    if affairs.stage == "inviting" and not desk.seat.accepted:
        lines.append("you have not accepted yet: answer ACCEPT")
    return tuple(f" {line}" for line in lines)


def on_file(desk: Desk) -> tuple[str, ...]:
    """The draft, and the standing orders with their version."""
    draft = desk.affairs.drafts.get(desk.seat.id)
    lines = [f"draft: {counted(len(draft.lines), 'line')}" if draft else "draft: none"]
    lines += [f"{i:>3} {text}" for i, text in enumerate(draft.lines, 1)] if draft else []
    lines += [f"march: {text}" for text in marches(desk)]
    lines += plan_lines(desk)
    lines += staff_lines(desk)
    wanted = desk.affairs.intents.get(desk.seat.side, {})
    named = {"": "any battle", TURN: "the coming turn"}
    lines += [f"intent for {named.get(what, what)}: {' '.join(words)}" for what, words in sorted(wanted.items())]
    filed = desk.affairs.standing.get(desk.seat.side)
    if filed:
        lines += [f"standing orders, version {filed.version}:", *(f"    {text}" for _, text in filed.lines)]
    return tuple(lines)


def _mine(desk: Desk) -> frozenset[str] | None:
    """The calls of the units that the reader may order; None: all of his side's."""
    affairs, ruleset, side = desk.affairs, desk.ruleset, desk.seat.side
    own = acting(affairs, desk.seat, desk.at)
    if orders_all(affairs, own):
        return None
    calls = frozenset(ruleset.vocabulary(desk.game, desk.picture).calls.values())
    return frozenset(c for c in calls if may_order(affairs, own, side, ruleset.control.chain(desk.picture, c)))


def _closing(desk: Desk) -> str:
    """The word by which the reader says that he is through with an impulse; "" when he has none to say."""
    if orders_all(desk.affairs, acting(desk.affairs, desk.seat, desk.at)):
        return "end impulse"
    return "done" if desk.seat.commands and desk.affairs.files(desk.seat.side) else ""


def staff_lines(desk: Desk) -> tuple[str, ...]:
    """What lies on file of all seats of the side for this impulse, and what was arranged for it."""
    staff = desk.affairs.staff(desk.seat.side)
    shares = [f"{name} {n} OP, {staff.spent.get(name, 0)} spent" for name, n in staff.allotted.items()]
    return (
        *(line for name, orders in sorted(staff.files.items()) for line in (f"{name}:", *(f"    {text}" for text in orders.lines))),
        *([f"done: {', '.join(sorted(staff.done))}"] if staff.done else []),
        *([f"allotted: {'; '.join([*shares, *([f'the rest {staff.rest}'] if staff.rest else [])])}"] if staff.turn else []),
        *([f"H-hour: {clock(staff.hour, desk.zone)}"] if staff.hour else []),
    )


def plan_lines(desk: Desk) -> tuple[str, ...]:
    """The plan on file: its lines, and when it runs or why it does not."""
    plan = desk.affairs.plans.get(desk.seat.id)
    if plan is None:
        return ()
    running = desk.affairs.clock  # the drawn minute comes of the secret seed
    soon = "within the impulse" if running and running.live else "two to two and a half hours after the impulse began"
    runs = f"runs {soon}"
    when = runs if plan.due else f"void: {plan.void}" if plan.void else "for your next impulse"
    return (f"plan, {when}:", *(f"    {text}" for text in plan.lines))


def marches(desk: Desk) -> tuple[str, ...]:
    """The marches on file, by formation; only in play do they mean anything."""
    filed = desk.affairs.marches.get(desk.seat.id, {})
    return tuple(text for _, text in sorted(filed.items()))


def word(desk: Desk, head: str, subject: str, lines: tuple[str, ...]) -> Out:
    """A few lines of the referee's own accord, to one seat: what has changed in its command."""
    document = Document(subject, ((f"[{desk.affairs.campaign}] {head}", desk.number),), (), (Block("", lines),))
    return Out(desk.seat.id, "notice", document, False)


def waits(desk: Desk, request: Request, until: datetime) -> Out:
    """A letter waits by HOLD MY LETTERS: what was read of it, and until when it can be recalled."""
    lines = (
        f"It is carried out {clock(until, desk.zone)} ({time_left(desk.at, until)}). RECALL takes it back until then.",
        "What was read:", *(f"  {line.canonical or line.text}" for line in request.written.lines),
    )  # fmt: skip
    return short(desk, "waits", "your letter waits", lines)


def rulings(affairs: Affairs) -> tuple[str, ...]:
    """The host's rulings, by rule id."""
    return tuple(f"{r.rule}: {r.text} ({r.when})" for r in sorted(affairs.hosting.rulings, key=lambda r: r.rule))


def patches(desk: Desk) -> tuple[str, ...]:
    """What the host has patched of the module, and from which turn on, as far as the reader's side was told."""
    if desk.seat.role == "field commander":
        return ()
    filed = ((p.turn, dict(p.told).get(desk.seat.side, ())) for p in desk.affairs.hosting.patches)
    return tuple(f"from turn {turn} on: {text}" for turn, told in filed for text in told)


def short(desk: Desk, kind: str, subject: str, lines: tuple[str, ...]) -> Out:
    """A letter of a few lines: a repeat, a refusal, a notice."""
    head = ((f"[{desk.affairs.campaign}] {subject}", desk.number),)
    return Out(desk.seat.id, kind, Document(subject, head, (), (Block("", lines, "prose"),)), True)


def notice(desk: Desk, head: str, subject: str, lines: tuple[str, ...]) -> Out:
    """A public word of the host's to every seat, with the clock as this seat knows it."""
    told = block("CLOCK", (clock_words(desk),) if desk.affairs.stage == "playing" else ())
    document = Document(subject, ((f"[{desk.affairs.campaign}] {head}", desk.number),), (), (Block("", lines, "prose"), *told))
    return Out(desk.seat.id, "notice", document, False)


def message(desk: Desk, sender: str, lines: tuple[str, ...], when: str = "") -> Out:
    """Somebody's words for this seat, word for word, unverified; marked as quoted, so that no reply takes them for orders.
    when: the impulse they were written in, if a runner brought them.
    """
    sent = ((f"by runner, written in {when}", ""),) if when else ()
    head = ((f"[{desk.affairs.campaign}] MESSAGE from {sender}", desk.number), *sent)
    small = ("Word for word as it was written; the referee vouches for nothing in it.",)
    words = Block("", tuple(text for line in lines for text in _quoted(line)), "quote")
    return Out(desk.seat.id, "message", Document(f"message from {sender}", head, (), (words,), small), False)


def _quoted(line: str) -> tuple[str, ...]:
    mark = "> "
    texts = wrap(line, WIDTH - len(mark), drop_whitespace=False, replace_whitespace=False, break_on_hyphens=False)
    return tuple(f"{mark}{text}".rstrip() for text in texts) or (mark.rstrip(),)


# ---------------------------------------------------------------- stations and the clock


def heading(desk: Desk, extra: tuple[Block, ...] = ()) -> Heading:
    """What a station letter carries besides the ruleset's report."""
    running = None if desk.affairs.paused or desk.affairs.hosting.outage else desk.affairs.clock
    mine = running if running is not None and running.side == desk.seat.side else None
    due = _due(mine, desk) if mine else ""
    soon = hour(desk.at, mine.due, desk.zone) if mine else ""
    small = (
        "HELP explains every word; STATUS, ORDERS, WHAT CAN <unit>, COST <unit> to <hex> and WHY <battle> answer at once.",
        "FORMAT TEXT brings letters of text alone, ATTACHMENTS OFF nothing attached; FORMAT HTML, ATTACHMENTS ON undo it.",
    )
    live = evenings.told(desk.affairs.evenings, desk.zone) if desk.affairs.stage == "playing" else ()
    kept = (*marches(desk), *plan_lines(desk), *(staff_lines(desk) or _tempo(desk)), *live)
    filed = block("ON FILE", (f" {text}" for text in kept))
    fence = f"BEGIN ORDERS {desk.affairs.campaign} {desk.impulse} {desk.number} {TOKEN}"
    standing, told = desk.affairs.standing.get(desk.seat.side), desk.affairs.last_told.get(desk.seat.side, {})
    version = (f"standing orders, version {standing.version}: ORDERS shows them",) if standing else ()
    waiting = (*version, *(f"on file: {text}" for text in marches(desk)))
    return Heading(
        desk.number, due, soon, fence, small, (*filed, *extra), standing.lines if standing else (), _mine(desk), _closing(desk),
        told, waiting,
    )  # fmt: skip


def _tempo(desk: Desk) -> tuple[str, ...]:
    """How the orders of a team are let run, said at the beginning of its impulse."""
    running, first = desk.affairs.clock, senior(desk.affairs, desk.seat.side)
    if not desk.affairs.files(desk.seat.side) or running is None or running.side != desk.seat.side or first is None:
        return ()
    return (f"your side's orders lie here until {first.id} says EXECUTE, or all are DONE (HELP TEMPO)",)


def station(desk: Desk, extra: tuple[Block, ...] = ()) -> Out:
    """The letter of a public moment."""
    document = desk.ruleset.reports.sitrep(desk.game, desk.picture, desk.news, heading(desk, extra))
    return Out(desk.seat.id, "sitrep", mapped(desk, document), False)


TURN = "turn"  # under which a commander's words for the summary are kept


def summary(desk: Desk) -> tuple[Block, ...]:
    """What is known of the enemy, for the side's own team, with its commander's words for the coming turn."""
    words = desk.affairs.intents.get(desk.seat.side, {}).get(TURN, ())
    return tuple(desk.ruleset.reports.intsum(desk.game, desk.picture, desk.battles, words))


def intsum(desk: Desk) -> Out:
    """The intelligence summary of a turn, to a seat of a team."""
    head = ((f"[{desk.affairs.campaign}] INTSUM, before {desk.impulse}", desk.number), ("TEAM ONLY", ""))
    facts = {**dict(desk.ruleset.reports.letterhead(desk.game, desk.picture)), "report": "INTSUM", "letter": desk.number}
    letterhead = Letterhead("intsum", tuple(facts.items()))
    document = Document(f"{desk.impulse} {desk.named} · intsum", head, (), summary(desk), letterhead=letterhead)
    return Out(desk.seat.id, "intsum", document, False)


def report_now(desk: Desk) -> Out:
    """The report on demand: the state, without what has been reported before."""
    document = desk.ruleset.reports.sitrep(desk.game, desk.picture, (), heading(desk))
    return Out(desk.seat.id, "sitrep", mapped(desk, document), True)


def mapped(desk: Desk, document: Document) -> Document:
    """The document with the desk's map."""
    return replace(document, map=desk.ruleset.reports.theatre(desk.game, desk.picture))


def _asked_maps(desk: Desk, request: Request) -> MapPicture | None:
    """The maps that were asked for, of as many parts as the letter asked."""
    if desk.affairs.stage == "inviting":
        return None
    reports, found = desk.ruleset.reports, list[MapPicture]()
    for act in (q.act for q in request.questions if q.act.verb == "map"):
        centre = act.text("HEX") or ""
        if not centre:
            found.append(reports.theatre(desk.game, desk.picture))
        elif centre in desk.game.ground.terrain:
            found.append(reports.around(desk.game, desk.picture, Hex(centre), max(1, min(act.number("N") or 2, 8))))
    frames = {frame.name: frame for each in found for frame in each.frames}
    return replace(found[0], frames=tuple(frames.values())[:MOST_MAPS]) if found else None


def reminder(desk: Desk, running: Clock) -> Out:
    """The one reminder: the deadline has come, the grace begins."""
    last = f"{clock(running.last, desk.zone)} ({time_left(desk.at, running.last)})"
    then = "the boot camp is closed, and everything opened" if desk.affairs.camp else "your standing order IF SILENT closes it"
    lines = (
        f"Your impulse {running.impulse} was due {clock(running.due, desk.zone)}. You have grace until {last}.",
        f"Then {then}. END IMPULSE closes it now.",
    )
    head = ((f"[{desk.affairs.campaign}] REMINDER {running.impulse}", desk.number),)
    document = Document(f"{running.impulse} {desk.named} · reminder", head, lines, (), (), ("END IMPULSE",))
    return Out(desk.seat.id, "reminder", document, False)


def team(desk: Desk) -> tuple[str, ...]:
    """Who sits on one's own side, with what each commands; nothing while one sits there alone."""
    affairs, side = desk.affairs, desk.seat.side
    seats = affairs.seats_of(side)
    if len(seats) == 1:
        return ()
    first = senior(affairs, side)
    lines = [f"{seat.id:<16} {_commands(seat)}{' (you)' if seat.id == desk.seat.id else ''}" for seat in seats]
    given = [f"{f}: delegated to {to} by {by}" for f, (to, by) in sorted(affairs.delegated.get(side, {}).items())]
    return (*lines, *given, *((f"the last word is {first.id}'s (MASL-2.1-3)",) if first else ()))


def _commands(seat: Seat) -> str:
    if seat.left:
        return "empty"
    what = "watches" if seat.role == "observer" else ", ".join(seat.formations) or "the whole side"
    later = f", from {seat.joins} on" if seat.joins else ""
    return f"{what}{later}{'' if seat.accepted else ', has not accepted yet'}"


def reveal(desk: Desk, blocks: tuple[Block, ...]) -> Out:
    """After the last report: what nobody could know, opened to all."""
    head = ((f"[{desk.affairs.campaign}] EVERYTHING OPENED", desk.number),)
    return Out(desk.seat.id, "reveal", Document("everything opened", head, (), blocks), False)


def logs_opened(affairs: Affairs) -> tuple[Block, ...]:
    """The commanders' logs, opened to all at the end, as they wrote them."""
    lines = [text for seat, when, words in affairs.logs for text in (f"{seat}, {when}", *(t for w in words for t in _quoted(w)))]
    return block("THE COMMANDERS' LOGS", lines, "quote")


def diary_opened(desk: Desk, foe: Any) -> tuple[Block, ...]:
    """The stories of the units of the reader's side, with what its logs say of them; foe: the enemy's picture, opened too."""
    affairs = desk.affairs
    logs = tuple((when, words) for seat, when, words in affairs.logs if affairs.seats[seat].side == desk.seat.side)
    return tuple(desk.ruleset.reports.diary(desk.game, desk.picture, desk.battles, logs, foe))


def journal_opened(annals: tuple[str, ...]) -> tuple[Block, ...]:
    """What happened, from the first turn to the last, as nobody could see it."""
    return block("THE JOURNAL", annals)


def dice_opened(seed: str, nonces: tuple[tuple[str, str], ...], throws: tuple[str, ...]) -> tuple[Block, ...]:
    """The end: seed, nonces and every throw of the campaign, for `pbem verify`."""
    lines = ["seed", f"  {seed}", *(line for seat, nonce in nonces for line in (f"nonce {seat}", f"  {nonce}")), *throws]
    return (Block("THE DICE, OPENED", tuple(lines), "columns"),)

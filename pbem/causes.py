"""One cause becomes one record: start, letter, deadline, host's word. Functions of values; nothing is written here."""

import hashlib
from dataclasses import dataclass, field, replace
from datetime import datetime
from typing import Any

from pbem import __version__
from pbem.adjudicate import Budget, Manner, Ran, Verdict, check, run
from pbem.chronicle import Again, Cause, Record, Sent, State, remembered
from pbem.command import deadlines, standing_orders
from pbem.command.affairs import (
    Affairs,
    ClockSet,
    Draft,
    DraftDropped,
    DraftKept,
    EffectNoted,
    Filed,
    LetterCame,
    LettersSent,
    Paper,
    PlayBegan,
    PlayEnded,
    Reminded,
    Seat,
    SeatAccepted,
    StandingFiled,
    Told,
    file,
)
from pbem.command.words import VERBS
from pbem.dispatch import (
    Answered,
    Desk,
    Out,
    Resend,
    dice_opened,
    invitation,
    message,
    receipt,
    reminder,
    report_now,
    short,
    station,
    welcome,
)
from pbem.engine.play import Play
from pbem.engine.ruleset import Ruleset
from pbem.intel.run import MessageHeard
from pbem.kernel.dice import Dice, commitment, dice_key
from pbem.orders.printing import normalised
from pbem.orders.reading import read_orders
from pbem.orders.sheet import Act, LetterWord, StandingLine, Vocabulary
from pbem.receive import Request, receive


@dataclass(frozen=True, slots=True)
class Table:
    """What does not change while a campaign runs: its ruleset, its game, its pace, its first standing orders."""

    ruleset: Ruleset
    game: Any
    pace: deadlines.Pace


@dataclass(slots=True)
class Work:
    """A record in the making: the state as it goes along, and what the record will hold."""

    table: Table
    state: State
    cause: Cause
    papers: list[Paper] = field(default_factory=list)
    events: list[Any] = field(default_factory=list)
    seen: list[tuple[str, Any]] = field(default_factory=list)
    letters: list[Sent | Again] = field(default_factory=list)
    throws: list[Any] = field(default_factory=list)
    sheet: str = ""

    def put(self, paper: Paper) -> None:
        """File a paper."""
        self.papers.append(paper)
        affairs = self.state.affairs
        if not isinstance(paper, EffectNoted):  # that one is filed in place, and only once the record is durable
            affairs = file(affairs, paper)
        self.state = replace(self.state, affairs=affairs)

    def desk(self, seat: Seat) -> Desk:
        """What a letter to this seat may be made from, as things stand now."""
        state, side = self.state, seat.side
        news = (*state.news.get(side, ()), *(o for d, o in self.seen if d == side))
        battles = (*state.battles.get(side, ()), *(o for d, o in self.seen if d == side and self._kept(o)))
        return Desk(
            state.affairs, self.table.ruleset, self.table.game, seat, state.pictures.get(side),
            news, battles, self.cause.at, self.table.pace.zone,
        )  # fmt: skip

    def _kept(self, observation: Any) -> bool:
        return self.table.ruleset.reports.kept(observation)

    def send(self, out: Out | Resend) -> str:
        """Number a letter and put it into the record; the number is returned."""
        if isinstance(out, Resend):
            self.letters.append(Again(out.seat, out.number))
            return out.number
        affairs = self.state.affairs
        n = affairs.sent.get(out.seat, 0) + 1
        reply = affairs.last_in.get(out.seat, "") if out.answer else ""
        self.letters.append(Sent(out.seat, n, out.kind, out.document, out.answer, reply))
        self.put(LettersSent(out.seat, n))
        return affairs.number(out.seat, n)

    def play(self) -> Play:
        """The game, open for this record."""
        return Play(
            self.table.ruleset, self.table.game, (self.state.situation, self.state.pictures), self._policies(), self._dice()
        )

    def _policies(self) -> dict[str, Any]:
        return {side: self.table.ruleset.policies(acts(self.table, self.state, side)) for side in self.state.pictures}

    def _dice(self) -> Dice:
        affairs = self.state.affairs
        nonces = [bytes.fromhex(affairs.nonces[s]) for s in sorted(affairs.nonces)]
        return Dice(dice_key(bytes.fromhex(self.state.seed), nonces), self.state.edition)

    def played(self, play: Play) -> None:
        """Take over what happened in a play."""
        self.events += play.events
        self.seen += play.seen
        self.throws += play.dice.thrown
        self.state = replace(self.state, situation=play.situation, pictures=play.pictures)

    def record(self) -> tuple[Record, State]:
        """The record, and the state after it."""
        standing = tuple(sorted((s, f.version) for s, f in self.state.affairs.standing.items()))
        record = Record(
            self.cause, __version__, self.sheet, standing, tuple(self.papers), tuple(self.events), tuple(self.throws),
            tuple(self.seen), tuple(self.letters),
        )  # fmt: skip
        return record, remembered(self.table.ruleset, self.state, record)


def words(table: Table, state: State, side: str) -> Vocabulary:
    """The vocabulary of a side: the words of every letter, and the ruleset's own."""
    own = table.ruleset.vocabulary(table.game, state.pictures[side])
    return replace(own, verbs=(*VERBS, *own.verbs))


def acts(table: Table, state: State, side: str) -> tuple[Act, ...]:
    """The standing orders of a side, read."""
    filed = state.affairs.standing.get(side)
    lines = tuple(enumerate((text for _, text in filed.lines), 1)) if filed else ()
    sheet = read_orders(lines, words(table, state, side))
    return tuple(ln.command.act for ln in sheet.lines if isinstance(ln.command, StandingLine))


# ---------------------------------------------------------------- start


def start(table: Table, state: State, cause: Cause) -> tuple[Record, State]:
    """The campaign is set up: standing orders of day one are filed, invitations go out."""
    work = Work(table, state, cause)
    for side in sorted(state.pictures):
        work.put(StandingFiled(side, day_one(table, state, side)))
    for seat in sorted(s.id for s in state.affairs.seats.values() if s.side):
        work.send(invitation(work.desk(work.state.affairs.seats[seat]), commitment(bytes.fromhex(state.seed))))
    return work.record()


def day_one(table: Table, state: State, side: str) -> Filed:
    """The defaults of every reaction, each under the part of the file it fills."""
    reactions = table.ruleset.reactions.values()
    lines = [text for reaction in reactions for text in reaction.defaults]
    sheet = read_orders(tuple(enumerate(lines, 1)), words(table, state, side))
    pairs = []
    for line in sheet.lines:
        if not isinstance(line.command, StandingLine):
            raise ValueError(f"not a standing order: {line.text}")
        act = line.command.act
        pairs.append((table.ruleset.reactions[act.verb].part(act), line.canonical.upper()))
    return standing_orders.day_one(pairs)


# ---------------------------------------------------------------- letters


def letter(table: Table, state: State, cause: Cause) -> tuple[Record, State]:
    """A letter of a seat: answered at once to its writer; what it sets going is told to all at the next station."""
    work = Work(table, state, cause)
    seat = state.affairs.seats[cause.seat]
    work.put(LetterCame(seat.id, cause.message_id))
    request = receive(state.affairs, seat.id, cause.answers, clauses(table, cause.lines), words(table, state, seat.side))
    request = replace(request, left_out=cause.left_out)
    work.sheet = normalised(request.written)
    key = request.key(_impulse(work, seat))
    before = state.affairs.effects.get(key)
    if before and request.acts and "again" not in request.said:
        _repeat(work, seat, before)
        return work.record()
    number = _handle(work, seat, request)
    if request.acts:
        work.put(EffectNoted(key, number))
    return work.record()


def clauses(table: Table, lines: tuple[tuple[int, str], ...]) -> tuple[tuple[int, str], ...]:
    """Standing orders may stand several on a line: `RETREAT TOWARD 12.07 ; HOLD 14.12` is two of them."""
    out: list[tuple[int, str]] = []
    for number, text in lines:
        head = text.strip().lower()
        verb = next((name for name in table.ruleset.reactions if head.startswith(name + " ")), "")
        parts = [p.strip() for p in text.split(";")] if verb else [text]
        for part in parts:
            again = not verb or part.lower().startswith(verb) or not part
            out.append((number, part if again else f"{verb} {part}"))
    return tuple(out)


def _impulse(work: Work, seat: Seat) -> str:
    return work.desk(seat).impulse


def _repeat(work: Work, seat: Seat, number: str) -> None:
    lines = (
        f"The same orders were answered in {number}. Nothing was done a second time.",
        f"{number} comes again, as it was. Write AGAIN above the orders to have them carried out twice.",
    )
    work.send(short(work.desk(seat), "repeat", f"a repeat of {number}", lines))
    work.send(Resend(seat.id, number))


def _handle(work: Work, seat: Seat, request: Request) -> str:
    """Everything a request asks for; the number of the receipt is returned."""
    affairs = work.state.affairs
    if "accept" in request.said and not seat.accepted:
        return _accept(work, seat)
    notes = [*_standing(work, seat, request), *_messages(work, seat, request), *request.problems]
    if "accept" in request.said:
        notes.append("you had accepted before; nothing changes")
    if "cancel" in request.said:
        notes.append("the draft is dropped" if seat.id in affairs.drafts else "no draft was waiting")
        if seat.id in affairs.drafts:
            work.put(DraftDropped(seat.id))
    answered = _orders(work, seat, request)
    number = work.send(receipt(work.desk(work.state.affairs.seats[seat.id]), replace(answered, notes=(*answered.notes, *notes))))
    _asked_letters(work, seat, request)
    _stations(work)
    return number


def _asked_letters(work: Work, seat: Seat, request: Request) -> None:
    """REPORT and RESEND send letters of their own."""
    for question in request.questions:
        if question.act.verb == "report" and work.state.affairs.stage != "inviting":
            work.send(report_now(work.desk(seat)))
        elif question.act.verb == "resend":
            number = (question.act.text("LETTER") or "").upper()
            sent = {work.state.affairs.number(seat.id, n) for n in range(1, work.state.affairs.sent.get(seat.id, 0) + 1)}
            if number in sent:
                work.send(Resend(seat.id, number))
            else:
                work.send(short(work.desk(seat), "notice", f"no letter {number}", (f"There is no letter {number} of yours.",)))


def _accept(work: Work, seat: Seat) -> str:
    """The seat is taken; the bytes of the letter are its nonce. When all are taken, play begins."""
    work.put(SeatAccepted(seat.id, work.cause.sha256 or hashlib.sha256(work.cause.id.encode()).hexdigest()))
    number = work.send(welcome(work.desk(work.state.affairs.seats[seat.id])))
    if all(s.accepted for s in work.state.affairs.seats.values() if s.side):
        work.put(PlayBegan())
        play = work.play()
        play.settle()
        work.played(play)
        _stations(work)
    return number


def _standing(work: Work, seat: Seat, request: Request) -> list[str]:
    """File standing orders; each line is checked against the owner's picture alone."""
    notes: list[str] = []
    changes: list[tuple[str, str]] = []
    ruleset, picture = work.table.ruleset, work.state.pictures[seat.side]
    for line in request.standing:
        reaction = ruleset.reactions[line.act.verb]
        refusal = reaction.check(work.table.game, picture, line.act)
        if refusal:
            notes.append(f"not filed: {refusal.words} ({refusal.rule})")
        else:
            text = _canonical(request, line)
            changes.append((reaction.part(line.act), text))
            notes.append(f"standing order filed: {text}")
    if changes:
        filed = standing_orders.amended(work.state.affairs.standing[seat.side], changes)
        work.put(StandingFiled(seat.side, filed))
        notes.append(f"standing orders are now version {filed.version}")
    return notes


def _canonical(request: Request, line: StandingLine) -> str:
    return next(ln.canonical for ln in request.written.lines if ln.command is line).upper()


def _messages(work: Work, seat: Seat, request: Request) -> list[str]:
    """Relay messages word for word to a seat, a side or "enemy"."""
    notes: list[str] = []
    affairs = work.state.affairs
    for item in request.messages:
        to = [s for s in affairs.seats.values() if s.side and _addressed(seat, s, item.to)]
        if not to:
            notes.append(f"no message sent: {item.to} is nobody here; write a side, a seat, or ENEMY")
            continue
        for other in sorted(to, key=lambda s: s.id):
            sender = work.table.game.staff(seat.side).name
            work.seen.append((other.side, MessageHeard(sender, item.lines)))
            work.send(message(work.desk(other), sender, item.lines))
        notes.append(f"message sent to {', '.join(sorted(s.id for s in to))}")
    return notes


def _addressed(seat: Seat, other: Seat, to: str) -> bool:
    if to == "enemy":
        return other.side != seat.side
    return other.id != seat.id and to in (other.id, other.side)


# ---------------------------------------------------------------- orders


def _orders(work: Work, seat: Seat, request: Request) -> Answered:
    """Check the lines, keep them as a draft if any is faulty, else carry them out."""
    if not request.lines:
        return Answered(request)
    refused = _out_of_turn(work, seat)
    if refused:
        return Answered(request, refused=refused)
    budget = _budget(request)
    verdicts = check(work.table.ruleset, work.table.game, work.state.pictures[seat.side], request.lines, budget)
    if "check" in request.said:
        return Answered(request, verdicts)
    carry_on = "carry out what you can" in request.said
    waits = _waits(work, seat, request, verdicts)
    if waits and not (carry_on and any(v.ok for v in verdicts)):
        return waits
    if seat.id in work.state.affairs.drafts:
        work.put(DraftDropped(seat.id))
    lines = tuple(v.line for v in verdicts if v.ok)
    impulse = _impulse(work, seat)
    on_contact = _stop_on_contact(lines)
    play = work.play()
    ran = run(play, lines, Manner(seat.side, budget, carry_on, on_contact))
    play.settle()
    before = len(work.seen)
    work.played(play)
    mine = tuple(o for d, o in work.seen[before:] if d == seat.side)
    bad = tuple(v.line for v in verdicts if not v.ok)
    ran = Ran((*bad, *ran.rest), ran.why or ("not fit to run" if bad else ""))
    return Answered(request, verdicts, ran, _own_part(work, mine), impulse=impulse)


def _own_part(work: Work, seen: tuple[Any, ...]) -> tuple[Any, ...]:
    """What the receipt tells: up to the station, which has a letter of its own."""
    for index, item in enumerate(seen):
        if work.table.ruleset.reports.closes(item):
            return seen[: index + 1]
    return seen


def _out_of_turn(work: Work, seat: Seat) -> tuple[str, ...]:
    """Why orders cannot be carried out now; nothing in it but what both sides know."""
    affairs = work.state.affairs
    if affairs.stage == "inviting":
        return ("play has not begun: not every commander has accepted",)
    if affairs.stage == "over":
        return ("the campaign is over",)
    if work.table.ruleset.phasing(work.state.situation.board) != seat.side:
        name = _impulse(work, seat)
        return (f"{name} is the enemy's impulse: orders are taken in your own,", "and these came too late or too soon",)
    return ()


def _budget(request: Request) -> Budget:
    said = dict(request.budget)
    return Budget(said.get("spend"), said.get("keep", 0), said.get("deficit", 0))


def _stop_on_contact(lines: tuple[Any, ...]) -> bool:
    first = lines[0].command if lines else None
    return isinstance(first, LetterWord) and first.act.verb == "stop" and first.act.says("on contact")


def _waits(work: Work, seat: Seat, request: Request, verdicts: tuple[Verdict, ...]) -> Answered | None:
    """The letter waits as a draft: a faulty line, or a pass that asks for YES."""
    texts = tuple(ln.canonical or ln.text for ln in request.lines)
    if any(not v.ok for v in verdicts) or request.problems:
        work.put(DraftKept(seat.id, Draft(tuple(ln.text for ln in request.lines))))
        return Answered(request, verdicts)
    passing = any(isinstance(ln.command, LetterWord) and ln.command.act.verb == "pass" for ln in request.lines)
    if passing and "yes" not in request.said:
        work.put(DraftKept(seat.id, Draft(texts, True)))
        points = work.table.ruleset.reports.points(work.state.pictures[seat.side])
        wanted = ("ANSWER  YES (pass, it cannot be undone) | CANCEL",)
        return Answered(request, verdicts, wanted=wanted, notes=(f"OPs unspent: {points}",))
    return None


# ---------------------------------------------------------------- stations, clocks


def _stations(work: Work) -> None:
    """If this record holds a public moment, set the clock and write to every seat of both sides."""
    moment = work.table.ruleset.reports.station(tuple(o for _, o in work.seen))
    if not moment:
        return
    affairs, table = work.state.affairs, work.table
    if work.state.situation.closed:
        work.put(PlayEnded())
    else:
        side = table.ruleset.phasing(work.state.situation.board)
        named = next(s for s in affairs.seats.values() if s.side == side)
        work.put(ClockSet(deadlines.clock(table.pace, side, _impulse(work, named), work.cause.at)))
    extra = _opened(work) if work.state.situation.closed else ()
    for name in sorted(s.id for s in affairs.seats.values() if s.side):
        if work.state.affairs.seats[name].id in work.state.affairs.drafts:
            work.put(DraftDropped(name))
        work.send(station(work.desk(work.state.affairs.seats[name]), extra))


def _opened(work: Work) -> Any:
    affairs = work.state.affairs
    throws = tuple(f"{t.spec} {'+'.join(map(str, t.faces))} [{t.occasion}]" for t in (*work.state.throws, *work.throws))
    return dice_opened(work.state.seed, tuple(sorted(affairs.nonces.items())), throws)


def deadline(table: Table, state: State, cause: Cause) -> tuple[Record, State]:
    """A clock has run out: first the reminder, then, after grace, silence closes the impulse."""
    work = Work(table, state, cause)
    running = state.affairs.clock
    if running is None:
        return work.record()
    if not running.reminded and cause.at < running.last:
        work.put(Reminded())
        for seat in state.affairs.seats_of(running.side):
            work.send(reminder(work.desk(seat), running))
        return work.record()
    play = work.play()
    how = table.ruleset.control.silent(play.standing[running.side])
    refusals = table.ruleset.control.check_close(table.game, play.pictures[running.side], how)
    play.happen(table.ruleset.control.close(play.moment, running.side, "silence" if refusals else how))
    play.settle()
    work.played(play)
    _stations(work)
    return work.record()


def held(table: Table, state: State, cause: Cause) -> tuple[Record, State]:
    """A letter came in a seat's name without proof: the enrolled address is told, once a day."""
    work = Work(table, state, cause)
    day = cause.at.date().isoformat()
    if state.affairs.told.get(cause.seat) != day:
        work.put(Told(cause.seat, day))
        lines = (
            "A letter came from your address without your reply token, so it was put aside unread.",
            "If it was yours: answer one of the referee's letters, so that the token travels with it, and write it again there.",
        )
        work.send(short(work.desk(state.affairs.seats[cause.seat]), "held", "a letter was put aside", lines))
    return work.record()


def refused(table: Table, state: State, cause: Cause) -> tuple[Record, State]:
    """A letter of a proven sender that cannot be read as orders: refused by name, once for each letter."""
    work = Work(table, state, cause)
    work.put(LetterCame(cause.seat, cause.message_id))
    work.send(short(work.desk(state.affairs.seats[cause.seat]), "refused", "your letter could not be read", cause.words))
    return work.record()


def due(state: State, now: datetime) -> datetime | None:
    """When the next deadline cause is due, None if none runs: the reminder at `due`, silence at `last`."""
    running = state.affairs.clock
    if running is None or state.affairs.stage != "playing":
        return None
    at = running.last if running.reminded else running.due
    return at if at <= now else None


def opening_affairs(campaign: str, title: str, seats: tuple[Seat, ...]) -> Affairs:
    """The affairs of a campaign that has not begun."""
    return Affairs(campaign, title, {s.id: s for s in seats})

"""ROLLBACK: play is taken back. Nothing is erased, and both sides are told."""

from collections.abc import Iterator, Mapping

from pbem.campaign.admin_events import (
    AskedBack,
    DraftDropped,
    MarchFiled,
    PlanDropped,
    StaffworkEnded,
    StandingFiled,
)
from pbem.campaign.admin_events.event import AdminEvent, HostingEvent
from pbem.campaign.hosting import Hosting
from pbem.campaign.records import Earlier, Record, Sent, State, stand_of, station_of
from pbem.campaign.state import AdminState, Filed, Seat
from pbem.documents.document import theirs
from pbem.engine.idiom import stands_on
from pbem.handlers import digests
from pbem.handlers.host.word import HostWord, SaidWord
from pbem.handlers.messages import taken_back
from pbem.handlers.telling import is_blind, learnt, of_the_hosts_side
from pbem.handlers.timing import set_clocks
from pbem.handlers.unit_of_work import UnitOfWork
from pbem.kernel.i18n import counted, phrase, say
from pbem.kernel.values import Value, replace
from pbem.letters.short_letters import notice
from pbem.letters.stations import report_now
from pbem.orders.tree import Verb

MOST_TOLD = 40  # lines of what a side learnt that a statement prints


class RolledBack(HostingEvent):
    """Play stands again as it stood after record `to`, and other dice fall. voided: by seat, the last letter that is void."""

    to: int
    edition: int
    voided: Mapping[str, int]

    def applied_to(self, hosting: Hosting) -> Hosting:
        """What it comes to."""
        return replace(hosting, voided=self.voided, offers=(), waiting=())


class LastToldSet(AdminEvent):
    """What units were last ordered, by side and call, and in which moment: as it was before play was taken back."""

    last_told: Mapping[str, Mapping[str, str]]
    told_in: Mapping[str, Mapping[str, str]]

    def apply(self, admin: AdminState) -> AdminState:
        """The admin state after it."""
        return replace(admin, last_told=self.last_told, told_in=self.told_in)


class RollbackMark(Value):
    """A moment that play can be taken back to: the record it follows, where play stood, and the records since."""

    to: int
    earlier: Earlier
    admin: AdminState
    words: str
    since: tuple[tuple[State, Record], ...]


class RollbackStep(Value):
    """A record of the journal: its number, and the states before and after it."""

    number: int
    before: State
    record: Record
    after: State


def _alive(work: UnitOfWork) -> list[RollbackStep]:
    """Every record that no rollback has made void."""
    past = list(work.table.past())
    afters = [before for before, _ in past[1:]] + [work.state]
    alive: list[RollbackStep] = []
    for number, ((before, record), after) in enumerate(zip(past, afters, strict=True), 1):
        if record.earlier:
            to = _went_back_to(record)
            alive = [step for step in alive if step.number <= to]
        alive.append(RollbackStep(number, before, record, after))
    return alive


def _went_back_to(record: Record) -> int:
    """The number of the last record that a rollback left standing."""
    return next(paper.to for paper in record.papers if isinstance(paper, RolledBack))


def _mark(work: UnitOfWork, asked: SaidWord) -> RollbackMark | str:
    """The moment that is meant, or why there is none."""
    alive, then, letter = _alive(work), asked.text("PART_THEN"), asked.text("LETTER")
    if letter:
        return _before(work, alive, letter) or say("no letter {letter} was written", letter=letter)
    known = dict.fromkeys(filter(None, (_opened(work, step) for step in alive)))
    return _opening(work, alive, then) or say("{then} was never opened; there are {known}", then=then, known=", ".join(known))


def _before(work: UnitOfWork, alive: list[RollbackStep], letter: str) -> RollbackMark | None:
    """The moment before the record that brought a letter."""
    for place, step in reversed(list(enumerate(alive))):
        if any(letter == _number(work, sent) for sent in step.record.letters if isinstance(sent, Sent)):
            words = say("the moment before letter {letter}", letter=letter)
            return RollbackMark(step.number - 1, stand_of(step.before), step.before.admin, words, _since(alive[place:]))
    return None


def _opening(work: UnitOfWork, alive: list[RollbackStep], then: str) -> RollbackMark | None:
    """The moment after the record that opened a part of play."""
    for place, step in reversed(list(enumerate(alive))):
        if _opened(work, step) == then:
            words = say("the opening of {then}", then=then)
            return RollbackMark(step.number, stand_of(step.after), step.after.admin, words, _since(alive[place + 1 :]))
    return None


def _since(steps: list[RollbackStep]) -> tuple[tuple[State, Record], ...]:
    return tuple((step.before, step.record) for step in steps)


def _number(work: UnitOfWork, sent: Sent) -> str:
    return work.state.admin.number(sent.seat, sent.n)


def _opened(work: UnitOfWork, step: RollbackStep) -> str:
    """The part of play that a record opened."""
    if station_of(work.table.ruleset, step.record) != "began":
        return ""
    return work.table.ruleset.sequence.named(step.after.pictures[min(step.after.pictures)])


def _no_rollback(work: UnitOfWork, asked: SaidWord) -> str:
    blind, letter = is_blind(work), asked.text("LETTER")
    if blind and letter and not of_the_hosts_side(work, letter):
        return say("a host of this campaign commands a side: BEFORE names a letter of that side")
    found = _mark(work, asked)
    if isinstance(found, str):
        return found
    if any(isinstance(p, RolledBack) for _, r in found.since for p in r.papers):
        return say("that lies before an earlier rollback")
    happened = any(_plays(work, record) for _, record in found.since)
    return "" if happened or blind else say("nothing has happened since")  # the other side's letters among it


def _plays(work: UnitOfWork, record: Record) -> bool:
    """Did a record touch play: events, or a commander's letter?"""
    seat = work.state.admin.seats.get(record.cause.seat)
    return bool(record.events or (record.cause.kind == "letter" and seat and seat.side))


@stands_on("undoing")
def _statement(work: UnitOfWork, asked: SaidWord) -> tuple[str, ...]:
    """What depends on it, and what each side was told: a mistake may be undone if that changes nothing that has happened."""
    found = _mark(work, asked)
    assert isinstance(found, RollbackMark)
    if is_blind(work):  # how many letters and throws the other side has had is no knowledge of his
        return (
            say("Play goes back to {moment}.", moment=found.words),
            say("A host of this campaign commands a side: what depends on it, and who has learnt of it, is told to no host."),
        )
    records = [record for _, record in found.since if _plays(work, record)]
    wrote = [r.cause.seat for r in records if r.cause.kind == "letter"]
    lines = [
        say("Play goes back to {moment}.", moment=found.words),
        say(
            "This would take back {records} with {rolls}.",
            records=counted(len(records), "{number} record", "{number} records"),
            rolls=counted(sum(len(r.throws) for r in records), "{number} roll", "{number} rolls"),
        ),
        say("Letters handled since: {seats}.", seats=", ".join(f"{work.called(s)} {wrote.count(s.id)}" for s in work.seats)),
        *(
            say("{seat} was sent {letters}", seat=work.called(s), letters=_range(work, records, s) or say("nothing"))
            for s in work.seats
        ),
    ]
    turn = work.table.ruleset.sequence.turn(found.earlier.situation.board)
    lines += [say("The patch from turn {turn} on stays on file and takes effect then.", turn=p.turn)
              for p in work.state.admin.hosting.patches if p.turn > turn]  # fmt: skip
    sides, row = {desk for r in records for desk, _ in r.seen}, work.idiom.behind("undoing")
    lines.append(
        say("Both sides have learnt something since, so by the rule it stands{row}. You may take it back all the same.", row=row)
        if len(sides) > 1
        else say("Only the side that wrote can have learnt anything since{row}.", row=row)
    )
    return (*lines, *_learnt(work, found))


def _range(work: UnitOfWork, records: list[Record], seat: Seat) -> str:
    written = (*(s for r in records for s in r.letters), *work.letters)
    numbers = [s.n for s in written if isinstance(s, Sent) and s.seat == seat.id]
    ends = (work.state.admin.number(seat.id, n) for n in numbers[:1] + numbers[-1:])
    return say(" to ").join(dict.fromkeys(ends))


def _learnt(work: UnitOfWork, found: RollbackMark) -> Iterator[str]:
    seen = [item for _, record in found.since for item in record.seen]
    for side in sorted(work.state.pictures):
        told, named = learnt(work, side, (item for desk, item in seen if desk == side)), work.speaker(side)
        said = phrase("What the {side} has learnt since:") if told else phrase("The {side} has learnt nothing since.")
        yield say(said, side=named)
        yield from (f"  {line}" for line in told[:MOST_TOLD])
        if len(told) > MOST_TOLD:
            yield say("  and {lines} more", lines=counted(len(told) - MOST_TOLD, "{number} line", "{number} lines"))


def _rollback(work: UnitOfWork, asked: SaidWord) -> tuple[str, ...]:
    found = _mark(work, asked)
    assert isinstance(found, RollbackMark)
    for seat in work.seats:
        digests.tell(work, seat)  # of before the rollback, like every letter that was not held
    now, records = work.state.admin, [record for _, record in found.since]
    moment, told = work.phase, {s.id: _range(work, records, s) for s in work.seats}
    turn = work.table.ruleset.sequence.turn(work.state.situation.board)
    work.take_back(found.earlier)
    taken_back(work, turn)
    _papers_taken_back(work, found.admin, now)
    work.put(RolledBack(found.to, work.state.edition, {s.id: now.sent.get(s.id, 0) for s in work.seats}))
    set_clocks(work)
    back = work.phase
    for seat in work.seats:
        lines = (
            say("The host has taken play back from {name} to the opening of {back}.", name=moment, back=back)
            if asked.text("PART_THEN")
            else say("The host has taken play back from {name} to an earlier moment of {back}.", name=moment, back=back),
            *([say("Reason:"), *theirs((asked.text("TEXT"),))] if asked.text("TEXT") else []),
            say("Of your letters {told} tells of what has not happened.", told=told[seat.id]) if told[seat.id]
            else say("None of your letters tells of what has not happened."),
            say("New rolls from here on are marked #{edition}. `pbem verify` checks all of them.",
                edition=work.state.edition),
            say("Standing orders are again as they were; plans and drafts are off file. Orders in answer to an older letter "
                "than this are turned away: answer this one."),
        )  # fmt: skip
        work.send(notice(work.desk(seat), say("ROLLED BACK"), say("play is taken back to {back}", back=back), lines))
        work.send(replace(report_now(work.desk(seat)), answer=False))
    return (
        say(
            "play stands at {moment} again; both sides are told; new rolls are marked #{edition}",
            moment=found.words,
            edition=work.state.edition,
        ),
    )


def _papers_taken_back(work: UnitOfWork, then: AdminState, now: AdminState) -> None:
    """What lay on file comes back, as a new version; what waited is dropped."""
    for side, filed in sorted(then.standing.items()):
        if filed.lines != now.standing[side].lines:
            work.put(StandingFiled(side, Filed(now.standing[side].version + 1, filed.lines)))
    for seat in sorted(now.drafts):
        work.put(DraftDropped(seat))
    for seat in sorted(now.asked):
        work.put(AskedBack(seat, None))
    if (then.last_told, then.told_in) != (now.last_told, now.told_in):
        work.put(LastToldSet(then.last_told, then.told_in))
    for seat in sorted(now.plans):
        work.put(PlanDropped(seat))
    for side in sorted(now.staffwork):
        work.put(StaffworkEnded(side))
    for seat in sorted({*then.marches, *now.marches}):
        before, after = now.marches.get(seat, {}), then.marches.get(seat, {})
        for formation in sorted({*before, *after}):
            if before.get(formation) != after.get(formation):
                work.put(MarchFiled(seat, formation, after.get(formation, "")))


WORD = HostWord(
    Verb(
        "rollback",
        (
            "rollback PART to PART_THEN [TEXT]",
            "rollback PART before LETTER [TEXT]",
        ),
        "letter",
        phrase("take play back"),
    ),
    phrase(
        "ROLLBACK sets play back to the opening of {a_moment}, or to just before the letter that answered a\n"
        "commander's. First you read what depends on it and what each side has been told since. Nothing is erased,\n"
        "both sides are told, new rolls are made from there on, and letters written before are turned away. A host\n"
        "who commands a side is shown nothing first, and BEFORE takes letters of that side alone.\n"
        "\n"
        "    ROLLBACK {later_part} TO {part}\n"
        "    ROLLBACK {later_part} BEFORE A-15 a hex was mistyped"
    ),
    60,
    refuse=_no_rollback,
    do=_rollback,
    state=_statement,
    events=(RolledBack, LastToldSet),
)

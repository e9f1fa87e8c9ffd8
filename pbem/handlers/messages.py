"""Messages between seats and sides, word for word and unverified; what is kept in a log."""

from pbem.campaign.admin_events import LogKept, MessageHeld, MessagesArrived, MessageWritten
from pbem.campaign.request import Request
from pbem.campaign.seats import named, senior
from pbem.campaign.state import OnTheWay, Seat
from pbem.engine.idiom import stands_on
from pbem.engine.run_observations import MessageHeard
from pbem.handlers.telling import is_blind
from pbem.handlers.unit_of_work import UnitOfWork
from pbem.kernel.i18n import phrase, say
from pbem.kernel.values import replace
from pbem.letters.desk import side_title
from pbem.letters.short_letters import message
from pbem.orders.tree import Message

MOST_LINES, MOST_CHARACTERS = 60, 4000  # of a message; more is no message but a report
MOST_A_DAY = 20  # messages of a seat; more is a quarrel, or a machine


def messages(work: UnitOfWork, seat: Seat, request: Request) -> list[str]:
    """Relay messages to a seat or all of one's own side, to the host, or to the enemy; a note on each."""
    return [_logged(work, seat, item) if item.to == "log" else _sent(work, seat, item) for item in request.messages]


def _logged(work: UnitOfWork, seat: Seat, item: Message) -> str:
    work.put(LogKept(seat.id, work.moment(seat), item.lines))
    return say("kept in your log; it is opened to all when the campaign is over")


def _sent(work: UnitOfWork, seat: Seat, item: Message) -> str:
    to, name = _recipients(work, seat, item.to)
    theirs = name in _enemies(work, seat)
    why = _barred(work, seat, item, to, theirs)
    if why:
        return say("no message sent: {why}", why=why)
    work.put(MessageWritten(seat.id, work.cause.at.date().isoformat()))
    to = tuple(other for other in to if not _muted(work, seat, other))
    if theirs:
        _send_over(work, seat, item, to)
        name = side_title(work.table.ruleset, work.table.game, name)
        return say("message sent to the {name}", name=name)  # whether anybody sits there and reads it is the enemy's secret
    if not to:
        return say("no message sent: {name} takes none", name=name)
    return say("message sent to {name}{late}", name=name, late=_send_round(work, seat, item, to))


def _send_over(work: UnitOfWork, seat: Seat, item: Message, to: tuple[Seat, ...]) -> None:
    """The enemy hears it from the side, whoever wrote it."""
    if not to:
        return
    sender = side_title(work.table.ruleset, work.table.game, seat.side)
    work.seen.append((to[0].side, MessageHeard(sender, item.lines, tuple(other.id for other in to))))
    for other in to:
        work.send(message(work.desk(other), sender, item.lines))


def _send_round(work: UnitOfWork, seat: Seat, item: Message, to: tuple[Seat, ...]) -> str:
    """To the own side, by runner where the rules want one, and to the host; what is said of the runners."""
    slow = [(other, turns) for other in to if (turns := _runner(work, seat, other)) is not None]
    for other, turns in slow:
        work.put(MessageHeld(OnTheWay(other.id, seat.id, item.lines, _turn(work, seat.side) + turns, work.moment(seat))))
    held = [other for other, _ in slow]
    for other in (other for other in to if other not in held):
        how = _answered(work, seat) if other.role == "host" else ()
        work.send(message(work.desk(other), work.called(seat), item.lines, how=how))
    said = phrase(", by runner, {arrival}") if len(to) == 1 else phrase("; {other}: by runner, {arrival}")
    return "".join(
        say(said, other=work.officer(other), arrival=_arrival(work, seat, turns)) + work.idiom.behind("runner")
        for other, turns in slow
    )


def _answered(work: UnitOfWork, seat: Seat) -> tuple[str, ...]:
    """How a host answers a message: his letters are read as words of the host's, and none of those writes to one seat."""
    at = "" if is_blind(work) else say(" ({address})", address=seat.address)
    return (
        say("A reply to this letter is read as words of the host's, and none of them is a message. To answer {seat}, write to"
            " them{at} from your own mail program; a ruling for both sides is RULE <rule> <text>.", seat=work.called(seat), at=at),
    )  # fmt: skip


@stands_on("runner")
def _runner(work: UnitOfWork, seat: Seat, other: Seat) -> int | None:
    """How many turns on a message to a seat of the own side is there; None for at once. Both are staffs of one picture, which is
    all that it is computed from."""
    command = work.table.ruleset.command
    if command is None or other.side != seat.side or work.state.admin.stage != "playing":
        return None
    return command.message_delay(work.table.game, work.state.pictures[seat.side], seat.formations, other.formations)


def _turn(work: UnitOfWork, side: str) -> int:
    return work.table.ruleset.sequence.turn(work.state.pictures[side])


def _arrival(work: UnitOfWork, seat: Seat, turns: int) -> str:
    return (
        say("with the first report of turn {turn} or soon after", turn=_turn(work, seat.side) + turns)
        if turns
        else say("with the next report")
    )


def arrive(work: UnitOfWork) -> None:
    """What was on its way between staffs arrives at a public moment, once its turn has come; at the end everything does.

    For a seat that nobody holds the runner waits: whoever takes it over is given what was written to it.
    """
    waiting, admin = work.state.admin.messages, work.state.admin
    reached = {seat.id for seat in admin.reached()}
    there = [m for m in waiting if m.seat in reached and _is_there(work, m)]
    if there:
        work.put(MessagesArrived(tuple(m for m in waiting if m not in there)))
    for item in there:
        held = admin.seats[item.seat]
        work.send(message(work.desk(held), work.called(admin.seats[item.sender]), item.lines, item.when))


def _is_there(work: UnitOfWork, item: OnTheWay) -> bool:
    admin = work.state.admin
    side = admin.seats[item.seat].side
    return admin.stage != "playing" or (side in work.state.pictures and _turn(work, side) >= item.arrives)


def taken_back(work: UnitOfWork, before: int) -> None:
    """Play stands in an earlier turn than `before`: runners keep the way that they still have to go."""
    waiting = work.state.admin.messages
    if waiting:
        now = _turn(work, min(work.state.pictures))
        work.put(MessagesArrived(tuple(replace(m, arrives=m.arrives - before + now) for m in waiting)))


def _recipients(work: UnitOfWork, seat: Seat, to: str) -> tuple[tuple[Seat, ...], str]:
    """Whom a word means, and what the writer is told he wrote to. How the enemy has shared out his seats is his secret."""
    admin = work.state.admin
    if to == "host":
        return admin.hosts(), say("the host")
    if to in ("enemy", *_enemies(work, seat)):
        side = min(_enemies(work, seat)) if to == "enemy" else to
        return admin.reached(side), side
    return _of_the_side(work, seat, to)


def _of_the_side(work: UnitOfWork, seat: Seat, to: str) -> tuple[tuple[Seat, ...], str]:
    """The same on the writer's own side: all of it, one seat, or whoever stands in for one that is empty."""
    admin = work.state.admin
    team = tuple(s for s in admin.reached(seat.side) if s.id != seat.id)
    other = named(admin, seat.side, to)
    if to == "team" or (to == seat.side and (other in (None, seat) or _leads_instead(work, seat, other))):
        return team, ", ".join(work.officer(s) for s in team)  # else the side's name is its commander's seat
    if other is not None and other not in team and other.role == "commander" and not other.commands:
        return _in_its_stead(work, seat, other)
    return ((other,), work.officer(other)) if other is not None and other in team else ((), "")


def _leads_instead(work: UnitOfWork, seat: Seat, other: Seat | None) -> bool:
    """Does the writer stand in for the commander of the side, whose seat this is, empty?"""
    return other is not None and not other.commands and senior(work.state.admin, seat.side) == seat


@stands_on("last word")
def _in_its_stead(work: UnitOfWork, seat: Seat, empty: Seat) -> tuple[tuple[Seat, ...], str]:
    """Who reads what is written to a seat that nobody holds: whoever gives its orders meanwhile."""
    admin = work.state.admin
    sits = admin.seats.get(empty.until)
    stands_in = sits if sits is not None and sits.commands else senior(admin, seat.side)
    if stands_in is None or stands_in.id == seat.id:
        return (), ""
    name = say("{officer}, who stands in for {seat}", officer=work.officer(stands_in), seat=work.officer(empty))
    return (stands_in,), name


def _enemies(work: UnitOfWork, seat: Seat) -> set[str]:
    """The other sides, held or not."""
    return {s.side for s in work.state.admin.seats.values() if s.side not in ("", seat.side)}


def _muted(work: UnitOfWork, seat: Seat, other: Seat) -> bool:
    """Does a seat take no messages of this one? The host reads everybody's."""
    names = {seat.id, seat.side, *(("enemy",) if other.side != seat.side else ())}
    return bool(other.side) and bool(names & set(work.state.admin.hosting.muted.get(other.id, ())))


@stands_on("messages")
def _barred(work: UnitOfWork, seat: Seat, item: Message, to: tuple[Seat, ...], theirs: bool) -> str:
    """Why a message is not relayed, "" when it is. to: whom it is for; theirs: whether that is the enemy."""
    if not (to or theirs):
        return _nobody(work, seat, item)
    if (theirs or to[0].side) and seat.id in work.state.admin.hosting.muted.get("", ()):
        return say("the host passes on none of your messages, except those to the host (MUTE)")
    if theirs and not work.table.ruleset.scenario.sides_write(work.table.game):
        return say("in this campaign the sides do not write to each other")
    if theirs and seat.role == "observer":
        return say("an observer writes to the own side alone")
    if len(item.lines) > MOST_LINES or sum(map(len, item.lines)) > MOST_CHARACTERS:
        return say(
            "it is longer than {most_lines} lines or {most_characters} characters",
            most_lines=MOST_LINES,
            most_characters=MOST_CHARACTERS,
        )
    return too_many(work, seat)


def _nobody(work: UnitOfWork, seat: Seat, item: Message) -> str:
    """Why a message reaches nobody."""
    if item.to == "host":
        return say("this campaign has no host who reads mail")
    empty = named(work.state.admin, seat.side, item.to)
    if empty is not None and empty.id != seat.id and _leads_instead(work, seat, empty):
        return say("nobody holds {seat}; you stand in for it", seat=work.officer(empty))
    return say("{to} is nobody here that you can write to; write a seat of your side, TEAM, HOST or ENEMY", to=item.to)


def too_many(work: UnitOfWork, seat: Seat) -> str:
    """Has the seat written to others as often today as it may? Why not once more, "" when it may."""
    day, count = work.state.admin.wrote.get(seat.id, ("", 0))
    if day == work.cause.at.date().isoformat() and count >= MOST_A_DAY:
        return say("you have sent {most_a_day} today already; more are taken tomorrow", most_a_day=MOST_A_DAY)
    return ""

"""What a commander arranges with the campaign: absence, zone, extension, letters that wait, appeal, draw, concession, mute.

Nothing of it reaches the other side but what is meant for it: the offer of a draw and its answer, the end.
"""

from collections.abc import Callable
from datetime import timedelta

from pbem.campaign import deadlines
from pbem.campaign.admin_events import (
    AbsenceFiled,
    AppealMade,
    ClockChanged,
    DrawOffered,
    Extended,
    LetterWaits,
    MessagesMuted,
    RecallSet,
    WaitOver,
    ZoneSet,
)
from pbem.campaign.hosting import Absence, Appeal, Waiting
from pbem.campaign.records import Cause
from pbem.campaign.request import Request
from pbem.campaign.seats import senior, speaks_for_its_side
from pbem.campaign.state import AdminState, Seat
from pbem.campaign.zones import moment, zone_named
from pbem.documents.document import theirs
from pbem.handlers import boot_camp as camp
from pbem.handlers import offering
from pbem.handlers.telling import hosts_eyes, is_blind
from pbem.handlers.timing import for_who_is_away
from pbem.handlers.unit_of_work import UnitOfWork
from pbem.kernel.calendar import clock
from pbem.kernel.i18n import counted, say
from pbem.kernel.values import replace
from pbem.letters.host import host_letter
from pbem.letters.short_letters import notice, waits
from pbem.orders.tree import Act, LetterWord, OrderSheet

MOST_MINUTES = 60
MOST_IDLE = 10  # words that do nothing, each with its reason
FOR_THE_SIDE = frozenset({"draw", "concede"})  # what its commander alone may say
IN_PLAY = frozenset({"extend", "draw", "concede", "lesson", "skip", "close camp", "live"})


def arranged(work: UnitOfWork, seat: Seat, request: Request) -> list[str]:
    """Everything of a letter that arranges its writer with the campaign; a note on each that does something, and on the first of
    those that do nothing."""
    done, idle = list[str](), dict[str, None]()
    for act in request.of(*_ARRANGED):
        before = (len(work.papers), len(work.events), len(work.letters))
        notes = _arranged(work, seat, act)
        if before == (len(work.papers), len(work.events), len(work.letters)):
            idle |= dict.fromkeys(notes)
        else:
            done += notes
    more = len(idle) - MOST_IDLE
    rest = counted(more, "{number} more word did nothing", "{number} more words did nothing")
    return [*done, *list(idle)[:MOST_IDLE], *([rest] if more > 0 else [])]


def _arranged(work: UnitOfWork, seat: Seat, act: Act) -> list[str]:
    affairs, verb = work.state.affairs, act.verb.upper()
    if act.verb in IN_PLAY and (affairs.stage != "playing" or affairs.paused):
        return [say("{verb}: the campaign is not being played now", verb=verb)]
    if act.verb in FOR_THE_SIDE and not speaks_for_its_side(affairs, seat, work.cause.at):
        first = senior(affairs, seat.side)
        whose = first.id if first else say("your commander")
        return [say("{verb} is for {whose} to say, who speaks for your side (MASL-2.1-3)", verb=verb, whose=whose)]
    return _ARRANGED[act.verb](work, affairs.seats[seat.id], act)


# ---------------------------------------------------------------- time


def _absent(work: UnitOfWork, seat: Seat, act: Act) -> list[str]:
    hosting, zone, now = work.state.affairs.hosting, work.desk(seat).zone, work.cause.at
    if act.says("no"):
        work.put(AbsenceFiled(seat.id, None))
        return [say("your absence is off file") if seat.id in hosting.absences else say("no absence of yours was on file")]
    start = moment(act.text("MOMENT") or "", now - timedelta(days=1), zone, "00:00")
    end = moment(act.text("MOMENT_END") or "", start.at if start else now, zone, "23:59")
    if start is None or end is None:
        return [say("no absence filed: there is no such day")]
    proxy = act.text("SEAT") or ""
    why = _no_absence(work, seat, start.at < end.at and end.at > now, end.at - max(start.at, now), proxy)
    if why:
        return [say("no absence filed: {why}", why=why)]
    work.put(AbsenceFiled(seat.id, Absence(start.at, end.at, proxy)))
    running = work.state.affairs.clock(seat.side)
    if running and running.kind == "orders":
        later = for_who_is_away(work, running)
        if later != running:
            work.put(ClockChanged(later))
    named = [m.note for m in (start, end) if m.note]
    who = say("{proxy} stands in for you", proxy=proxy) if proxy else say("an impulse of yours does not end before you are back")
    return [
        say("you are away from {start} to {end}: {who}", start=clock(start.at, zone), end=clock(end.at, zone), who=who),
        *named,
    ]


def _no_absence(work: UnitOfWork, seat: Seat, to_come: bool, lasts: timedelta, proxy: str) -> str:
    others = [s.id for s in work.state.affairs.seats_of(seat.side) if s.id != seat.id]
    if not to_come:
        return say("it ends before it begins, or is gone by")
    if proxy and proxy not in others:
        return say("a proxy sits on your own side: {others}", others=say(" or ").join(others) or say("nobody else does"))
    leave = work.table.pace.leave
    if not proxy and lasts > timedelta(days=leave):
        return say(
            "without a proxy it can last {days}; ask the host for a PAUSE", days=counted(leave, "{number} day", "{number} days")
        )
    return ""


def _zone(work: UnitOfWork, seat: Seat, act: Act) -> list[str]:
    text = act.text() or ""
    name, near = zone_named(text)
    if not name:
        return [
            say("no zone {text!r}", text=text)
            + (say("; did you mean {near}?", near=say(" or ").join(near)) if near else say("; write it like Europe/Amsterdam"))
        ]
    work.put(ZoneSet(seat.id, name))
    return [say("your clock is {name}'s: now {clock}", name=name, clock=clock(work.cause.at, name))]


def _extend(work: UnitOfWork, seat: Seat, act: Act) -> list[str]:
    running, pace = work.state.affairs.clock(seat.side), work.table.pace
    used = work.state.affairs.hosting.extended.get(seat.id, 0)
    if running is None:
        return [say("no extension: no clock of yours runs")]
    if running.live:
        return [say("no extension: a live evening runs; LIVE NO ends it, and your impulse has its whole time again")]
    if used >= pace.extensions:
        return [say("no extension: your {extensions} of this campaign are used; the host can EXTEND", extensions=pace.extensions)]
    work.put(Extended(seat.id, used + 1))
    work.put(ClockChanged(deadlines.put_off(running, pace.extension, work.cause.at)))
    left = pace.extensions - used - 1
    return [
        say(
            "{impulse} has {hours} more; {such_extensions} left to you",
            impulse=running.impulse,
            hours=counted(pace.extension, "{number} hour", "{number} hours"),
            such_extensions=counted(left, "{number} such extension", "{number} such extensions"),
        )
    ]


# ---------------------------------------------------------------- letters that wait


def _hold(work: UnitOfWork, seat: Seat, act: Act) -> list[str]:
    minutes = 0 if act.says("off") else act.number("N") or 0
    if minutes > MOST_MINUTES:
        return [say("letters wait {most_minutes} minutes at the most", most_minutes=MOST_MINUTES)]
    work.put(RecallSet(seat.id, minutes))
    waits = (
        say("{minutes}, and RECALL takes them back", minutes=counted(minutes, "{number} minute", "{number} minutes"))
        if minutes
        else say("no more")
    )
    return [say("your letters wait {waits}", waits=waits)]


def _recall(work: UnitOfWork, seat: Seat, act: Act) -> list[str]:
    waiting = [w for w in work.state.affairs.hosting.waiting if w.seat == seat.id]
    for letter in waiting:
        work.put(WaitOver(letter.id))
    if not waiting:
        return [say("no letter of yours waits; what was carried out stays carried out (TOCS-1.14-1)")]
    return [say("{letters} recalled: as if never written", letters=counted(len(waiting), "{number} letter", "{number} letters"))]


def may_be_recalled(affairs: AdminState, seat: Seat, request: Request, cause: Cause) -> bool:
    """Does the letter wait, to be recalled?"""
    written = cause.kind == "letter" and cause.id not in {w.id for w in affairs.hosting.waiting}
    plays = request.plays and affairs.stage == "playing" and "check" not in request.said
    return bool(affairs.hosting.recall.get(seat.id) and written and plays)


def put_aside(work: UnitOfWork, seat: Seat, request: Request, cause: Cause) -> None:
    """File a letter that may be recalled, and tell its writer until when."""
    recalls = {ln.source for ln in request.written.lines if isinstance(ln.command, LetterWord) and ln.command.act.verb == "recall"}
    notes = tuple(note for act in request.of("recall") for note in _recall(work, seat, act))
    lines = tuple((number, text) for number, text in cause.lines if number not in recalls)
    until = cause.at + timedelta(minutes=work.state.affairs.hosting.recall[seat.id])
    work.put(LetterWaits(Waiting(cause.id, seat.id, until, lines, cause.answers, cause.message_id, cause.left_out)))
    kept = tuple(ln for ln in request.written.lines if ln.source not in recalls)
    work.send(waits(work.desk(seat), replace(request, written=OrderSheet(kept)), until, notes))


# ---------------------------------------------------------------- people


def _appeal(work: UnitOfWork, seat: Seat, act: Act) -> list[str]:
    affairs, number = work.state.affairs, len(work.state.affairs.hosting.appeals) + 1
    line, words = act.number("LINE"), [text for text in (act.text(),) if text]
    if is_blind(work):
        against = any(side != seat.side for side in hosts_eyes(work).led)
        ways = (
            say("MESSAGE host would reach the enemy's commander; MESSAGE enemy asks him openly how both want to read the rule")
            if against
            else say("MESSAGE host writes to him, who plays on your own side")
        )
        return [say("no appeal made: the host commands a side himself, and would read it; {ways}", ways=ways)]
    if line is not None:
        ran, ends = affairs.ran.get(seat.id, ()), affairs.ends.get(seat.id, ())
        if not 1 <= line <= len(ends):
            return [
                say("no appeal made: your last orders have {lines}", lines=counted(len(ends), "{number} line", "{number} lines"))
            ]
        words = [say("line {line}: {ran}: {ends}", line=line, ran=ran[line - 1], ends=ends[line - 1]), *words]
    appeal = Appeal(number, seat.id, work.phase, tuple(words))
    work.put(AppealMade(appeal))
    listed = theirs(appeal.words, "  ")
    said = (
        say("{seat} appeals in {when}:", seat=seat.id, when=appeal.when),
        *listed,
        say("ANSWER APPEAL {number} <words> answers it.", number=number),
    )
    for host in work.hosts:
        work.send(host_letter(work.desk(host), say("appeal {number} of {seat}", number=number, seat=seat.id), said))
    return [say("your appeal is with the host")]  # its number counts the other side's


def _draw(work: UnitOfWork, seat: Seat, act: Act) -> list[str]:
    offers = work.state.affairs.hosting.offers
    others = tuple(side for side in offers if side != seat.side)
    if work.state.affairs.camp and act.says("offer"):
        return [say("the referee's commander takes no draw; CLOSE CAMP ends the camp")]
    if act.says("offer") and not others:
        if seat.side not in offers:
            work.put(DrawOffered((seat.side,)))
            _to_the_other(
                work,
                seat,
                say("OFFER"),
                say("a draw is offered"),
                (say("The other side offers a draw."), say("ACCEPT DRAW ends the campaign; DECLINE DRAW does not.")),
            )
        return [say("your offer of a draw stands; the other side has been told")]
    if not others:
        return [say("no draw is offered to you")]
    work.put(DrawOffered(()))
    if act.says("decline"):
        _to_the_other(work, seat, say("DECLINED"), say("your draw is declined"), (say("The other side declines the draw."),))
        return [say("declined; the other side has been told")]
    work.conclude("", say("drawn by agreement of both sides"))
    return [say("the campaign is drawn; everything is opened in letters of their own")]


def _concede(work: UnitOfWork, seat: Seat, act: Act) -> list[str]:
    other = next(side for side in sorted(work.state.pictures) if side != seat.side)
    work.conclude(
        other, say("conceded by the {adjective} side", adjective=work.table.ruleset.scenario.adjective(work.table.game, seat.side))
    )
    return [say("you have conceded; everything is opened in letters of their own")]


def _to_the_other(work: UnitOfWork, seat: Seat, head: str, subject: str, lines: tuple[str, ...]) -> None:
    for other in work.seats:
        if other.side != seat.side:
            work.send(notice(work.desk(other), head, subject, lines))


def _mute(work: UnitOfWork, seat: Seat, act: Act) -> list[str]:
    name, muted = act.text("SEAT") or "", set(work.state.affairs.hosting.muted.get(seat.id, ()))
    affairs = work.state.affairs  # how the enemy has shared out his seats is his secret: of his, the side alone has a name
    known = {"enemy", *(s.side for s in affairs.seats.values() if s.side), *(s.id for s in affairs.reached(seat.side))} - {seat.id}
    if name not in known:
        return [say("nobody here is called {name}: {known}", name=name, known=", ".join(sorted(known)))]
    off = act.says("unmute")
    work.put(MessagesMuted(seat.id, tuple(sorted(muted - {name} if off else muted | {name}))))
    return [say("messages of {name} {what}", name=name, what=say("come to you again") if off else say("come to you no more"))]


_ARRANGED: dict[str, Callable[[UnitOfWork, Seat, Act], list[str]]] = {
    "absent": _absent, "zone": _zone, "extend": _extend, "hold my letters": _hold, "recall": _recall, "appeal": _appeal,
    "draw": _draw, "concede": _concede, "mute": _mute, "live": offering.said,
    "lesson": camp.lesson, "skip": camp.skip, "close camp": camp.close,
}  # fmt: skip

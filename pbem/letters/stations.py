"""Letters of public moments and of the own clock: reports, summaries, reminders."""

from pbem.campaign import evenings
from pbem.campaign.seats import commanders, senior
from pbem.campaign.staffwork import left_to
from pbem.campaign.state import Clock
from pbem.documents import plot
from pbem.documents.document import Block, Document, Letterhead, block
from pbem.documents.map_picture import DueBy
from pbem.documents.station import Heading
from pbem.kernel.calendar import clock, hour, time_left
from pbem.kernel.i18n import counted, phrase, say
from pbem.kernel.values import replace
from pbem.letters.desk import TOKEN, Desk, Out
from pbem.letters.on_file import (
    LONGEST,
    TURN,
    closes_quietly,
    closing_word,
    delegated,
    due_words,
    marches,
    may_be_ordered,
    plan_lines,
    staff_lines,
    waiting_lines,
    whose,
)
from pbem.letters.pad import with_pad

# ---------------------------------------------------------------- stations and the clock


def heading(desk: Desk, extra: tuple[Block, ...] = ()) -> Heading:
    """What a station letter carries besides the ruleset's report."""
    mine = None if desk.admin.paused or desk.admin.hosting.outage else desk.clock
    due = due_words(mine, desk) if mine else ""
    soon = hour(desk.at, mine.due, desk.zone) if mine else ""
    live = evenings.told(desk.admin.evenings, desk.zone, desk.seat.side) if desk.admin.stage == "playing" else ()
    kept = (*marches(desk), *plan_lines(desk), *(staff_lines(desk) or _tempo(desk)), *live)
    fence = f"BEGIN ORDERS {desk.admin.campaign} {desk.moment} {desk.number} {TOKEN}"
    standing, told = desk.admin.standing.get(desk.seat.side), desk.admin.last_told.get(desk.seat.side, {})
    version = (say("standing orders, version {version}: ORDERS shows them", version=standing.version),) if standing else ()
    waiting = (*version, *(say("on file: {text}", text=text) for text in marches(desk)))
    return Heading(
        desk.number, due, soon, fence, _foot(desk), extra, standing.lines if standing else (),
        may_be_ordered(desk), closing_word(desk), told, desk.admin.told_in.get(desk.seat.side, {}), waiting,
        closes_quietly(desk) if mine else "", (*version, *kept), delegated=delegated(desk), whose=whose(desk),
    )  # fmt: skip


def _foot(desk: Desk) -> tuple[str, ...]:
    """Words that a reader may want; none of a digest in a boot camp, whose letters all wait for an answer."""
    digest = say("DIGEST ON puts reports that need no reply into one letter a day.")
    asked = (
        say("HELP lists every word. STATUS, ORDERS, WHAT CAN <unit>, COST <unit> to <hex> and WHY <battle> are answered at once.")
        if desk.idiom.battles
        else say(
            "HELP lists every word. STATUS, ORDERS, WHAT CAN <unit>, COST <unit> to <hex> and WHY LINE <line> are answered at once."
        )
    )
    return (
        asked,
        say("FORMAT TEXT sends text alone; ATTACHMENTS OFF attaches nothing."),
        *(() if desk.admin.camp else (digest,)),
    )


def _tempo(desk: Desk) -> tuple[str, ...]:
    """How the orders of a team are let run, said at the beginning of its part of play; or those of several sides."""
    if desk.admin.together and desk.clock:
        return (say("both sides write at once: your orders stay on file until all are executed together"),)
    first = senior(desk.admin, desk.seat.side)
    if not desk.admin.files(desk.seat.side) or desk.clock is None or first is None:
        return ()
    if first.id == desk.seat.id:
        return (say("your side's orders wait here until you write EXECUTE, or all are DONE (HELP TEMPO)"),)
    said = phrase("your side's orders wait here until {first} writes EXECUTE, or all are DONE (HELP TEMPO)")
    return (say(said, first=desk.officer(first.id)),)


def station(desk: Desk, extra: tuple[Block, ...] = (), first: bool = False) -> Out:
    """The letter of a public moment. first: of its turn, which shows the course of the side's own figures."""
    trend = plot.trend_of(desk.admin.figures.get(desk.seat.side, ())) if first else None
    course = block(plot.BLOCK, plot.told(trend)) if trend else ()
    document = desk.ruleset.reports.sitrep(desk.game, desk.picture, desk.news, heading(desk, (*course, *extra)))
    document = mapped(desk, document)
    if document.map and trend:
        document = replace(document, map=replace(document.map, trend=trend))
    return Out(desk.seat.id, "sitrep", _padded(desk, document), False, waits=True)


MOST_LOCATED = 8  # places of the enemy's in the first line of an INTSUM; below it stand all


def summary(desk: Desk) -> tuple[Block, ...]:
    """What is known of the enemy, for the side's own team, with its commander's words for the coming turn."""
    words = desk.admin.intents.get(desk.seat.side, {}).get(TURN, ())
    return desk.ruleset.reports.summary(desk.game, desk.picture, desk.battles, words)


def intsum(desk: Desk) -> Out:
    """The intelligence summary of a turn, to a seat of a team."""
    head = (
        (say("[{campaign}] INTSUM, before {name}", campaign=desk.admin.campaign, name=desk.moment), desk.number),
        (say("TEAM ONLY"), ""),
    )
    facts = {**dict(desk.ruleset.reports.letterhead(desk.game, desk.picture)), "report": "INTSUM", "letter": desk.number}
    where = desk.ruleset.reports.located(desk.game, desk.picture)
    document = Document(
        _summed(desk, where),
        head,
        (_located(where), say("NO REPLY NEEDED.")),
        summary(desk),
        letterhead=Letterhead("intsum", tuple(facts.items())),
    )
    return Out(desk.seat.id, "intsum", document, False, waits=True)


def _located(where: tuple[str, ...]) -> str:
    """The first line: the enemy's places, of many the first."""
    if not where:
        return say("NO ENEMY LOCATED.")
    named, more = ", ".join(where[:MOST_LOCATED]), len(where) - MOST_LOCATED
    if more <= 0:
        return say("ENEMY LOCATED at {places}.", places=named)
    return counted(
        more,
        "ENEMY LOCATED at {places} and {number} more place.",
        "ENEMY LOCATED at {places} and {number} more places.",
        places=named,
    )


def _summed(desk: Desk, where: tuple[str, ...]) -> str:
    """`T2.1 INTSUM: enemy at 13.11 Malden bridge, 14.12 Heumen`: as many places as there is room for."""
    if not where:
        return say("{name} INTSUM: no enemy located", name=desk.moment)
    said = [
        say("{name} INTSUM: enemy at {places}", name=desk.moment, places=", ".join(where[:n])) for n in range(len(where), 0, -1)
    ]
    return next((subject for subject in said if len(subject) <= LONGEST), said[-1][:LONGEST])


def report_now(desk: Desk, pad: bool = False, of: str = "") -> Out:
    """The report on demand: the state, without what has been reported before, none of it left out. pad: with an order pad,
    whatever is awaited; of: the formation that it opens."""
    calls = desk.ruleset.actions.vocabulary(desk.game, desk.picture).formations.get(of) if of else None
    head = replace(heading(desk), asked=True, shown=frozenset(calls) if calls else None)
    document = mapped(desk, desk.ruleset.reports.sitrep(desk.game, desk.picture, (), head), head.shown)
    return Out(desk.seat.id, "sitrep", with_pad(desk, document) if pad else _padded(desk, document), True)


def _padded(desk: Desk, document: Document) -> Document:
    """A report that asks for orders, with the pad that its seat wants."""
    asks = desk.clock is not None and not desk.clock.over and desk.admin.stage == "playing" and not desk.admin.paused
    return with_pad(desk, document) if desk.seat.pad and desk.seat.commands and asks else document


def mapped(desk: Desk, document: Document, asked: frozenset[str] | None = None) -> Document:
    """The document with the desk's map, if the ruleset draws any. asked: calls of the units it is about, None for the reader's."""
    maps = desk.ruleset.maps
    if maps is None:
        return document
    own = may_be_ordered(desk) if asked is None else asked
    shown, clock = maps.theatre(desk.game, desk.picture, own), desk.clock
    symbols = tuple(replace(symbol, commands=_orders(desk, symbol.call)) for symbol in shown.symbols)
    waits = clock is not None and not desk.admin.paused and not desk.admin.hosting.outage
    due = DueBy(clock.moment, clock.spent or clock.due, desk.zone) if clock and waits else None
    return replace(document, map=replace(shown, symbols=symbols, due=due, share=_share(desk)))


def _orders(desk: Desk, call: str) -> str:
    """The seat that orders a unit of the side."""
    chain = desk.ruleset.command.chain(desk.picture, call) if desk.ruleset.command else ()
    return next((seat.id for seat in commanders(desk.admin, desk.seat.side, chain)), "")


def _share(desk: Desk) -> int | None:
    """OPs that the seat may still spend; None where nothing is allotted."""
    points, staff = desk.ruleset.points, desk.admin.staffwork.get(desk.seat.side)
    return left_to(staff, desk.seat.id, points.left(desk.picture)) if points and staff else None


def _reminder_together(desk: Desk, running: Clock, last: str) -> Out:
    """The same where several sides write at once, to who is not done."""
    due = say("Your orders for {name} were due {clock}.", name=running.moment, clock=clock(running.due, desk.zone))
    lines = (
        say("{due} You have grace until {last}.", due=due, last=last),
        *waiting_lines(desk),
        say("Then what you have on file runs, and standing orders answer for the rest. DONE says that all is in."),
    )
    return _reminding(desk, running, lines, "DONE")


def reminder(desk: Desk, running: Clock) -> Out:
    """The one reminder: the deadline has come, the grace begins."""
    last = f"{clock(running.last, desk.zone)} ({time_left(desk.at, running.last)})"
    then = (
        say("the boot camp is closed, and everything opened") if desk.admin.camp else say("your standing order IF SILENT closes it")
    )
    if desk.admin.together:
        return _reminder_together(desk, running, last)
    lines = (
        say(
            "Your {noun} {name} was due {clock}. You have grace until {last}.",
            noun=desk.idiom.moment,
            name=running.moment,
            clock=clock(running.due, desk.zone),
            last=last,
        ),
        *waiting_lines(desk),
        say("Then {then}. {word} closes it now.", then=then, word=desk.closing.upper()),
    )
    return _reminding(desk, running, lines, desk.closing.upper())


def _reminding(desk: Desk, running: Clock, lines: tuple[str, ...], tap: str) -> Out:
    """A reminder of these lines; tap: the word that answers it."""
    head = ((say("[{campaign}] REMINDER {name}", campaign=desk.admin.campaign, name=running.moment), desk.number),)
    subject = say("{name} is overdue · grace until {last}", name=running.moment, last=clock(running.last, desk.zone))
    return Out(desk.seat.id, "reminder", Document(subject, head, lines, (), (), (tap,)), False)

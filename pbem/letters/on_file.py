"""What lies on file for a seat, whose clock runs, who sits where."""

from collections.abc import Iterable

from pbem.campaign import evenings
from pbem.campaign.seats import acting, may_order, orders_all, senior
from pbem.campaign.state import AdminState, Clock, Draft, Seat
from pbem.campaign.units_ordered import ordered
from pbem.documents.document import Block, block, table, theirs
from pbem.kernel.calendar import clock, time_left
from pbem.kernel.i18n import counted, phrase, say
from pbem.letters.desk import Desk, side_title
from pbem.orders.parser import read_line

LONGEST = 72  # characters of a subject after the campaign's tag
TURN = "turn"  # under which a commander's words for the summary are kept


def clock_words(desk: Desk) -> str:
    """Whose part of play runs, and until when, for its owner."""
    if desk.admin.paused:
        return say("the campaign is paused; no clock runs")
    if not desk.admin.clocks:
        return say("no clock runs")
    if not desk.seat.side:
        return "; ".join(_of_a_side(desk, running) for _, running in sorted(desk.admin.clocks.items()))
    running = desk.clock
    away = say("; the referee was away, and no deadline counts until the host says so") if desk.admin.hosting.outage else ""
    if running is None:
        return say(
            "{name} is the enemy's {moment}{away}",
            name=min(desk.admin.clocks.items())[1].moment, moment=desk.idiom.moment, away=away,
        )  # fmt: skip
    if away:
        return say("{name} is yours{away}", name=running.moment, away=away)
    if running.over:
        return say("the time for your orders for {name} is over; what is on file runs with all others", name=running.moment)
    if desk.admin.together:
        return _due_together(desk, running)
    ends = say("{name} ends {due_words}", name=running.moment, due_words=due_words(running, desk))
    return f"{ends}. {quiet}" if (quiet := closes_quietly(desk)) else ends


def _due_together(desk: Desk, running: Clock) -> str:
    """Where several sides write at once: when the reader's orders are due, or that they are in and the run may come sooner."""
    due = due_words(running, desk)
    if not desk.admin.is_ready(desk.seat.side):
        return say("your orders for {name} are due {due_words}", name=running.moment, due_words=due)
    words = phrase("your orders for {name} are in: executed once the other side is done too, or its time is up; yours ends {due}")
    return say(words, name=running.moment, due=due)


def _of_a_side(desk: Desk, running: Clock) -> str:
    """Whose part of play runs, for who has no enemy: the host."""
    away = say("; the referee was away, and no deadline counts until RESUME {phase}", phase=running.moment)
    side = side_title(desk.ruleset, desk.game, running.side)
    played = say("{name} of the {side} is being played", name=running.moment, side=side)
    return f"{played}{away if desk.admin.hosting.outage else ''}"


def closes_quietly(desk: Desk) -> str:
    """That the reader's own part of play is closed by a standing order long before its deadline; "" when it is not."""
    plans = desk.admin.plans
    if not any(plan.quiet and plan.due for seat, plan in plans.items() if desk.admin.seats[seat].side == desk.seat.side):
        return ""
    words = phrase("By night it closes by itself {soon}, by your standing order NIGHT, unless you write orders first")
    return say(words, soon=_hour_of_plans(desk))


def _hour_of_plans(desk: Desk) -> str:
    """When plans run, as near as it may be told: the drawn minute comes of the secret seed."""
    return (
        say("within the {moment}", moment=desk.idiom.moment)
        if desk.clock and desk.clock.live
        else say("2 to 2½ hours after the {moment} began", moment=desk.idiom.moment)
    )


def due_words(running: Clock, desk: Desk) -> str:
    """When a clock of the reader's own runs out, on his own clocks; what is odd about that reading on the campaign's is named."""
    if running.spent:
        return say(
            "{clock} ({time_left}; no {point} left)",
            point=desk.idiom.point,
            clock=clock(running.spent, desk.zone),
            time_left=time_left(desk.at, running.spent),
        )
    odd = f" ({running.note})" if running.note else ""
    return f"{clock(running.due, desk.zone)} ({time_left(desk.at, running.due)}){odd}"


def status(desk: Desk) -> tuple[str, ...]:
    """Where the campaign stands for this seat."""
    admin = desk.admin
    stages = {"inviting": say("waiting for commanders to accept"), "playing": say("in play"), "over": say("over")}
    lines, running = [f"{admin.title}: {stages[admin.stage]}"], desk.clock
    if admin.stage == "playing" and running and running.moment != desk.moment:  # closed by the letter that asks
        lines.append(say("{name} is over; your report follows", name=running.moment))
    elif admin.stage == "playing":
        time, noun = clock_words(desk), desk.idiom.moment
        named = say("{noun} {name}; {clock_words}", noun=noun, name=desk.moment, clock_words=time)
        lines += [time if desk.moment in time else named, *points_line(desk)]
        lines += _fought_as(desk)
        lines.append(say("a draft is waiting to be fixed") if desk.seat.id in admin.drafts else say("no draft is waiting"))
        lines += evenings.told(admin.evenings, desk.zone, desk.seat.side)
    if admin.stage == "inviting" and not desk.seat.accepted:
        lines.append(say("you have not accepted yet: reply ACCEPT or DECLINE"))
    return tuple(f" {line}" for line in lines)


def _fought_as(desk: Desk) -> tuple[str, ...]:
    """The battles of the campaign that are games of their own, which both sides know of; to who commands one, that alone."""
    own = {n: file for n, file in desk.admin.fields.items() if desk.seat.role == "commander" or desk.seat.id in file.seats.values()}
    said = phrase("battle {number}, {hex}: fought as {game} until {by} at the latest")
    return tuple(
        say(said, number=number, hex=file.hex, game=file.game, by=clock(file.due, desk.zone))
        for number, file in sorted(own.items()) if file.game and file.stage != "agreed"
    )  # fmt: skip


def points_line(desk: Desk) -> tuple[str, ...]:
    """What the seat's side can spend, in a ruleset that has points, while anything costs any."""
    points = desk.ruleset.points
    return (points.told(desk.picture),) if points and points.counting(desk.picture) else ()


def on_file(desk: Desk, own: bool = True) -> tuple[str, ...]:
    """The draft, and the standing orders with their version. own: the reader wrote what lies there for his seat; what others
    wrote is marked, so that no program that quotes this makes it an order of his."""
    draft = desk.admin.drafts.get(desk.seat.id)
    lines = [
        say("draft: {lines}", lines=counted(len(draft.lines), "{number} line", "{number} lines")) if draft else say("draft: none")
    ]
    written = [f"{i:>3} {text}" for i, text in enumerate(draft.lines, 1)] if draft else []
    lines += written if own else theirs(written)
    marching = [say("march: {text}", text=text) for text in marches(desk)]
    lines += marching if own else theirs(marching)
    lines += plan_lines(desk, own)
    lines += staff_lines(desk, own)
    wanted = desk.admin.intents.get(desk.seat.side, {})
    named = {"": say("any battle"), TURN: say("the coming turn")}
    lines += [
        line
        for what, words in sorted(wanted.items())
        for line in (say("intent for {named}:", named=named.get(what, what)), *theirs(words, "    "))
    ]
    filed = desk.admin.standing.get(desk.seat.side)
    if filed:
        alone = own and len(desk.admin.seats_of(desk.seat.side)) == 1
        lines += [say("standing orders, version {version}:", version=filed.version), *_words((t for _, t in filed.lines), alone)]
    return tuple(lines)


def _words(lines: Iterable[str], own: bool) -> tuple[str, ...]:
    """Orders on file as they are shown to who wrote them (own), or to anybody else."""
    return tuple(f"    {text}" for text in lines) if own else theirs(lines, "    ")


def may_be_ordered(desk: Desk) -> frozenset[str] | None:
    """The calls of the units that the reader may order; None: all of his side's."""
    admin, ruleset, side = desk.admin, desk.ruleset, desk.seat.side
    own = acting(admin, desk.seat, desk.at)
    command = ruleset.command
    if orders_all(admin, own) or command is None:
        return None
    calls = frozenset(ruleset.actions.vocabulary(desk.game, desk.picture).calls.values())
    return frozenset(c for c in calls if may_order(admin, own, side, command.chain(desk.picture, c)))


def ordered_on_file(desk: Desk) -> frozenset[str]:
    """The calls of the units that what the reader's own side has on file gives orders to."""
    files = desk.admin.staff(desk.seat.side).files.values()
    if not files:
        return frozenset()
    vocabulary = desk.words.beside(desk.ruleset.actions.vocabulary(desk.game, desk.picture))
    lines = (read_line(text, vocabulary) for orders in files for text in orders.lines)
    return frozenset(call for line in lines for call in ordered(line.command, vocabulary.formations))


def delegated(desk: Desk) -> frozenset[str]:
    """To who commands all of a side: the calls of the units that other seats of it have."""
    admin, ruleset, side, command = desk.admin, desk.ruleset, desk.seat.side, desk.ruleset.command
    if command is None or desk.seat.formations:
        return frozenset()
    seats = (seat for seat in admin.seats.values() if seat.side == side and seat.accepted and not seat.left)
    theirs = {name for seat in seats for name in seat.formations}
    calls = ruleset.actions.vocabulary(desk.game, desk.picture).calls.values() if theirs else ()
    return frozenset(c for c in calls if theirs & set(command.chain(desk.picture, c)))


def closing_word(desk: Desk) -> str:
    """The word by which the reader says that he is through with a part of play; "" when he has none to say."""
    if orders_all(desk.admin, acting(desk.admin, desk.seat, desk.at)):
        return desk.closing
    return "done" if desk.seat.commands and desk.admin.files(desk.seat.side) else ""


def staff_lines(desk: Desk, own: bool = True) -> tuple[str, ...]:
    """What lies on file of all seats of the side for this part of play, and what was arranged for it. own: as for `on_file`."""
    staff, point = desk.admin.staff(desk.seat.side), desk.idiom.point
    shares = [
        say("{name} {share} {point}, {spent} spent", name=desk.officer(name), share=n, point=point, spent=staff.spent.get(name, 0))
        for name, n in staff.allotted.items()
    ]
    return (
        *(
            line
            for name, orders in sorted(staff.files.items())
            for line in (f"{desk.officer(name)}:", *_words(orders.lines, own and name == desk.seat.id))
        ),
        *([say("done: {done}", done=", ".join(map(desk.officer, sorted(staff.done))))] if staff.done else []),
        *(
            [
                say(
                    "allotted: {shares}",
                    shares="; ".join([*shares, *([say("the rest {rest}", rest=desk.officer(staff.rest))] if staff.rest else [])]),
                )
            ]
            if staff.turn
            else []
        ),
        *([say("H-hour: {hour}", hour=clock(staff.hour, desk.zone))] if staff.hour else []),
    )


def plan_lines(desk: Desk, own: bool = True) -> tuple[str, ...]:
    """The plan on file: its lines, and when it runs or why it does not. own: as for `on_file`."""
    plan = desk.admin.plans.get(desk.seat.id)
    if plan is None:
        return ()
    runs = say("runs {soon}", soon=_hour_of_plans(desk))
    waits = say("void: {void}", void=plan.void) if plan.void else say("for your next {moment}", moment=desk.idiom.moment)
    when = runs if plan.due else waits
    said = phrase("by your standing orders, {when}:") if plan.quiet else phrase("plan, {when}:")
    return (say(said, when=when), *_words(plan.lines, own))


def marches(desk: Desk) -> tuple[str, ...]:
    """The marches on file, by formation; only in play do they mean anything."""
    filed = desk.admin.marches.get(desk.seat.id, {})
    return tuple(text for _, text in sorted(filed.items()))


def rulings(admin: AdminState) -> tuple[str, ...]:
    """The host's rulings, by rule id."""
    filed = sorted(admin.hosting.rulings, key=lambda r: r.rule)
    return tuple(line for r in filed for line in (f"{r.rule} ({r.when}):", *theirs((r.text,), "    ")))


def patches(desk: Desk) -> tuple[str, ...]:
    """What the host has patched of the module, and from which turn on, as far as the reader's side was told."""
    if desk.seat.role == "field commander":
        return ()
    filed = ((p.turn, dict(p.told).get(desk.seat.side, ())) for p in desk.admin.hosting.patches)
    return tuple(line for turn, told in filed if told for line in (say("from turn {turn} on:", turn=turn), *theirs(told, "  ")))


def team(desk: Desk) -> tuple[Block, ...]:
    """Who sits on one's own side, with what each commands; nothing while one sits there alone."""
    admin, side = desk.admin, desk.seat.side
    seats = admin.seats_of(side)
    if len(seats) == 1:
        return ()
    first = senior(admin, side)
    rows = [(seat.id, f"{_commands(seat)}{say(' (you)') if seat.id == desk.seat.id else ''}") for seat in seats]
    given = [
        say("{formation}: delegated to {to} by {by}", formation=f, to=desk.officer(to), by=desk.officer(by))
        for f, (to, by) in sorted(admin.delegated.get(side, {}).items())
    ]
    last = (say("{first} has the final say", first=desk.officer(first.id)) + desk.idiom.behind("last word"),) if first else ()
    return table("YOUR SIDE", ((say("seat"), say("commands")), *rows), (*given, *last, *whose(desk)))


def whose(desk: Desk) -> tuple[str, ...]:
    """To a commander in a team: whose units are whose, and who else may order the reader's."""
    admin, side, own = desk.admin, desk.seat.side, desk.seat
    seats = [seat for seat in admin.seats_of(side) if seat.commands]
    first = senior(admin, side)
    if len(seats) < 2 or first is None or not own.commands:
        return ()
    if own.id == first.id:
        theirs = [f"{', '.join(s.formations)}: {desk.officer(s.id)}" for s in seats if s.id != own.id]
        return ("; ".join((*theirs, say("all others: you, and you may order everybody"))),)
    said = phrase("yours: {formations}; {first} may order them too")
    return (say(said, formations=", ".join(own.formations), first=desk.officer(first.id)),)


def _commands(seat: Seat) -> str:
    if seat.left:
        return say("empty")
    posts = {"observer": say("watches"), "field commander": say("field battles")}
    what = posts.get(seat.role) or ", ".join(seat.formations) or say("the whole side")
    later = say(", from {joins} on", joins=seat.joins) if seat.joins else ""
    return f"{what}{later}{'' if seat.accepted else say(', not accepted yet')}"


def waiting_lines(desk: Desk) -> tuple[str, ...]:
    """What of the reader's own waits for his answer, and that it lapses with the part of play; nothing when nothing waits."""
    draft = desk.admin.drafts.get(desk.seat.id)
    if draft is None:
        return ()
    if _is_end(desk, draft):
        return (say("Your {word} waits for your YES and is not executed without it.", word=desk.closing.upper()),)
    lines = counted(len(draft.lines), "{number} line", "{number} lines")
    waits = phrase("Your draft of {lines} waits for your answer and is not executed. It lapses with the {moment}.")
    return (say(waits, lines=lines, moment=desk.idiom.moment),)


def lapsed_draft(desk: Desk) -> tuple[Block, ...]:
    """The reader's own draft, which lapses at this moment; nothing when none was on file."""
    draft = desk.admin.drafts.get(desk.seat.id)
    if draft is None:
        return ()
    if _is_end(desk, draft):
        words = {"word": desk.closing.upper(), "moment": desk.idiom.moment}
        return block("LAPSED", (say(" {word} waited for your YES; the {moment} is over without it.", **words),))
    head = say(" Your draft waited for your answer; none of it was executed:")
    return block("LAPSED", (head, *theirs(draft.lines, "   ")))


def _is_end(desk: Desk, draft: Draft) -> bool:
    return draft.confirm and draft.lines == (desk.closing,)

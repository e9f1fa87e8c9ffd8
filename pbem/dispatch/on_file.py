"""What lies on file for a seat, whose clock runs, who sits where."""

from pbem.command import evenings
from pbem.command.affairs import Affairs, Clock, Seat
from pbem.command.seats import acting, may_order, orders_all, senior
from pbem.dispatch.desk import Desk
from pbem.kernel.calendar import clock, time_left
from pbem.kernel.tongue import counted, say
from pbem.reports.document import Block, table

TURN = "turn"  # under which a commander's words for the summary are kept


def clock_words(desk: Desk) -> str:
    """Whose impulse runs, and until when, for its owner."""
    running = desk.affairs.clock
    if desk.affairs.paused:
        return say("the campaign is paused; no clock runs")
    if running is None:
        return say("no clock runs")
    away = say("; the referee was away, and no deadline counts until the host says so") if desk.affairs.hosting.outage else ""
    if running.side != desk.seat.side:
        return say("{impulse} is the enemy's{away}", impulse=running.impulse, away=away)
    if away:
        return say("{impulse} is yours{away}", impulse=running.impulse, away=away)
    return say("{impulse} ends {due_words}", impulse=running.impulse, due_words=due_words(running, desk))


def due_words(running: Clock, desk: Desk) -> str:
    """When a clock of the reader's own runs out, on his own clocks; what is odd about that reading on the campaign's is named."""
    if running.spent:
        return say(
            "by itself {clock} ({time_left}), no OP being left",
            clock=clock(running.spent, desk.zone),
            time_left=time_left(desk.at, running.spent),
        )
    odd = f" ({running.note})" if running.note else ""
    return f"{clock(running.due, desk.zone)} ({time_left(desk.at, running.due)}){odd}"


def status(desk: Desk) -> tuple[str, ...]:
    """Where the campaign stands for this seat."""
    affairs = desk.affairs
    stages = {"inviting": say("waiting for commanders to accept"), "playing": say("being played"), "over": say("over")}
    lines = [f"{affairs.title}: {stages[affairs.stage]}"]
    if affairs.stage == "playing":
        lines += [
            say("impulse {impulse}; {clock_words}", impulse=desk.impulse, clock_words=clock_words(desk)),
            desk.ruleset.reports.points(desk.picture),
        ]
        lines.append(say("a draft waits to be mended") if desk.seat.id in affairs.drafts else say("no draft waits"))
        lines += evenings.told(affairs.evenings, desk.zone)
    if affairs.stage == "inviting" and not desk.seat.accepted:
        lines.append(say("you have not accepted yet: answer ACCEPT"))
    return tuple(f" {line}" for line in lines)


def on_file(desk: Desk) -> tuple[str, ...]:
    """The draft, and the standing orders with their version."""
    draft = desk.affairs.drafts.get(desk.seat.id)
    lines = [
        say("draft: {lines}", lines=counted(len(draft.lines), "{number} line", "{number} lines")) if draft else say("draft: none")
    ]
    lines += [f"{i:>3} {text}" for i, text in enumerate(draft.lines, 1)] if draft else []
    lines += [say("march: {text}", text=text) for text in marches(desk)]
    lines += plan_lines(desk)
    lines += staff_lines(desk)
    wanted = desk.affairs.intents.get(desk.seat.side, {})
    named = {"": say("any battle"), TURN: say("the coming turn")}
    lines += [
        say("intent for {named}: {words}", named=named.get(what, what), words=" ".join(words))
        for what, words in sorted(wanted.items())
    ]
    filed = desk.affairs.standing.get(desk.seat.side)
    if filed:
        lines += [say("standing orders, version {version}:", version=filed.version), *(f"    {text}" for _, text in filed.lines)]
    return tuple(lines)


def may_be_ordered(desk: Desk) -> frozenset[str] | None:
    """The calls of the units that the reader may order; None: all of his side's."""
    affairs, ruleset, side = desk.affairs, desk.ruleset, desk.seat.side
    own = acting(affairs, desk.seat, desk.at)
    if orders_all(affairs, own):
        return None
    calls = frozenset(ruleset.vocabulary(desk.game, desk.picture).calls.values())
    return frozenset(c for c in calls if may_order(affairs, own, side, ruleset.control.chain(desk.picture, c)))


def closing_word(desk: Desk) -> str:
    """The word by which the reader says that he is through with an impulse; "" when he has none to say."""
    if orders_all(desk.affairs, acting(desk.affairs, desk.seat, desk.at)):
        return "end impulse"
    return "done" if desk.seat.commands and desk.affairs.files(desk.seat.side) else ""


def staff_lines(desk: Desk) -> tuple[str, ...]:
    """What lies on file of all seats of the side for this impulse, and what was arranged for it."""
    staff = desk.affairs.staff(desk.seat.side)
    shares = [
        say("{name} {share} OP, {spent} spent", name=name, share=n, spent=staff.spent.get(name, 0))
        for name, n in staff.allotted.items()
    ]
    return (
        *(line for name, orders in sorted(staff.files.items()) for line in (f"{name}:", *(f"    {text}" for text in orders.lines))),
        *([say("done: {done}", done=", ".join(sorted(staff.done)))] if staff.done else []),
        *(
            [
                say(
                    "allotted: {shares}",
                    shares="; ".join([*shares, *([say("the rest {rest}", rest=staff.rest)] if staff.rest else [])]),
                )
            ]
            if staff.turn
            else []
        ),
        *([say("H-hour: {hour}", hour=clock(staff.hour, desk.zone))] if staff.hour else []),
    )


def plan_lines(desk: Desk) -> tuple[str, ...]:
    """The plan on file: its lines, and when it runs or why it does not."""
    plan = desk.affairs.plans.get(desk.seat.id)
    if plan is None:
        return ()
    running = desk.affairs.clock  # the drawn minute comes of the secret seed
    soon = say("within the impulse") if running and running.live else say("two to two and a half hours after the impulse began")
    runs = say("runs {soon}", soon=soon)
    when = runs if plan.due else say("void: {void}", void=plan.void) if plan.void else say("for your next impulse")
    return (say("plan, {when}:", when=when), *(f"    {text}" for text in plan.lines))


def marches(desk: Desk) -> tuple[str, ...]:
    """The marches on file, by formation; only in play do they mean anything."""
    filed = desk.affairs.marches.get(desk.seat.id, {})
    return tuple(text for _, text in sorted(filed.items()))


def rulings(affairs: Affairs) -> tuple[str, ...]:
    """The host's rulings, by rule id."""
    return tuple(f"{r.rule}: {r.text} ({r.when})" for r in sorted(affairs.hosting.rulings, key=lambda r: r.rule))


def patches(desk: Desk) -> tuple[str, ...]:
    """What the host has patched of the module, and from which turn on, as far as the reader's side was told."""
    if desk.seat.role == "field commander":
        return ()
    filed = ((p.turn, dict(p.told).get(desk.seat.side, ())) for p in desk.affairs.hosting.patches)
    return tuple(say("from turn {turn} on: {text}", turn=turn, text=text) for turn, told in filed for text in told)


def team(desk: Desk) -> tuple[Block, ...]:
    """Who sits on one's own side, with what each commands; nothing while one sits there alone."""
    affairs, side = desk.affairs, desk.seat.side
    seats = affairs.seats_of(side)
    if len(seats) == 1:
        return ()
    first = senior(affairs, side)
    rows = [(seat.id, f"{_commands(seat)}{say(' (you)') if seat.id == desk.seat.id else ''}") for seat in seats]
    given = [
        say("{formation}: delegated to {to} by {by}", formation=f, to=to, by=by)
        for f, (to, by) in sorted(affairs.delegated.get(side, {}).items())
    ]
    last = (say("the last word is {first}'s (MASL-2.1-3)", first=first.id),) if first else ()
    return table("YOUR SIDE", ((say("seat"), say("commands")), *rows), (*given, *last))


def _commands(seat: Seat) -> str:
    if seat.left:
        return say("empty")
    what = say("watches") if seat.role == "observer" else ", ".join(seat.formations) or say("the whole side")
    later = say(", from {joins} on", joins=seat.joins) if seat.joins else ""
    return f"{what}{later}{'' if seat.accepted else say(', has not accepted yet')}"

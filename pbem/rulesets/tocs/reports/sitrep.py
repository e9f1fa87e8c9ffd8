"""The situation report: whose turn and till when; what changed; own troops; the enemy as known; points; the form."""

from typing import Any

from pbem.documents.document import Block, Document, Letterhead, block, table, theirs
from pbem.documents.station import Heading
from pbem.kernel.calendar import dtg, within
from pbem.kernel.i18n import phrase, say, text, worded
from pbem.rulesets.tocs import observations as o
from pbem.rulesets.tocs import told_events as t
from pbem.rulesets.tocs.field_units import FIELD
from pbem.rulesets.tocs.game import Game
from pbem.rulesets.tocs.picture import Picture
from pbem.rulesets.tocs.reports import (
    battle_report,
    bridges,
    facilities,
    field,
    fire,
    order_form,
    reserves,
    tasks,
    trains,
    weather,
    works,
)
from pbem.rulesets.tocs.reports import communications as signals
from pbem.rulesets.tocs.reports import organisation as ranks
from pbem.rulesets.tocs.reports import receipt_lines as tell
from pbem.rulesets.tocs.reports import reinforcements as coming
from pbem.rulesets.tocs.reports import sitrep_lines as changes
from pbem.rulesets.tocs.reports import supply as stores
from pbem.rulesets.tocs.reports.wording import condition, place, places, source_of, spot, whose
from pbem.rulesets.tocs.rules.activation import action_points
from pbem.rulesets.tocs.rules.chain import parent_of
from pbem.rulesets.tocs.rules.victory import Land, outraged, tally
from pbem.rulesets.tocs.units import Unit

CLOSES = {
    "end impulse": phrase("By {due}; END IMPULSE closes it."),
    "done": phrase("By {due}; DONE when your orders are in."),
    "": phrase("By {due}."),
}
MONTHS = ("JAN", "FEB", "MAR", "APR", "MAY", "JUN", "JUL", "AUG", "SEP", "OCT", "NOV", "DEC")
SECTIONS = {
    **dict.fromkeys(("CHANGED", "RESERVES CALLED"), "changed"),
    **dict.fromkeys((
        "WEATHER AND LIGHT", "OWN TROOPS", "COMMUNICATIONS", "SET-UP", "TO COME", "WORKS", "WORK IN HAND", "BRIDGES",
        "ASSIGNED, REPLACEMENTS", "TRAINS", "FACILITIES", "SUPPLY", "RESERVES WAITING", "GUNS", "FIELD BATTLES",
        "THE ENEMY AS KNOWN", phrase("POINTS, own, to date"),
    ), "state"),
}  # fmt: skip
"""The sections of a situation report by their plain titles, and the part of the letter each belongs to."""


def station(news: tuple[Any, ...]) -> str:
    """The last public moment among observations: "impulse", "pause", "end", or "" when there is none."""
    found = ""
    for seen in o.whats(news):
        if isinstance(seen, (t.ImpulseBegan, t.SetupBegan)):
            found = "impulse"
        elif isinstance(seen, o.PauseSeen) or (isinstance(seen, (o.FieldBattleSeen, o.FieldBattleEndedSeen)) and seen.battle.waits):
            found = "pause"
        elif isinstance(seen, o.GameOverSeen):
            found = "end"
    return found


def closes(seen: Any) -> bool:
    """Does the writer's own part of a run end here? What follows stands in the station letter."""
    return isinstance(seen, o.ImpulseClosedSeen)


def impulse(picture: Picture) -> str:
    """`T3.2`."""
    return picture.public.impulse_name


def points(picture: Picture) -> str:
    """The OPs of the side, in words."""
    pools = [picture.camp.pools[i] for i in sorted(picture.camp.pools)]
    return "; ".join(
        say(
            "{whose}{bank} OP ({earned} earned, {spent} spent{deficit})",
            whose=whose(picture.camp, p),
            bank=p.bank,
            earned=p.earned,
            spent=p.spent,
            deficit=_deficit(p.deficit),
        )
        for p in pools
    )


def _deficit(count: int) -> str:
    return say(", {count} deficit", count=count) if count else ""


def sitrep(game: Game, picture: Picture, news: tuple[Any, ...], heading: Heading) -> Document:
    """The report to one seat. news: what its desk learnt since the last one."""
    news = o.whats(news)
    facts = letterhead(game, picture)
    said = dict(facts)
    head = (
        (said["staff"].upper(), said["dtg"]),
        (f"{said['report']} · {said['impulse']} · {said['weather']}", heading.number),
    )
    body = (
        *block("1. CHANGED", changes.lines(game, picture, news)),
        *block("RESERVES CALLED", reserves.deeds(game, picture, news, tell.tell)),
        *battle_report.blocks(game, picture.side, news),
        *block("WEATHER AND LIGHT", weather.lines(game, picture, news)),
        *_troops(phrase("2. OWN TROOPS"), game, picture, heading),
        *block("COMMUNICATIONS", signals.lines(game, picture)),
        *block("SET-UP", coming.setup(game, picture)),
        *block("TO COME", coming.lines(game, picture)),
        *block("WORKS", works.lines(game, picture)),
        *block("WORK IN HAND", tasks.lines(game, picture)),
        *block("BRIDGES", bridges.lines(game, picture)),
        *block("ASSIGNED, REPLACEMENTS", ranks.lines(game, picture)),
        *block("TRAINS", trains.lines(game, picture)),
        *block("FACILITIES", facilities.lines(game, picture)),
        *block("SUPPLY", stores.lines(game, picture)),
        *block("RESERVES WAITING", reserves.waiting(game, picture, heading.filed)),
        *fire.guns(game, picture),
        *block("FIELD BATTLES", field.lines(game, picture)),
        *block("3. THE ENEMY AS KNOWN", _enemy(game, picture)),
        *block("4. POINTS, own, to date", _score(game, picture)),
        *heading.extra,
    )
    form = (order_form.block(game, picture, heading),) if _ours_now(picture) else ()
    return Document(
        _subject(game, picture, heading), head, _wanted(game, picture, heading), (*body, *form), heading.small,
        _taps(picture, heading),
        letterhead=Letterhead("sitrep", (*facts, ("letter", heading.number))),
    )  # fmt: skip


def letterhead(game: Game, picture: Picture) -> tuple[tuple[str, str], ...]:
    """What a report of the side's may be headed with, all of it known to both sides but the weather as this one sees it."""
    staff = game.staff(picture.side)
    number = max(picture.public.turn, 1)
    following = game.turns[number] if number < len(game.turns) else None
    turn = within(game.turns[number - 1], following, picture.public.impulse)
    return (
        ("staff", staff.heading), ("report", staff.report), ("impulse", picture.public.impulse_name),
        ("weather", weather.heading(game, picture)), ("dtg", dtg(turn, game.month, game.zone_letter, game.year)),
        ("day", str(turn.day)), ("hh", turn.hour[:2]), ("mm", turn.hour[2:]), ("zone", game.zone_letter),
        ("month", game.month[:3].upper()), ("month_number", str(MONTHS.index(game.month[:3].upper()) + 1)),
        ("year", str(game.year)), ("yy", f"{game.year % 100:02d}"),
    )  # fmt: skip


def _ours_now(picture: Picture) -> bool:
    public = picture.public
    return public.phasing == picture.side and not (public.over or public.ended or public.paused)


def _subject(game: Game, picture: Picture, heading: Heading) -> str:
    if picture.public.over:
        return say("the campaign is over")
    stamp = f"{picture.public.impulse_name} {game.staff(picture.side).name}"
    if picture.camp.owes:
        return say("{stamp} · a decision is yours · {due_short}", stamp=stamp, due_short=heading.due_short)
    if picture.public.paused:
        return say("{stamp} · play pauses", stamp=stamp)
    who = (
        say("your impulse")
        if _ours_now(picture)
        else say("{adjective} impulse", adjective=game.staff(picture.public.phasing).adjective)
    )
    by = say("closes by itself") if heading.quietly and _ours_now(picture) else heading.due_short
    return " · ".join(part for part in (stamp, who, by) if part)


def _wanted(game: Game, picture: Picture, heading: Heading) -> tuple[str, ...]:
    if picture.public.over:
        return (say("THE CAMPAIGN IS OVER"),)
    name = picture.public.impulse_name
    owed = picture.camp.owes
    if owed:
        ways = " | ".join(f"ANSWER {owed.number} {option.upper()}" for option in owed.options)
        return (f"D{owed.number}  {owed.question}.", ways, say("By {due}; then your standing orders answer.", due=heading.due))
    if picture.public.paused == FIELD:
        numbers = ", ".join(str(b.number) for b in picture.public.fields.values())
        return (say("Field commanders fight battle {numbers}; play goes on when their reports are in.", numbers=numbers),)
    if picture.public.paused:
        return (say("Play pauses for a decision of the enemy's; nothing to do until it goes on."),)
    if _ours_now(picture):
        by = (say(CLOSES[heading.closing], due=heading.due),) if heading.due else ()
        by = (*by, f"{heading.quietly}.") if heading.quietly else by
        return (say("{name} IS YOURS  {points}", name=name, points=points(picture)), *by)
    return (
        say(
            "{name} is the {adjective} impulse; nothing to do until it ends.",
            name=name,
            adjective=game.staff(picture.public.phasing).adjective,
        ),
    )


def _taps(picture: Picture, heading: Heading) -> tuple[str, ...]:
    """What may be answered in a line: a decision owed, or the end of the impulse."""
    owed = picture.camp.owes
    if owed:
        return tuple(f"ANSWER {owed.number} {option.upper()}" for option in owed.options)
    return (heading.closing.upper(),) if _ours_now(picture) and heading.closing else ()


def _troops(title: str, game: Game, picture: Picture, heading: Heading | None = None) -> tuple[Block, ...]:
    """Own units by formation: call, steps and state, place, AP; what each was last told and when, once any was told anything."""
    view, camp = picture.view(game), picture.camp
    told = heading.told if heading else {}
    rows = [(say("unit"), say("steps, state"), say("where"), say("AP"), *((say("last told"),) if told else ()))]
    for unit in sorted(camp.on_map(), key=lambda u: (parent_of(camp, u.id) or u.id, camp.counter(u).call)):
        how = say(" ENGAGED") if unit.hex in picture.public.engaged else works.facing(unit)
        last = (_last_told(heading, camp.counter(unit).call),) if heading and told else ()
        rows.append((camp.counter(unit).call, condition(camp, unit), spot(game, unit) + how, _ap(view, unit), *last))
    dead = sorted(camp.counter(u).call for u in camp.units.values() if u.status == "dead")
    return table(title, rows, (say("lost: {dead}", dead=", ".join(dead)),) if dead else ())


def _last_told(heading: Heading, call: str) -> str:
    """`recon T1.1`: the order's first word, for the form has all of it; "-" for who was told nothing yet."""
    said = heading.told.get(call, "")
    return f"{said.split(maxsplit=1)[0].rstrip(';')} {heading.told_in.get(call, '')}".rstrip() if said else "-"


def _ap(view: Any, unit: Unit) -> str:
    return "-" if unit.hex in view.public.engaged else str(action_points(view, unit))


def _enemy(game: Game, picture: Picture) -> tuple[str, ...]:
    """Contacts with source and age, claimed EZOC, engagements, what was destroyed."""
    lines = [_contact(game, c) for c in sorted(picture.contacts, key=lambda c: c.hex)]
    lines += stores.enemys(game, picture)
    claims = picture.public.claims[picture.side]
    if claims:
        lines.append(say("claimed EZOC, until disproved: {places}", places=places(game, claims)))
    if picture.public.engaged:
        lines.append(say("engagements: {places}", places=places(game, tuple(picture.public.engaged))))
    known = [f"{h} ({worded(level)})" for h, (level, owner) in sorted(picture.works.items()) if owner != picture.side]
    if known:
        lines.append(say("works seen: {known}", known=", ".join(known)))
    if picture.features:
        fixed = "; ".join(f"{h} {', '.join(map(text, f))}" for h, f in sorted(picture.features.items()))
        lines.append(say("fixed on the ground: {fixed}", fixed=fixed))
    lines += works.theirs(game, picture)
    if picture.killed:
        lines.append(say("destroyed: ") + ", ".join(f"{k.name} ({k.when})" for k in picture.killed))
    return tuple(f" {line}" for line in lines)


def _contact(game: Game, contact: Any) -> str:
    kinds = ", ".join(map(worded, contact.kinds)) or say("troops")
    return f"C-{contact.number} {place(game, contact.hex)}: {kinds}; {source_of(contact)}, {contact.seen}"


def _score(game: Game, picture: Picture) -> tuple[str, ...]:
    """Own points on what this side knows: its conditions, the perimeter, the enemy units it was told destroyed."""
    killed = [k.kind for k in picture.killed]
    land = Land(game.ground, picture.public.owner, picture.camp.spans, picture.camp.sites)
    lines = tally(picture.camp.objectives, land, killed)
    lines += outraged(picture.camp.outrage)
    if not lines:
        return ()
    scored = [f"{what} {points}" for what, points in lines if points]
    total = sum(p for _, p in lines)
    return (f" {'; '.join(scored) or say('none yet')} = {total}",)


def brief(game: Game, picture: Picture) -> tuple[Block, ...]:
    """The welcome: the side's brief and objectives, secret until the end (TOCS-1.2-7), and its troops."""
    goals = [f" {v.points} {v.what}" for v in picture.camp.objectives]
    paragraphs = (" ".join(part.split("\n")) for part in picture.camp.brief.split("\n\n"))
    words = tuple(line for part in paragraphs for line in (part, ""))[:-1]
    return (
        Block("YOUR BRIEF", theirs(words), "quote"),
        *block("POINTS, for you alone", goals),
        *_troops(phrase("YOUR TROOPS"), game, picture),
    )

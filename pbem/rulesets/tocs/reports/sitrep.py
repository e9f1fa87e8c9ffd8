"""The situation report: the news and what is wanted first; then eight numbered sections, of which none is left out; the form."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import cache
from itertools import chain
from typing import Any, NamedTuple

from pbem.documents import plot
from pbem.documents.document import Block, Document, Letterhead, block, length, section, theirs
from pbem.documents.station import Heading
from pbem.engine.contact import Contact
from pbem.kernel.calendar import dtg, within
from pbem.kernel.hexes import Hex
from pbem.kernel.i18n import counted, phrase, say, text, worded
from pbem.kernel.rulebook import rule
from pbem.kernel.values import replace
from pbem.rulesets.form import Station
from pbem.rulesets.tocs import observations as o
from pbem.rulesets.tocs import told_events as t
from pbem.rulesets.tocs.field_units import FIELD
from pbem.rulesets.tocs.game import Game
from pbem.rulesets.tocs.picture import Picture
from pbem.rulesets.tocs.reports import (
    aircraft,
    battle_report,
    bridges,
    facilities,
    field,
    fire,
    flights,
    focus,
    order_form,
    reserves,
    sea_report,
    ships,
    tasks,
    trains,
    unit_values,
    weather,
    works,
)
from pbem.rulesets.tocs.reports import communications as signals
from pbem.rulesets.tocs.reports import organisation as ranks
from pbem.rulesets.tocs.reports import receipt_lines as tell
from pbem.rulesets.tocs.reports import reinforcements as coming
from pbem.rulesets.tocs.reports import sitrep_lines as changes
from pbem.rulesets.tocs.reports import supply as stores
from pbem.rulesets.tocs.reports.headline import BottomLine, headline
from pbem.rulesets.tocs.reports.own_forces import OwnForcesAsked, own_forces
from pbem.rulesets.tocs.reports.score import own_points
from pbem.rulesets.tocs.reports.wording import enemy_named, place, places, source_of, together, whose
from pbem.rulesets.tocs.rules import stacking
from pbem.rulesets.tocs.units import ReplacementPool

CLOSES = {
    "end impulse": phrase("REPLY BY {due}: orders, or END IMPULSE."),
    "done": phrase("REPLY BY {due}: orders, or DONE when all your orders are in."),
    "": phrase("REPLY BY {due}."),
}
COMMANDERS, SEATS = 160, 110  # lines of a large side's report, for who reads of all of it and for a seat with formations
FORM, POINTS, FILED, NEAR = "ORDER FORM", "POINTS BY OBJECTIVE", "INTENTIONS ONE BY ONE", "WHOLE UNITS NEAR THE ENEMY"
WORKS, ROLLS = "WORKS BY HEX", "ROLLS IN WORDS"
TWICE, ODDS, OLDER = "BATTLES TOLD TWICE", "ODDS OF BATTLES", "OLDER CONTACTS BY HEX"
REAR, STAFFS, ZONES = "FORM OF THE REAR", "HEADQUARTERS BY NAME", "ENEMY ZOC BY HEX"
SPARED = (
    TWICE, "TREND", ROLLS, POINTS, "ATTACHED, REPLACEMENTS", "FACILITIES", WORKS, FORM, FILED, ODDS, NEAR, OLDER, REAR,
    "WORK IN PROGRESS", "ARTILLERY", "COMMUNICATIONS", STAFFS, ZONES, "TO COME", "AIRCRAFT", "FLIGHTS", "RESERVES WAITING",
)  # fmt: skip
"""What a large side's report leaves out if it is too long, the first of them first: what was so before and what can be asked for
before what orders hang on. Of battles that is what section 1 says of them again, then their odds before shifts, which WHY has; of
its form headquarters and assets, then who is away from the enemy; of its points all but their sum, of intentions all but their
number; who is whole near the enemy then stands with all who are whole; works, old contacts and zones are counted, and rolls stand
with their occasions alone."""
RECENT = 2  # turns whose contacts a large side's letter tells with source and age
INTENTIONS, LEAVE = 4, "leave"  # that have a line each on a large side; where they are more, a march is told without who stays
MOST_OLDER = 8  # contacts or zones that a report that is too long names by their hexes
LAST = 1  # enemy units destroyed that a large side's letter names
LONGEST_SUBJECT = 72  # characters after the campaign's tag
MONTHS = ("JAN", "FEB", "MAR", "APR", "MAY", "JUN", "JUL", "AUG", "SEP", "OCT", "NOV", "DEC")
SECTIONS = {
    **dict.fromkeys(("SITUATION", "RESERVES CALLED"), "changed"),
    **dict.fromkeys((
        "OWN FORCES", "SET-UP", "TO COME", "FLIGHTS", "RESERVES WAITING", "FIELD BATTLES", "ATTACHED, REPLACEMENTS", "ARTILLERY",
        "AIRCRAFT", "ENEMY", "INTENTIONS ON FILE", "SUPPLY", "COMMUNICATIONS", "TRAINS", "FACILITIES", "WORKS",
        "WORK IN PROGRESS", "BRIDGES",
        "WEATHER AND VISIBILITY", phrase("POINTS, own, to date"), "TREND",
    ), "state"),
}  # fmt: skip
"""The sections of a situation report by their plain titles, and the part of the letter each belongs to."""


STATIONS: Mapping[type, Station] = {t.ImpulseBegan: "began", t.SetupBegan: "began", o.PauseSeen: "pause", o.GameOverSeen: "end"}
"""What each public moment is a letter's reason for."""
_PUBLIC = frozenset((o.PublicEvent, *STATIONS, o.FieldBattleSeen, o.FieldBattleEndedSeen))


def station(news: tuple[Any, ...]) -> Station:
    """The last public moment among observations."""
    moments = (_moment(o.what(seen)) for seen in reversed(news) if type(seen) in _PUBLIC)
    return next(filter(None, moments), "")


def _moment(what: o.What) -> Station:
    if type(what) is o.FieldBattleSeen or type(what) is o.FieldBattleEndedSeen:
        return "pause" if what.battle.waits else ""
    return STATIONS.get(type(what), "")


def closes(seen: Any) -> bool:
    """Does the writer's own part of a run end here? What follows stands in the station letter."""
    return type(seen) is o.ImpulseClosedSeen


def impulse(picture: Picture) -> str:
    """`T3.2`."""
    return picture.public.impulse_name


def points(picture: Picture) -> str:
    """The OPs of the side, in words; of several nations not those that have had none yet, unless nobody has any."""
    all_ = [picture.forces.pools[i] for i in sorted(picture.forces.pools)]
    pools = [pool for pool in all_ if pool.bank or pool.earned or pool.spent or pool.deficit] or all_
    return "; ".join(
        say(
            "{bank} {whose}OP ({earned} earned, {kept}{spent} spent{deficit})",
            whose=whose(picture.forces, p),
            bank=p.bank,
            earned=p.earned,
            kept=_kept(p),
            spent=p.spent,
            deficit=_deficit(p.deficit),
        )
        for p in pools
    )


def _kept(pool: ReplacementPool) -> str:
    """What of the pool was not earned this impulse: left from before, or out of the module's reserve."""
    count = pool.bank + pool.spent - pool.deficit - pool.earned
    return say("{count} kept, ", count=count) if count > 0 else ""


def _deficit(count: int) -> str:
    return say(", {count} deficit", count=count) if count else ""


def sitrep(game: Game, picture: Picture, news: tuple[Any, ...], heading: Heading) -> Document:
    """The report to one seat. news: what its desk learnt since the last one. Of a large side it leaves out what can be asked for,
    one thing after another, until it is as short as its reader's may be."""
    told = _told(game, picture, o.whats(news), heading)
    written = _written(told, ())
    if not focus.large(picture.forces) or heading.asked:
        return written
    most = COMMANDERS if focus.opened(picture, heading) is None else SEATS
    for count in range(1, len(SPARED) + 1):
        if length(written) <= most:
            break
        written = _written(told, SPARED[:count])
    return written


class _Minors(NamedTuple):
    """Blocks that belong to a section and have no number of their own."""

    forces: tuple[Block, ...]
    supply: tuple[Block, ...]
    sites: tuple[Block, ...]
    made: tuple[Block, ...]


class _ReportMatter(NamedTuple):
    """All that a report may say, made once: what it leaves out is chosen later. situation, battles, enemy: whole or brief; called,
    field: reserves and drops before the battles, field battles and the sea after them; coming: who is awaited; ready: guns,
    aircraft and ships; forces, form: the own units and the form for orders, whole or brief; rolled: the rolls of battles."""

    game: Game
    picture: Picture
    heading: Heading
    first: BottomLine
    situation: Callable[[bool], Block]
    called: tuple[Block, ...]
    battles: Callable[[bool], tuple[Block, ...]]
    field: tuple[Block, ...]
    forces: Callable[[bool], tuple[Block, ...]]
    coming: tuple[Block, ...]
    ready: tuple[Block, ...]
    enemy: Callable[[bool, bool], Block]
    supply: tuple[str, ...]
    works: tuple[str, ...]
    rolls: tuple[Block, ...]
    rolled: tuple[str, ...]
    closing: tuple[Block, ...]
    minors: _Minors
    form: Callable[[order_form.Brevity], tuple[Block, ...]]


def _told(game: Game, picture: Picture, news: tuple[Any, ...], heading: Heading) -> _ReportMatter:
    calls, own = focus.opened(picture, heading), focus.own(picture, heading)

    @cache
    def forces(brief: bool) -> tuple[Block, ...]:
        return own_forces(phrase("2. OWN FORCES"), game, picture, OwnForcesAsked(news, heading, brief))

    @cache
    def form(brevity: order_form.Brevity) -> tuple[Block, ...]:
        return (order_form.block(game, picture, heading, brevity),) if _asked(picture, heading) else ()

    @cache
    def situation(brief: bool) -> Block:
        below = battle_report.told(news, calls) if brief else ()
        return section("1. SITUATION", changes.lines(game, picture, news, calls, below))

    @cache
    def battles(brief: bool) -> tuple[Block, ...]:
        return battle_report.blocks(game, picture, news, calls, brief)

    @cache
    def enemy(older: bool, zones: bool) -> Block:
        return section("3. ENEMY", _enemy(game, picture, calls, _Counted(older, zones)))

    return _ReportMatter(
        game, picture, heading, headline(game, picture, news),
        situation=situation,
        called=(
            *block("RESERVES CALLED", reserves.since(game, picture, news, tell.tell)),
            *flights.drop_report(game, picture, news, calls),
        ),
        battles=battles,
        field=(
            *field.reports(game, picture, news, calls),
            *sea_report.blocks(game, picture, news),
        ),
        forces=forces,
        coming=(
            *block("VALUES", unit_values.table(picture, heading.shown) if heading.shown is not None else ()),
            *block("SET-UP", coming.setup(game, picture)),
            *block("TO COME", coming.lines(game, picture, calls, own)),
            *block("FLIGHTS", flights.lines(game, picture, calls)),
        ),
        ready=(
            *fire.guns(game, picture, own),
            *block("AIRCRAFT", aircraft.lines(game, picture, calls)),
            *block("SEA", ships.lines(game, picture)),
        ),
        enemy=enemy,
        supply=stores.lines(game, picture, calls),
        works=tuple(works.lines(game, picture, calls)),
        rolls=block("ROLLS", changes.rolls(game, picture, news, calls)),
        rolled=battle_report.rolls(news) if calls is None else (),
        closing=tuple(extra for extra in heading.extra if calls is None or extra.title != plot.BLOCK),
        minors=_minors(game, picture, heading),
        form=form,
    )  # fmt: skip


def _written(told: _ReportMatter, spared: tuple[str, ...]) -> Document:
    """The report without what is spared."""
    game, picture, heading = told.game, told.picture, told.heading
    facts, large = letterhead(game, picture), focus.large(picture.forces)
    said = dict(facts)
    head = (
        (said["staff"].upper(), said["dtg"]),
        (f"{said['report']} · {said['moment']} · {said['weather']}", heading.number),
    )
    below = _below(told.minors, large, spared)
    body = (
        told.situation(TWICE in spared),
        *told.called,
        *told.battles(ODDS in spared),
        *told.field,
        *_noted(told.forces(NEAR in spared), below.forces.notes),
        *told.coming,
        *below.forces.blocks,
        *told.ready,
        told.enemy(OLDER in spared, ZONES in spared),
        section("4. INTENTIONS ON FILE", _filed(heading) if FILED in spared else _intentions(picture, heading)),
        section("5. SUPPLY", (*told.supply, *below.supply.notes)),
        *below.supply.blocks,
        section("6. WORKS", _works(told, below.works.notes, spared)),
        *below.works.blocks,
        section("7. WEATHER AND VISIBILITY", weather.lines(game, picture)),
        section("8. POINTS, own, to date", _score(game, picture, focus.opened(picture, heading) is not None or POINTS in spared)),
        *_rolls(told, spared),
        *told.closing,
    )
    body = tuple(part for part in body if part.title not in spared)
    return Document(
        _subject(picture, heading, told.first.short), head, (*_sentences(told.first), *_wanted(game, picture, heading)),
        (*body, *told.form(_brevity(spared))),
        _foot(told, spared),
        _taps(picture, heading),
        letterhead=Letterhead("sitrep", (*facts, ("letter", heading.number))),
    )  # fmt: skip


def _brevity(spared: tuple[str, ...]) -> order_form.Brevity:
    """Of what the form has only names."""
    return 3 if STAFFS in spared else 2 if REAR in spared else 1 if FORM in spared else 0


def _rolls(told: _ReportMatter, spared: tuple[str, ...]) -> tuple[Block, ...]:
    """What was rolled: in words, or by occasion alone, and then those of battles that have no place above."""
    if ROLLS not in spared:
        return told.rolls
    battles = block("ROLLS", told.rolled) if ODDS in spared else ()
    return changes.rolls_alone((*told.rolls, *battles))


def _works(told: _ReportMatter, notes: tuple[str, ...], spared: tuple[str, ...]) -> tuple[str, ...]:
    """Own works and what is under way; nothing only where there is nothing, not where it is left out."""
    lines = (*(works.counted_up(told.works) if WORKS in spared else told.works), *notes)
    there = focus.large(told.picture.forces) and (told.minors.sites or told.minors.made)
    return lines or ((say(" REPORT tells of it"),) if there else ())


def _foot(told: _ReportMatter, spared: tuple[str, ...]) -> tuple[str, ...]:
    """What a reader may want to know at the end; of a report that has left something out, what that is and how to ask for it."""
    if not spared:
        return told.heading.small
    blocks = (*told.coming, *told.closing, *told.ready, *chain.from_iterable(told.minors))
    gone = [say(part.title) for part in blocks if part.title in spared]
    what = say("Shortened: left out {sections}.", sections="; ".join(gone)) if gone else say("Shortened.")
    return (f"{what} {say('REPORT tells all of it.')}", *told.heading.small[:1])


class _Minor(NamedTuple):
    """What belongs to a section and has no number of its own: blocks, or of a large side lines at the end of the section."""

    blocks: tuple[Block, ...]
    notes: tuple[str, ...]


def _noted(blocks: tuple[Block, ...], notes: tuple[str, ...]) -> tuple[Block, ...]:
    """A section with lines at its end."""
    return tuple(replace(part, lines=(*part.lines, *notes)) for part in blocks)


class _Below(NamedTuple):
    """What stands below the own forces, below supply and below works."""

    forces: _Minor
    supply: _Minor
    works: _Minor


def _minors(game: Game, picture: Picture, heading: Heading) -> _Minors:
    """A seat reads neither of facilities nor of trains."""
    calls, own = focus.opened(picture, heading), focus.own(picture, heading)
    return _Minors(
        forces=(
            *block("RESERVES WAITING", reserves.waiting(game, picture, heading.filed, own)),
            *block("FIELD BATTLES", field.lines(game, picture, calls)),
            *block("ATTACHED, REPLACEMENTS", ranks.lines(game, picture, own)),
        ),
        supply=(
            *block("COMMUNICATIONS", (*signals.lines(game, picture, own), *signals.of_other_seats(game, picture, calls, own))),
            *block("TRAINS", trains.lines(game, picture) if calls is None else ()),
        ),
        sites=block("FACILITIES", facilities.lines(game, picture) if calls is None else ()),
        made=(*block("WORK IN PROGRESS", tasks.lines(game, picture, own)), *block("BRIDGES", bridges.lines(game, picture))),
    )


def _below(minors: _Minors, large: bool, spared: tuple[str, ...]) -> _Below:
    """These parts, without what is spared. Of a large side works have the facilities with them."""
    forces, supply, sites, made = minors
    if not large:
        return _Below(_Minor(forces, ()), _Minor((*supply, *sites), ()), _Minor(made, ()))
    return _Below(*(_Minor((), _run_in(part, spared)) for part in (forces, supply, (*sites, *made))))


def _run_in(blocks: Iterable[Block], spared: tuple[str, ...]) -> tuple[str, ...]:
    """`Field battles: battle 22, 21.11, since T7.2`: blocks as a paragraph each."""
    kept = (part for part in blocks if part.title not in spared)
    return tuple(f" {say(part.title).capitalize()}: {'; '.join(line.strip() for line in part.lines)}" for part in kept)


def letterhead(game: Game, picture: Picture) -> tuple[tuple[str, str], ...]:
    """What a report of the side's may be headed with, all of it known to both sides but the weather as this one sees it."""
    staff = game.staff(picture.side)
    number = max(picture.public.turn, 1)
    following = game.turns[number] if number < len(game.turns) else None
    turn = within(game.turns[number - 1], following, picture.public.impulse)
    return (
        ("staff", staff.heading), ("report", staff.report), ("moment", picture.public.impulse_name),
        ("weather", weather.heading(game, picture)), ("dtg", dtg(turn, game.month, game.zone_letter, game.year)),
        ("day", str(turn.day)), ("hh", turn.hour[:2]), ("mm", turn.hour[2:]), ("zone", game.zone_letter),
        ("month", game.month[:3].upper()), ("month_number", str(MONTHS.index(game.month[:3].upper()) + 1)),
        ("year", str(game.year)), ("yy", f"{game.year % 100:02d}"),
    )  # fmt: skip


def _ours_now(picture: Picture) -> bool:
    public = picture.public
    return public.phasing == picture.side and not (public.over or public.ended or public.paused)


def _asked(picture: Picture, heading: Heading) -> bool:
    """Is the reader asked for orders?"""
    return _ours_now(picture) and not _has_nothing(picture, heading)


def _subject(picture: Picture, heading: Heading, news: tuple[str, ...]) -> str:
    """`T2.4 Malden bridge lost; Heumen held · your impulse by Wed 20:00 CET`: as much of the news as there is room for."""
    if picture.public.over:
        return " · ".join((say("the campaign is over"), *news))
    wanted, name = _wanted_shortly(picture, heading), picture.public.impulse_name
    subjects = [f"{name} {'; '.join(news[:count])} · {wanted}" for count in range(len(news), 0, -1)]
    return next((subject for subject in subjects if len(subject) <= LONGEST_SUBJECT), f"{name} · {wanted}")


def _wanted_shortly(picture: Picture, heading: Heading) -> str:
    if picture.forces.owes:
        return say("a decision is yours by {due_short}", due_short=heading.due_short)
    if picture.public.paused:
        return say("play pauses")
    if not _ours_now(picture):
        return say("enemy impulse")
    if _has_nothing(picture, heading):
        return say("your side's impulse")
    if heading.quietly:
        return say("your impulse, closes by itself")
    return say("your impulse by {due_short}", due_short=heading.due_short) if heading.due_short else say("your impulse")


def _sentences(news: BottomLine) -> tuple[str, ...]:
    """The first lines of the letter: what has happened, by weight."""
    return (" ".join(news.full),)


def _wanted(game: Game, picture: Picture, heading: Heading) -> tuple[str, ...]:
    """What is wanted of the reader, and by when."""
    if picture.public.over:
        return (say("THE CAMPAIGN IS OVER. NO REPLY NEEDED."),)
    name, owed = picture.public.impulse_name, picture.forces.owes
    if owed:
        ways = " | ".join(f"ANSWER {owed.number} {option.upper()}" for option in owed.options)
        return (
            f"D{owed.number}  {owed.question}.", ways,
            say("REPLY BY {due}. After that your standing orders decide.", due=heading.due),
        )  # fmt: skip
    if picture.public.paused == FIELD:
        numbers = ", ".join(str(b.number) for b in picture.public.fields.values())
        return (
            say("NO REPLY NEEDED. Field commanders fight battle {numbers}. Play resumes when both have reported.", numbers=numbers),
        )
    if picture.public.paused:
        return (say("NO REPLY NEEDED. Play pauses until the enemy has decided."),)
    if _ours_now(picture) and not _asked(picture, heading):
        return (say("NO REPLY NEEDED. {name} is your side's impulse; none of your units is on the map yet.", name=name),)
    if not _ours_now(picture):
        return (say("NO REPLY NEEDED. {name} is the enemy's impulse. Your next report comes when it ends.", name=name),)
    return (
        *_by_when(heading),
        _turn_to_write(picture),
        *((say("The enemy passed: if you PASS, the turn ends."),) if picture.public.passes else ()),
        *_stacked_too_high(game, picture),
        *coming.leaving_soon(game, picture, focus.opened(picture, heading)),
    )


def _has_nothing(picture: Picture, heading: Heading) -> bool:
    """Has a seat that does not close the impulse no unit on the map, none that waits to enter, and no flight to plan?"""
    forces, mine = picture.forces, heading.mine
    if not mine or heading.closing or not picture.public.turn:  # who orders all or nobody
        return False
    return not any(u.status in ("map", "waiting") and forces.counter(u).call in mine for u in forces.units.values())


def _by_when(heading: Heading) -> tuple[str, ...]:
    """By when a reply is due; where the impulse closes by itself long before, that, and how long it lasts for who writes."""
    if not heading.due:
        return ()
    if heading.quietly:
        return (f"{heading.quietly}.", say("Once you have written, you have until {due}.", due=heading.due))
    return (say(CLOSES[heading.closing], due=heading.due),)


@rule("TOCS-W3.0-2", "TOCS-W3.0-5")
def _stacked_too_high(game: Game, picture: Picture) -> tuple[str, ...]:
    """The hexes that hold too many, whose units END IMPULSE would cost: known before anything is written, as after a drop."""
    hexes = stacking.overstacked(picture.forces)
    if not hexes:
        return ()
    words = phrase(
        "Over the stacking limit: {places}. Units over it when the impulse ends are lost, the weakest first (TOCS-W3.0-2)."
    )
    by = phrase("{place} by {number}")
    told = (say(by, place=place(game, h), number=stacking.too_many(picture.forces, h)) for h in hexes)
    return (say(words, places=", ".join(told)),)


def _turn_to_write(picture: Picture) -> str:
    """That it is the reader's turn, and what he has to spend; before the first turn nothing costs any."""
    name = picture.public.impulse_name
    if not picture.public.turn:
        return say("{name} is your impulse. The order form is at the end of this letter.", name=name)
    words = phrase("{name} is your impulse: you have {points}. The order form is at the end of this letter.")
    return say(words, name=name, points=points(picture))


def _taps(picture: Picture, heading: Heading) -> tuple[str, ...]:
    """What may be answered in a line: a decision owed, or the end of the impulse."""
    owed = picture.forces.owes
    if owed:
        return tuple(f"ANSWER {owed.number} {option.upper()}" for option in owed.options)
    return (heading.closing.upper(),) if _ours_now(picture) and heading.closing else ()


class _Counted(NamedTuple):
    """Of what section 3 of a large side tells the number alone, once it is many: contacts that are old or far, zones."""

    older: bool
    zones: bool


def _enemy(game: Game, picture: Picture, calls: focus.Calls, counted_: _Counted) -> tuple[str, ...]:
    """Contacts with source and age, enemy ZOC, engagements, what was destroyed. calls: of the units that the letter tells of."""
    large, side = focus.large(picture.forces), picture.side
    lines = list(_contacts_in_short(picture, calls, counted_.older) if large else _contacts(game, picture))
    lines += stores.enemys(game, picture)
    near = tuple(hex_ for hex_ in picture.public.claims[side] if focus.beside(picture.forces, calls, hex_))
    lines += _zones(game, picture, near, counted_.zones)
    lines += _of_hexes(game, picture, phrase("In contact: {places}"), tuple(picture.public.engaged))
    known = [f"{h} ({worded(level)})" for h, (level, owner) in sorted(picture.works.items()) if owner != side]
    if known:
        lines.append(say("Works seen: {known}", known=", ".join(known)))
    if picture.features:
        fixed = "; ".join(f"{h} {', '.join(map(text, f))}" for h, f in sorted(picture.features.items()))
        lines.append(say("Found on the ground: {fixed}", fixed=fixed))
    lines += works.theirs(game, picture)
    lines += aircraft.zones(game, picture)
    lines += _killed(picture) if calls is None else ()
    return tuple(f" {line}" for line in lines)


def _zones(game: Game, picture: Picture, hexes: tuple[Hex, ...], in_short: bool) -> Iterable[str]:
    """Claimed zones of the enemy's; in_short: of many their number."""
    if in_short and len(hexes) > MOST_OLDER:
        return (say("Enemy ZOC (unconfirmed, may be out of date): {number} hexes, on the map", number=len(hexes)),)
    return _of_hexes(game, picture, phrase("Enemy ZOC (unconfirmed, may be out of date): {places}"), hexes)


def _of_hexes(game: Game, picture: Picture, words: str, hexes: tuple[Hex, ...]) -> Iterator[str]:
    """A line about hexes, of a large side without their names; nothing where there are none."""
    if hexes:
        yield say(words, places=", ".join(sorted(hexes)) if focus.large(picture.forces) else places(game, hexes))


def _killed(picture: Picture) -> Iterator[str]:
    """Enemy units that were destroyed; for a large side the last of them, and how many there are."""
    last = picture.killed[-LAST:] if focus.large(picture.forces) else picture.killed
    killed = ", ".join(f"{enemy_named(k)} ({k.when})" for k in last)
    if len(last) < len(picture.killed):
        words = phrase("Destroyed to date: {count} units, last {killed}; INTSUM names all")
        yield say(words, count=len(picture.killed), killed=killed)
    elif killed:
        yield say("Destroyed to date: {killed}", killed=killed)


def _contacts_in_short(picture: Picture, calls: focus.Calls, brief: bool) -> Iterator[str]:
    """Contacts of a large side: those of the same kinds in a row, source and age in brackets; those that are far from the units the
    letter tells of by their hexes alone, or by their number."""
    by_hex = sorted(picture.contacts, key=lambda c: c.hex)
    near = [c for c in by_hex if _fresh(picture, c) and focus.beside(picture.forces, calls, c.hex)]
    alike: dict[str, dict[str, list[Contact]]] = {}
    for contact in near:
        alike.setdefault(_kinds(contact), {}).setdefault(f"{source_of(contact)}, {contact.seen}", []).append(contact)
    for kinds, sources in alike.items():
        said = (f"{', '.join(f'C-{c.number} {c.hex}' for c in some)} ({how})" for how, some in sources.items())
        yield f"{kinds}: {'; '.join(said)}"
    yield from _far([str(c.hex) for c in by_hex if c not in near], calls, brief)


def _far(hexes: list[str], calls: focus.Calls, brief: bool) -> Iterator[str]:
    """Contacts that are old or far: by their hexes, or by their number."""
    if hexes and calls is not None:
        yield counted(
            len(hexes),
            "Older or farther away: {number} contact, on the map",
            "Older or farther away: {number} contacts, on the map",
        )
    elif brief and len(hexes) > MOST_OLDER:
        yield counted(len(hexes), "Older: {number} contact, on the map", "Older: {number} contacts, on the map")
    elif hexes:
        yield say("Older: {contacts}", contacts=", ".join(hexes))


def _fresh(picture: Picture, contact: Contact) -> bool:
    """Was it seen within the last turns, or is it in contact?"""
    seen = contact.seen.removeprefix("T").partition(".")[0]
    return contact.hex in picture.public.engaged or not seen.isdecimal() or int(seen) > picture.public.turn - RECENT


def _contacts(game: Game, picture: Picture) -> Iterator[str]:
    """Contacts by hex, with source and age."""
    by_hex = sorted(picture.contacts, key=lambda c: c.hex)
    return together((f"C-{c.number} {place(game, c.hex)}", _known(c)) for c in by_hex)


def _known(contact: Contact) -> str:
    return f"{_kinds(contact)}; {source_of(contact)}, {contact.seen}"


def _kinds(contact: Contact) -> str:
    return ", ".join(map(worded, contact.kinds)) or say("troops, kind unknown")


def _filed(heading: Heading) -> tuple[str, ...]:
    """How much waits on file."""
    many = len(heading.intentions)
    return (f" {counted(many, '{number} line on file', '{number} lines on file')}; {say('ORDERS has all of it')}",) if many else ()


def _intentions(picture: Picture, heading: Heading) -> tuple[str, ...]:
    """What waits on file, a line each; of a large side each no longer than a line, and many in a row: ORDERS has it whole."""
    if not focus.large(picture.forces):
        return tuple(f" {line}" for line in heading.intentions)
    few = len(heading.intentions) <= INTENTIONS
    if not few:
        heads = (line.partition(f" {LEAVE} ") for line in heading.intentions)
        return (f" {'; '.join(f'{head}…' if leave else head for head, leave, _ in heads).replace(':; ', ': ')}",)
    return tuple(f" {line}" if len(line) <= focus.WIDTH else f" {line[: focus.WIDTH - 1].rstrip()}…" for line in heading.intentions)


def _score(game: Game, picture: Picture, short: bool) -> tuple[str, ...]:
    """Own points on what this side knows. short: the sum alone."""
    lines = own_points(game, picture)
    if not lines:
        return ()
    scored = [f"{what}: {points}" for what, points in lines if points]
    total = sum(p for _, p in lines)
    if short:
        return (f" {total}",)
    return (say(" {total} in all, of which {scored}", total=total, scored="; ".join(scored)),) if scored else (f" {total}",)


@rule("TOCS-1.2-7", "MASL-3.1-7", "MASL-16.1-1")
def brief(game: Game, picture: Picture, seat: str) -> tuple[Block, ...]:
    """The welcome: the brief of the side or of a seat that the module has one for, the side's objectives, secret until the end,
    and its troops."""
    forces = picture.forces
    title = forces.titles.get(seat, "")
    goals = [f" {v.points} {v.what}" for v in picture.forces.objectives]
    text = forces.briefs.get(seat) or forces.brief
    paragraphs = (*((title,) if title else ()), *(" ".join(part.split("\n")) for part in text.split("\n\n")))
    words = tuple(line for part in paragraphs for line in (part, ""))[:-1]
    return (
        Block("YOUR BRIEF", theirs(words), "quote"),
        *block("POINTS, for you alone", goals),
        *own_forces(phrase("OWN FORCES"), game, picture),
        *_how_to_ask(picture),
        *block("FLIGHTS", flights.lines(game, picture)),
        *block("SEA", ships.lines(game, picture)),
    )


def _how_to_ask(picture: Picture) -> tuple[Block, ...]:
    """How the values of a unit are asked for."""
    names = sorted(counter.call for counter in picture.forces.counters.values() if counter.kind == "company")
    said = phrase(" UNIT and a unit, such as UNIT {call}, tells its strength, its movement and its guns.")
    return (Block("", (say(said, call=names[0]),), "prose"),) if names else ()

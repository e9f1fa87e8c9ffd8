"""The intelligence summary: what is known of the enemy, where from, how old, what it could do next, what is not known. It is made
from the side's picture and what its own units went through, and from nothing else (MASL-5.1-1, TCSB-7-11).
"""

from collections import Counter
from collections.abc import Iterable, Iterator

from pbem.documents.document import Block, section, table, theirs
from pbem.kernel.hexes import Hex, distance
from pbem.kernel.i18n import counted, phrase, phrases, say, text
from pbem.kernel.rulebook import rule
from pbem.rulesets.tcs import observations as o
from pbem.rulesets.tcs import told_events as t
from pbem.rulesets.tcs.game import TacticalGame
from pbem.rulesets.tcs.picture import EnemyCounter, TacticalPicture
from pbem.rulesets.tcs.plots import BarrierKind
from pbem.rulesets.tcs.reports import capabilities, gaps
from pbem.rulesets.tcs.reports.wording import MODES, TARGETS, markers, place, places

SECTIONS = {
    "ENEMY SITUATION": "changed",
    **dict.fromkeys(
        ("IDENTIFICATIONS", "STRENGTH AND LOCATION", "ACTIVITY", "CAPABILITIES", "GAPS", "COMMANDER'S REQUIREMENTS"), "state"
    ),
}
"""The sections of a summary by their plain titles, and the part of the letter each belongs to."""
CONFIDENCE = {0: phrase("good"), 1: phrase("fair")}  # by turns since it was last seen; older is poor
TURNS = 2  # of activity: the one that runs and the one before


@rule("MASL-5.1-1", "TCSB-7-11")
def intsum(game: TacticalGame, picture: TacticalPicture, kept: tuple[o.Seen, ...], words: tuple[str, ...]) -> tuple[Block, ...]:
    """The blocks of the summary. kept: what was kept of fire and moves; words: the commander's own, for the coming turn."""
    rows = tuple(_rows(game, picture))
    located = table("3. STRENGTH AND LOCATION", rows) if len(rows) > 1 else (section("3. STRENGTH AND LOCATION", ()),)
    return (
        section("1. ENEMY SITUATION", _situation(game, picture)),
        section("2. IDENTIFICATIONS", _identified(picture)),
        *located,
        section("4. ACTIVITY", _activity(game, picture, kept)),
        section("5. CAPABILITIES", capabilities.lines(game, picture)),
        section("6. GAPS", gaps.lines(game, picture)),
        section("7. COMMANDER'S REQUIREMENTS", theirs(words, " ")),
    )


def _in_order(picture: TacticalPicture) -> list[EnemyCounter]:
    """The enemy's counters that are known: those in sight, then those that are remembered, the last seen first."""
    return sorted(picture.enemies.values(), key=lambda enemy: (not enemy.spotted, -enemy.turn, enemy.look.hex, enemy.name))


def _situation(game: TacticalGame, picture: TacticalPicture) -> Iterator[str]:
    """How many counters are known and how freshly, what ground the enemy holds, where works and mines of theirs lie."""
    seen = sum(enemy.in_sight for enemy in picture.enemies.values())
    older = len(picture.enemies) - seen
    if picture.enemies:
        found = counted(seen, "{number} enemy counter in sight", "{number} enemy counters in sight")
        yield say(" {found}; {older} more from earlier turns.", found=found, older=older) if older else f" {found}."
    goals = tuple(dict.fromkeys(hex_ for award in game.awards for hex_ in award.hexes))
    works = tuple(hex_ for hex_, position in sorted(picture.works.items()) if position.owner == picture.enemy)
    mines = tuple(hex_ for hex_, laid in sorted(picture.forces.mines.items()) if laid.side != picture.side)
    known = (
        (phrase(" Held by the enemy, as last known: {places}"), tuple(h for h in goals if picture.held.get(h) == picture.enemy)),
        (phrase(" Enemy works: {places}"), works),
        (phrase(" Enemy minefields: {places}"), mines),
        (phrase(" Enemy wire: {places}"), _barriers(picture, "wire")),
        (phrase(" Enemy roadblocks: {places}"), _barriers(picture, "roadblock")),
    )
    yield from (say(words, places=places(game, hexes)) for words, hexes in known if hexes)
    if picture.killed:
        one, many = phrases(" Destroyed to date, seen: {number} counter", " Destroyed to date, seen: {number} counters")
        yield counted(len(picture.killed), one, many)


@rule("TCSB-27-9")
def _barriers(picture: TacticalPicture, kind: BarrierKind) -> tuple[Hex, ...]:
    """The enemy's of a kind that are known."""
    known = sorted(picture.forces.barriers.items())
    return tuple(hex_ for hex_, there in known if there.kind == kind and there.side != picture.side)


def _identified(picture: TacticalPicture) -> Iterator[str]:
    """The kinds of counter that were made out, how many of each, by name."""
    kinds: dict[str, list[EnemyCounter]] = {}
    for enemy in _in_order(picture):
        kinds.setdefault(enemy.look.title, []).append(enemy)
    for title, enemies in sorted(kinds.items()):
        yield f" {title}: {len(enemies)} ({', '.join(enemy.name for enemy in enemies)})"


def _rows(game: TacticalGame, picture: TacticalPicture) -> Iterator[tuple[str, ...]]:
    """A row a counter: near which place, where, what is seen of it, when, how sure."""
    yield (say("near"), say("hex"), say("seen"), say("last seen"), say("confidence"))
    for enemy in sorted(_in_order(picture), key=lambda enemy: (_near(game, enemy.look.hex), enemy.look.hex, enemy.name)):
        age = max(0, picture.public.turn - enemy.turn)
        sure = phrase("good") if enemy.in_sight else CONFIDENCE.get(age, phrase("poor"))
        yield (_near(game, enemy.look.hex), f"{enemy.name} {enemy.look.hex}", _seen(enemy), _last_seen(enemy), say(sure))


def _last_seen(enemy: EnemyCounter) -> str:
    """When a counter was last seen."""
    if enemy.under:
        return say("under another")
    return say("in sight") if enemy.spotted else say("turn {turn}", turn=enemy.turn)


def _near(game: TacticalGame, hex_: Hex) -> str:
    """The named place a hex is nearest to; its number on a map without names."""
    near = min(game.ground.places.items(), key=lambda place: (distance(place[1], hex_), place[0]), default=None)
    return near[0] if near else str(hex_)


def _seen(enemy: EnemyCounter) -> str:
    """What a counter shows, and what else is known to be in its hex."""
    look = enemy.look
    state = ", ".join(part for part in (look.title, text(MODES[look.mode]), markers(look.markers)) if part)
    more = ", ".join(text(TARGETS[target]) for target in look.classes if target != look.target)
    return say("{state}; also {more}", state=state, more=more) if more else state


def _activity(game: TacticalGame, picture: TacticalPicture, kept: Iterable[o.Seen]) -> Iterator[str]:
    """By turn: whom the enemy's fire struck and what it cost, what own fire hit, what close combat came to."""
    turns: dict[int, list[t.OwnTold]] = {}
    turn = 0
    for seen in kept:
        if isinstance(seen, o.PublicNews) and isinstance(seen.event, t.TurnOpened):
            turn = seen.event.turn
        elif isinstance(seen, o.OwnNews):
            turns.setdefault(turn, []).append(seen.event)
    for number in sorted(turns)[-TURNS:]:
        if number > picture.public.turn - TURNS:
            yield from (say(" Turn {turn}: {what}", turn=number, what=line) for line in _in_turn(game, turns[number]))


def _in_turn(game: TacticalGame, events: list[t.OwnTold]) -> Iterator[str]:
    struck = Counter(event.unit for event in events if isinstance(event, t.UnitStruck))
    if struck:
        lost = _lost(events)
        yield say("enemy fire at {units}", units=", ".join(_times(unit, times, lost[unit]) for unit, times in struck.items()))
    hits = [event for event in events if isinstance(event, t.PointFired | t.AtThrown) and event.hit]
    if hits:
        named = dict.fromkeys(f"{event.name or say('a target')} {event.hex}" for event in hits)
        yield say("own hits on {targets}", targets=", ".join(named))
    yield from (_closed(game, event) for event in events if isinstance(event, t.CloseOver))


def _lost(events: list[t.OwnTold]) -> Counter[str]:
    """Steps that fire took from each own unit."""
    lost = Counter[str]()
    for event in events:
        if isinstance(event, t.UnitStruck | t.FellBack):
            lost[event.unit] += event.losses
    return lost


def _closed(game: TacticalGame, event: t.CloseOver) -> str:
    ended = phrase("{where} taken in close combat") if event.won else phrase("close combat at {where} lost")
    return say(ended, where=place(game, event.hex))


def _times(unit: str, times: int, lost: int) -> str:
    """`A-2 (3 times, 1 step lost)`."""
    often = (say("{times} times", times=times),) if times > 1 else ()
    cost = (counted(lost, "{number} step lost", "{number} steps lost"),) if lost else ()
    return f"{unit} ({', '.join((*often, *cost))})" if often or cost else unit

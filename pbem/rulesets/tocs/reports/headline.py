"""What a report has to tell, in a few words for its subject, in sentences for its first lines: of own news alone."""

from collections.abc import Callable, Iterator
from typing import NamedTuple

from pbem.engine.ruleset import NOBODY
from pbem.kernel.hexes import Hex
from pbem.kernel.i18n import counted, phrase, phrases, say, worded
from pbem.rulesets.tocs import observations as o
from pbem.rulesets.tocs import told_events as t
from pbem.rulesets.tocs.flights import GLIDER, PARACHUTE, SUPPLY, Landing
from pbem.rulesets.tocs.game import Game
from pbem.rulesets.tocs.picture import Picture
from pbem.rulesets.tocs.reports import sea_report
from pbem.rulesets.tocs.reports.focus import large
from pbem.rulesets.tocs.reports.sea_report import News
from pbem.rulesets.tocs.reports.wording import call, calls_in_short, enemy_named, in_a_row, place, places

MOST_BATTLES = 3  # in the first lines; the rest are counted
NAMED, SOME = 8, 4  # hexes without a battle that the first lines name, and those of a large side; the situation names all
MOST_HEXES = 2  # and units, by name in a subject
ENDS = {
    "taken": (phrase("{place} taken"), phrase("{place} TAKEN.")),
    "held": (phrase("{place} held"), phrase("{place} HELD.")),
    "lost": (phrase("{place} lost"), phrase("{place} LOST.")),
    "failed": (phrase("attack on {place} failed"), phrase("ATTACK ON {place} FAILED.")),
    "expelled": (phrase("engagement at {place} lost"), phrase("ENGAGEMENT AT {place} LOST.")),
    "contested": (phrase("{place} contested"), phrase("{place} CONTESTED.")),
}
"""How a battle ended for the reader: in a subject, in the first lines of a report or at the head of the battle's block."""


UNITS_LANDED = phrases(
    "{safe} of {number} unit landed, {straight} on its zone", "{safe} of {number} units landed, {straight} on their zones"
)
POINTS_LANDED = phrases(
    "{safe} of {number} SP landed, {straight} on the zone", "{safe} of {number} SP landed, {straight} on the zone"
)
DESCENTS = {
    PARACHUTE: (phrase("enemy parachutes: {places}"), phrase("Enemy parachutes came down in {places}.")),
    GLIDER: (phrase("enemy gliders: {places}"), phrase("Enemy gliders came down in {places}.")),
    SUPPLY: (phrase("enemy supplies: {places}"), phrase("Enemy supplies came down in {places}.")),
}
"""What came down of the enemy's: in a subject, in the first lines of a report."""


class BottomLine(NamedTuple):
    """The news of a report. short: what the subject has room for, the weightiest first; full: sentences."""

    short: tuple[str, ...]
    full: tuple[str, ...]


def ending(side: str, seen: o.BattleFoughtSeen) -> str:
    """How a battle ended for a side: a key of ENDS. Nobody has ordered an attack in an engagement, which is fought by itself."""
    came = _ended(side, seen, seen.attacker)
    return "expelled" if came == "failed" and seen.level == "engagement" else came


def field_ending(side: str, seen: o.FieldBattleEndedSeen) -> str:
    """The same of one that field commanders fought."""
    return _ended(side, seen, seen.battle.attacker)


def _ended(side: str, seen: o.BattleFoughtSeen | o.FieldBattleEndedSeen, attacker: str) -> str:
    if seen.engaged:
        return "contested"
    if attacker == side:
        return "taken" if seen.holder == side else "failed"
    return "held" if seen.holder == side else "lost"


def short_place(game: Game, hex_: Hex) -> str:
    """`Heumen`, or the number of a hex without a name."""
    return game.ground.names.get(hex_) or str(hex_)


def headline(game: Game, picture: Picture, news: tuple[o.What, ...]) -> BottomLine:
    """The news of a report, of what its desk learnt since the last one."""
    learnt = set(map(type, news))
    found = [said for item in ITEMS if not item.of.isdisjoint(learnt) for said in item.told(game, picture, news)]
    if found:
        short, full = (dict.fromkeys(filter(None, said)) for said in zip(*found, strict=True))  # two battles in a hex may end alike
        return BottomLine(tuple(short), tuple(full))
    if not news:
        return BottomLine((say("as it stands"),), (say("The situation as it stands."),))
    return _nothing_new(game, picture, news)


def _nothing_new(game: Game, picture: Picture, news: tuple[o.What, ...]) -> BottomLine:
    """A set-up or a turn that begins, when nothing else has happened; else that nothing has."""
    placing = next((n for n in news if type(n) is t.SetupBegan), None)
    if placing:
        return _before_play(game, picture, placing.phasing)
    begun = next((n for n in news if type(n) is t.TurnBegan), None)
    if begun:
        clock = game.turns[begun.turn - 1]
        full = say("Turn {turn} begins: {clock}, {light}.", turn=begun.turn, clock=clock.label, light=worded(clock.light))
        return BottomLine((say("turn {turn} begins", turn=begun.turn),), (full,))
    return _quiet(game, picture)


def _before_play(game: Game, picture: Picture, phasing: str) -> BottomLine:
    """Before the first turn: what the reader may still place or plan, or that the other side does."""
    if phasing != picture.side:
        adjective = game.staff(phasing).adjective
        said = say("{adjective} set-up", adjective=adjective), say("The {adjective} side sets up.", adjective=adjective)
    elif picture.forces.freedom:
        said = say("your set-up"), say("Your set-up is open until END IMPULSE.")
    else:
        said = say("flight plans"), say("Your flight plans are open until END IMPULSE.")
    return BottomLine(said[:1], said[1:])


def _quiet(game: Game, picture: Picture) -> BottomLine:
    """Where troops are still in contact, when nothing else has happened; before turn 1 there is no report to compare with."""
    held = tuple(picture.public.engaged)
    if not held and picture.public.turn < 1:
        return BottomLine((say("set-up before turn 1"),), (say("Set-up before turn 1. Nothing has happened yet."),))
    if not held:
        return BottomLine((say("no change"),), (say("No battle, no ground gained or lost since the last report."),))
    still = say("STILL IN CONTACT at {places}. No ground gained or lost.", places=places(game, held))
    return BottomLine(tuple(say("{places} still contested", places=short_place(game, hex_)) for hex_ in held), (still,))


def _over(game: Game, _: Picture, news: tuple[o.What, ...]) -> Iterator[News]:
    """Who has won, by how many points to how many, and why the campaign is over when it was not played out."""
    seen = next((n for n in news if type(n) is o.GameOverSeen), None)
    if seen is None:
        return
    totals = {side: total for side, _, total in seen.tallies}
    if seen.winner in totals:
        own = totals.pop(seen.winner)
        won = say(
            "{adjective} victory, {own} to {other}",
            adjective=game.staff(seen.winner).adjective,
            own=own,
            other=max(totals.values()),
        )
    else:
        won = say("nobody has won") if seen.winner == NOBODY else say("a draw")
    why = f" {seen.how[0].upper()}{seen.how[1:]}." if seen.how else ""
    yield won, f"{won[0].upper()}{won[1:]}.{why}"


def _battles(game: Game, picture: Picture, news: tuple[o.What, ...]) -> Iterator[News]:
    """Each battle by place and outcome, then what they cost together; those that field commanders fought after them."""
    over = [n for n in news if type(n) is o.BattleFoughtSeen]
    alike: dict[tuple[Hex, str], int] = {}  # several battles in a hex may end alike, and are named once
    for seen in over:
        came = (seen.hex, ending(picture.side, seen))
        alike[came] = alike.get(came, 0) + 1
    for number, (hex_, came_of_it) in enumerate(alike):
        short, full = ENDS[came_of_it]
        said = say(full, place=place(game, hex_).upper()) if number < MOST_BATTLES else ""
        yield say(short, place=short_place(game, hex_)), said
    if over:
        yield "", _cost(picture.side, over, sum(list(alike.values())[MOST_BATTLES:]))
    for ended in (n for n in news if type(n) is o.FieldBattleEndedSeen):
        yield _field_battle(game, picture, ended)


def _field_battle(game: Game, picture: Picture, seen: o.FieldBattleEndedSeen) -> News:
    """How a battle of field commanders ended, and what it cost; one that comes back to the table is told as that is."""
    where = seen.battle.hex
    if seen.thrown:
        return "", say("The field battle for {place} went to the CRT.", place=place(game, where))
    short, full = ENDS[field_ending(picture.side, seen)]
    told = say(full, place=place(game, where).upper())
    cost = say("Field battle: {ended} Own losses: {own}.", ended=told, own=steps(seen.lost))
    return say(short, place=short_place(game, where)), cost


def _cost(side: str, over: list[o.BattleFoughtSeen], more: int) -> str:
    """What all battles took, and how many are not named."""
    lost = [(who == side, count) for seen in over for who, count in seen.lost]
    own, enemy = (sum(count for mine, count in lost if mine is whose) for whose in (True, False))
    said = say("Own losses: {own}; enemy losses seen: {enemy}.", own=steps(own), enemy=steps(enemy))
    return f"{counted(more, '{number} more battle.', '{number} more battles.')} {said}" if more > 0 else said


def _announced(game: Game, _: Picture, news: tuple[o.What, ...]) -> Iterator[News]:
    """Battles that are announced, and neither fought yet nor over because nobody was there."""
    ahead: set[Hex] = set()
    for seen in news:
        if type(seen) is t.BattlesAnnounced:
            ahead |= set(seen.hexes)
        elif isinstance(seen, (o.BattleFoughtSeen, t.AttackFoundEmpty, t.OwnerChanged)):
            ahead.discard(seen.hex)
    if ahead:
        hexes = tuple(ahead)
        yield say("battle for {places}", places=_some(game, hexes)), say("Battles announced: {places}.", places=places(game, hexes))


def _dropped(_: Game, __: Picture, news: tuple[o.What, ...]) -> Iterator[News]:
    """Of own flights that came: how many units landed, how many on their zone; the same of supplies."""
    rows = [row for n in news if type(n) is t.StickLanded for row in n.landings]
    yield from _landed([row for row in rows if row.call], *UNITS_LANDED)
    yield from _landed([row for row in rows if not row.call], *POINTS_LANDED)


def _landed(rows: list[Landing], one: str, many: str) -> Iterator[News]:
    """Of what fell: how much is safe, how much is where it was meant to be."""
    if rows:
        safe = sum(row.landed is not None for row in rows)
        straight = sum(row.landed == row.planned for row in rows)
        said = counted(len(rows), one, many, safe=safe, straight=straight)
        yield said.partition(",")[0], f"{said}."


def _descents(game: Game, _: Picture, news: tuple[o.What, ...]) -> Iterator[News]:
    """Where the enemy came down from the air, by what."""
    for load, (short, full) in DESCENTS.items():
        hexes = tuple(dict.fromkeys(n.hex for n in news if type(n) is t.DescentSeen and n.load == load))
        if hexes:
            yield say(short, places=_some(game, hexes)), say(full, places=places(game, hexes))


def steps(count: int) -> str:
    """`2 steps`, or "none"."""
    return counted(count, "{number} step", "{number} steps") if count else say("none")


def turned(picture: Picture, news: tuple[o.What, ...]) -> tuple[tuple[Hex, ...], tuple[Hex, ...]]:
    """The hexes gained, and those lost: net, of all that changed hands since the last report."""
    last = {n.hex: n.owner for n in news if type(n) is t.OwnerChanged}
    gained = tuple(h for h, owner in last.items() if owner == picture.side)
    return gained, tuple(h for h in last if h not in gained)


def _ground(game: Game, picture: Picture, news: tuple[o.What, ...]) -> Iterator[News]:
    """What changed hands without a battle."""
    fought = {n.hex for n in news if type(n) is o.BattleFoughtSeen or type(n) is t.DescentSeen}
    gained, lost = (tuple(h for h in hexes if h not in fought) for hexes in turned(picture, news))
    most = _most(picture)
    if lost:
        yield say("{places} lost", places=_some(game, lost)), say("Lost: {places}.", places=_named(game, lost, most))
    if gained:
        yield say("{places} gained", places=_some(game, gained)), say("Gained: {places}.", places=_named(game, gained, most))


def _most(picture: Picture) -> int:
    """How many hexes the first lines name."""
    return SOME if large(picture.forces) else NAMED


def _named(game: Game, hexes: tuple[Hex, ...], most: int) -> str:
    return places(game, hexes) if len(hexes) <= most else counted(len(hexes), "{number} hex", "{number} hexes")


def _some(game: Game, hexes: tuple[Hex, ...]) -> str:
    if len(hexes) > MOST_HEXES:
        return counted(len(hexes), "{number} hex", "{number} hexes")
    return ", ".join(short_place(game, h) for h in sorted(hexes))


def _losses(_: Game, picture: Picture, news: tuple[o.What, ...]) -> Iterator[News]:
    """Own units that are no more."""
    gone = dict.fromkeys(call(picture.forces, n.unit.id) for n in news if type(n) is t.UnitChanged and n.unit.status == "dead")
    if gone:
        calls = ", ".join(gone)
        short = calls if len(gone) <= MOST_HEXES else counted(len(gone), "{number} own unit", "{number} own units")
        yield say("{calls} destroyed", calls=short), say("Own units destroyed: {calls}.", calls=calls)


def _dead(killed: list[o.EnemyDestroyed]) -> str:
    """Who the enemy lost: a few by name, more by their calls, since their names stand under the other events."""
    return in_a_row([enemy_named(n) for n in killed]) if len(killed) <= MOST_HEXES else calls_in_short(n.call for n in killed)


def _enemy(game: Game, news: tuple[o.What, ...], most: int) -> Iterator[News]:
    """What the enemy lost for all to see, and where guns or patrols of the enemy's were."""
    killed = [n for n in news if type(n) is o.EnemyDestroyed]
    if killed:
        yield say("enemy {call} destroyed", call=killed[0].call), say("Enemy destroyed: {named}.", named=_dead(killed))
    struck = tuple({n.hex for n in news if type(n) is o.AircraftStruck})
    if struck:
        yield (
            say("{places} struck from the air", places=_some(game, struck)),
            say("Enemy air strike on {places}.", places=_named(game, struck, most)),
        )
    shelled = tuple({n.hex for n in news if type(n) is o.ShellsFell})
    if shelled:
        yield (
            say("{places} shelled", places=_some(game, shelled)),
            say("Enemy fire on {places}.", places=_named(game, shelled, most)),
        )
    seen = tuple({n.hex for n in news if type(n) is o.EnemyLooked})
    if seen:
        yield (
            say("enemy recon of {places}", places=_some(game, seen)),
            say("Enemy recon of {places}.", places=_named(game, seen, most)),
        )


class HeadlineItem(NamedTuple):
    """What the first lines may tell: of which classes of news it is made, and how."""

    of: frozenset[type[o.What]]
    told: Callable[[Game, Picture, tuple[o.What, ...]], Iterator[News]]


ITEMS = (
    HeadlineItem(frozenset((o.GameOverSeen,)), _over),
    HeadlineItem(sea_report.OF, sea_report.headline),
    HeadlineItem(frozenset((o.BattleFoughtSeen, o.FieldBattleEndedSeen)), _battles),
    HeadlineItem(frozenset((t.BattlesAnnounced,)), _announced),
    HeadlineItem(frozenset((t.StickLanded,)), _dropped),
    HeadlineItem(frozenset((t.DescentSeen,)), _descents),
    HeadlineItem(frozenset((t.OwnerChanged,)), _ground),
    HeadlineItem(frozenset((t.UnitChanged,)), _losses),
    HeadlineItem(
        frozenset((o.EnemyDestroyed, o.AircraftStruck, o.ShellsFell, o.EnemyLooked)),
        lambda game, picture, news: _enemy(game, news, _most(picture)),
    ),
)
"""All that they may tell, the weightiest first."""

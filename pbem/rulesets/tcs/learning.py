"""What a desk makes of what it learns: the picture after an observation."""

from collections.abc import Mapping

from pbem.kernel.hexes import Hex, distance
from pbem.kernel.rulebook import rule
from pbem.kernel.values import replace
from pbem.rulesets.tcs import folding
from pbem.rulesets.tcs import observations as o
from pbem.rulesets.tcs import told_events as t
from pbem.rulesets.tcs.picture import EnemyCounter, Hull, TacticalPicture
from pbem.rulesets.tcs.rules.barriers import with_barrier
from pbem.rulesets.tcs.rules.smoke import thinned


def learn(picture: TacticalPicture, seen: o.Seen) -> TacticalPicture:
    """The picture after something was learnt."""
    match seen:
        case o.OwnNews(event):
            return _own(picture, event)
        case o.PublicNews(event):
            return _public(picture, event)
        case o.EnemySeen() | o.EnemyHidden() | o.EnemyUnder() | o.EnemiesForgotten() | o.EnemyHurt():
            return _of_a_counter(picture, seen)
        case o.SmokeSeen() | o.WorksSeen() | o.MinesSeen() | o.BarrierSeen():
            return _of_the_ground(picture, seen)
        case o.TriggerSeen(look, stacks):
            return _triggered(picture, look, stacks)
        case o.FireSeen() | o.Bursts() | o.ShellsSeen() | o.AircraftSeen():
            return picture
    raise TypeError(f"no observation of TCS: {seen}")


def _of_a_counter(
    picture: TacticalPicture, seen: o.EnemySeen | o.EnemyHidden | o.EnemyUnder | o.EnemiesForgotten | o.EnemyHurt
) -> TacticalPicture:
    if isinstance(seen, o.EnemyHurt):
        picture = _burnt(picture, seen.hex, 1, False) if seen.target == "P" and seen.effect in ("hit", "destroyed") else picture
    match seen:
        case o.EnemySeen(name, look):
            return _seen(picture, name, look)
        case o.EnemyHidden(name):
            return _out_of_sight(picture, (name,))
        case o.EnemyUnder(name, hex_):
            return _under(picture, name, hex_)
        case o.EnemiesForgotten(names):
            return _out_of_sight(picture, names)
        case o.EnemyHurt(name, gone=True, counter=counter):
            left = {n: enemy for n, enemy in picture.enemies.items() if n != name}
            return replace(picture, enemies=left, killed=(*picture.killed, *((counter,) if counter else ())))
    return picture


def _of_the_ground(picture: TacticalPicture, seen: o.SmokeSeen | o.WorksSeen | o.MinesSeen | o.BarrierSeen) -> TacticalPicture:
    """What lies in hexes: smoke, works, mines, barriers."""
    if isinstance(seen, o.BarrierSeen):
        known = with_barrier(picture.forces.barriers, seen.hex, seen.barrier if seen.stands else None)
        return replace(picture, forces=replace(picture.forces, barriers=known))
    if isinstance(seen, o.SmokeSeen):
        return replace(picture, smoke=folding.smoke_as_seen(picture.smoke, seen.smoke))
    if isinstance(seen, o.MinesSeen):
        return replace(
            picture, forces=replace(picture.forces, mines=folding.with_field(picture.forces.mines, seen.hex, seen.field))
        )
    left = {place: works for place, works in picture.works.items() if place != seen.hex}
    return replace(picture, works={**left, seen.hex: seen.position} if seen.position else left)


def _burnt(picture: TacticalPicture, hex_: Hex, many: int, own: bool) -> TacticalPicture:
    """So many armored vehicles burn in a hex; their hulls stay there."""
    return replace(picture, hulls=(*picture.hulls, *(Hull(hex_, own) for _ in range(many))))


def _own(picture: TacticalPicture, event: t.OwnTold) -> TacticalPicture:
    if isinstance(event, t.UnitStruck) and event.losses and picture.forces.units[event.unit].counter.target == "P":
        picture = _burnt(picture, picture.forces.units[event.unit].hex, event.losses, True)
    picture = replace(picture, forces=folding.own(picture.forces, event))
    if isinstance(event, t.HexCorrected) or (isinstance(event, t.CloseOver) and event.won):
        return replace(picture, held={**picture.held, event.hex: picture.side})
    if isinstance(event, t.UnitsArrived):
        return replace(picture, held={**picture.held, **{unit.hex: picture.side for unit in event.units}})
    if isinstance(event, t.EntryBarred):
        return replace(picture, held={**picture.held, event.hex: picture.enemy})
    if not isinstance(event, t.UnitsEntered):
        return picture
    held = {**picture.held, event.hex: picture.side}
    return _revisited(replace(picture, held=held), event.hex)


@rule("TCSB-7-11")
def _revisited(picture: TacticalPicture, hex_: Hex) -> TacticalPicture:
    """Who is remembered in the hex or next to it would be seen now if it were there."""
    enemies = {name: enemy for name, enemy in picture.enemies.items() if enemy.in_sight or distance(enemy.look.hex, hex_) > 1}
    return replace(picture, enemies=enemies)


def _public(picture: TacticalPicture, event: t.PublicTold) -> TacticalPicture:
    course, forces = folding.public(picture.public, event), folding.of_all(picture.forces, event)
    picture = replace(picture, public=course, forces=forces)
    if not isinstance(event, t.CleanUpDone):
        return picture
    picture = replace(picture, smoke=thinned(picture.smoke), trigger=None, triggers={})
    return replace(picture, enemies={name: replace(enemy, look=_cleaned(enemy.look)) for name, enemy in picture.enemies.items()})


@rule("TCSB-2-15")
def _cleaned(look: o.ShownCounter) -> o.ShownCounter:
    """Clean-Up takes the markers off the enemy's counters too, as both know."""
    return replace(look, markers=("suppressed",) if "paralyzed" in look.markers else ())


@rule("TCS3-1-3")
def _triggered(picture: TacticalPicture, look: o.ShownCounter, stacks: tuple[Hex, ...]) -> TacticalPicture:
    """Enemies moved in sight of these stacks: each of their units has seen one more."""
    units = (unit.id for place in stacks for unit in picture.forces.at(place))
    return replace(picture, trigger=look, triggers={**picture.triggers, **{u: picture.triggers.get(u, 0) + 1 for u in units}})


def _seen(picture: TacticalPicture, name: str, look: o.ShownCounter) -> TacticalPicture:
    others = {n: enemy for n, enemy in picture.enemies.items() if n != name}
    enemies = {n: enemy for n, enemy in others.items() if enemy.in_sight or enemy.look.hex != look.hex}
    held = {hex_: side for hex_, side in picture.held.items() if hex_ != look.hex}
    enemy = EnemyCounter(name, look, picture.public.turn)
    return replace(picture, held=held | {look.hex: picture.enemy}, enemies=_under_what_is_shown({**enemies, name: enemy}))


def _out_of_sight(picture: TacticalPicture, names: tuple[str, ...]) -> TacticalPicture:
    """They were seen until now, where and as they were last shown."""
    gone = {
        name: replace(enemy, spotted=False, under=False, turn=picture.public.turn)
        for name, enemy in picture.enemies.items()
        if name in names and enemy.in_sight
    }
    return replace(picture, enemies=_under_what_is_shown({**picture.enemies, **gone}))


@rule("TCS3-10-1")
def _under(picture: TacticalPicture, name: str, hex_: Hex) -> TacticalPicture:
    """It went under another counter, in sight."""
    if name not in picture.enemies:
        return picture
    enemy = picture.enemies[name]
    below = replace(enemy, look=replace(enemy.look, hex=hex_), spotted=False, under=True, turn=picture.public.turn)
    return replace(picture, enemies={**picture.enemies, name: below})


def _under_what_is_shown(enemies: Mapping[str, EnemyCounter]) -> Mapping[str, EnemyCounter]:
    """A counter lies under another as long as one is shown in its hex; after that it was last seen there."""
    shown = {enemy.look.hex for enemy in enemies.values() if enemy.spotted}
    return {n: replace(enemy, under=enemy.under and enemy.look.hex in shown) for n, enemy in enemies.items()}

"""Battles at sea as a report tells them, a block each, and the news of the sea in its first lines (TOCS-W16.5 to W16.7)."""

from collections.abc import Iterable, Iterator
from typing import Any, NamedTuple

from pbem.documents.document import Block
from pbem.kernel.hexes import Hex
from pbem.kernel.i18n import counted, say
from pbem.kernel.rulebook import rule
from pbem.rulesets.tocs import observations as o
from pbem.rulesets.tocs import told_events as t
from pbem.rulesets.tocs.game import Game
from pbem.rulesets.tocs.picture import Picture
from pbem.rulesets.tocs.reports import ships as words
from pbem.rulesets.tocs.reports.wording import places
from pbem.rulesets.tocs.rules import naval
from pbem.rulesets.tocs.ships import Ship

PARTS = (t.SeaAirFought, o.OwnBombing, o.ShipsAttacked, t.SurfaceDuel)
"""What is told of a battle under its number."""
OUTCOMES = (t.ShipsMoved, t.PlanesMoved, t.ShipSunk, t.CargoMoved, t.UnitChanged, o.EnemyDestroyed)
"""What comes of a part of a battle, and follows it; of other causes too."""

News = tuple[str, str]
"""In a subject, and as a sentence; "" where it is not said there."""


class SeaFight(NamedTuple):
    """A battle at sea, or what is known of one: how it began, and what was told of it since."""

    began: t.SeaBattleBegan
    parts: tuple[Any, ...]


class Sorted(NamedTuple):
    """News apart: battles at sea, and everything else."""

    fights: tuple[SeaFight, ...]
    rest: tuple[Any, ...]


def apart(news: Iterable[Any]) -> Sorted:
    """The battles at sea among the news, each with what came of it, and the rest in its order."""
    fights, rest, inside = list[SeaFight](), list[Any](), False
    for seen in o.whats(tuple(news)):
        if type(seen) is t.SeaBattleBegan:
            fights.append(SeaFight(seen, ()))
            inside = True
            continue
        mine = bool(fights) and isinstance(seen, PARTS) and seen.number == fights[-1].began.number
        inside = mine or (inside and isinstance(seen, OUTCOMES))
        if inside and not isinstance(seen, (t.UnitChanged, o.EnemyDestroyed)):
            fights[-1] = SeaFight(fights[-1].began, (*fights[-1].parts, seen))
        else:
            rest.append(seen)
    return Sorted(tuple(fights), tuple(rest))


# ---------------------------------------------------------------- the block


@rule("TOCS-W16.5-1", "TOCS-1.2-1", "TOCS-W16.7-1")
def blocks(game: Game, picture: Picture, news: Iterable[Any]) -> tuple[Block, ...]:
    """A block for each battle: who attacked, what it cost either side, part by part; the rolls at its foot."""
    return tuple(_block(game, picture, fight) for fight in apart(news).fights)


def _block(game: Game, picture: Picture, fight: SeaFight) -> Block:
    zone = words.zone_name(game, fight.began.zone).upper()
    told = [_opening(picture, fight.began)]
    told += [say("own losses: {losses}", losses=own_losses(picture, fight))]
    told += [say("enemy losses seen: {losses}", losses=enemy_losses(picture, fight))]
    told += [line for seen in fight.parts for line in words.part(game, picture, seen)]
    rolls = [roll for seen in fight.parts for roll in words.rolls(seen)]
    told += [say("rolls: {rolls}", rolls="; ".join(rolls))] if rolls else []
    title = say("BATTLE {number} AT SEA, {zone}", number=f"S{fight.began.number}", zone=zone)
    return Block(title, tuple(f" {line}" for line in told))


def _opening(picture: Picture, began: t.SeaBattleBegan) -> str:
    own = began.attacker == picture.side
    if began.surprise:
        return say("your side attacked by surprise") if own else say("the enemy attacked by surprise")
    return say("your side attacked") if own else say("the enemy attacked")


@rule("TOCS-W16.5-2", "TOCS-1.2-1")
def own_losses(picture: Picture, fight: SeaFight) -> str:
    """Own ships as the battle left them, and aircraft that were lost or went home."""
    hit = {ship.call: ship for seen in fight.parts if type(seen) is t.ShipsMoved and seen.why in words.HARM for ship in seen.ships}
    lost = [words.hurt(ship) for ship in hit.values()]
    down = [seen for seen in fight.parts if type(seen) is t.PlanesMoved and seen.down]
    lost += [f"{craft.call} {say(seen.why)}" for seen in down for craft in seen.aircraft]
    return "; ".join(lost) or say("none")


def _hit(news: tuple[Any, ...]) -> dict[str, Ship]:
    """Own ships that were hit, as they are since, by call."""
    moved = (seen for seen in news if type(seen) is t.ShipsMoved)
    return {ship.call: ship for seen in moved for ship in seen.ships if ship.sunk or seen.why in words.HARM}


@rule("TOCS-W16.6-3", "TOCS-W16.5-2")
def enemy_losses(picture: Picture, fight: SeaFight) -> str:
    """Ships sunk by name, and hits: which ship was hit the crews do not know."""
    lost = [words.sunk(seen) for seen in fight.parts if type(seen) is t.ShipSunk and seen.side != picture.side]
    hits = sum(_hits(picture, seen) for seen in fight.parts)
    lost += [counted(hits, "{number} hit", "{number} hits")] if hits else []
    planes = sum(_planes(picture, seen) for seen in fight.parts)
    lost += [counted(planes, "{number} aircraft down or driven off", "{number} aircraft down or driven off")] if planes else []
    return "; ".join(lost) or say("none")


def _hits(picture: Picture, seen: Any) -> int:
    if type(seen) is o.OwnBombing:
        return seen.hits
    if type(seen) is t.SurfaceDuel:
        return naval.strike_of(seen.target_hits if seen.side == picture.side else seen.firer_hits).hits
    return 0


def _planes(picture: Picture, seen: Any) -> int:
    """Enemy aircraft that a fight in the air took."""
    if type(seen) is not t.SeaAirFought:
        return 0
    if seen.attacker == picture.side:
        return sum(bout.defender_lost + bout.defender_home for bout in seen.rounds)
    return sum(bout.attacker_lost + bout.attacker_home for bout in seen.rounds)


# ---------------------------------------------------------------- the first lines


OF: frozenset[type[o.What]] = frozenset((t.SeaBattleBegan, t.ShipsMoved, t.CraftSeen, t.ShipSunk, t.ZoneTraffic))
"""The classes of news that first lines of the sea are made of."""


def headline(game: Game, picture: Picture, news: tuple[o.What, ...]) -> Iterator[News]:
    """The news of the sea, the weightiest first: a landing, battles, ships hit and sunk, and who came into a zone."""
    fights, rest = apart(news)
    yield from _landing(game, picture, rest)
    for fight in fights:
        zone = words.zone_name(game, fight.began.zone)
        own, enemy = own_losses(picture, fight), enemy_losses(picture, fight)
        full = say("BATTLE AT SEA, {zone}. Own losses: {own}. Enemy losses seen: {enemy}.", zone=zone.upper(), own=own, enemy=enemy)
        yield say("battle in {zone}", zone=zone), full
    yield from _ships(picture, rest)
    yield from _traffic(game, picture, rest)


def _landing(game: Game, picture: Picture, news: tuple[Any, ...]) -> Iterator[News]:
    """Enemy landing craft off an own coast."""
    coast: dict[Hex, None] = {}
    for seen in news:
        coast |= dict.fromkeys(words.coast_beside(game, picture, seen.hex)) if type(seen) is t.CraftSeen else {}
    if coast:
        where = places(game, tuple(coast))
        yield say("enemy landing craft off {places}", places=where), say("Enemy landing craft off {places}.", places=where)


def _ships(picture: Picture, news: tuple[Any, ...]) -> Iterator[News]:
    """Ships that were sunk or hit outside of a battle at sea: by mines, coast guns, torpedoes."""
    hit = _hit(news)
    gone = [ship.name for ship in hit.values() if ship.sunk]
    if gone:
        yield say("{ship} sunk", ship=gone[0]), say("Own ships sunk: {ships}.", ships="; ".join(gone))
    left = [call for call, ship in hit.items() if not ship.sunk]
    if left:
        calls = ", ".join(left)
        yield say("{ships} hit", ships=calls), say("Own ships hit: {ships}.", ships=calls)
    killed = [seen.name for seen in news if type(seen) is t.ShipSunk and seen.side != picture.side]
    if killed:
        yield say("enemy {ship} sunk", ship=killed[0]), say("Enemy ships sunk: {ships}.", ships="; ".join(killed))


def _traffic(game: Game, picture: Picture, news: tuple[Any, ...]) -> Iterator[News]:
    """Enemy ships that came into a zone: no number, no kind (TOCS-W16.0-2)."""
    came = (seen.zone for seen in news if type(seen) is t.ZoneTraffic and seen.side != picture.side and not seen.leaves)
    zones = ", ".join(words.zone_name(game, zone) for zone in dict.fromkeys(came))
    if zones:
        yield say("enemy in {zones}", zones=zones), say("The enemy came into {zones}.", zones=zones)

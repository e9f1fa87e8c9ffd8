"""The sequence of play in words: turns, initiative, income, ends of impulses and turns, pauses, the end of the game."""

from pbem.engine.ruleset import NOBODY
from pbem.kernel.i18n import counted, phrase, say, worded
from pbem.rulesets.tocs import observations as o
from pbem.rulesets.tocs import told_events as t
from pbem.rulesets.tocs.game import Game
from pbem.rulesets.tocs.picture import Picture
from pbem.rulesets.tocs.reports import reinforcements
from pbem.rulesets.tocs.reports.wording import dice, spent, whose


def turn(game: Game, _: Picture, event: t.TurnBegan) -> tuple[str, ...]:
    """A turn begins."""
    clock = game.turns[event.turn - 1]
    begins = say("turn {turn} begins: {clock}, {light}", turn=event.turn, clock=clock.label, light=worded(clock.light))
    days = counted(clock.rest, "{number} day of rest", "{number} days of rest")
    return (say("{days} went by", days=days), begins) if clock.rest else (begins,)


def repaired(_: Game, __: Picture, event: t.ForcesPatched) -> tuple[str, ...]:
    """A patch takes effect."""
    return (say("the host's patch of your side is in force from now on (turn {turn})", turn=event.patch.turn),)


def late(game: Game, _: Picture, event: t.TrucksLate) -> tuple[str, ...]:
    """Trucks that wait off the board."""
    kept_out = phrase("trucks cannot enter, because you hold no entry hex of theirs: {where}")
    return tuple(say(kept_out, where=reinforcements.where(game, arrival)) for arrival in event.late)


def initiative(game: Game, _: Picture, event: t.InitiativeThrown) -> tuple[str, ...]:
    """Who has the initiative."""
    return (say("{adjective} initiative", adjective=game.staff(event.holder).adjective),)


def initiative_rolls(game: Game, _: Picture, event: t.InitiativeThrown) -> tuple[str, ...]:
    """The rolls for it."""
    rolled = ", ".join(f"{game.staff(s).adjective} {dice(throw)}" for s, throw in event.throws)
    return (say("initiative: {rolled}", rolled=rolled),) if rolled else ()


def income(_: Game, picture: Picture, event: t.IncomeEarned) -> tuple[str, ...]:
    """OPs that came in."""
    pool = event.pool
    return (
        say(
            "{earned} {whose}OP earned{extra}{opened}; {bank} on hand",
            whose=whose(picture.forces, pool),
            earned=pool.earned,
            extra=say(", {credit} of them from the enemy's deficit", credit=event.credit) if event.credit else "",
            opened=say("; {reserve} from the reserve", reserve=event.reserve) if event.reserve else "",
            bank=pool.bank,
        ),
    )


def income_rolls(_: Game, picture: Picture, event: t.IncomeEarned) -> tuple[str, ...]:
    """The roll for them, and what is fixed."""
    pool = event.pool
    words = phrase("{whose}OP: {dice}, and {minimum} fixed")
    return (say(words, whose=whose(picture.forces, pool), minimum=pool.minimum, dice=dice(event.throw)),)


def closed(_: Game, picture: Picture, seen: o.ImpulseClosedSeen) -> tuple[str, ...]:
    """The own impulse was closed."""
    if seen.side != picture.side:
        return ()
    return (
        {"pass": say("impulse passed"), "silence": say("impulse closed: no reply by the deadline")}.get(
            seen.how, say("impulse closed")
        ),
    )


def enemy_closed(_: Game, picture: Picture, seen: o.ImpulseClosedSeen) -> tuple[str, ...]:
    """The enemy's impulse was closed."""
    if seen.side == picture.side:
        return ()
    return (say("the enemy passed") if seen.how == "pass" else say("enemy impulse over"),)


def balance(_: Game, picture: Picture, seen: o.OwnBalance | o.OwnImpulseOver) -> tuple[str, ...]:
    """What became of the OPs of the own impulse."""
    return tuple(spent(picture.forces, pool) for pool in seen.pools)


def overspent(_: Game, __: Picture, seen: o.EnemyCredit) -> tuple[str, ...]:
    """Deficit OPs that come to us."""
    return (say("the enemy overspent by {count}: you gain {count} OP", count=seen.points),)


def lapsed(_: Game, __: Picture, seen: o.CreditLapsed) -> tuple[str, ...]:
    """Deficit OPs that do not."""
    return (say("the enemy overspent by {count}; the turn is over, so you gain none of it", count=seen.points),)


def turn_end(_: Game, __: Picture, event: t.TurnEndThrown) -> tuple[str, ...]:
    """Whether the turn ends."""
    if not event.throw:
        return (say("turn over: both sides passed"),) if event.ended else (say("both sides passed; the turn continues"),)
    said = phrase("turn over (rolled {rolled}, ends on {needed} or less)")
    goes = phrase("turn continues (rolled {rolled}, ends on {needed} or less)")
    return (say(said if event.ended else goes, rolled=event.throw.total, needed=event.needed),)


def turn_end_rolls(_: Game, __: Picture, event: t.TurnEndThrown) -> tuple[str, ...]:
    """The roll for it."""
    return (say("end of turn: {dice}", dice=dice(event.throw)),) if event.throw else ()


def pause(game: Game, _: Picture, seen: o.PauseSeen) -> tuple[str, ...]:
    """Play pauses for a side, or goes on."""
    if not seen.side:
        return (say("play resumes"),)
    return (say("play pauses for the {adjective} side", adjective=game.staff(seen.side).adjective),)


def setup(game: Game, _: Picture, event: t.SetupBegan) -> tuple[str, ...]:
    """A side sets up."""
    return (say("the {adjective} side sets up", adjective=game.staff(event.phasing).adjective),)


def game_over(game: Game, _: Picture, seen: o.GameOverSeen) -> tuple[str, ...]:
    """Both tallies, and who has won."""
    lines = tuple(_tally(game, seen, side) for side, _, _ in seen.tallies)
    return (*((seen.how,) if seen.how else ()), _winner(game, seen.winner), *lines)


def _tally(game: Game, seen: o.GameOverSeen, side: str) -> str:
    """`American: 6 points (Heumen bridge owned 6)`: what paid nothing is left out."""
    parts, total = next((parts, total) for whose, parts, total in seen.tallies if whose == side)
    points = counted(total, "{number} point", "{number} points")
    scored = "; ".join(f"{what}: {paid}" for what, paid in parts if paid)
    return f"{game.staff(side).adjective}: {points} ({scored})" if scored else f"{game.staff(side).adjective}: {points}"


def _winner(game: Game, winner: str) -> str:
    if winner == NOBODY:
        return say("nobody has won")
    return say("{adjective} victory", adjective=game.staff(winner).adjective) if winner else say("a draw")


def reached(_: Game, picture: Picture, event: t.AimReached) -> tuple[str, ...]:
    """An aim with a date is reached."""
    aims = (aim for aim in picture.forces.objectives if aim.id == event.aim)
    return tuple(say("reached: {what}, {points} VP", what=aim.what, points=aim.points) for aim in aims)

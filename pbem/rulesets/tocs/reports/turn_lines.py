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
    return (say("turn {turn} begins: {clock}, {light}", turn=event.turn, clock=clock.label, light=worded(clock.light)),)


def repaired(_: Game, __: Picture, event: t.ForcesPatched) -> tuple[str, ...]:
    """A patch takes effect."""
    return (say("what the host has patched of our side holds from now on (turn {turn})", turn=event.patch.turn),)


def late(game: Game, _: Picture, event: t.TrucksLate) -> tuple[str, ...]:
    """Trucks that wait off the board."""
    kept_out = phrase("trucks cannot come on, since no entry of theirs is yours: {where}")
    return tuple(say(kept_out, where=reinforcements.where(game, arrival)) for arrival in event.late)


def initiative(game: Game, _: Picture, event: t.InitiativeThrown) -> tuple[str, ...]:
    """Who has the initiative, and the dice."""
    thrown = ", ".join(f"{game.staff(s).adjective} {dice(throw)}" for s, throw in event.throws)
    shown = f" ({thrown})" if thrown else ""
    return (say("initiative: {adjective}{thrown}", adjective=game.staff(event.holder).adjective, thrown=shown),)


def income(_: Game, picture: Picture, event: t.IncomeEarned) -> tuple[str, ...]:
    """OPs that came in."""
    pool = event.pool
    return (
        say(
            "{whose}OPs: {minimum} fixed, {dice}{extra}: {earned} earned{opened}; {bank} in the bank",
            whose=whose(picture.camp, pool),
            minimum=pool.minimum,
            dice=dice(event.throw),
            extra=say(", {credit} from enemy deficit", credit=event.credit) if event.credit else "",
            earned=pool.earned,
            opened=say("; {reserve} from the reserve", reserve=event.reserve) if event.reserve else "",
            bank=pool.bank,
        ),
    )


def closed(_: Game, picture: Picture, seen: o.ImpulseClosedSeen) -> tuple[str, ...]:
    """The own impulse was closed."""
    if seen.side != picture.side:
        return ()
    return ({"pass": say("impulse passed"), "silence": say("impulse closed by silence")}.get(seen.how, say("impulse closed")),)


def enemy_closed(_: Game, picture: Picture, seen: o.ImpulseClosedSeen) -> tuple[str, ...]:
    """The enemy's impulse was closed."""
    if seen.side == picture.side:
        return ()
    return (say("the enemy passed") if seen.how == "pass" else say("the enemy's impulse has ended"),)


def balance(_: Game, picture: Picture, seen: o.OwnBalance | o.OwnImpulseOver) -> tuple[str, ...]:
    """What became of the OPs of the own impulse."""
    return tuple(spent(picture.camp, pool) for pool in seen.pools)


def overspent(_: Game, __: Picture, seen: o.EnemyCredit) -> tuple[str, ...]:
    """Deficit OPs that come to us."""
    return (say("the enemy overspent by {count}: as many OPs come to us", count=seen.points),)


def lapsed(_: Game, __: Picture, seen: o.CreditLapsed) -> tuple[str, ...]:
    """Deficit OPs that do not."""
    return (say("the enemy overspent by {count}; the turn has ended, and none of it comes to us", count=seen.points),)


def turn_end(_: Game, __: Picture, event: t.TurnEndThrown) -> tuple[str, ...]:
    """The roll that ends a turn, or does not."""
    thrown = phrase("{dice}, {needed} or less ends the turn")
    rolled = say(thrown, dice=dice(event.throw), needed=event.needed) if event.throw else say("both sides passed")
    what = say("the turn ends") if event.ended else say("it goes on")
    return (say("end of impulse: {rolled}: {what}", rolled=rolled, what=what),)


def pause(game: Game, _: Picture, seen: o.PauseSeen) -> tuple[str, ...]:
    """Play pauses for a side, or goes on."""
    if not seen.side:
        return (say("play goes on"),)
    return (say("play pauses for the {adjective} side", adjective=game.staff(seen.side).adjective),)


def setup(game: Game, _: Picture, event: t.SetupBegan) -> tuple[str, ...]:
    """A side sets up."""
    return (say("the {adjective} side sets up", adjective=game.staff(event.phasing).adjective),)


def game_over(game: Game, _: Picture, seen: o.GameOverSeen) -> tuple[str, ...]:
    """Both tallies, and who has won."""
    lines = (
        f"{game.staff(side).name}: {points} ({'; '.join(f'{w} {p}' for w, p in parts)})"
        for side, parts, total in seen.tallies
        for points in [counted(total, "{number} point", "{number} points")]
    )
    return (*((seen.how,) if seen.how else ()), *lines, _winner(game, seen.winner))


def _winner(game: Game, winner: str) -> str:
    if winner == NOBODY:
        return say("nobody has won")
    return say("winner: {name}", name=game.staff(winner).name) if winner else say("a draw")

"""Weather as it is rolled: cloud and ground when a turn begins, the air when an impulse begins (TOCS-2.5, 3.1)."""

from pbem.kernel.dice import Throw
from pbem.kernel.rulebook import rule
from pbem.kernel.values import replace
from pbem.rulesets.tocs import events as e
from pbem.rulesets.tocs.board import Board
from pbem.rulesets.tocs.game import Game
from pbem.rulesets.tocs.module_file import Spell
from pbem.rulesets.tocs.moment import Moment
from pbem.rulesets.tocs.rules import weather_rolls as sky
from pbem.rulesets.tocs.rules.visibility import light
from pbem.rulesets.tocs.view import Weather

Events = tuple[e.Event, ...] | None


@rule("TOCS-2.5-1", "TOCS-W13.0-1", "TOCS-W13.5-1")
def of_turn(moment: Moment) -> Events:
    """The ground follows from the turn before; the cloud is thrown for, or is as history had it."""
    game: Game = moment.game
    public = moment.board.public
    if moment.taken or not game.climate.kind:
        return None
    was, spell = public.weather, game.climate.spell(public.turn)
    soaked = sky.ground(game, was, game.turns[public.turn - 2].light) if public.turn > 1 else was.ground
    now = sky.told(replace(was, ground=soaked), spell)
    if game.climate.kind == "historical":
        return (e.WeatherChanged(replace(now, cloud=spell.cloud), ()),)
    throw = moment.dice.throw(f"weather/T{public.turn}/cloud", "2d6")
    cloud = sky.clouds(game, sky.Sky(was, now, spell, light(game, public)), throw.total)
    return (e.WeatherChanged(replace(now, cloud=cloud), (throw,)),)


@rule("TOCS-3.1-1", "TOCS-W13.3-1", "TOCS-W13.0-1")
def of_impulse(moment: Moment) -> Events:
    """Wind, precipitation and fog of the phasing side's impulse: thrown for, or as history had them."""
    game: Game = moment.game
    board: Board = moment.board
    if moment.taken or not game.climate.kind:
        return None
    spell = game.climate.spell(board.public.turn)
    if game.climate.kind == "historical":
        now = _settled(_historical(board.public.weather, spell))
        return (e.WeatherChanged(now, ()), *(e.SeaWeatherChanged(zone, now, ()) for zone in sorted(game.ground.zones)))
    weather, throws = _rolled(moment, sky.Sky(board.public.weather, board.public.weather, spell, light(game, board.public)))
    return (e.WeatherChanged(_settled(weather), throws), *(_at_sea(moment, zone) for zone in sorted(game.ground.zones)))


@rule("TOCS-W13.3-2")
def _at_sea(moment: Moment, zone: str) -> e.SeaWeatherChanged:
    """A sea zone has an atmosphere of its own, under the cloud of the turn (ruling N8)."""
    game, public = moment.game, moment.board.public
    was = replace(public.sea.get(zone, public.weather), cloud=public.weather.cloud, temperature=public.weather.temperature)
    facts = sky.Sky(was, was, game.climate.spell(public.turn), light(game, public), sea=True)
    weather, throws = _rolled(moment, facts, f"{zone}/")
    return e.SeaWeatherChanged(zone, weather, throws)


def _historical(was: Weather, spell: Spell) -> Weather:
    return replace(was, precipitation=spell.precipitation, fog=spell.fog, wind=spell.wind, wind_from=spell.wind_from)


def _rolled(moment: Moment, facts: sky.Sky, zone: str = "") -> tuple[Weather, tuple[Throw, ...]]:
    """One after another, since fog asks for the wind and for what falls. zone: a sea zone's name and a stroke, for its dice."""
    game: Game = moment.game
    impulse = f"{zone}{moment.board.public.impulse_name}"
    blows = moment.dice.throw(f"weather/{impulse}/wind", "2d6")
    now = replace(facts.now, wind=sky.wind(game, facts, blows.total))
    throws = [blows]
    if now.wind == "calm":
        now = replace(now, wind_from="")
    else:
        turns = moment.dice.throw(f"weather/{impulse}/wind from", "1d6")
        now, throws = replace(now, wind_from=sky.wind_from(now.wind_from, turns.total)), [blows, turns]
    falls = moment.dice.throw(f"weather/{impulse}/precipitation", "2d6")
    now = replace(now, precipitation=sky.precipitation(game, replace(facts, now=now), falls.total))
    mist = moment.dice.throw(f"weather/{impulse}/fog", "2d6")
    now = replace(now, fog=sky.fog(game, replace(facts, now=now), mist.total))
    return now, (*throws, falls, mist)


def _settled(weather: Weather) -> Weather:
    """The weather with what has fallen counted in, for the ground to remember."""
    return replace(weather, worst=sky.fallen(weather))

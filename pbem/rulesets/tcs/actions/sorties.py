"""SORTIE: aircraft that the module grants, asked for in letter A."""

from collections.abc import Iterator

from pbem.kernel.charts.entries import whole
from pbem.kernel.decisions import Refusal, illegal
from pbem.kernel.hexes import Hex, distance
from pbem.kernel.i18n import counted, phrase, say
from pbem.kernel.rulebook import rule
from pbem.kernel.values import replace
from pbem.orders.tree import Act
from pbem.rulesets.tcs.actions.form import Calls, TacticalAction
from pbem.rulesets.tcs.game import TacticalGame
from pbem.rulesets.tcs.picture import TacticalPicture
from pbem.rulesets.tcs.plots import AirRequest
from pbem.rulesets.tcs.rules.anti_air import arrival_needed, runs_of
from pbem.rulesets.tcs.rules.rolls import NEVER
from pbem.rulesets.tcs.told_events import OwnTold, SortieAsked
from pbem.rulesets.tcs.words import ORDER_VERBS

STRAY = 2
"""How near own units are whom a run may strike by mistake."""


def kind_word(kind: str) -> str:
    """A kind of aircraft as it is written: `bomb-500lb`."""
    return kind.replace("_", "-")


def _kind(act: Act) -> str:
    return (act.text("WORD") or "").casefold().replace("-", "_")


@rule("TCSB-24-1", "TCSB-24-2", "TCSB-24-10")
def _against(game: TacticalGame, picture: TacticalPicture, act: Act) -> Refusal | None:
    """Why an aircraft cannot be asked for."""
    grant, kind, asked = picture.forces.grant, _kind(act), len(picture.forces.sorties)
    if not grant.kinds or grant.left <= asked:
        return illegal(say("you have no sorties left") if grant.kinds else say("you have no sorties"), "TCSB-24-1")
    known = ", ".join(map(kind_word, grant.kinds))
    if kind not in grant.kinds:
        return illegal(say("no such aircraft; yours are for {known}", known=known), "TCSB-24-1")
    if asked >= grant.each:
        return illegal(
            counted(grant.each, "you may ask for {number} sortie a turn", "you may ask for {number} sorties a turn"), "TCSB-24-1"
        )
    return _in_this_air(game, picture) or _runs(game, picture, act)


def _in_this_air(game: TacticalGame, picture: TacticalPicture) -> Refusal | None:
    public, grant = picture.public, picture.forces.grant
    if arrival_needed(game.book, public.weather, public.dark) in NEVER:
        return illegal(say("no aircraft fly at night or in such weather"), "TCSB-24-10")
    reach = game.book.records("visibility")
    if whole(reach[public.weather], "hexes") < whole(reach[grant.weather], "hexes"):
        return illegal(say("your aircraft fly from {weather} on", weather=grant.weather.replace("_", " ")), "TCSB-24-1")
    return None


@rule("TCSB-24-2", "TCSB-9-9")
def _runs(game: TacticalGame, picture: TacticalPicture, act: Act) -> Refusal | None:
    """What is wrong with the hexes of its runs: off the map, own units in one, more than it makes."""
    kind = _kind(act)
    most = runs_of(game.book, kind)
    if off := next((hex_ for hex_ in act.hexes() if hex_ not in game.ground.terrain), None):
        return illegal(say("{hex} is not on the map", hex=off), "TCSB-1-6")
    if own := next((hex_ for hex_ in act.hexes() if picture.forces.at(hex_)), None):
        friends = ", ".join(unit.id for unit in picture.forces.at(own))
        return illegal(say("{units} would be struck: own units are in {hex}", units=friends, hex=own), "TCSB-9-9")
    runs = act.number("N") or len(act.hexes())
    if max(runs, len(act.hexes())) > most:
        word, first = kind_word(kind), act.hexes()[0]
        words = counted(most, "an aircraft for {word} makes {number} run", "an aircraft for {word} makes {number} runs", word=word)
        return illegal(words, "TCSB-24-2", " ".join(("sortie", word, "at", first)))
    return None


def _targets(game: TacticalGame, act: Act) -> tuple[Hex, ...]:
    """The hexes of its runs: those named, the last one again as often as runs are left."""
    hexes = act.hexes()
    runs = act.number("N") or (runs_of(game.book, _kind(act)) if len(hexes) == 1 else len(hexes))
    return (*hexes, *(hexes[-1],) * max(0, runs - len(hexes)))[: max(runs, len(hexes))]


@rule("TCSB-24-2")
def _asked(game: TacticalGame, picture: TacticalPicture, calls: Calls, act: Act) -> tuple[OwnTold, ...]:
    number = 1 + len(picture.forces.sorties)
    return (SortieAsked(picture.side, AirRequest(number, _kind(act), _targets(game, act), picture.public.turn)),)


@rule("TCSB-24-3", "TCSB-24-1")
def remarks(game: TacticalGame, picture: TacticalPicture, act: Act) -> Iterator[str]:
    """What may come of it, for the answer to a letter."""
    if act.verb != "sortie" or not act.hexes() or _kind(act) not in picture.forces.grant.kinds:
        return
    needed = arrival_needed(game.book, picture.public.weather, picture.public.dark)
    yield say("it comes on {needed} or more on 1d6; runs at {hexes}", needed=needed, hexes=", ".join(_targets(game, act)))
    near = [unit.id for unit in picture.forces.units.values() for hex_ in act.hexes() if _close(unit.hex, hex_)]
    if near:
        words = phrase("danger close: own units are within two hexes, {units}; a search that rolls 1 strikes them")
        yield say(words, units=", ".join(dict.fromkeys(near)))


def _close(one: Hex, other: Hex) -> bool:
    return distance(one, other) <= STRAY


SORTIE = TacticalAction(
    replace(ORDER_VERBS["sortie"], traits=("runs",)),
    phrase(
        "SORTIE asks for an aircraft that the module grants you: what for, and the hexes of its runs. It is rolled\n"
        "for by the weather: 3 or more on 1d6 on a clear day, 4 in haze, 5 in rain. None fly at night or in fog\n"
        "(TCSB-24-1, TCSB-24-10). Each run meets the fire of anti-air weapons, then needs to find its target: 2 or\n"
        "more in the open, 3 in light cover, 5 in woods and houses, one less where smoke marks it (TCSB-24-3). A\n"
        "run near own units that rolls 1 strikes them; none is flown at a hex with own units in it (TCSB-9-9).\n"
        "HELP AIRCRAFT has the kinds.\n\n"
        "    SORTIE strafe at 05.04, 05.05\n    SORTIE rockets at 06.07"
    ),
    "A",
    lambda game, picture, calls, act: tuple(("", why) for why in (_against(game, picture, act),) if why),
    _asked,
    _asked,
)

"""TRAIN: a train goes along the railway, takes supply points on and sets them down (TOCS-W12.2, W12.3)."""

from pbem.kernel.decisions import Refusal, illegal
from pbem.kernel.hexes import Hex
from pbem.kernel.i18n import counted, phrase, say
from pbem.kernel.rulebook import rule
from pbem.kernel.values import Value, replace
from pbem.orders.tree import Act, Verb
from pbem.rulesets.tocs import events as e
from pbem.rulesets.tocs import observations as o
from pbem.rulesets.tocs import told_events as t
from pbem.rulesets.tocs.actions.form import Action
from pbem.rulesets.tocs.actions.ground_rules import named, off_map
from pbem.rulesets.tocs.forces import Forces
from pbem.rulesets.tocs.game import Game
from pbem.rulesets.tocs.learning import learn
from pbem.rulesets.tocs.moment import Moment, Outcome
from pbem.rulesets.tocs.picture import Picture
from pbem.rulesets.tocs.resolution.railroading import driven
from pbem.rulesets.tocs.rules import railways
from pbem.rulesets.tocs.rules.crossings import Position
from pbem.rulesets.tocs.units import SupplySource, Train
from pbem.rulesets.tocs.view import View

LOADED, UNLOADED = phrase("put on a train"), phrase("off a train")


class Drive(Value):
    """A train by its call: to a hex, or so many points on (load), or all points off (unload)."""

    train: str
    goal: Hex | None = None
    points: int = 0


def order(act: Act, picture: Picture) -> Drive:
    """The order from its words."""
    return Drive(act.text("UNIT_TRAIN") or "", act.hex("HEX"), act.number("N") or 0)


def called(forces: Forces, call: str) -> Train | Refusal:
    """The train of a call, if it is on the line."""
    found = next((train for train in forces.trains.values() if train.call == call), None)
    if found is None:
        return illegal(say("{call} is not one of your trains", call=call), "TOCS-W12.3-1")
    if found.status != "on":
        why = say("is lost") if found.status == "lost" else say("has not come on yet")
        return illegal(f"{call} {why}", "TOCS-W12.3-1")
    return found


@rule("TOCS-W12.3-2", "TOCS-W12.3-4", "TOCS-W12.2-2")
def _way(view: View, train: Train, goal: Hex) -> tuple[Position, ...] | Refusal:
    """The way of a train, or why it cannot be ordered there."""
    where = named(view.game, goal)
    if not view.own(goal) or goal in view.public.engaged:
        return illegal(
            say("{where} is not inside your perimeter, or fought over: a train does not end its way there", where=where),
            "TOCS-W12.3-5",
        )
    if goal == train.hex:
        return illegal(say("{train} is at {where} already", train=train.call, where=where), "TOCS-W12.3-2")
    if railways.immobile(view, train):
        words = say("{train} is immobile: the line is barred in {hex}", train=train.call, hex=train.barred)
        return illegal(words, "MASL-16.9-4")
    path = railways.route(view, train, goal)
    if path is None:
        return illegal(say("no open line to {where} that you know of", where=where), "TOCS-W12.2-2")
    price = railways.price(view.game, train.hex, path)
    left = railways.allowance(view.game) - train.gone
    if price > left:
        return illegal(
            say(
                "{where} is {points} away by rail, and {train} has {left} left",
                where=where,
                points=counted(price, "{number} point", "{number} points"),
                train=train.call,
                left=left,
            ),
            "TOCS-W12.3-2",
        )
    return path


@rule("TOCS-W12.2-1")
def _load(view: View, train: Train, points: int) -> tuple[Train, SupplySource] | Refusal:
    """Train and store after points were put on, or (points 0) all of them set down."""
    if not railways.station(view, train.hex):
        words = say("supplies go by rail between railyards, railheads and places with a railway, and {hex} is none", hex=train.hex)
        return illegal(words, "TOCS-W12.2-1")
    near = railways.stores(view, train)
    if not points:
        if not train.sp or not near:
            words = say("has no points on it") if not train.sp else say("finds none of your stores in its hex or an adjacent one")
            return illegal(f"{train.call} {words}", "TOCS-W12.2-1")
        return replace(train, sp=0), replace(near[0], sp=near[0].sp + train.sp)
    store = next((source for source in near if source.sp >= points), None)
    if store is None or train.sp + points > train.points:
        if store:
            return illegal(
                say("{train} takes {points}", train=train.call, points=counted(train.points, "{number} point", "{number} points")),
                "TOCS-W12.3-1",
            )
        return illegal(
            say(
                "no store beside {train} holds {points}",
                train=train.call,
                points=counted(points, "{number} point", "{number} points"),
            ),
            "TOCS-W12.2-1",
        )
    return replace(train, sp=train.sp + points), replace(store, sp=store.sp - points)


def check(game: Game, picture: Picture, order: Drive) -> tuple[Refusal, ...]:
    """A train, an open line as far as this side knows, points enough; or a store, and room."""
    train, view = called(picture.forces, order.train), picture.view(game)
    if isinstance(train, Refusal):
        return (train,)
    off = off_map(game, (order.goal,)) if order.goal else None
    if off:
        return (off,)
    found = _way(view, train, order.goal) if order.goal else _load(view, train, order.points)
    return (found,) if isinstance(found, Refusal) else ()


def expect(game: Game, picture: Picture, order: Drive) -> Picture:
    """The train at its goal with all on it; or the points moved."""
    train, view = called(picture.forces, order.train), picture.view(game)
    assert not isinstance(train, Refusal)
    if order.goal:
        path = _way(view, train, order.goal)
        assert not isinstance(path, Refusal)
        gone = train.gone + railways.price(game, train.hex, path)
        riding = tuple(replace(u, hex=path[-1][0], bank=path[-1][1]) for u in picture.forces.aboard(train.id))
        moved = replace(train, hex=path[-1][0], bank=path[-1][1], gone=gone)
        return learn(picture, o.OwnEvent(t.TrainChanged(picture.side, moved, riding, "moved")))
    found = _load(view, train, order.points)
    assert not isinstance(found, Refusal)
    return replace(picture, forces=picture.forces.with_train(found[0], ()).with_source(found[1]))


def execute(moment: Moment, picture: Picture, order: Drive) -> Outcome:
    """Hex by hex along the line; or the points from store to train, or back."""
    side = picture.side
    train, view = called(picture.forces, order.train), picture.view(moment.game)
    assert not isinstance(train, Refusal)
    if order.goal:
        path = _way(view, train, order.goal)
        assert not isinstance(path, Refusal)
        return driven(moment, side, train, path)
    found = _load(view, train, order.points)
    assert not isinstance(found, Refusal)
    stored = e.SourceChanged(side, found[1], LOADED if order.points else UNLOADED)
    return Outcome((stored, e.TrainChanged(side, found[0], (), phrase("loaded") if order.points else phrase("unloaded"))))


def besides(game: Game, picture: Picture, unit: str) -> tuple[str, ...]:
    """The train that it rides on or stands beside: to the places where troops get off that it can reach, and its supplies."""
    view, where = picture.view(game), picture.forces.units[unit]
    trains = [train for train in picture.forces.trains.values() if train.status == "on" and where.hex == train.hex]
    stops = [hex_ for hex_ in game.ground.hexes if railways.station(view, hex_)]
    ways = (f"train {t.call} to {stop}" for t in trains for stop in stops if not isinstance(_way(view, t, stop), Refusal))
    full = (f"train {t.call} unload" for t in trains if not isinstance(_load(view, t, 0), Refusal))
    return (*ways, *full)


ACTION = Action(
    verb=Verb("train", ("train UNIT_TRAIN to HEX", "train UNIT_TRAIN load N sp", "train UNIT_TRAIN unload"), "letter",
              phrase("move a train, load or unload its supplies")),
    help=phrase(
        """TRAIN moves a train along the railway with all that is on it, without an OP (TOCS-W12.3-2). It has 20 points an impulse,
and pays one a hex and one more for each contour line climbed. It ends its way inside your perimeter, and may pass enemy
hexes. The enemy is told only where enemy troops see it pass, and keeps the ground. Where a roadblock or a broken railway
bridge stops it, troops on foot get off. An empty hex they take, by the enemy they are ambushed, an engagement they join
(TOCS-W12.3-4 to W12.3-7). The train itself waits on the last hex of its way that is yours. A train whose hex the enemy
takes is lost. Some modules rule otherwise (MASL-16.9): a train is ambushed wherever the enemy is, and goes back along the
line when its hex is taken. One that was stopped blocks the line until the way is clear. There a hex costs one point, up or
down hill. LOAD and UNLOAD move supply points between the train and a base, dump or depot in its hex or beside it. See
ENTRAIN and DETRAIN."""
    ),
    order=order, check=check, expect=expect, execute=execute, besides=besides,
)  # fmt: skip

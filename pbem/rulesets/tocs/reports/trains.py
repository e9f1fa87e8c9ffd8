"""Trains in words: where they are, who is on them, what became of one."""

from pbem.kernel.counting import counted
from pbem.rulesets.tocs import observations as o
from pbem.rulesets.tocs.game import Game
from pbem.rulesets.tocs.picture import Picture
from pbem.rulesets.tocs.pieces import Train
from pbem.rulesets.tocs.procedures.railways import allowance
from pbem.rulesets.tocs.reports.wording import call, place


def lines(game: Game, picture: Picture) -> tuple[str, ...]:
    """The trains of a side, a line each."""
    trains = picture.camp.trains
    return tuple(f" {trains[name].call}: {_said(game, picture, trains[name])}" for name in sorted(trains))


def _said(game: Game, picture: Picture, train: Train) -> str:
    if train.status == "lost":
        return "lost to the enemy"
    if train.status == "off":
        when = game.turns[train.due - 1].label if train.due else "the first turn"
        return f"comes on at {place(game, train.hex)}, {when}"
    aboard = ", ".join(call(picture.camp, unit.id) for unit in picture.camp.aboard(train.id))
    load = f", {train.sp} of {train.points} SP" if train.points else ""
    left = allowance(game) - train.gone
    takes = f"takes {counted(train.steps, 'step')}; {counted(left, 'point')} left"
    return f"{place(game, train.hex)}; {aboard or 'empty'}{load}; {takes}"


def told(game: Game, picture: Picture, seen: o.OwnTrain | o.TrainSeen) -> str:
    """What a train did, or that one of the enemy's went by."""
    if isinstance(seen, o.TrainSeen):
        return f"an enemy train went through {place(game, seen.hex)}"
    units = ", ".join(call(picture.camp, unit.id) for unit in seen.units)
    who = f" {units}" if units and seen.why in ("takes on", "sets down") else f" with {units}" if units else ""
    return f"{seen.train.call} {seen.why}{who} in {place(game, seen.train.hex)}"

"""Trains in words: where they are, who is on them, what became of one."""

from pbem.kernel.i18n import counted, say
from pbem.rulesets.tocs import observations as o
from pbem.rulesets.tocs import told_events as t
from pbem.rulesets.tocs.game import Game
from pbem.rulesets.tocs.picture import Picture
from pbem.rulesets.tocs.reports.wording import at_bank, call, place
from pbem.rulesets.tocs.rules.crossings import Position
from pbem.rulesets.tocs.rules.railways import allowance
from pbem.rulesets.tocs.units import Train


def lines(game: Game, picture: Picture) -> tuple[str, ...]:
    """The trains of a side, a line each."""
    trains = picture.forces.trains
    return tuple(f" {trains[name].call}: {said(game, picture, trains[name])}" for name in sorted(trains))


def said(game: Game, picture: Picture, train: Train) -> str:
    """Where a train is, who is on it, what it may still do."""
    if train.status == "lost":
        return say("lost to the enemy")
    if train.status == "off":
        when = game.turns[train.due - 1].label if train.due else say("the first turn")
        return say("comes on at {place}, {when}", place=place(game, train.hex), when=when)
    aboard = ", ".join(call(picture.forces, unit.id) for unit in picture.forces.aboard(train.id)) or say("empty")
    load = say("{aboard}, {sp} of {points} SP", aboard=aboard, sp=train.sp, points=train.points) if train.points else aboard
    left = allowance(game) - train.gone
    takes = say(
        "takes {steps}; {points} left",
        steps=counted(train.steps, "{number} step", "{number} steps"),
        points=counted(left, "{number} point", "{number} points"),
    )
    return f"{at_bank(game, Position(train.hex, train.bank))}; {load}; {takes}"


def told(game: Game, picture: Picture, seen: t.TrainChanged | o.TrainSeen) -> str:
    """What a train did, or that one of the enemy's went by."""
    if isinstance(seen, o.TrainSeen):
        return say("an enemy train went through {place}", place=place(game, seen.hex))
    units = ", ".join(call(picture.forces, unit.id) for unit in seen.units)
    who, does, where = seen.train.call, say(seen.why), at_bank(game, Position(seen.train.hex, seen.train.bank))
    if not units:
        return say("{call} {why} in {place}", call=who, why=does, place=where)
    if seen.why in ("takes on", "sets down"):
        return say("{call} {why} {units} in {place}", call=who, why=does, units=units, place=where)
    return say("{call} {why} with {units} in {place}", call=who, why=does, units=units, place=where)

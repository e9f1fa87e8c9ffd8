"""Whom an order line orders about: the units a seat must command to write it."""

from collections.abc import Iterator, Mapping

from pbem.orders.tree import Act, Branch, Command, FieldLine, LetterWord, Step, UnitLine

MEMBERS = "UNITS_LEAVE"  # of a formation that the line names already
LED = "CALL_FLIGHT"  # a flight, which has a commander as a unit has


def ordered(command: Command | None, formations: Mapping[str, tuple[str, ...]]) -> tuple[str, ...]:
    """The calls of the units a line gives orders to, each once. Units that are only named (`follow D/504`) are not among them.

    formations: name -> the calls of its units, its headquarters first, which stands for all of it.
    """
    found: list[str] = []
    if isinstance(command, UnitLine):
        found = [*command.units, *(call for step in command.steps for call in _in_step(step, formations))]
    elif isinstance(command, (LetterWord, FieldLine)) and command.act:
        found = list(_in_act(command.act, formations))
    return tuple(dict.fromkeys(found))


def verbs_of(command: Command | None) -> Iterator[str]:
    """The verbs that an order line says, those of both ways of a condition among them."""
    if isinstance(command, UnitLine):
        yield from _verbs(command.steps)
    elif isinstance(command, (LetterWord, FieldLine)) and command.act:
        yield command.act.verb


def _verbs(steps: tuple[Step, ...]) -> Iterator[str]:
    for step in steps:
        if isinstance(step, Branch):
            yield from _verbs((*step.then, *step.otherwise))
        else:
            yield step.verb


def _in_step(step: Step, formations: Mapping[str, tuple[str, ...]]) -> Iterator[str]:
    if isinstance(step, Branch):
        for inner in (*step.then, *step.otherwise):
            yield from _in_step(inner, formations)
    else:
        yield from _in_act(step, formations)


def _in_act(act: Act, formations: Mapping[str, tuple[str, ...]]) -> Iterator[str]:
    """Slots in the plural are units that are given something to do; one unit alone is only referred to."""
    for name, value in act.slots:
        if name.startswith("UNITS") and name != MEMBERS and isinstance(value, tuple):
            yield from (call for call in value if isinstance(call, str))
        elif name == LED and isinstance(value, str):
            yield value
        elif name == "FORMATION" and isinstance(value, str):
            yield from formations.get(value, ())[:1]

"""Letters of somebody who tries every word on every hex near him, whether it may be or not, to see what comes back."""

import random
from collections.abc import Iterator

from pbem.engine.runs import Budget
from pbem.handlers.unit_of_work import words
from pbem.kernel.hexes import Hex, distance
from pbem.kernel.numbered_lines import NumberedLine
from pbem.orders.parser import read_orders
from tests.fog.stage import Letter, Stage, decision, goes_on
from tests.opened import as_game, as_picture

IN_A_HEX = (
    "move {there}", "move {there} quiet", "recon {there}", "recon around", "probe {there}", "observe {there}",
    "attack {there} hasty", "attack {there} deliberate pursue 1",
    "recon {there}; if occupied attack {there} hasty, else move {there}", "infiltrate {there}",
    "move {there}; if ezoc stop, else move {other}", "strike {there} at guns", "harass {there}", "interdict {there}",
    "support {there}", "build footbridge {there}", "repair bridge {there}", "dismantle bridge {there}",
    "destroy road bridge {there}", "dig", "demolish facility {there}", "roadblock {there}", "mine {there}",
    "clear mines {there}", "clear roadblock {there}", "cross", "ferry {mate}", "withdraw {there} or {other}", "follow {mate}",
    "order {mate} recon {there}", "wake {mate}", "rally {here}", "reserve {mate}", "move {there}; dig", "entrain",
)  # fmt: skip
BY_THE_STAFF = (
    "take {there} with {call}, {mate} from {here} scout {call}", "deploy {call} toward {there}", "split {call}",
    "assign {mate} to {call}", "trucks 2 SP from {here} to {there}", "depot at {there}", "disband {call} into pool",
    "refit {call}", "recover at {there}", "bombard {there} with {call}, {mate}", "march 504 to {there} scout",
    "ezoc only {there}", "retreat hold {there}", "bank near in {there}", "captures destroy", "reserves commit",
    "questions about {there}", "losses surplus {call}", "windows ask me", "trucks 1 SP from {here} to {here}",
    "cease work by {call}", "detrain {call}", "enter {call} at {there}", "exit {call}", "join {call}", "setup {call} at {there}",
)  # fmt: skip
ASKED = (
    "COST {call} to {there}", "WHAT CAN {call}", "WHY CUT OFF {call}", "WHY OUT OF SUPPLY {call}", "MAP {there} 2",
    "DIARY {call}", "INTSUM",
)  # fmt: skip
MOST_LINES, MOST_LETTERS, FAR = 9, 300, 3
MIDDLE, NEAREST = Hex("14.11"), 9  # where the sides meet, and how many of a side's units are tried there
TRIES, FIT, SWEEPS = 12, 0.8, 0.4


def probes(stage: Stage, seed: int) -> Iterator[Letter]:
    """Whole impulses of such letters, by both sides."""
    chance = random.Random(seed)
    for _ in range(MOST_LETTERS):
        if not stage.playing:
            return
        if answer := decision(stage, chance):
            yield answer
            continue
        side = stage.phasing()
        lines = [_fit(stage, side, chance) for _ in range(chance.randrange(1, MOST_LINES))]
        if chance.random() < SWEEPS:
            yield Letter(side, sweep(stage, side, _somewhere(stage, chance)))
        yield Letter(side, "\n".join(("CHECK" if chance.random() < 0.2 else "CARRY OUT WHAT YOU CAN", *lines)))
        if goes_on(stage, side) and chance.random() < 0.3:
            yield Letter(side, "CANCEL\nEND IMPULSE ANYWAY")


def _somewhere(stage: Stage, chance: random.Random) -> Hex:
    ground = as_game(stage.campaign.table.game).ground
    return chance.choice(sorted(h for h in ground.hexes if distance(h, MIDDLE) <= FAR))


def sweep(stage: Stage, side: str, there: Hex) -> str:
    """Every word on one hex, dry."""
    forces = as_picture(stage.campaign.state.pictures[side]).forces
    unit, mate = sorted(forces.on_map(), key=lambda u: (distance(u.hex, there), u.id))[:2]
    names = {"call": forces.counter(unit).call, "mate": forces.counter(mate).call, "here": unit.hex, "there": there, "other": there}
    acts = (f"{names['call']}: {act}" for act in IN_A_HEX)
    return "\n".join(("CHECK", *(line.format(**names) for line in (*acts, *BY_THE_STAFF, *ASKED))))


def _fit(stage: Stage, side: str, chance: random.Random) -> str:
    """A line; mostly one that his own picture has nothing against."""
    table, state = stage.campaign.table, stage.campaign.state
    text, vocabulary, tries = _line(stage, side, chance), words(table, state, side), TRIES if chance.random() < FIT else 0
    for _ in range(tries):
        lines = read_orders((NumberedLine(1, text),), vocabulary).lines
        if all(v.ok for v in table.ruleset.actions.check(table.game, state.pictures[side], lines, Budget(None, 0, 0))):
            break
        text = _line(stage, side, chance)
    return text


def _line(stage: Stage, side: str, chance: random.Random) -> str:
    forces, ground = as_picture(stage.campaign.state.pictures[side]).forces, as_game(stage.campaign.table.game).ground
    units = sorted(forces.on_map(), key=lambda u: (distance(u.hex, MIDDLE), u.id))[:NEAREST]
    unit, mate = chance.choice(units), chance.choice(units)
    near = sorted(h for h in ground.hexes if 0 < distance(h, unit.hex) <= chance.choice((1, 1, 2, FAR)))
    names = {"call": forces.counter(unit).call, "mate": forces.counter(mate).call, "here": unit.hex,
             "there": chance.choice(near), "other": chance.choice(near)}  # fmt: skip
    kind = chance.random()
    if kind < 0.65:
        return f"{names['call']}: {chance.choice(IN_A_HEX).format(**names)}"
    return chance.choice(BY_THE_STAFF if kind < 0.9 else ASKED).format(**names)

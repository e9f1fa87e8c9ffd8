"""The order verbs, one file each: words, order, options, check, expect, execute; and the table of them all.

`check` and `expect` see a picture, `execute` the board; `*_rules.py` is what several verbs share, `control.py` how units are
activated, `closing.py` how impulses end; `dry_run.py` checks a letter's lines,
`runner.py` carries them out. First file: `dig.py`, a short verb; then `move.py`. `execute` of a new verb reads the board
(`moment.board.view(game, side)`, `moment.board.forces[side].held()`): those that still take a picture out of the moment, `dig.py`
among them, are listed in `tests/architecture/left_to_do.toml`, which only gets shorter.

Decided:
- 2026-11-22 Orders that no unit carries out (trucks, set-up, reinforcements) are `DEEDS`; orders for several units (TAKE, MARCH)
  are `MANEUVERS`, which choose each next act from the side's own picture.
- 2026-11-22 A unit may be activated more than once in an impulse: no rule forbids it, and each time costs an OP and a state.
"""

from collections.abc import Mapping

from pbem.rulesets.tocs.actions import (
    abort,
    air,
    assign,
    attack,
    bombard,
    build,
    cease,
    clear,
    cross,
    demolish,
    deploy,
    depot,
    destroy,
    detrain,
    dig,
    disband,
    dismantle,
    enter,
    entrain,
    exit,
    ferry,
    flight,
    flights,
    follow,
    harass,
    infiltrate,
    interdict,
    join,
    march,
    mine,
    move,
    observe,
    order,
    probe,
    rally,
    recon,
    recover,
    refit,
    repair,
    reserve,
    roadblock,
    setup,
    split,
    strike,
    support,
    take,
    train,
    trucks,
    wake,
    withdraw,
)
from pbem.rulesets.tocs.actions.form import Action, Maneuver

ACTIONS: Mapping[str, Action] = {
    "move": move.ACTION,
    "follow": follow.ACTION,
    "cross": cross.ACTION,
    "recon": recon.ACTION,
    "probe": probe.ACTION,
    "observe": observe.ACTION,
    "attack": attack.ACTION,
    "infiltrate": infiltrate.ACTION,
    "reserve": reserve.ACTION,
    "wake": wake.ACTION,
    "rally": rally.ACTION,
    "withdraw": withdraw.ACTION,
    "order": order.ACTION,
    "strike": strike.ACTION,
    "harass": harass.ACTION,
    "bombard": bombard.ACTION,
    "interdict": interdict.ACTION,
    "support": support.ACTION,
    "air": air.ACTION,
    "build": build.ACTION,
    "repair": repair.ACTION,
    "dismantle": dismantle.ACTION,
    "destroy": destroy.ACTION,
    "demolish": demolish.ACTION,
    "ferry": ferry.ACTION,
    "entrain": entrain.ACTION,
    "dig": dig.ACTION,
    "roadblock": roadblock.ACTION,
    "mine": mine.ACTION,
    "clear": clear.ACTION,
}

MANEUVERS: Mapping[str, Maneuver] = {
    "march": march.MANEUVER,
    "take": take.MANEUVER,
}

# Orders of the side's own staff: no unit carries them out.
DEEDS: Mapping[str, Action] = {
    "abort": abort.ACTION,
    "assign": assign.ACTION,
    "trucks": trucks.ACTION,
    "depot": depot.ACTION,
    "deploy": deploy.ACTION,
    "cease": cease.ACTION,
    "disband": disband.ACTION,
    "enter": enter.ACTION,
    "exit": exit.ACTION,
    "train": train.ACTION,
    "detrain": detrain.ACTION,
    "join": join.ACTION,
    "recover": recover.ACTION,
    "refit": refit.ACTION,
    "setup": setup.ACTION,
    "flight": flight.ACTION,
    "flights": flights.ACTION,
    "split": split.ACTION,
}

"""Orders: their verbs, the dry run, the run. A verb is a file's `Action`: checked on the writer's own picture, begun as events.

`dry_run.py` judges a letter line by line along what each would bring about, `runner.py` carries it out, `duties.py` says what op
sheets allow, `sheet_blocks.py` reads SHEET … END SHEET. What a verb sets going (a move, hex by hex) is taken on by `settling/`.
First file: `form.py`, then `move.py`.
"""

from collections.abc import Mapping

from pbem.rulesets.tcs.actions import (
    breach,
    breakout,
    close,
    combine,
    command,
    dig,
    direct,
    fire,
    fragord,
    leaving,
    modes,
    move,
    pausing,
    plots,
    riding,
    segments,
    sorties,
)  # fmt: skip
from pbem.rulesets.tcs.actions.form import TacticalAction

ACTIONS: Mapping[str, TacticalAction] = {
    "initial": segments.INITIAL,
    "final": segments.FINAL,
    "halt": pausing.HALT,
    "move": move.ACTION,
    "move mode": modes.MOVE_MODE,
    "fire mode": modes.FIRE_MODE,
    "button up": modes.BUTTON_UP,
    "exit": leaving.EXIT,
    "mount": riding.MOUNT,
    "dismount": riding.DISMOUNT,
    "hold": pausing.HOLD,
    "direct": direct.DIRECT,
    "breach": breach.BREACH,
    "plot": plots.PLOT,
    "sortie": sorties.SORTIE,
    "wait": plots.WAIT,
    "fire": fire.FIRE,
    "antitank": fire.ANTITANK,
    "assault": close.ASSAULT,
    "overrun": close.OVERRUN,
    "roll": command.ROLL,
    "commit": command.COMMIT,
    "alternate": command.ALTERNATE,
    "call off": command.CALL_OFF,
    "join": command.JOIN,
    "line": command.LINE,
    "stop after": pausing.STOP,
    "combine": combine.COMBINE,
    "breakout": breakout.BREAKOUT,
    "fragord": fragord.FRAGORD,
    "dig": dig.ACTION,
    "dig company": dig.DIG_COMPANY,
    "reduce": dig.REDUCE,
}

"""TOCS: operational WWII, companies on 1.2 km hexes, impulses bought with operation points, two perimeters.

Here: the module (`module.py`) and the game made of it, what is true (`events.py`, `folding/`, `board.py`), what is known
(`observe.py`, `observations.py`, `picture.py`, `learning.py`), and `RULESET`, the form filled in (`parts/`). Rules are in `rules/`,
orders in `actions/`, what the referee does by itself in `resolution/`. First file: `sequence_of_play.py`, then `events.py` and
`observe.py`.

Decided:
- 2026-11-23 A side is told its own events, and both sides public ones, as they stand, where `licences.py` has a licence for each
  field; of the others a part, in an observation of its own. What board and picture both hold is folded by one row (`folding/`).
- 2026-11-22 `view.py`, `forces.py` and `units.py` are what board and picture both offer, so that a rule is written once for both.
- 2026-11-22 A bridge or facility is known to who owns its hex, stands in it, did it or watched it, and found by who scouts or
  comes there; each side keeps what it knows of them in its forces (`spans`, `sites`), the board what is so.
"""

from pbem.rulesets.form import RulesetForm
from pbem.rulesets.tocs import bot, lessons
from pbem.rulesets.tocs.actions.control import CONDITIONS
from pbem.rulesets.tocs.board import Board
from pbem.rulesets.tocs.events import Event
from pbem.rulesets.tocs.game import Game
from pbem.rulesets.tocs.idiom import IDIOM
from pbem.rulesets.tocs.observations import Seen
from pbem.rulesets.tocs.parts import (
    actions,
    command,
    decisions,
    field_battles,
    knowledge,
    maps,
    pads,
    patches,
    points,
    rehearsals,
    reports,
    scenario,
    sequence,
    standing_orders,
)
from pbem.rulesets.tocs.picture import Picture
from pbem.rulesets.tocs.reports import figures
from pbem.rulesets.tocs.words import WORDS

RULESET: RulesetForm[Game, Board, Picture, Event, Seen] = RulesetForm(
    name="tocs",
    title="Tactical Operations Command System, WWII",
    sequence=sequence,
    knowledge=knowledge,
    actions=actions,
    standing_orders=standing_orders,
    scenario=scenario,
    reports=reports,
    decisions=decisions,
    points=points,
    command=command,
    field_battles=field_battles,
    patches=patches,
    maps=maps,
    pads=pads,
    figures=figures,
    bot=bot,
    lessons=lessons,
    rehearsals=rehearsals,
    idiom=IDIOM,
    words=WORDS,
    conditions=CONDITIONS,
)

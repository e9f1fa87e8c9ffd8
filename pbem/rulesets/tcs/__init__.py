"""TCS: tactical WWII, platoons and single vehicles on 125 m hexes, turns of twenty minutes, battalions that fight by op sheets.

Here: the module (`module.py`) and the game made of it, what is true (`events.py`, `folding.py`, `board.py`), what is known
(`observe.py`, `observations.py`, `picture.py`, `learning.py`), and `RULESET`, the form filled in (`parts/`). Rules are in `rules/`,
orders in `actions/`, what the referee does by itself in `settling/`. First file: `sequence_of_play.py`, then `told_events.py`.

Decided:
- 2026-11-23 A move is begun by its order as one event and taken on by `settle`, one atom at a time, so that pictures have learnt
  before the next is asked for.
- 2026-11-23 A sheet is rolled for unless its owner says NEVER: a failed roll costs nothing (TCSB-6-16).
- 2026-11-23 Of a stack the first spotted unit in its owner's order of battle is the top; who goes under it goes out of sight.
- 2026-11-23 "Beyond the start line" is nearer to the objective than any of its hexes.
- 2026-11-25 A trigger is answered by who sees the hexside that was crossed and could spot the mover there; its desk learns of it
  before it is asked who fires.
- 2026-11-25 Fire is returned by those that moved and by units whose action is over, so that nobody is marked before it could move.
- 2026-11-25 Fire ordered at a hex where nobody is known yet is let pass as it is written; what is there counts as it runs.
- 2026-11-27 Works of a module (TCSB-27-9, which says "cover and cost" and no more): wire stops men and bars wheels, tracks roll it
  flat, its owner knows the gaps; a roadblock closes the road to both sides; what is next to a unit is seen before it is entered, so
  that nobody pays for what it did not know of. Who is in a bunker follows from the order of battle: no order names it.
- 2026-11-25 Who runs is caught by any enemy it ends near, spotted or not: that is the rule's, and the only thing unseen that tells.
"""

from pbem.rulesets.form import RulesetForm
from pbem.rulesets.tcs import bot, lessons
from pbem.rulesets.tcs.board import TacticalBoard
from pbem.rulesets.tcs.events import Event
from pbem.rulesets.tcs.game import TacticalGame
from pbem.rulesets.tcs.idiom import IDIOM
from pbem.rulesets.tcs.observations import Seen
from pbem.rulesets.tcs.own_words import WORDS
from pbem.rulesets.tcs.parts import (
    actions,
    command,
    knowledge,
    maps,
    pads,
    patches,
    rehearsals,
    reports,
    scenario,
    sequence,
    skirmishes,
    standing_orders,
)
from pbem.rulesets.tcs.picture import TacticalPicture
from pbem.rulesets.tcs.reports import trend
from pbem.rulesets.tcs.words import CONDITIONS

RULESET: RulesetForm[TacticalGame, TacticalBoard, TacticalPicture, Event, Seen] = RulesetForm(
    name="tcs",
    title="Tactical Combat Series, WWII",
    sequence=sequence,
    knowledge=knowledge,
    actions=actions,
    standing_orders=standing_orders,
    scenario=scenario,
    reports=reports,
    figures=trend,
    command=command,
    skirmishes=skirmishes,
    patches=patches,
    maps=maps,
    pads=pads,
    bot=bot,
    lessons=lessons,
    rehearsals=rehearsals,
    idiom=IDIOM,
    words=WORDS,
    conditions=CONDITIONS,
)

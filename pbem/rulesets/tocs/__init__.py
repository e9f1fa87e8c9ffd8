"""TOCS: operational WWII, companies on 1.2 km hexes, impulses bought with operation points, two perimeters.

Here: the module (`module.py`) and the game made of it, what is true (`events.py`, `folding/`, `board.py`), what is known
(`observe.py`, `observations.py`, `picture.py`), and `RULESET`, the form filled in. Rules are in `rules/`, orders in `actions/`,
what the referee does by itself in `resolution/`. First file: `sequence_of_play.py`, then `events.py` and `observe.py`.

Decided:
- 2026-11-23 A side is told its own events, and both sides public ones, as they stand, where `licences.py` has a licence for each
  field; of the others a part, in an observation of its own. What board and picture both hold is folded by one row (`folding/`).
- 2026-11-22 `view.py`, `forces.py` and `units.py` are what board and picture both offer, so that a rule is written once for both.
- 2026-11-22 A bridge or facility is known to who owns its hex, stands in it, did it or watched it, and found by who scouts or
  comes there; each side keeps what it knows of them in its forces (`spans`, `sites`), the board what is so.
"""

from pbem.engine.ruleset import Amending, Control, Fields, Knowing, Reports, Ruleset
from pbem.rulesets.tocs import amending, events, observations, scenario
from pbem.rulesets.tocs.actions import ACTIONS, DEEDS, MANEUVERS
from pbem.rulesets.tocs.actions import control as hand
from pbem.rulesets.tocs.actions.plans import check_plan, plan
from pbem.rulesets.tocs.actions.vocabulary import vocabulary
from pbem.rulesets.tocs.board import Board, apply
from pbem.rulesets.tocs.observe import observe
from pbem.rulesets.tocs.patches import patched
from pbem.rulesets.tocs.picture import Picture, learn
from pbem.rulesets.tocs.reports import (
    advice,
    battle_report,
    diary,
    field,
    field_report,
    intsum,
    map_overlay,
    map_view,
    sitrep,
    sketch,
)
from pbem.rulesets.tocs.reports import communications as signals
from pbem.rulesets.tocs.reports import lesson_progress as doings
from pbem.rulesets.tocs.reports import receipt_lines as tell
from pbem.rulesets.tocs.resolution import host_corrections as agreed
from pbem.rulesets.tocs.resolution import reveal
from pbem.rulesets.tocs.resolution.choices import answered
from pbem.rulesets.tocs.resolution.combat import idle, settle
from pbem.rulesets.tocs.resolution.field import differing, is_decided, reported, ruled
from pbem.rulesets.tocs.rules.field_battle import days, out
from pbem.rulesets.tocs.rules.formations import chain
from pbem.rulesets.tocs.sequence_of_play import PHASES, awaited
from pbem.rulesets.tocs.standing_orders import REACTIONS, policies

RULESET = Ruleset(
    name="tocs",
    title="Tactical Operations Command System, WWII",
    phases=PHASES,
    settle=settle,
    idle=idle,
    actions=ACTIONS,
    maneuvers=MANEUVERS,
    deeds=DEEDS,
    reveal=reveal.orders_of_battle,
    annals=reveal.annals,
    reactions=REACTIONS,
    control=Control(
        activate=hand.activate,
        check_activate=hand.check_activate,
        lay_down=hand.lay_down,
        in_hand=hand.in_hand,
        close=hand.close,
        check_close=hand.check_close,
        points=hand.points,
        holds=hand.holds,
        silent=hand.silent,
        idles=hand.idles,
        assume=hand.assume,
        answer=answered,
        owes=hand.owes,
        asked=lambda picture: picture.camp.asked,
        budget=hand.budget,
        void=hand.void,
        check_plan=check_plan,
        take_up=hand.take_up,
        check_take_up=hand.check_take_up,
        spent=hand.spent,
        rues=hand.rues,
        rues_close=advice.rues_close,
        plan=plan,
        reached=hand.reached,
        runner=signals.runner,
        chain=lambda picture, call: chain(picture.camp, call),
        conclude=agreed.conclude,
    ),
    knowing=Knowing(apply, observe, learn, events.Event, observations.Seen, Board, Picture),
    policies=policies,
    vocabulary=vocabulary,
    opening=scenario.opening,
    correct=agreed.correct,
    awaited=lambda known: awaited(known.public),
    turn=lambda board: board.public.turn,
    reports=Reports(
        tell=tell.tell,
        sitrep=sitrep.sitrep,
        points=sitrep.points,
        idle=advice.idle,
        cost=advice.cost,
        what_can=advice.what_can,
        deeds=advice.deeds,
        enters=advice.enters,
        why=battle_report.why,
        why_cut=signals.why_cut,
        turn_began=intsum.turn_began,
        intsum=intsum.intsum,
        kept=battle_report.kept,
        fought=battle_report.fought,
        station=sitrep.station,
        brief=sitrep.brief,
        impulse=sitrep.impulse,
        in_hand=advice.in_hand,
        warn_close=advice.warn_close,
        closes=sitrep.closes,
        story=diary.story,
        diary=diary.war_diary,
        goals=advice.goals,
        sketch=sketch.sketch,
        theatre=map_view.theatre,
        around=map_view.around,
        draw=map_overlay.draw,
        did=doings.did,
        letterhead=sitrep.letterhead,
        sections={"sitrep": sitrep.SECTIONS, "intsum": intsum.SECTIONS},
    ),
    fields=Fields(
        out=out,
        brief=field.brief,
        form=field_report.form,
        read=field_report.heard,
        understood=field_report.understood,
        report=reported,
        differing=differing,
        own_words=field_report.own_words,
        whole=field_report.whole,
        decided=is_decided,
        over=field.over,
        rule=ruled,
        days=days,
    ),
    amending=Amending(
        patched=patched,
        amends=amending.amends,
        chained=amending.chained,
        in_force=lambda game, board: game.in_force(board.public.turn),
    ),
)

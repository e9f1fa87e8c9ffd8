"""What the referee does by itself in a phase: atoms that turn a moment of play into events, one at a time.

The phases of `sequence_of_play.py` and `RULESET.settle` call them; each takes a `Moment`, throws its dice, asks rules, and returns
events, or None when nothing is left to do. First file: `turn.py`, then `combat.py`, which opens and settles battles.

Rulings where the rules are silent or leave a choice:
- 2026-11-22 A train comes to rest on own ground only. Stopped on the enemy's it waits on the last hex that is its side's, and
  those on foot get off: they take an empty hex, are ambushed in a held one, join an engagement (ruling G11: foot alone).
- 2026-11-22 Steps lost in battle are prisoners of the other side while it has a camp; freed, half of them are replacements.
- 2026-11-22 A strike that names no target falls at random, on a bridge too.
- 2026-11-22 A work of many turns ends when its unit is activated for anything else, leaves the hex or dies; it costs no further
  OP, and its turns are judged before anybody recovers.
- 2026-11-22 A zone that lapses (extended deployment) is announced as given up, to both, like any claim that is disproved; the
  chart's shift against stretched defenders is told as other shifts are, after the battle that ends the deployment.
"""

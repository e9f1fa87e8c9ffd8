"""Rules by chapter: pure functions over a `View` or over the facts a rule names, each marked with its row (`@rule`) of
`rules.toml`.

No event, board or picture comes in, and nothing happens here: actions and resolution ask. Numbers stand in `tables/`. First file:
`perimeter.py`, then `zoc.py` and `movement.py`.

Rulings where the rules are silent or leave a choice:
- 2026-11-22 Engineers, in charts: a vehicle platoon weighs 30 t, lorries 8, half-tracks 15; a ferry takes 30 t; a repair throws
  once a turn; equipment is used when the bridge stands; facilities fall and repair by throws.
- 2026-11-22 A hex of retreat that no way is left for costs a step instead, at the chart's rate of one for one.
- 2026-11-22 Stores are the enemy's once they have taken their hex, whether they stand in it, drove on or scouted it empty: a dump
  on their ground supplies nobody, and would be nobody's.
- 2026-11-22 Replacements: a half-company has half the printed strength, the odd point in the first half, which keeps the assets;
  an asset takes its unit's state when they meet and whenever that changes; being activated ends a refit; horses are men's
  business; RECOVER names a hex of the own perimeter, at any distance of the HQ.
- 2026-11-22 Mines and blocks are their layer's (`Board.obstacles`), whoever holds the hex; a desk pictures what it laid and found,
  and is not told when the enemy lifts it. Enemy mines cost no road rate, they stop; a field work lies in a hex, not under a
  company. Lifting mines where the enemy proves to stand costs the AP and finds them.
- 2026-11-23 Near, of BANK, is the bank to which the announced attack comes across more hexsides; where both are alike NEAR and FAR
  mean as set up. A base that its side may place is public from the special sequence on, and its printed site never.
- 2026-11-23 A claimed EZOC is on the list until the reader's own move or scout disproves it; steps from zone to zone ask after
  both hexes, RESERVE and REFIT ask nothing. A lapse told by itself would tell how the company was deployed (TOCS-W10.15-6).
"""

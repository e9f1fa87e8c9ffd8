"""What TOCS puts into letters: sitrep, battle report, summary, maps, the lines of a receipt.

Functions of one desk's picture and observations, never of the board: import-linter keeps board, events and engine out. First file:
`sitrep.py`, then `sentences.py`, which has the words for everything that can be learnt.

Decided:
- 2026-11-23 With `odds = "column"`, the default, a side is told its own sum and shifts, the column that is read, the dice and the
  cell; with `open` the other total and shift too (`told` in older modules), with `hidden` dice and result; never what the other's
  sum is of.
"""

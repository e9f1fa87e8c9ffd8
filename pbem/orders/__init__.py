"""The order language: the lines of a letter to an `OrderSheet`, remarks and hints for what cannot be read, and the way back.

It knows no verb and no name by itself: both come in as a `Vocabulary`. Only the kernel is below it, and whatever the text, reading
never raises. First file: `tree.py`, the values; then `syntax.py`, the notation, and `parser.py`.

Decided:
- 2026-11-22 The language is hand-written, without a parser generator: one syntax line a verb feeds parser, HELP, canonical print
  and the property tests, and a grammar would be a second form of it; 200 lines are read in 20 to 35 ms.
- 2026-11-22 A plural slot (`UNITS`) is who is given something to do and must be commanded by the writer; a single one (`follow
  UNIT`) is only referred to.
"""

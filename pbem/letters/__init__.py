"""Letters to send, as documents: a function of one seat's admin state, its desk's picture and news, and the clock.

Three classes: answers (at once, to the writer alone), stations (public moments: every seat of both sides, one letter each from the
same record), own clock (reminders). The board is not to be had here. First file: `desk.py`, then `receipts.py`.

Decided:
- 2026-11-25 A map is a job of values (`documents/cartography/job.py`); it is drawn as SVG and painted (resvg, Pillow, Cabin and a
  part of DejaVu Sans in `templates/assets/`) in a process of its own, one a letter, when the letter is posted; the printed ground
  is painted once a campaign (`maps/`, named for all that it is made from). A painter that dies costs the picture, never the letter.
"""

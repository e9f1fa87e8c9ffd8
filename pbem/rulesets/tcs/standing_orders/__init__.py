"""What answers for a side while a turn is played: the questions that it is asked, and the policies by which its desk answers.

An answer looks at the side's own picture, its policies and the words of the question, nothing else. `keys.py` has the words and
HELP of policies, `reading.py` what they come to for one unit, `conditions.py` what orders may ask. First file: `asked.py`.

Decided:
- 2026-11-25 Of several lines with one key the narrowest counts: for units (the fewer the narrower), for a stack, a sheet, all;
  of two lists as long the one that stands later in the file, which is sorted.
"""

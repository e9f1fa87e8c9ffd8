"""What outlives the process: the journal (the truth), the mailroom's book, the spool, the index, the lock.

Plain data comes in: values by `codec.py`, bytes by `disk.py`, the only place that changes files. Nothing here decides what happens
in a campaign. First file: `journal.py`, then `spool.py` and `mailroom.py`; `renames.py` is what a stored class was called before.

Decided:
- 2026-11-22 What a pass writes beside the journal (a fetch's spool files, answers to be frozen, letters leaving the spool) is
  fsynced eight files at a time, in threads: a busy disk takes little longer over eight than over one. The order of the steps stays
  that of one thread, so that tests can kill at each; records still wait one by one, since a campaign goes on from each.
- 2026-11-22 A letter put aside is thrown away by two steps an hour apart, the book's word and the deed, so that every backup knows
  it by its bytes; its age is counted by our clock and by the newest letter's arrival, so that a clock that leaps throws none away.
- 2026-11-22 A letter is known at the door and in the pipe by its bytes: a carrier that lost our answer brings the same ones.
"""

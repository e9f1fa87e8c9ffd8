"""What outlives the process: the journal (the truth), the mailroom's book, the spool, the index, the lock.

Plain data comes in, values by `codec.py`. `ports.py` says what the rooms above need, `folder/` keeps it as files. Nothing here
decides what happens in a campaign. First file: `ports.py` with `shelf_ports.py`, then `mailroom.py` and `folder/`;
`renames.py` is what a stored class was called before, `recasts.py` what old observations are now.

Decided:
- 2026-11-22 A letter put aside is thrown away by two steps an hour apart, the book's word and the deed, so that every backup knows
  it by its bytes; its age is counted by our clock and by the newest letter's arrival, so that a clock that leaps throws none away.
- 2026-11-22 A letter is known at the door and in the pipe by its bytes: a carrier that lost our answer brings the same ones.
"""

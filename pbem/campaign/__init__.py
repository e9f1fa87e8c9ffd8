"""What a campaign is: its admin state and the admin events it is a fold of, records, seats, clocks, drafts, plans, requests.

Values and pure functions of them: no clock is read, no file or mail touched; what becomes of a cause is decided in `handlers`.
First file: `records.py` (cause, record, state), then `state.py` and `admin_events.py`; `request.py` reads a letter's lines.

Decided:
- 2026-11-22 A *seat* is a role at a side's table, a *desk* is who knows: all seats of a side read one picture and are sent the
  same stations, each under its own numbers. Who may order a unit follows from formations alone (`seats.py`): the seat nearest to
  the unit in its chain of headquarters, every seat above, the side's commander last; a formation may be delegated. A seat that is
  empty, or joins late, is commanded by whoever stands above it, so that no unit is ever nobody's.
- 2026-11-22 A seat that changes hands keeps its numbers; which letters were whose follows from `Seat.earlier`, so that they are
  frozen again byte for byte, waiting ones are posted to nobody, and RESEND knows the new holder's own only.
- 2026-11-22 EXTEND, the automatic extension, is taken by the commander with a word, twice a campaign: given unasked it would delay
  every part of play of a player who is gone.
- 2026-11-22 A rollback is a record that holds where play stood (`earlier`), so that every fold is made from the journal alone;
  what people did (seats, letters, tokens, logs, throws) is not taken back. The edition of a die stands in its occasion.
- 2026-11-22 A live evening is the sides' own affair: offered and accepted by who has the last word, no word of the host's. A clock
  that runs in minutes says so itself (`Clock.live`) and never outlasts the evening. A side that lets two such parts of play
  in a row go by ends the evening instead of losing the second; silence in minutes does not climb to the host.
- 2026-11-22 A patch of the module is TOML laid over its files by name and key, filed as written: the game in force follows from
  the patches on file and the turn alone (`module_versions.py`). What a new opening would make otherwise takes effect as an event
  at the beginning of its turn; what only shaped the beginning is refused. In a chart values change, entries do not.
- 2026-11-22 What waits for a digest is held as it was written (`Record.held`): nothing in it is younger than the moment it tells
  of, and its hour is the reader's own. It gets its number when it is told; before whatever asks something of the seat that is at
  once.
"""

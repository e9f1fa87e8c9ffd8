"""The daemon: takes mail in, handles every cause in order, keeps the records, freezes and posts what comes of it, and minds
itself.

Store, mail and handlers meet here; the hour is handed in, never read; one lock, one writer. A referee is four: `intake` (bytes in,
the spool), `router` (which cause is next, and what happens to a letter: begin with its table), `worker` (a cause becomes a record,
and the letters that `press` makes of it), `outgoing` (they are posted). `office` is what they share, `referee` puts them together,
`daemon` is the loop around it; `open_campaign` is one campaign, which writes a record down. How a house is kept is chosen in
`opening` alone: all others know the store's ports.

Decided:
- 2026-11-22 The reader begins with the next letter while one is handled. Nothing is noted or decided of it before its turn.
- 2026-11-22 What the brake holds lies in `spool/later` and counts from the end of the hour: so it stands among deadlines and other
  letters where it is read, and a restart finds moment and order in its sidecar.
- 2026-11-22 While a campaign is set aside as damaged, letters without full proof wait too: whose they are cannot be told.
- 2026-11-22 A newcomer's camp has its name and its seed sealed from their letter's bytes with the folder's key: the same letter
  read again, after a crash or a restore, brings the same camp. A place is one for a week unanswered, and one of the day's.
- 2026-11-23 A campaign is opened when a letter, a moment or a word needs it (`shelves.py`), 128 are held open at most, and one that
  nothing has needed for an hour is let go. What others must know of it meanwhile stands in `index.json` with the names and sizes of
  its files and the last 4 kB of its journal; an index that is missing, torn, behind or of another program opens it at the start.
- 2026-11-23 Damage that keeps every size is not known at the start: until it is found, a campaign's seats are those of its index,
  which was made from the whole journal, and letters without full proof do not wait for it.
- 2026-11-23 Whatever goes wrong over a cause, its campaign is forgotten and opened afresh before the next: state in memory is never
  set back, and never goes on from a record that was not counted.
"""

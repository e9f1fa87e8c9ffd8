"""The daemon: takes mail in, handles every cause in order, keeps the records, freezes and posts what comes of it, and minds
itself.

Store, mail and handlers meet here; the hour is handed in, never read; one lock, one writer. First file: `referee.py`, then
`open_campaign.py`, which writes a record and makes its letters due, and `daemon.py`, the loop.

Decided:
- 2026-11-22 The reader begins with the next letter while one is handled. Nothing is noted or decided of it before its turn.
- 2026-11-22 What the brake holds lies in `spool/later` and counts from the end of the hour: so it stands among deadlines and other
  letters where it is read, and a restart finds moment and order in its sidecar.
- 2026-11-22 While a campaign is set aside as damaged, letters without full proof wait too: whose they are cannot be told.
- 2026-11-22 A newcomer's camp has its name and its seed sealed from their letter's bytes with the folder's key: the same letter
  read again, after a crash or a restore, brings the same camp. A place is one for a week unanswered, and one of the day's.
"""

"""A league: the same house on PostgreSQL, where several work in it at a time and any of them may die.

`house.py` and `shelf.py` fill the ports (`pbem/store/ports.py`, `shelf_ports.py`). Statements leave by `server.py` alone, which has
two connections and says in our words what a server says. Nothing else of the house imports psycopg. First file: `server.py`, then
`migrations.py` (every table), `journal.py`, `spool.py`.

Decided:
- A turn is one transaction: the claim (a row lock, free again when its holder dies), the record, the letters, what is shown, the
  letter's leaving. There is no job queue, which would be a second truth.
- What others must hear of is numbered at the end of a turn under one lock, so that numbers are seen in their order: whoever reads
  on from the last number he saw has missed nothing.
- A role's locks are let go by the server when nothing is heard of it for ten seconds: a thread says a word meanwhile, so that a
  machine that stands still, or is gone, is told from a letter that takes long.
- What is remembered beside a journal names the record that it was made after, with its digest: what does not fit the chain is
  passed over. Nobody exports it.
- An attempt at a letter is noted by the second connection: a letter that kills its worker does not take its own count back.
"""

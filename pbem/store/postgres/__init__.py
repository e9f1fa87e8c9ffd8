"""A league: the same house on PostgreSQL, where several work in it at a time and any of them may die.

`house.py` and `shelf.py` fill the ports (`pbem/store/ports.py`, `shelf_ports.py`). Statements leave by `server.py` alone, which has
two connections and says in our words what a server says. Nothing else of the house imports psycopg. First file: `server.py`, then
`migrations.py` (every table), `journal.py`, `spool.py`.

Decided:
- A turn is one transaction: the claim (a row lock, free again when its holder dies), the record, the letters, what is shown, the
  letter's leaving. There is no job queue, which would be a second truth.
- What others must hear of is numbered at the end of a turn under one lock, so that numbers are seen in their order: whoever reads
  on from the last number he saw has missed nothing.
- An attempt at a letter is noted by the second connection: a letter that kills its worker does not take its own count back.
"""

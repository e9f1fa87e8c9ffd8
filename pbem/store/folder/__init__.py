"""A data folder: what outlives the process as files that one process at a time may change.

`house.py` and `shelf.py` fill the ports (`pbem/store/ports.py`, `shelf_ports.py`). Bytes come in by `disk.py`, the only place that
changes files, so that tests kill and fill the disk at each step. Nothing else comes in but plain data and values of `pbem.store`.
First file: `house.py`, then `journal.py`, the truth, and `spool.py`; `index.py` and `footing.py` are what can be made again from
it, `evidence.py` what the other files prove of it.

Decided:
- 2026-11-22 What a pass writes beside the journal (a fetch's spool files, answers to be frozen, letters leaving the spool) is
  fsynced eight files at a time, in threads: a busy disk takes little longer over eight than over one. The order of the steps stays
  that of one thread, so that tests can kill at each; records still wait one by one, since a campaign goes on from each.
"""

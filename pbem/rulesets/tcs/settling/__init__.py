"""What the referee does by itself: a move that has begun, hex by hex; the Command Phase; Clean-Up; the end; what sheets oblige.

Each function gives the next events of one atom, from the true board, so that every desk has learnt of one before the next is
asked for. No policy and no condition is asked but here. `attacks.py` has what strikes a hex, `fires.py` fire that is given,
`triggers.py` overwatch, `close.py` assault and overrun. First file: `moves.py`, whose `settle` says what comes first; then
`command_phase.py`.
"""

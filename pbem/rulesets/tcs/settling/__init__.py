"""What the referee does by itself: a move that has begun, hex by hex; the Command Phase; Clean-Up; the end; what sheets oblige.

Each function gives the next events of one atom, from the true board, so that every desk has learnt of one before the next is
asked for. No policy and no condition is asked but here. First file: `moves.py`, then `command_phase.py`.
"""

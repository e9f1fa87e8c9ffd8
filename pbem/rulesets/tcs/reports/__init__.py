"""TCS's part of the letters, all of it functions of what one desk knows: reports, the brief, answers to questions.

Public texts go through `say`. No board and no event that a desk has not learnt comes in here. First file: `sitrep.py`, then
`sentences.py`, which puts what was learnt into words.
"""

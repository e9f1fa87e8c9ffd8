"""The host's words, by mail and from the shell: one file for each word in `words/`, and how any of them is said (`letter.py`).

Each says how it is written, explained and refused, what the host reads before it is done, and what it does to a unit of work; a
word that changes something is done by the code that was mailed. They are handed down in one table, the `host` of `words_of`.
First file: `word.py`, the form of a word; then `words/rule.py`, then `letter.py`.
"""

from pbem.handlers.host.letter import HostAnswer, answered, heard, host

__all__ = ["HostAnswer", "answered", "heard", "host"]

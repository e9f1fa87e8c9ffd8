"""The host's words, by mail and from the shell: one file for each kind of word, one table of them all (`words.HANDLINGS`).

Each says why it is refused, what the host reads before it is done, and what it does to a unit of work; a word that changes
something is done by the code that was mailed. Syntax and HELP are in `campaign/words/of_the_host.py`. First file: `handling.py`,
then `words.py`.
"""

from pbem.handlers.host.words import HANDLINGS, HostAnswer, answered, heard, host

__all__ = ["HANDLINGS", "HostAnswer", "answered", "heard", "host"]

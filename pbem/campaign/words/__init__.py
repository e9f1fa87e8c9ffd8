"""The words of a letter that no ruleset brings: of the whole letter, of the campaign, of the host; each with syntax and HELP.

Syntax and texts come from here, nothing is done: `handlers` carries them out, `orders` reads them by the vocabulary they join.
First file: `of_letters.py`; the host's are in `of_the_host.py`, one table for mail and shell.
"""

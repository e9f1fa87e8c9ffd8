"""The words of the host, one table for mail and shell, each with syntax and HELP.

Syntax and texts come from here, nothing is done: `handlers/host` carries them out. The words of a letter stand in `handlers/words`.
First file: `of_the_host.py`.
"""

"""The form filled in: one module for each Protocol of `rulesets/form.py`. What they hand up is made in the rooms below.

`RULESET` of `tocs/__init__.py` names them all, and mypy holds each against its Protocol. Nothing of TOCS imports them but that.
First file: `actions.py`, which is the longest.
"""

"""The form filled in: one module for each Protocol of `rulesets/form.py`. What they hand up is made in the rooms below.

`RULESET` of `tcs/__init__.py` names them all, and mypy holds each against its Protocol. Nothing of TCS imports them but that.
First file: `actions.py`.
"""

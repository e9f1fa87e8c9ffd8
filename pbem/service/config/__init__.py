"""The host's configuration, pbem.toml: every setting is defined, checked and documented in one place.

Text comes in, checked values go out, and a fault says what was written, what is wanted there and what was meant. First file:
`settings.py`; `words.py` prints it for HELP CONFIGURATION.
"""

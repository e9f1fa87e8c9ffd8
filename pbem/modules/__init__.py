"""Game modules as files: the library of packaged data, the TOML door, and faults told with file, key and line.

The only readers of package data (charts, modules, templates, help) are here; they hand texts to pure parsers. What a module means
is its ruleset's to say (`rulesets/loading.py` asks whose it is). First file: `library.py`, then `faults.py`.
"""

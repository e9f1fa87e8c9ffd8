"""How a module is read: `ruleset = "…"` in its module.toml first, and all the rest by that ruleset."""

import tomllib
from collections.abc import Iterator, Mapping
from types import MappingProxyType

from pbem.kernel.charts.tables import Table
from pbem.kernel.i18n import say
from pbem.modules import library
from pbem.modules.faults import Fault, ModuleError, Source
from pbem.modules.opened import OpenModule
from pbem.rulesets import RULESETS

FILE = "module.toml"
TACTICAL = "tactical/"
"""Where a module has maps of single hexes that a battle in them is fought on."""
FIRST_SCENARIO = "scenario-1.toml"


def ruleset_of(files: Mapping[str, str]) -> str:
    """The ruleset that a module names; the first, which says so among all other faults, where it names none."""
    try:
        named = tomllib.loads(files.get(FILE, "")).get("ruleset", "")
    except tomllib.TOMLDecodeError:
        named = ""
    return named if isinstance(named, str) and named else next(iter(RULESETS))


def load_module(
    files: Mapping[str, str],
    order_words: frozenset[str] = frozenset(),
    scenario: str = FIRST_SCENARIO,
    charts: Mapping[str, Table] = MappingProxyType({}),
) -> OpenModule:
    """The module of these files, as the ruleset that it names reads it; ModuleError."""
    named = ruleset_of(files)
    if named not in RULESETS:
        said = say("no ruleset {named!r}; there are {known}", named=named, known=", ".join(sorted(RULESETS)))
        raise ModuleError([Source(FILE, files[FILE]).fault(("ruleset",), said)])
    module = RULESETS[named].scenario.load_module(files, order_words, scenario, charts, library.grammar(named))
    if faults := tuple(_faults_of_maps(files)):
        raise ModuleError(faults)
    return module


def _faults_of_maps(files: Mapping[str, str]) -> Iterator[Fault]:
    """What is wrong with maps of single hexes, as the ruleset reads them in which battles of others are fought."""
    maps = sorted(file for file in files if file.startswith(TACTICAL))
    readers = [ruleset.skirmishes for ruleset in RULESETS.values() if ruleset.skirmishes] if maps else []
    for file in maps:
        yield from (fault for reader in readers for fault in reader.faults_of_map(file, files[file]))

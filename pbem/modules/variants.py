"""Variants: a module that says `base = "other"` is that other module but for the files it brings, and in its scenario but for the
tables it names."""

import re
import tomllib
from collections.abc import Mapping

from pbem.modules.faults import Fault, ModuleError

MODULE = "module.toml"
_BASE = re.compile(r'^base = "([a-z0-9][a-z0-9_-]*)"', re.MULTILINE)
_KEPT_AWAY = re.compile(r"^([a-z_]+) = \[\]", re.MULTILINE)
_HEADER = re.compile(r"^\[{1,2}([a-z_]+)", re.MULTILINE)


def base_of(files: Mapping[str, str]) -> str:
    """The module that one rests on, "" for none."""
    found = _BASE.search(files.get(MODULE, ""))
    return found[1] if found else ""


def varied(base: Mapping[str, str], own: Mapping[str, str]) -> dict[str, str]:
    """The files of a variant: its own, the base's where it has none, and scenarios of both with the variant's tables in place of
    the base's of the same name. ModuleError: a scenario cannot be put together so."""
    files = {**base, **own}
    for name in own.keys() & base.keys():
        if name.startswith("scenario-"):
            files[name] = _laid_over(name, base[name], own[name])
    return files


def _laid_over(name: str, base: str, own: str) -> str:
    """A scenario with the tables of its base that it does not have itself behind it; an empty list (`exit = []`) keeps one away."""
    ours = {match[1] for match in _HEADER.finditer(own)} | {match[1] for match in _KEPT_AWAY.finditer(own)}
    starts = [match.start() for match in _HEADER.finditer(base)]
    chunks = (base[start:end] for start, end in zip(starts, [*starts[1:], len(base)], strict=True))
    kept = [chunk for chunk in chunks if (match := _HEADER.match(chunk)) and match[1] not in ours]
    text = own.rstrip("\n") + "\n\n" + "".join(kept)
    try:
        wanted = {**{k: v for k, v in tomllib.loads(base).items() if k in tomllib.loads("".join(kept))}, **tomllib.loads(own)}
        if tomllib.loads(text) == wanted:
            return text
    except tomllib.TOMLDecodeError:
        pass
    raise ModuleError([Fault(name, "", 0, "it cannot be laid over the scenario of its base: a line of a text begins like a table")])

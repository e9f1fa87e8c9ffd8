"""Patches: what the host would have a module's files say otherwise, written in TOML and laid over them.

A table for each file, under it what changes. In a list of tables an entry is found by what names it (its id, call, hex, turn
or side, else its place in the list): `["oob-allied.toml".unit."A/504"]`. An entry that is `false` goes out;
`[["oob-allied.toml".unit]]` is one that comes in. A list of anything else is replaced whole. In a chart values change, and
nothing comes or goes.
"""

import json
import re
import tomllib
from collections.abc import Iterator, Mapping

from pbem.kernel.i18n import say
from pbem.kernel.values import Value
from pbem.modules.faults import Fault, KeyPath, ModuleError, near, spell

NAMING = ("id", "call", "hex", "turn", "side")
FIXED = ("schema", "id", "kind", "fields")  # of a chart
FOLDED = str.maketrans("“”„‟’‘‚‛", "\"\"\"\"''''")  # what mail programs make of straight quotation marks

Names = tuple[str, ...]


class PatchChange(Value):
    """One thing that a patch changes: its file, its path as the patch names it, what was there and what is (None: nothing).

    side: whose secret it is, "" for what both sides may know; line: of the patch.
    """

    file: str
    path: Names
    old: object
    new: object
    side: str
    line: int

    def __str__(self) -> str:
        what = f"{self.file}: {' '.join(self.path)}"
        if self.new is None:
            return say("{what}: taken out", what=what)
        if self.old is None:
            return say("{what}: new: {shown}", what=what, shown=_shown(self.new))
        return f"{what}: {_shown(self.old)} → {_shown(self.new)}"


class Patched(Value):
    """The files as the patch would have them. lines: where in the patch a key of a file was set, by (file, spelled key)."""

    texts: Mapping[str, str]
    changes: tuple[PatchChange, ...]
    lines: Mapping[tuple[str, str], int]

    def at_home(self, fault: Fault) -> Fault:
        """A fault of the patched files with the line of the patch that made it, 0 where none can be told."""
        known = ((key, line) for (file, key), line in self.lines.items() if file == fault.file and _within(fault.key, key))
        line = max(known, key=lambda found: (len(found[0]), found[1]), default=("", 0))[1]
        return Fault(fault.file, fault.key, line, fault.message)


def _within(key: str, outer: str) -> bool:
    return key == outer or key.startswith((f"{outer}.", f"{outer}["))


def _shown(value: object) -> str:
    return ", ".join(f"{k} {_shown(v)}" for k, v in value.items()) if isinstance(value, dict) else str(value)


def patched(texts: Mapping[str, str], patch: str) -> Patched:
    """The files of a module (name to text) with a patch laid over them; ModuleError with every fault of the patch."""
    tree, lines = _read(patch)
    overlay = _Overlay(lines)
    done: dict[str, str] = {}
    known = [name for name in texts if name.endswith(".toml") and not name.startswith("staff/")]  # how letters look is no rule
    for file, wanted in tree.items():
        if file not in known:
            overlay.fault((file,), say("no file of this module has this name{near}", near=near(file, known)))
        elif not isinstance(wanted, dict):
            overlay.fault((file,), say('write ["{file}"], and what changes in it below', file=file))
        else:
            overlay.file, data = file, tomllib.loads(texts[file])
            overlay.table(data, wanted, PatchPlace((file,), (), ""))
            done[file] = _written(data)
    if not overlay.faults and not overlay.changes:
        overlay.faults.append(Fault("patch", "", 0, say("it changes nothing")))
    if overlay.faults:
        raise ModuleError(overlay.faults)
    return Patched({**texts, **done}, tuple(overlay.changes), overlay.keys)


class PatchPlace(Value):
    """Where in the patch and in the file something stands, and whose secret it is."""

    names: Names
    key: KeyPath
    side: str

    def below(self, name: str, key: str | int, side: object = None) -> "PatchPlace":
        """The place one further in."""
        return PatchPlace((*self.names, name), (*self.key, key), side if isinstance(side, str) else self.side)


class _Overlay:
    """Lays a patch over the data of its files, which it changes in place."""

    def __init__(self, lines: Mapping[Names, int]) -> None:
        self.lines = lines
        self.file = ""
        self.faults: list[Fault] = []
        self.changes: list[PatchChange] = []
        self.keys: dict[tuple[str, str], int] = {}

    @property
    def chart(self) -> bool:
        """Is it a chart that is patched, in which only values change?"""
        return self.file.startswith("tables/")

    def fault(self, names: Names, message: str) -> None:
        """Something is wrong at a place of the patch."""
        self.faults.append(Fault(names[0], " ".join(names[1:]), self._line(names), message))

    def _line(self, names: Names) -> int:
        found = (self.lines[names[:n]] for n in range(len(names), 0, -1) if names[:n] in self.lines)
        below = (line for path, line in self.lines.items() if path[: len(names)] == names)
        return next(found, 0) or min(below, default=0)

    def _changed(self, place: PatchPlace, old: object, new: object) -> None:
        line = self._line(place.names)
        self.keys[self.file, spell(place.key)] = line
        self.changes.append(PatchChange(self.file, place.names[1:], old, new, place.side, line))

    def table(self, here: dict[str, object], wanted: dict[str, object], place: PatchPlace) -> None:
        """Lay a table of the patch over a table of the file."""
        for key, value in wanted.items():
            at, old = place.below(key, key, here.get("side")), here.get(key)
            self.keys[self.file, spell(at.key)] = self._line(at.names)
            if isinstance(old, list) and _is_list(old) and isinstance(value, dict):
                self._entries(old, value, at)
            elif (coming := _tables(value)) and (old is None or _is_list(old)):
                there = old if isinstance(old, list) else []
                here[key] = there
                self._come(there, coming, at)
            elif isinstance(old, dict) and isinstance(value, dict):
                self.table(old, value, at)
            else:
                self._set(here, key, value, at)

    def _set(self, here: dict[str, object], key: str, value: object, at: PatchPlace) -> None:
        old = here.get(key)
        why = self._barred(key, old, value)
        if why:
            self.fault(at.names, why)
            return
        here[key] = value
        self._changed(at, old, value)

    def _barred(self, key: str, old: object, new: object) -> str:
        if key == "side":
            return say("whose something is cannot be patched")
        if old == new:
            return say("it says so already")
        if not self.chart:
            return ""
        if old is None or key in FIXED:
            return say("in a chart values change, and nothing else")
        if type(old) is not type(new) or (isinstance(old, list) and isinstance(new, list) and len(old) != len(new)):
            return (
                say("should be {number} values", number=len(old))
                if isinstance(old, list)
                else say("should be like {old!r}", old=old)
            )
        return ""

    def _come(self, entries: list[object], values: list[dict[str, object]], at: PatchPlace) -> None:
        """Entries that come in."""
        for number, value in enumerate(values, 1):
            place = PatchPlace((*at.names, f"+{number}"), (*at.key, len(entries)), str(value.get("side") or at.side))
            if self.chart:
                self.fault(place.names, say("in a chart values change, and nothing else"))
            else:
                entries.append(value)
                self._changed(place, None, value)

    def _entries(self, entries: list[dict[str, object]], wanted: dict[str, object], at: PatchPlace) -> None:
        """Entries that are there, by name: those that go first, so that the others' places are the last ones."""
        named = ((name, self._named(entries, name, (*at.names, name))) for name in wanted)
        found = {name: entry for name, entry in named if entry is not None}
        staying = [name for name in found if wanted[name] is not False]
        for name in (name for name in found if name not in staying):
            self._go(entries, found[name], PatchPlace((*at.names, name), at.key, str(found[name].get("side") or at.side)))
        for name in staying:
            self._alter(entries, found[name], wanted[name], at, name)

    def _alter(self, entries: list[dict[str, object]], entry: dict[str, object], wanted: object, at: PatchPlace, name: str) -> None:
        """An entry that stays, unless it went out under another of its names."""
        place = next((place for place, other in enumerate(entries) if other is entry), None)
        if place is None:
            self.fault((*at.names, name), say("no entry is called so{near}", near=""))
        elif isinstance(wanted, dict):
            self.table(entry, wanted, at.below(name, place))
        else:
            self.fault((*at.names, name), say("write what changes in this entry, or false to take it out"))

    def _go(self, entries: list[dict[str, object]], entry: dict[str, object], at: PatchPlace) -> None:
        """An entry that goes out."""
        if self.chart:
            self.fault(at.names, say("in a chart values change, and nothing else"))
        else:
            entries[:] = [other for other in entries if other is not entry]
            self._changed(at, entry, None)

    def _named(self, entries: list[dict[str, object]], name: str, names: Names) -> dict[str, object] | None:
        """The entry that a name means, or None, and why there is none."""
        for key in NAMING:
            found = [entry for entry in entries if key in entry and str(entry[key]) == name]
            if len(found) == 1:
                return found[0]
        if name.isdecimal() and 1 <= int(name) <= len(entries):
            return entries[int(name) - 1]
        known = [str(entry[key]) for entry in entries for key in NAMING if key in entry]
        doubt = known.count(name) > 1
        self.fault(names, say("{count} entries are called so: give its place, 1 to {number}", count=known.count(name),
            number=len(entries)) if doubt
                   else say("no entry is called so{near}", near=near(name, known)))  # fmt: skip
        return None


def _is_list(value: object) -> bool:
    """Is it a list of tables?"""
    return bool(_tables(value))


def _tables(value: object) -> list[dict[str, object]]:
    """A list of tables as one, [] for anything else."""
    found = [entry for entry in value if isinstance(entry, dict)] if isinstance(value, list) else []
    return found if isinstance(value, list) and len(found) == len(value) else []


# ---------------------------------------------------------------- the patch as written


def _read(patch: str) -> tuple[dict[str, object], dict[Names, int]]:
    """A patch, and the line on which each of its keys stands."""
    try:
        return tomllib.loads(patch), dict(_lines(patch))
    except tomllib.TOMLDecodeError as error:
        straight = patch.translate(FOLDED)
        if straight != patch:
            return _read(straight)
        at = re.search(r"line (\d+)", str(error))
        raise ModuleError([Fault("patch", "", int(at[1]) if at else 0, say("not TOML: {error}", error=error))]) from error


def _lines(patch: str) -> Iterator[tuple[Names, int]]:
    head: Names = ()
    coming: dict[Names, int] = {}
    for number, line in enumerate(patch.split("\n"), 1):
        text = line.strip()
        if text.startswith("["):
            found = _path(text)
            if found and text.startswith("[["):
                coming[found] = coming.get(found, 0) + 1
                found = (*found, f"+{coming[found]}")
            head = found or head
            yield head, number
        elif "=" in text:
            found = _path(f"{text.partition('=')[0]} = 0")
            if found:
                yield (*head, *found), number


def _path(line: str) -> Names:
    """The keys of a header or of an assignment, () for a line that is neither."""
    try:
        here: object = tomllib.loads(line)
    except tomllib.TOMLDecodeError:
        return ()
    names: list[str] = []
    while isinstance(here, (dict, list)) and here:
        if isinstance(here, dict):
            names.append(next(iter(here)))
            here = here[names[-1]]
        else:
            here = here[0]
    return tuple(names)


def _written(data: Mapping[str, object]) -> str:
    """A file's data as TOML again, an entry of a list of tables on each line."""
    return "".join(f"{_key(key)} = {_value(value, True)}\n" for key, value in data.items())


def _value(value: object, apart: bool = False) -> str:
    if isinstance(value, dict):
        return "{" + ", ".join(f"{_key(key)} = {_value(inner)}" for key, inner in value.items()) + "}"
    if isinstance(value, list):
        between = ",\n " if apart and _is_list(value) else ", "
        return "[" + between.join(map(_value, value)) + "]"
    if isinstance(value, bool):
        return "true" if value else "false"
    return _key(value) if isinstance(value, str) else repr(value)


def _key(text: str) -> str:
    """A string as TOML quotes it."""
    return json.dumps(text, ensure_ascii=False).replace("\x7f", "\\u007f")

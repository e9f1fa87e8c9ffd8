"""The files of a module on the table: each read through its parser, with the faults of all of them kept."""

import tomllib
from collections.abc import Callable, Iterable, Mapping
from fnmatch import fnmatchcase
from functools import lru_cache, partial
from typing import TypeVar

from pbem.kernel.charts.grammar import ChartGrammar
from pbem.kernel.charts.tables import Table, TableError, parse_table
from pbem.kernel.memo import kept
from pbem.modules.faults import Fault, ModuleError, spell, unfit_words

Read = TypeVar("Read")


class FileDesk:
    """The files of a module by name, and every fault found so far."""

    def __init__(self, files: Mapping[str, str]) -> None:
        self.files = files
        self.faults: list[Fault] = []

    def matching(self, pattern: str) -> tuple[str, ...]:
        """The names of files such as oob-*.toml, sorted."""
        return tuple(sorted(file for file in self.files if fnmatchcase(file, pattern)))

    def read(self, file: str, parse: Callable[[str, str], Read]) -> Read | None:
        """What a file says, or None with its faults kept."""
        if file not in self.files:
            self.faults.append(Fault(file, "", 0, "the file is missing"))
            return None
        try:
            said: Read = _parsed(parse, file, self.files[file])
            return said
        except ModuleError as error:
            self.faults.extend(error.faults)
            return None

    def refuse_strangers(self, patterns: Iterable[str]) -> None:
        """Keeps a fault for each file that is no part of a module, so that no misspelt name goes unread. patterns: of the names
        that there are ("oob-*.toml")."""
        known = tuple(patterns)
        for file in sorted(self.files):
            if not any(fnmatchcase(file, pattern) for pattern in known):
                self.faults.append(Fault(file, "", 0, "no file of a module has this name"))


@lru_cache(maxsize=512)
def _parsed(parse: Callable[[str, str], Read], file: str, text: str) -> Read:
    """What a file says by itself, which never changes: modules and their versions share most of their files."""
    return parse(file, text)


@kept(8)
def chart_reader(grammar: ChartGrammar) -> Callable[[str, str], Table]:
    """What reads charts of a module's own by a grammar: the same for the same grammar, so that `_parsed` knows it again."""
    return partial(_read_chart, grammar=grammar)


def _read_chart(file: str, text: str, grammar: ChartGrammar) -> Table:
    """A chart of a module's own; ModuleError with all its faults."""
    try:
        table = parse_table(file, text, grammar)
    except TableError as error:
        raise ModuleError(Fault(file, fault.key, 0, fault.message) for fault in error.faults) from error
    unfit = [Fault(file, spell(path), 0, message) for path, message in unfit_words(tomllib.loads(text))]
    if unfit:
        raise ModuleError(unfit)
    return table

"""The versions of a campaign's module: as it was copied into the campaign's folder, and as each patch has it from its turn on.

A patch is data in the journal; the game that is in force follows from the patches on file and the turn alone, so that replay,
audit and a rollback find the same.
"""

from collections.abc import Iterable, Mapping
from functools import cache, lru_cache
from pathlib import Path
from typing import TypeAlias

from pbem.campaign.hosting import Patch
from pbem.engine.opaque import OpaqueBoard, OpaqueGame, OpaquePicture
from pbem.kernel.charts.tables import Table as Chart
from pbem.kernel.charts.tables import parse_table
from pbem.kernel.i18n import say
from pbem.kernel.values import Value
from pbem.modules import library
from pbem.modules.faults import Fault, ModuleError
from pbem.modules.opened import OpenModule
from pbem.orders.tree import Verb
from pbem.rulesets import RULESETS
from pbem.rulesets.form import Opening, Ruleset
from pbem.rulesets.loading import load_module

Texts = tuple[tuple[str, str], ...]
Opened: TypeAlias = Opening[OpaqueGame, OpaqueBoard, OpaquePicture]


@cache  # campaigns of one daemon share charts that are the same to the letter
def _chart(ruleset: str, name: str, text: str) -> Chart:
    return parse_table(name, text, library.grammar(ruleset))


class Judged(Value):
    """What would come of a patch: its faults in words, else its changes, each with whose secret it is ("" = both may know)."""

    faults: tuple[str, ...] = ()
    changes: tuple[tuple[str, str], ...] = ()


class Editions:
    """A module in a campaign's folder. texts: its files by name, every chart in force among them."""

    def __init__(self, texts: Mapping[str, str], scenario: str) -> None:
        self.texts, self.scenario = _once(tuple(texts.items())), scenario
        module, _ = _loaded(self.texts, scenario)
        self.title, self.ruleset = module.title, RULESETS[module.ruleset]
        self.about, self.moments = module.about, module.moments
        self._games: dict[tuple[Patch, ...], OpaqueGame] = {}

    def opening(self, patches: tuple[Patch, ...] = ()) -> Opened:
        """The ruleset's opening, had the module always been as these patches have it."""
        return _opened(self._patched(patches), self.scenario, self.ruleset)

    def game(self, patches: tuple[Patch, ...], board: OpaqueBoard) -> OpaqueGame:
        """The game that is in force on a board, which knows what the patches after it make of it."""
        if patches not in self._games:
            self._games[patches] = self._chained(patches)
        game = self._games[patches]
        return self.ruleset.patches.in_force(game, board) if self.ruleset.patches else game

    def judge(self, patches: tuple[Patch, ...], patch: Patch, verbs: tuple[Verb, ...]) -> Judged:
        """What would come of one patch more. verbs: the words of every letter."""
        if self.ruleset.patches is None:
            return Judged((say("modules of this ruleset cannot be patched"),))
        texts = dict(self._patched(patches))
        try:
            done = self.ruleset.patches.patched(texts, patch.text)
        except ModuleError as error:
            return Judged(_said(error.faults))
        try:
            load_module(done.texts, order_words(verbs, self.ruleset), self.scenario)
        except ModuleError as error:
            return Judged(_said(map(done.at_home, error.faults)))
        _, refusals = self.ruleset.patches.amends(self.opening(patches), self.opening((*patches, patch)), patch.turn)
        return Judged(refusals, tuple((change.side, str(change)) for change in done.changes))

    def _patched(self, patches: tuple[Patch, ...]) -> Texts:
        texts: Texts = self.texts
        of = self.ruleset.patches
        if of is None:
            return texts
        for patch in patches:
            texts = tuple(of.patched(dict(texts), patch.text).texts.items())
        return texts

    def _chained(self, patches: tuple[Patch, ...]) -> OpaqueGame:
        game, of = self.opening(patches)[0], self.ruleset.patches
        if of is None:
            return game
        for count in reversed(range(len(patches))):
            turn, before = patches[count].turn, self.opening(patches[:count])
            events, _ = of.amends(before, self.opening(patches[: count + 1]), turn)
            game = of.chained(before[0], turn, game, events)
        return game


def _said(faults: Iterable[Fault]) -> tuple[str, ...]:
    """Faults with the line of the patch that they stand in, as far as it can be told."""
    return tuple(f"{f'line {f.line} of the patch: ' if f.line else ''}{Fault(f.file, f.key, 0, f.message)}" for f in faults)


def order_words(verbs: tuple[Verb, ...], ruleset: Ruleset) -> frozenset[str]:
    """Words no unit of a ruleset may be called by: those of every letter (`verbs`), and of its orders."""
    verbs = (*verbs, *(word.verb for word in ruleset.actions.WORDS.values() if word.of_unit))
    return frozenset(word for verb in verbs for word in verb.name.split())


def module_of(texts: Texts, scenario: str) -> OpenModule:
    """The module of these files, as it was copied."""
    return _loaded(texts, scenario)[0]


# Campaigns of one daemon share a module that is the same to the letter: its files, what is read of them, its opening.
@lru_cache(maxsize=64)
def _once(texts: Texts) -> Texts:
    return texts


@lru_cache(maxsize=64)
def _loaded(texts: Texts, scenario: str) -> tuple[OpenModule, Mapping[str, Chart]]:
    charts = {n: t for n, t in texts if n.startswith("tables/")}
    module = load_module({n: t for n, t in texts if n not in charts}, scenario=scenario)
    return module, {Path(n).stem: _chart(module.ruleset, n, t) for n, t in charts.items()}


@lru_cache(maxsize=64)
def _opened(texts: Texts, scenario: str, ruleset: Ruleset) -> Opened:
    return ruleset.scenario.opening(*_loaded(texts, scenario))

"""Empty order pads: pages without a campaign's data, for a club's web server or a desk, which open a report that was saved."""

from pathlib import Path

from pbem.admin.setup import module_folder
from pbem.handlers.words import words_of
from pbem.letters.pad import PadRules, empty_pad
from pbem.modules import library
from pbem.rulesets import RULESETS
from pbem.rulesets.loading import load_module


def write_pads(folder: Path, names: tuple[str, ...]) -> str:
    """A pad for each of these modules (none: for all that are shipped) into a folder, which is made; what was written."""
    folder.mkdir(parents=True, exist_ok=True)
    lines = []
    for name in names or library.module_names():
        module = load_module(library.module_files(module_folder(name)))
        ruleset = RULESETS[module.ruleset]
        game = ruleset.scenario.opening(module, library.charts(module.ruleset)).game
        target = folder / f"pad-{ruleset.scenario.module_id(game)}.html"
        target.write_bytes(empty_pad(PadRules(ruleset, game, words_of(ruleset))))
        lines.append(f"{target} written\n")
    return "".join(lines)

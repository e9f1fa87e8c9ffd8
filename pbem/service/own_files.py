"""What is a campaign's own beside its journal: campaign.json, and the copy of its module with every chart in force.

So it depends on nothing else while it is played. What was copied is known by its digests: a file that is gone or was cut would
change the rules in mid-play without a word.
"""

from collections.abc import Mapping
from datetime import datetime
from functools import lru_cache
from hashlib import sha256
from pathlib import Path

from pbem.campaign.deadlines import Pace
from pbem.campaign.module_versions import Editions, module_of
from pbem.campaign.staff_forms import Forms, forms, in_force
from pbem.kernel.values import Value, field
from pbem.modules import library
from pbem.modules.faults import ModuleError
from pbem.rulesets.loading import load_module
from pbem.service.damage import REMEDY, Damaged
from pbem.store.codec import Codec, CodecError
from pbem.store.folder.disk import Disk, NewFile
from pbem.store.folder.homes import ABOUT, MODULE

STAFF = "staff/"  # how letters look: a form that cannot be used may be mended in the copy

Digests = Mapping[str, str]

_CODEC = Codec()


class About(Value):
    """What a campaign's folder says of itself beside the journal. module: the digests of its files, as they were copied."""

    id: str
    scenario: str
    pace: Pace
    born: datetime
    module: Digests = field(default_factory=dict)


def copy_module(disk: Disk, target: Path, files: Mapping[str, str], scenario: str) -> Digests:
    """Lay a module's files out, with the charts it does not bring; the digest of each file by its name. ModuleError."""
    module = load_module(files, scenario=scenario)
    faults = forms(files, module).faults
    if faults:
        raise ModuleError(faults)
    own = {f"tables/{name}": text for name, text in library.chart_texts(module.ruleset).items()}
    texts = own | in_force(files, module) | dict(files)
    disk.lay_out([NewFile(target / name, text.encode()) for name, text in texts.items()])
    return {name: _digest(text) for name, text in texts.items()}


def write_about(disk: Disk, home: Path, about: About) -> None:
    """From here on the folder is a campaign's."""
    disk.write(home / ABOUT, _CODEC.dumps(about))


def read_about(home: Path) -> About:
    """What campaign.json says. Damaged."""
    try:
        return _CODEC.loads(About, (home / ABOUT).read_bytes())
    except FileNotFoundError:
        raise Damaged(f"{ABOUT} is missing; {REMEDY}") from None
    except CodecError:
        raise Damaged(f"{ABOUT} cannot be read; {REMEDY}") from None


def opened(home: Path) -> tuple[About, Editions, Forms]:
    """What a campaign's folder says of itself, its module with every chart in force, its staff forms. Damaged, ModuleError."""
    about, folder = read_about(home), home / MODULE
    if not folder.is_dir():
        raise Damaged(f"the folder module is missing; {REMEDY}")
    if gone := [name for name in sorted(about.module) if not (folder / name).is_file()]:
        raise Damaged(f"module/{gone[0]} is missing; {REMEDY}")
    texts = library.module_files(folder)
    if otherwise := [name for name in _changed(texts, about) if not name.startswith(STAFF)]:
        raise Damaged(f"module/{otherwise[0]} is not what the campaign began with; {REMEDY} (PATCH changes a module in play)")
    return about, *_module(texts, about.scenario)


def changed(home: Path, about: About) -> list[str]:
    """The files of the module's copy that are there and not what was copied. ModuleError for one in another encoding."""
    return _changed(library.module_files(home / MODULE), about)


def _changed(texts: Mapping[str, str], about: About) -> list[str]:
    return [name for name, text in texts.items() if name in about.module and _digest(text) != about.module[name]]


def module_in(folder: Path, scenario: str) -> tuple[Editions, Forms]:
    """The module in a folder, with every chart in force, and its staff forms. ModuleError."""
    return _module(library.module_files(folder), scenario)


def _module(texts: Mapping[str, str], scenario: str) -> tuple[Editions, Forms]:
    editions = Editions(texts, scenario)
    return editions, _formed(editions.texts, scenario)


@lru_cache(maxsize=64)  # campaigns of one daemon share a module that is the same to the letter
def _formed(texts: tuple[tuple[str, str], ...], scenario: str) -> Forms:
    return forms(dict(texts), module_of(texts, scenario))


def _digest(text: str) -> str:
    return sha256(text.encode()).hexdigest()

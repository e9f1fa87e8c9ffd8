"""What is a campaign's own beside its journal: campaign.json, and the copy of its module with every chart in force.

So it depends on nothing else while it is played. What was copied is known by its digests: a file that is gone or was cut would
change the rules in mid-play without a word.
"""

from collections.abc import Mapping
from functools import lru_cache
from hashlib import sha256

from pbem.campaign.deadlines import Pace
from pbem.campaign.module_versions import Editions, module_of
from pbem.campaign.staff_forms import Forms, forms, in_force
from pbem.kernel.values import Instant, Value, field
from pbem.modules import library
from pbem.modules.faults import ModuleError
from pbem.rulesets.loading import load_module
from pbem.service.damage import REMEDY, Damaged
from pbem.store.codec import Codec, CodecError
from pbem.store.shelf_ports import Shelf

STAFF = "staff/"  # how letters look: a form that cannot be used may be fixed in the copy

Digests = Mapping[str, str]

_CODEC = Codec()


class About(Value):
    """What a campaign's folder says of itself beside the journal. module: the digests of its files, as they were copied."""

    id: str
    scenario: str
    pace: Pace
    born: Instant
    module: Digests = field(default_factory=dict)


def copy_module(shelf: Shelf, files: Mapping[str, str], scenario: str) -> Digests:
    """Lay a module's files out, with the charts it does not bring; the digest of each file by its name. ModuleError."""
    module = load_module(files, scenario=scenario)
    faults = forms(files, module).faults
    if faults:
        raise ModuleError(faults)
    own = {f"tables/{name}": text for name, text in library.chart_texts(module.ruleset).items()}
    texts = own | in_force(files, module) | dict(files)
    shelf.write_texts(texts)
    return {name: _digest(text) for name, text in texts.items()}


def write_about(shelf: Shelf, about: About) -> None:
    """From here on the shelf is a campaign's."""
    shelf.write_about(_CODEC.dumps(about))


def read_about(shelf: Shelf) -> About:
    """What campaign.json says. Damaged."""
    try:
        return _CODEC.loads(About, shelf.about())
    except FileNotFoundError:
        raise Damaged(f"campaign.json is missing; {REMEDY}") from None
    except CodecError:
        raise Damaged(f"campaign.json cannot be read; {REMEDY}") from None


def opened(shelf: Shelf) -> tuple[About, Editions, Forms]:
    """What a campaign's folder says of itself, its module with every chart in force, its staff forms. Damaged, ModuleError."""
    about = read_about(shelf)
    try:
        texts = library.module_texts(shelf.module())
    except FileNotFoundError:
        raise Damaged(f"the folder module is missing; {REMEDY}") from None
    if gone := sorted(about.module.keys() - texts.keys()):
        raise Damaged(f"module/{gone[0]} is missing; {REMEDY}")
    if otherwise := [name for name in _changed(texts, about) if not name.startswith(STAFF)]:
        raise Damaged(f"module/{otherwise[0]} is not what the campaign began with; {REMEDY} (PATCH changes a module in play)")
    return about, *_module(texts, about.scenario)


def changed(shelf: Shelf, about: About) -> list[str]:
    """The files of the module's copy that are there and not what was copied. ModuleError for one in another encoding."""
    return _changed(library.module_texts(shelf.module()), about)


def _changed(texts: Mapping[str, str], about: About) -> list[str]:
    return [name for name, text in texts.items() if name in about.module and _digest(text) != about.module[name]]


def module_in(shelf: Shelf, scenario: str) -> tuple[Editions, Forms]:
    """The module on a shelf, with every chart in force, and its staff forms. ModuleError."""
    return _module(library.module_texts(shelf.module()), scenario)


def _module(texts: Mapping[str, str], scenario: str) -> tuple[Editions, Forms]:
    editions = Editions(texts, scenario)
    return editions, _formed(editions.texts, scenario)


@lru_cache(maxsize=64)  # campaigns of one daemon share a module that is the same to the letter
def _formed(texts: tuple[tuple[str, str], ...], scenario: str) -> Forms:
    return forms(dict(texts), module_of(texts, scenario))


@lru_cache(maxsize=library.FILES)  # it is the same text again in nearly every campaign
def _digest(text: str) -> str:
    return sha256(text.encode()).hexdigest()

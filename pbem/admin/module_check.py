"""Proving: game modules against their rules, journals against everything made from them."""

import re
import time
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path

from pbem import __version__
from pbem.admin.letters import letters_in, letters_out
from pbem.admin.looking import half_made, homes_of, read_book
from pbem.admin.stills import still
from pbem.campaign.eyes import eyes
from pbem.campaign.module_versions import order_words
from pbem.campaign.records import Earlier, Record, State, stand_of, taken_back
from pbem.campaign.staff_forms import forms
from pbem.engine.opaque import OpaqueBoard, OpaqueGame, OpaquePicture
from pbem.engine.situation import CONTROL
from pbem.handlers import CampaignContext
from pbem.handlers.host.words.rollback import RolledBack
from pbem.handlers.words import words_of
from pbem.modules import library
from pbem.modules.faults import Fault, ModuleError
from pbem.orders.parser import read_line
from pbem.orders.tree import StandingLine
from pbem.rulesets import RULESETS
from pbem.rulesets.form import Opening, Ruleset
from pbem.rulesets.loading import load_module, ruleset_of
from pbem.service import own_files
from pbem.service.config import settings as configuration
from pbem.service.config.settings import Config
from pbem.service.damage import Damaged, read, told_of
from pbem.service.directory import house
from pbem.service.open_campaign import NOTHING_POSTED, Campaign
from pbem.service.opening import campaign_at, shelf_at
from pbem.store.folder.gone import is_gone
from pbem.store.folder.lock import DataLock
from pbem.store.folder.version import check as check_data
from pbem.store.folder.version import present
from pbem.store.ports import DataLocked
from pbem.store.shelf_ports import Posted

PATIENCE = 20.0  # seconds that a pbem which runs is given to write what follows from its records
LOOK_EVERY = 0.5
NUMBERED = re.compile(r"record \d+")


def check(modules: tuple[str, ...]) -> tuple[str, bool]:
    """Every fault of the modules, and whether there was none."""
    lines, clean = [], True
    for name in modules or library.module_names():
        folder = library.module_folder(name)
        try:
            files = library.module_files(folder)
            if not files:
                lines.append(f"{name}: no module there\n")
                clean = False
                continue
            module = load_module(files, _order_words(files), charts=library.charts(ruleset_of(files)))
            opened = RULESETS[module.ruleset].scenario.opening(module, library.charts(module.ruleset))
            if faults := (*forms(files, module).faults, *_unfit_lines(RULESETS[module.ruleset], opened)):
                raise ModuleError(faults)
            lines.append(f"{name}: {module.title}, {module.contents}: clean\n")
        except ModuleError as trouble:
            clean = False
            lines += [f"{name}/{fault}\n" for fault in trouble.faults]
    return "".join(lines), clean


def _unfit_lines(ruleset: Ruleset, opened: Opening[OpaqueGame, OpaqueBoard, OpaquePicture]) -> Iterator[Fault]:
    """The standing orders that the module files for its sides, as far as nobody could file them."""
    for side, picture in opened.pictures.items():
        words = ruleset.actions.vocabulary(opened.game, picture)
        for line in ruleset.standing_orders.day_one(opened.game, picture):
            command = read_line(line, words).command
            why = "it is no standing order"
            if isinstance(command, StandingLine):
                refused = ruleset.standing_orders.check(opened.game, picture, command.act)
                why = refused.words if refused else ""
            if why:
                yield Fault("scenario-1.toml", "standing", 0, f'"{line}" of {side}: {why}')


def _order_words(files: dict[str, str]) -> frozenset[str]:
    """What no unit of these files may be called by; nothing when there is no such ruleset, which is a fault."""
    found = RULESETS.get(ruleset_of(files))
    return order_words(words_of(found).verbs, found) if found else frozenset()


def audit(file: Path) -> tuple[str, bool]:
    """Fold every journal from its first snapshot and compare: state, pictures, index, observations. Beside a pbem that runs each
    campaign is looked at as it was at one moment, and once more while there seems to be a fault: what it is about to write.
    """
    config = configuration.load(file)
    present(config.data)
    check_data(config.data)
    try:
        with DataLock(config.data / "lock"):
            return _audited(config, _found)
    except DataLocked:
        end = time.monotonic() + PATIENCE
        return _audited(config, lambda home, own, posted: _found_beside(home, own, posted, end))


def _audited(config: Config, look: Callable[[Path, tuple[str, ...], Posted], list[str]]) -> tuple[str, bool]:
    lines, clean, posted = [], True, read_book(config).posted()
    for home in homes_of(config):
        faults = look(home, house(config), posted.pop(home.name, {}))
        clean = clean and not faults
        lines += [f"{home.name}: {fault}\n" for fault in faults] or [f"{home.name}: sound\n", *remarks(home, house(config))]
    lines += [f"{line}\n" for line in half_made(config)]
    lines += [f"{name}: its folder is gone; if you did not take it away, put it back from a backup\n"
              for name in sorted(posted) if not is_gone(config.data, name)]  # fmt: skip
    return "".join(lines) or "no campaigns\n", clean


def remarks(home: Path, own: tuple[str, ...]) -> Iterator[str]:
    """What is not as it was and harms nothing: staff forms that the host may have fixed, letters that were read long ago."""
    for name in own_files.changed(shelf_at(home), own_files.read_about(shelf_at(home))):
        yield f"{home.name}: module/{name} is not what the campaign began with; if you fixed it, all is well\n"
    campaign = campaign_at(home)
    yield from (f"{home.name}: {line}\n" for line in letters_in(campaign, eyes(campaign.state.admin, own)))


def _found(home: Path, own: tuple[str, ...], posted: Posted) -> list[str]:
    return faults_in(home, own, posted, index=True)


def faults_in(home: Path, own: tuple[str, ...], posted: Posted, index: bool) -> list[str]:
    """What is wrong with a campaign, as these addresses may read it. index: is it looked at? A copy that was laid out has none."""
    try:
        with read():
            return _audit_one(home, own, posted, index)
    except Damaged as fault:
        return [told_of(fault, shelf_at(home), own)]


def _found_beside(home: Path, own: tuple[str, ...], posted: Posted, end: float) -> list[str]:
    while True:
        with still(home) as moment:
            faults = _found(moment, own, posted)
        if not faults or time.monotonic() >= end:
            return faults
        time.sleep(LOOK_EVERY)


def _audit_one(home: Path, own: tuple[str, ...] = (), posted: Posted = NOTHING_POSTED, index: bool = True) -> list[str]:
    """What is wrong with a campaign; own: the addresses of who asks, from whom the other side's counts are kept if he plays."""
    campaign = campaign_at(home, posted)
    sees = eyes(campaign.state.admin, own)
    faults, derived = list[str](), _Derived(campaign.table)
    state = campaign.from_the_beginning(derived.look)
    if _without_words(campaign.script.snapshot(state)) != _without_words(campaign.script.snapshot(campaign.state)):
        faults.append("the journal folded from its beginning differs from its last snapshot and what follows")
    if index and not campaign.index_fits(of_any_form=True):
        faults.append("the index is missing or behind; `pbem rebuild` makes it again")
    faults += letters_out(campaign, sees)
    faults += derived.faults
    faults += _taken_back_otherwise(campaign)
    return list(dict.fromkeys(NUMBERED.sub("a record", fault) for fault in faults)) if sees.blind else faults


def _without_words(snapshot: Mapping[str, object]) -> dict[str, object]:
    """The annals are words in the language of their day: as many lines, whatever is spoken now."""
    annals = snapshot["annals"]
    assert isinstance(annals, list | tuple)
    return {**snapshot, "annals": len(annals)}


@dataclass
class _Derived:
    """Every observation derived again from the events, and compared with what the desks were told."""

    table: CampaignContext
    number: int = 0
    faults: list[str] = field(default_factory=list)

    def look(self, before: State, record: Record) -> None:
        """The next record, and the state before it."""
        self.number += 1
        knowing, patches = self.table.ruleset.knowledge, self.table.ruleset.patches
        now = taken_back(before, record.earlier) if record.earlier else before
        board, game = now.situation.board, self.table.at(now).game
        derived: list[tuple[str, object]] = []
        for event in record.events:
            if isinstance(event, CONTROL):
                continue
            derived += knowing.observe(game, board, event)
            board = knowing.apply(board, event)
            game = patches.in_force(game, board) if patches else game
        told = [pair for pair in record.seen if isinstance(pair[1], knowing.OBSERVATIONS)]
        if told != derived:
            kind = "differ" if record.code == __version__ else f"differ (made by version {record.code})"
            self.faults.append(f"record {self.number}: stored observations {kind} from derived ones")


def _taken_back_otherwise(campaign: Campaign) -> list[str]:
    """Compare what each rollback brought back with where play stood, by the journal alone, after the record it names."""
    found, stood, faults = _rollbacks(campaign), dict[int, Earlier](), []
    wanted = {to for _, to, _ in found}
    for number, (before, _) in enumerate(campaign.past() if found else ()):  # that before record n + 1 is that after n
        if number in wanted:
            stood[number] = stand_of(before)
    for number, to, earlier in found:
        then = stood.get(to)
        if then is None or to >= number:
            faults.append(f"record {number}: a rollback to record {to}, which is none before it")
        elif not campaign.script.same_stand(then, earlier):
            faults.append(f"record {number}: a rollback to after record {to} brought back what was not so then")
    return faults


def _rollbacks(campaign: Campaign) -> list[tuple[int, int, Earlier]]:
    """Every rollback: the number of its record, of the record it goes back to, and where play is to stand."""
    bodies = enumerate((record["body"] for record in campaign.journal.all_records()), 1)
    records = ((number, campaign.script.record(body)) for number, body in bodies if "earlier" in body)
    return [
        (number, paper.to, record.earlier)
        for number, record in records if record.earlier
        for paper in record.papers if isinstance(paper, RolledBack)
    ]  # fmt: skip

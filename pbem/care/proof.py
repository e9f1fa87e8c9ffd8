"""Proving: game modules against their rules, journals against everything made from them."""

from pathlib import Path
from typing import Any

from pbem import __version__, library
from pbem import config as configuration
from pbem.campaign import DAMAGE, Campaign, read_campaign
from pbem.care.looking import homes
from pbem.causes import Table
from pbem.chronicle import Earlier, stand_of, taken_back
from pbem.command.hosting import RolledBack
from pbem.editions import order_words
from pbem.engine.situation import CONTROL
from pbem.postroom import letter_path
from pbem.rulesets.tocs.module import ModuleError, load_module
from pbem.rulesets.tocs.scenario import game_of
from pbem.staff_forms import forms
from pbem.store.lock import DataLock
from pbem.store.version import check as check_data
from pbem.store.version import present


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
            module = load_module(files, order_words())
            game_of(module, library.charts(module.ruleset))
            if faults := forms(files, module).faults:
                raise ModuleError(faults)
            lines.append(f"{name}: {module.title}, {len(module.counters)} counters, {len(module.turns)} turns: clean\n")
        except ModuleError as trouble:
            clean = False
            lines += [f"{name}/{fault}\n" for fault in trouble.faults]
    return "".join(lines), clean


def audit(file: Path) -> tuple[str, bool]:
    """Fold every journal from its first snapshot and compare: state, pictures, index, observations."""
    config = configuration.load(file)
    lines, clean = [], True
    present(config.data)
    check_data(config.data)
    with DataLock(config.data / "lock"):
        for home in homes(config):
            try:
                faults = _audit_one(home)
            except DAMAGE as fault:
                faults = [str(fault)]
            clean = clean and not faults
            lines += [f"{home.name}: {fault}\n" for fault in faults] or [f"{home.name}: sound\n"]
    return "".join(lines) or "no campaigns\n", clean


def _audit_one(home: Path) -> list[str]:
    campaign = read_campaign(home)
    state, count = campaign.from_the_beginning()
    faults = []
    if _without_words(campaign.script.snapshot(state)) != _without_words(campaign.script.snapshot(campaign.state)):
        faults.append("the journal folded from its beginning differs from its last snapshot and what follows")
    stored = campaign.index.read()
    if stored is None or stored["checkpoint"][0]["records"] != count:
        faults.append("the index is missing or behind; `pbem rebuild` makes it again")
    faults += _letters_missing(campaign)
    faults += _observations_differ(campaign)
    faults += _taken_back_otherwise(campaign)
    return faults


def _without_words(snapshot: dict[str, Any]) -> dict[str, Any]:
    """The annals are words in the language of their day: as many lines, whatever is spoken now."""
    return snapshot | {"annals": len(snapshot["annals"])}


def _letters_missing(campaign: Campaign) -> list[str]:
    affairs = campaign.state.affairs
    numbers = ((seat, affairs.number(seat, n)) for seat, count in sorted(affairs.sent.items()) for n in range(1, count + 1))
    gone = [f"{seat} {number}" for seat, number in numbers if not letter_path(campaign, seat, number).exists()]
    return [f"letters are missing: {', '.join(gone)}; `pbem rebuild` makes them again"] if gone else []


def _observations_differ(campaign: Campaign) -> list[str]:
    """Derive every observation again from the events, and compare with what the desks were told."""
    table: Table = campaign.table
    knowing, in_force, faults = table.ruleset.knowing, table.ruleset.amending.in_force, []
    for number, (before, record) in enumerate(campaign.past(), 1):
        now = taken_back(before, record.earlier) if record.earlier else before
        board, game = now.situation.board, table.at(now).game
        derived: list[tuple[str, object]] = []
        for event in record.events:
            if isinstance(event, CONTROL):
                continue
            derived += knowing.observe(game, board, event)
            board = knowing.apply(board, event)
            game = in_force(game, board)
        told = [pair for pair in record.seen if isinstance(pair[1], knowing.observations)]
        if told != derived:
            kind = "differ" if record.code == __version__ else f"differ (made by version {record.code})"
            faults.append(f"record {number}: stored observations {kind} from derived ones")
    return faults


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
    records = enumerate((campaign.script.record(body["body"]) for body in campaign.journal.all_records()), 1)
    return [
        (number, paper.to, record.earlier)
        for number, record in records if record.earlier
        for paper in record.papers if isinstance(paper, RolledBack)
    ]  # fmt: skip

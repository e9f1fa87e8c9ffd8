"""Moving campaigns between a data folder and a league, byte for byte, while others play: journals, letters of both directions, the
module's copy, what the mailroom's book says of them, and what lies in the spool.

A campaign is never played in two places. The folder says that it is being moved before anything else is done, and is refused by
every other command from then on; the league's side is one transaction. Whoever is killed says the same command again.
"""

from contextlib import suppress
from pathlib import Path

from pbem.admin.league import held
from pbem.admin.league_files import files_of, one_line
from pbem.service.config import settings as configuration
from pbem.service.damage import Damaged
from pbem.service.open_campaign import CampaignError, open_campaign, read_campaign
from pbem.store.folder.append_log import read_lines
from pbem.store.folder.disk import Disk, NewFile
from pbem.store.folder.fact_file import FactFile
from pbem.store.folder.homes import ABOUT, MODULE, homes
from pbem.store.folder.journal import FolderJournal
from pbem.store.folder.lock import DataLock
from pbem.store.folder.shelf import FolderShelf
from pbem.store.folder.spool import FolderSpool
from pbem.store.folder.version import BOOK, MOVING, check
from pbem.store.framing import framed
from pbem.store.mailroom import Mailroom
from pbem.store.ports import FOLDERS, DataRefused
from pbem.store.postgres.house import DatabaseStore
from pbem.store.postgres.letters import FrozenBytes


def import_folder(file: Path, folder: Path) -> str:
    """Move all campaigns of a data folder into the league; the folder stays as it is, and is refused from then on. DataRefused."""
    config, disk, marker = configuration.load(file), Disk(), folder / MOVING
    with held(config) as store:
        if not marker.exists():
            check(folder)
        found = list(homes(folder))
        if not found:
            raise CampaignError(f"{folder}: no campaign lies there; a data folder is named, such as the `data` of its pbem.toml")
        if (folder / "key").read_bytes() != store.key():
            raise DataRefused(
                f"{folder}: its key is not the league's: begin the league with it, so that letters which are under way count"
            )
        with DataLock(folder / "lock"):
            here = [home.name for home in found if store.shelf(home.name).is_begun()]
            if here and not (marker.exists() and len(here) == len(found)):
                raise CampaignError(f"{', '.join(here)}: a campaign of this name is in the league already; nothing was touched")
            if not here:
                disk.write(marker, b"import\n")
                _take_in(store, folder, found)
        store.server.do("analyze line, letter_in, letter_out, fact")
    return f"in the league now: {', '.join(home.name for home in found)}; {folder} is played in no more\n"


def _take_in(store: DatabaseStore, folder: Path, found: list[Path]) -> None:
    noted = set(map(one_line, store.book.facts()))
    facts = tuple(fact for fact in FactFile(Disk(), folder / BOOK).facts() if one_line(fact) not in noted)
    posted = Mailroom(FactFile(Disk(), folder / BOOK)).look().posted()
    spool = FolderSpool(Disk(), folder / "spool")
    with store.turn():
        for home in found:
            if store.is_gone(home.name):
                raise CampaignError(
                    f"{home.name}: a campaign of this name was played in the league and has gone; nothing was touched"
                )
            _copy_in(store, home)
            open_campaign(store.shelf(home.name), posted.get(home.name, {})).put_by()
        for entry in (entry for part in FOLDERS for entry in spool.entries(part)):
            store.spool.take_over(entry, spool.raw(entry))
        if facts:
            store.book.add(facts, lasting=True)
        store.server.wake()


def _copy_in(store: DatabaseStore, home: Path) -> None:
    """One campaign's rows. LinesDamaged."""
    for _ in FolderJournal(Disk(), home / "journal").all_records():  # the chain is whole, or nothing is taken
        pass
    shelf = store.shelf(home.name)
    module = home / MODULE
    shelf.write_files(
        {path.relative_to(module).as_posix(): path.read_bytes() for path in sorted(module.rglob("*")) if path.is_file()}
    )
    for path in sorted((home / "journal").glob("*.jsonl"), key=lambda path: path.stem):
        shelf.journal.take_over(path.stem, [framed(text) for text in read_lines(path).texts])
    shelf.journal.settle_at_end()
    out, came = sorted((home / "letters" / "out").glob("*/*.eml")), sorted((home / "letters" / "in").glob("*.eml"))
    if out:
        store.freeze_all(home.name, [FrozenBytes(path.parent.name, path.stem, path.read_bytes()) for path in out])
    if came:
        store.spool.take_filed(home.name, {path.stem: path.read_bytes() for path in came})
    shelf.write_about((home / ABOUT).read_bytes())


def export_campaign(file: Path, name: str, folder: Path) -> str:
    """Move a campaign out of the league into a new data folder. CampaignError, DataRefused."""
    config, disk, marker = configuration.load(file), Disk(), folder / MOVING
    with held(config) as store:
        if not store.shelf(name).is_begun():
            if not (marker.exists() and (folder / "campaigns" / name).is_dir()):
                raise CampaignError(f"no campaign {name} in the league")
        else:
            if folder.exists() and any(folder.iterdir()):
                raise CampaignError(f"{folder} is not empty; an export that was cut short is taken away by hand and said again")
            disk.make_folder(folder)
            disk.write(marker, b"export\n")
            with store.turn():
                if not store.claim(name):
                    raise CampaignError(f"no campaign {name} in the league")
                disk.lay_out([NewFile(folder / path, raw) for path, raw in files_of(store, name)])
                _lay_spool(store, name, folder)
                store.move_out(name)
        with suppress(Damaged):  # what is wrong with it an audit tells
            read_campaign(FolderShelf(disk, folder / "campaigns" / name)).write_index()
        disk.remove(marker)
    return f"{name} lies in {folder} now, with the league's key: name it as `data` in a pbem.toml without `database`\n"


def _lay_spool(store: DatabaseStore, name: str, folder: Path) -> None:
    """What waits for it goes with it."""
    spool = FolderSpool(Disk(), folder / "spool")
    for entry in store.spool.in_lane(name):
        laid = spool.put(store.spool.raw(entry), entry.arrival, entry.transport)
        if entry.folder != "new":
            spool.move_to(laid, entry.folder, entry.reason)
        store.spool.remove(entry)

"""The letters that wait to be posted: listed, posted now, or handed to the host as files."""

from collections.abc import Iterator
from pathlib import Path

from pbem import config as configuration
from pbem import roads
from pbem.campaign import CampaignError
from pbem.care.looking import look_at, read_book
from pbem.care.running import Now
from pbem.config import Config
from pbem.disk import Disk
from pbem.due import Due
from pbem.identity import mailbox
from pbem.postroom import Postroom
from pbem.referee import Referee
from pbem.store.mailroom import Mailroom
from pbem.store.version import present


def outbox(file: Path, now: Now, post: bool) -> str:
    """Letters that wait, a line each; with `post`, after an attempt."""
    config = configuration.load(file)
    present(config.data)
    if post:
        with Referee(config) as referee:
            referee.post(roads.outbox(config), now())
    book = read_book(config)
    lines = [
        f"{due.campaign} {due.seat} {due.key} ({len(book.deferrals(due.campaign, due.seat, due.key))} tries)\n"
        for due in waiting(config, book)
    ]
    return "".join(lines) or "nothing waits\n"


def waiting(config: Config, book: Mailroom) -> Iterator[Due]:
    """Every letter that waits, as a reader sees it: nothing is written, no lock is taken."""
    room = Postroom(b"", mailbox(config), book)
    for campaign in look_at(config):
        yield from room.waiting(campaign)


def export(file: Path, folder: Path) -> str:
    """The letters that wait, as .eml files for you alone, to be handed over otherwise. They go on waiting here as well.

    One that comes twice is known by its Message-ID; every mail program shows it once or as the same letter.
    """
    config = configuration.load(file)
    disk = Disk()
    due = list(waiting(config, read_book(config)))
    missing = [d for d in due if not d.path.exists()]
    if missing:
        names = ", ".join(f"{d.campaign} {d.seat} {d.path.stem}" for d in missing)
        raise CampaignError(f"not written yet: {names}; `pbem rebuild` writes them")
    disk.make_folder(folder)
    for d in due:
        disk.write(folder / f"{d.campaign}.{d.seat}.{d.path.name}", d.path.read_bytes())
    count = len({d.path for d in due})
    warning = "each is for the eyes of the seat in its name, and of nobody else\n" if due else ""
    return f"{count} letters written to {folder}\n{warning}"

"""The letters that wait to be posted: listed, posted now, or handed to the host as files."""

from collections.abc import Iterator
from pathlib import Path

from pbem.admin.looking import eyes_on, look_at, read_book
from pbem.admin.running import Now
from pbem.kernel.i18n import counted
from pbem.service import transports as roads
from pbem.service.config import settings as configuration
from pbem.service.config.settings import Config
from pbem.service.open_campaign import CampaignError
from pbem.service.pending_post import Due
from pbem.service.referee import Referee
from pbem.service.unposted import Unposted
from pbem.store.folder.disk import Disk
from pbem.store.folder.version import present
from pbem.store.mailroom import Mailroom


def outbox(file: Path, now: Now, post: bool) -> str:
    """Letters that wait, a line each; with `post`, after an attempt."""
    config = configuration.load(file)
    present(config.data)
    if post:
        with Referee(config) as referee:
            referee.post(roads.outbox(config), now())
    book = read_book(config)
    lines = [
        f"{due.campaign} {due.seat} {due.key} ({_tries(len(book.deferrals(due.campaign, due.seat, due.key)))})\n"
        for due in waiting(config, book)
    ]
    return ("".join(lines) or "nothing waits\n") + _not_shown(config)


def waiting(config: Config, book: Mailroom) -> Iterator[Due]:
    """Every letter that waits, as whoever sits at the shell may see it: nothing is written, no lock is taken."""
    unposted = Unposted(book)
    for campaign in look_at(config):
        eyes, admin = eyes_on(config, campaign), campaign.state.admin
        yield from (due for due in unposted.of(campaign) if eyes.sees_seat(admin, due.seat))


def _not_shown(config: Config) -> str:
    """A line for each campaign in which whoever sits at the shell plays: the same whether letters wait there or not."""
    blind = (campaign.id for campaign in look_at(config) if eyes_on(config, campaign).blind)
    return "".join(f"{name}: its host commands a side; letters to the other side are not shown\n" for name in blind)


def _tries(number: int) -> str:
    return counted(number, "{number} try", "{number} tries")


def export(file: Path, folder: Path) -> str:
    """The letters that wait, as .eml files for you alone, to be handed over otherwise. They go on waiting here as well.

    One that comes twice is known by its Message-ID; every mail program shows it once or as the same letter.
    """
    config = configuration.load(file)
    disk = Disk()
    due = list(waiting(config, read_book(config)))
    missing = [d for d in due if not d.letter.is_there()]
    if missing:
        names = ", ".join(f"{d.campaign} {d.seat} {d.letter.number}" for d in missing)
        raise CampaignError(f"not written yet: {names}; `pbem rebuild` writes them")
    disk.make_folder(folder)
    for d in due:
        disk.write(folder / f"{d.campaign}.{d.seat}.{d.letter.number}.eml", d.letter.raw())
    count = len({d.letter for d in due})
    warning = "each is for the eyes of the seat in its name, and of nobody else\n" if due else ""
    return f"{counted(count, '{number} letter', '{number} letters')} written to {folder}\n{warning}{_not_shown(config)}"

"""The letters of a campaign, both ways, held against its journal: which are gone, cut, or known to no record.

A letter of ours whose file is gone is made again from its record; one that was cut is to be removed first. A letter that came
is needed no more once its record is written, but it is what a commander wrote: a copy lies in the processed mailbox.
"""

import re
from collections.abc import Iterator
from hashlib import sha256
from pathlib import Path

from pbem.campaign.eyes import Eyes
from pbem.campaign.records import Cause
from pbem.mail.chain import link
from pbem.service.letter_folder import pages
from pbem.service.open_campaign import Campaign
from pbem.store.folder.evidence import came

REMOVE, REBUILD = "remove their files under letters/out", "`pbem rebuild` makes them again"
READ = ("letter", "refused")  # causes that are a letter, which lies in letters/in from then on
_BOUNDARY = re.compile(rb'^Content-Type: multipart/[a-z]+;\s+boundary="([^"]+)"', re.MULTILINE | re.IGNORECASE)


def letters_out(campaign: Campaign, sees: Eyes) -> list[str]:
    """What is wrong with the letters of ours that records wrote, as these eyes may read it."""
    admin = campaign.state.admin
    numbers = [(seat, admin.number(seat, n)) for seat, count in sorted(admin.sent.items()) for n in range(1, count + 1)]
    paths = {(seat, number): campaign.home / "letters" / "out" / seat / f"{number}.eml" for seat, number in numbers}
    missing = [letter for letter, path in paths.items() if not path.exists()]
    cut = [letter for letter, path in paths.items() if path.exists() and not is_whole(path)]

    def named(letters: list[tuple[str, str]]) -> str:
        seen = (f"{seat} {number}" if sees.sees_seat(admin, seat) else f"of {seat}" for seat, number in letters)
        return ", ".join(dict.fromkeys(seen))

    found = [f"letters are missing: {named(missing)}; {REBUILD}"] if missing else []
    again = f"{REMOVE}, and {REBUILD}"
    return found + ([f"letters are not whole: {named(cut)}; {again}"] if cut else [])


def is_whole(path: Path) -> bool:
    """Does a letter of ours end as it was written? One of text alone is held against its own link."""
    raw = path.read_bytes()
    head, _, body = raw.replace(b"\r\n", b"\n").partition(b"\n\n")
    boundary = _BOUNDARY.search(head)
    if boundary:
        return body.rstrip().endswith(b"--" + boundary[1] + b"--") and raw.endswith(b"\n")
    page = next(iter(pages(path)), None)
    ours = page and (not page.own or page.again or link(page.before, page.number, page.text) == page.own)
    return bool(ours) and raw.endswith(b"\n")


def letters_in(campaign: Campaign, sees: Eyes) -> list[str]:
    """What is wrong with the letters that came, as these eyes may read it; play needs none of them any more."""
    admin, folder = campaign.state.admin, campaign.home / "letters" / "in"
    causes = {cause.id: cause for cause in _causes(campaign)}
    there = came(campaign.home)
    seen = {name for name, cause in causes.items() if sees.sees_seat(admin, cause.seat)}
    waiting = {path.stem for path in (campaign.home.parent.parent / "spool").glob("*/*.eml")}  # they will be laid there
    gone = [name for name, cause in causes.items() if cause.kind in READ and name not in waiting.union(there)]
    spoiled = [name for name in there if sha256((folder / f"{name}.eml").read_bytes()).hexdigest()[:16] != name.split("-")[1]]
    return [*_said(gone, seen, "are gone from letters/in"), *_said(spoiled, seen, "are not what they were in letters/in")]


def _causes(campaign: Campaign) -> Iterator[Cause]:
    return (campaign.script.codec.decode(Cause, body["body"]["cause"]) for body in campaign.journal.all_records())


def _said(names: list[str], seen: set[str], words: str) -> Iterator[str]:
    """The letters by name, as far as they may be seen; of others that there are some."""
    if names:
        shown = [f"{name}.eml" for name in names if name in seen] + ["of the other side"] * any(n not in seen for n in names)
        yield f"letters that came {words}, which play needs no more: {', '.join(shown)}; the processed mailbox has them"

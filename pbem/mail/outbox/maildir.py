"""An outbox that keeps letters: one Maildir for each address below a folder. A letter posted twice lies there once."""

import hashlib
from collections.abc import Sequence
from pathlib import Path
from urllib.parse import quote

from pbem.mail import mime
from pbem.mail.outbox import Post, PostVerdict
from pbem.mail.sender import canonical_address
from pbem.store.ports import Files


class MaildirOutbox:
    """Letters for alice@example.org go to `folder`/alice@example.org/new."""

    def __init__(self, disk: Files, folder: Path) -> None:
        self._disk = disk
        self._folder = folder

    def post(self, posts: Sequence[Post]) -> list[PostVerdict]:
        """Put each letter into its Maildir; a full disk defers it, a bad address refuses it."""
        return [self._one(post) for post in posts]

    def close(self) -> None:
        """Nothing is held open."""

    def _one(self, post: Post) -> PostVerdict:
        address = canonical_address(post.to)
        if address is None:
            return PostVerdict(post.ref, "refused", "not an address")
        try:
            self._deliver(self._folder / quote(address, safe="@+"), post.raw)
        except OSError as trouble:
            return PostVerdict(post.ref, "deferred", trouble.strerror or "disk trouble")
        return PostVerdict(post.ref, "posted", "kept")

    def _deliver(self, maildir: Path, raw: bytes) -> None:
        name = _name(raw)
        for part in ("tmp", "new", "cur"):
            self._disk.make_folder(maildir / part)
        if (maildir / "new" / name).exists() or any((maildir / "cur").glob(f"{name}*")):
            return
        self._disk.write(maildir / "tmp" / name, raw)
        self._disk.move(maildir / "tmp" / name, maildir / "new" / name)


def _name(raw: bytes) -> str:
    """A file name from the Message-ID, or from all bytes when there is none."""
    header, _ = mime.split_header(mime.even_line_ends(raw))
    found = mime.values(mime.header_fields(header), "message-id")
    return hashlib.sha256(found[0].encode() if found else raw).hexdigest()[:32] + ".pbem"

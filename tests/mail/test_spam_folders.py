"""The folder for spam is known by what the server marks it as, else by its name in the language of the mailbox."""

from pathlib import Path
from typing import cast

import pytest
from imapclient import IMAPClient
from imapclient.imap_utf7 import encode

from pbem.mail.inbox import NO_SPAM
from pbem.mail.inbox.imap_spam import spam_folder
from pbem.mail.inbox.maildir import MaildirInbox
from pbem.store.folder.disk import Disk

CALLED = (
    "Junk", "Spam", "Junk-E-Mail", "Bulk Mail", "Spamverdacht", "Unerwünscht", "Courrier indésirable", "Pourriels",
    "Correo no deseado", "Posta indesiderata", "Lixo Eletrônico", "Ongewenste e-mail", "Uønsket mail", "Søppelpost", "Skräppost",
    "Roskaposti", "Wiadomości-śmieci", "Nevyžádaná pošta", "Levélszemét", "Mesaje nedorite", "Ανεπιθύμητη αλληλογραφία",
    "Gereksiz", "İstenmeyen", "Спам", "Нежелательная почта", "Небажана пошта", "Rämpspost", "Šlamštas", "דואר זבל", "迷惑メール",
    "垃圾邮件", "垃圾郵件", "스팸메일함", "Courrier inde\u0301sirable",
)  # fmt: skip
OTHERS = ("Friends", "Spam reports of 2019", "Entwürfe", "Отправленные", "ゴミ箱", "Archive", "A&B", "&&&", "&zz")


class Server:
    """A server that lists these folders."""

    def __init__(self, *folders: tuple[tuple[bytes, ...], str]) -> None:
        self.folders = [(flags, b"/", name) for flags, name in (((), "INBOX"), *folders)]

    def list_folders(self) -> list[tuple[tuple[bytes, ...], bytes, str]]:
        return self.folders


def found(*folders: tuple[tuple[bytes, ...], str], wanted: str = "") -> str:
    return spam_folder(cast(IMAPClient, Server(*folders)), wanted)


@pytest.mark.parametrize("name", CALLED)
def test_a_folder_is_known_by_its_name_in_any_tongue(name: str) -> None:
    other = [((), text) for text in OTHERS]
    assert found(*other, ((), name)) == name
    assert found(*other, ((), name.upper())) == name.upper()
    assert found(*other, ((), f"[Gmail]/{name}")) == f"[Gmail]/{name}"


def test_what_the_server_marks_counts_before_any_name() -> None:
    assert found(((), "Spam"), ((b"\\Junk", b"\\HasNoChildren"), "Papperskorg")) == "Papperskorg"
    assert found(((), "Spam"), ((b"\\Spam",), "Elsewhere"), wanted=NO_SPAM) == ""
    assert found(((), "Spam"), ((b"\\Junk",), "Elsewhere"), wanted="Spam") == "Spam"
    assert found(((b"\\Noselect",), "Spam"), ((), "Roskaposti")) == "Roskaposti"
    assert found(*(((), text) for text in OTHERS)) == ""


@pytest.mark.parametrize("name", CALLED)
@pytest.mark.parametrize("coded", [False, True])
def test_so_it_is_beside_a_maildir_as_servers_write_names_on_disk(tmp_path: Path, name: str, coded: bool) -> None:
    for text in (name, *OTHERS):
        folder = tmp_path / f".{encode(text).decode() if coded else text}"
        for part in ("cur", "new", "tmp"):
            (folder / part).mkdir(parents=True)
        (folder / "new" / text.replace("/", "")).write_bytes(b"From: al@allied.example\r\n\r\nSTATUS\r\n")
    (mail,) = MaildirInbox(Disk(), tmp_path).astray((), frozenset({"al@allied.example"}))
    assert mail.transport == f"spam:maildir:{name}"

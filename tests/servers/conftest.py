"""Fixtures `dovecot` and `postfix`: real servers, one of each for the whole run."""

import os
import sys
from collections.abc import Iterator

import pytest
from imapclient import IMAPClient

from .running import PASSWORD, USERS, Dovecot, Postfix, dovecot_in, missing, postfix_in, work_folder

_RUNNING: list[Dovecot] = []
_MTAS: list[Postfix] = []


def pytest_itemcollected(item: pytest.Item) -> None:
    """Every test here is marked `servers`."""
    item.add_marker(pytest.mark.servers)


@pytest.fixture(scope="session")
def servers_can_run(request: pytest.FixtureRequest) -> None:
    """Skips, loudly; in CI a missing server is a failure."""
    reason = missing()
    if not reason:
        return
    if os.environ.get("CI", "").lower() in {"1", "true"}:
        pytest.fail(f"the mail servers cannot run: {reason}")
    with request.config.pluginmanager.getplugin("capturemanager").global_and_fixture_disabled():
        print(f"\nNOT TESTED against real mail servers: {reason}", file=sys.stderr)
    pytest.skip(f"no real mail servers: {reason}")


@pytest.fixture(scope="session")
def dovecot(servers_can_run: None) -> Iterator[Dovecot]:
    """IMAP with everything: IDLE, MOVE, UIDPLUS."""
    with work_folder() as folder, dovecot_in(folder) as server:
        _RUNNING.append(server)
        yield server


@pytest.fixture(scope="session")
def plain_dovecot(servers_can_run: None) -> Iterator[Dovecot]:
    """IMAP that offers neither IDLE nor MOVE, folders only below INBOX, and calls its spam folder Werbung."""
    settings = "imap_capability = IMAP4rev1 UIDPLUS NAMESPACE\nnamespace inbox {\n  prefix = INBOX.\n  separator = .\n"
    settings += "  mailbox Werbung {\n    special_use = \\Junk\n  }\n}\n"
    with work_folder() as folder, dovecot_in(folder, settings) as server:
        _RUNNING.append(server)
        yield server


@pytest.fixture(scope="session")
def postfix(dovecot: Dovecot) -> Iterator[Postfix]:
    """SMTP that delivers into the mailboxes of `dovecot`."""
    with work_folder() as folder, postfix_in(folder, dovecot.folder / "mail", dovecot.ca_file) as server:
        _MTAS.append(server)
        yield server


@pytest.fixture(autouse=True)
def empty_mailboxes() -> None:
    """Each test begins without mail, and with the servers at work that the one before may have left stopped."""
    for mta in _MTAS:
        mta.start()
    for server in _RUNNING:
        server.start()
        for user in USERS:
            if any(path.parent.name in ("new", "cur") for path in server.maildir(user).rglob("*.*")):
                _empty(server, user)


def _empty(server: Dovecot, user: str) -> None:
    """By IMAP: of files that are gone Dovecot may hear only in the next second."""
    with IMAPClient("127.0.0.1", server.port, ssl=False, timeout=10) as client:
        client.login(user, PASSWORD)
        for _, _, name in client.list_folders():
            client.select_folder(name)
            client.delete_messages(client.search("ALL"), silent=True)
            client.expunge()

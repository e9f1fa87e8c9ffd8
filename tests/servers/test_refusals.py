"""What a real Dovecot says to a wrong password and of a mailbox that is gone, and what the host's log makes of it."""

import json
from pathlib import Path

import pytest
from imapclient import IMAPClient

from pbem.mail.account import Account
from pbem.mail.inbox import InboxError, LoginRefused, MailboxMissing
from pbem.mail.inbox.imap import ImapInbox
from pbem.service.config.words import template

from .correspondence import Office
from .running import PASSWORD, Dovecot, Postfix

RAW = b"From: alice@example.org\r\nSubject: x\r\n\r\nPASS\r\n"


def account(server: Dovecot, password: str = PASSWORD) -> Account:
    return Account("127.0.0.1", server.port, "referee", lambda: password, "none", timeout=10.0)


def test_a_wrong_password_is_a_refused_login_and_is_not_quoted(dovecot: Dovecot) -> None:
    inbox = ImapInbox(account(dovecot, "hunter2-is-wrong"))
    with pytest.raises(LoginRefused) as refused:
        list(inbox.fetch(set()))
    inbox.close()
    assert "127.0.0.1 refuses referee" in str(refused.value)
    assert "hunter2" not in str(refused.value)
    assert ": [AUTHENTICATIONFAILED]" in str(refused.value)  # as the server says it, without Python's marks of bytes


def test_a_mailbox_that_is_gone_is_named_and_found_again_when_it_is_back(dovecot: Dovecot) -> None:
    inbox = ImapInbox(account(dovecot), "Games")
    with IMAPClient("127.0.0.1", dovecot.port, ssl=False, timeout=10) as client:
        client.login("referee", PASSWORD)
        client.create_folder("Games")
        client.append("Games", RAW)
        assert len(list(inbox.fetch(set()))) == 1
        client.rename_folder("Games", "Old games")
        with pytest.raises(MailboxMissing, match="'Games' cannot be opened"):
            list(inbox.fetch(set()))
        client.rename_folder("Old games", "Games")
        assert len(list(inbox.fetch(set()))) == 1
        client.delete_folder("Games")
    inbox.close()


def test_a_server_that_is_away_says_nothing_of_the_password(dovecot: Dovecot) -> None:
    inbox = ImapInbox(Account("127.0.0.1", 1, "referee", lambda: PASSWORD, "none", timeout=5.0))
    with pytest.raises(InboxError) as trouble:
        list(inbox.fetch(set()))
    assert not isinstance(trouble.value, LoginRefused)


def test_ticks_with_a_wrong_password_knock_once(dovecot: Dovecot, postfix: Postfix, tmp_path: Path) -> None:
    office = Office(tmp_path, dovecot, postfix, "refused")
    file, password = tmp_path / "pbem.toml", tmp_path / "password"
    password.write_text("hunter2-is-wrong\n")
    settings = {"kind": "imap", "host": "127.0.0.1", "port": dovecot.port, "security": "none", "user": "referee"}
    given = {f"inbox.{name}": value for name, value in {**settings, "password_file": "password"}.items()}
    file.write_text(template({"mailbox.address": "referee@example.org", "free_mb": 0, "pictures": False, **given}))
    (tmp_path / "data").mkdir()
    first, second = office.pbem("tick"), office.pbem("tick")
    (line,) = map(json.loads, first.stderr.splitlines())
    assert (line["level"], line["alarm"]) == ("error", "inbox login")
    assert second.stderr == ""
    assert "inbox: left alone until " in second.stdout
    assert (first.returncode, second.returncode) == (1, 1)
    assert "hunter2" not in first.stderr
    password.write_text(f"{PASSWORD}\n")
    later = office.pbem("--now", "2099-01-01T00:00+00:00", "tick")
    assert [json.loads(line)["message"] for line in later.stderr.splitlines()] == ["over: inbox login"]

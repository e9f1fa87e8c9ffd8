"""Logging in with an access token that a command prints (XOAUTH2), against a real Dovecot that asks who a token belongs to."""

import json
import sys
import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from urllib.parse import parse_qs, urlparse

import pytest

from pbem.mail.access import AccessToken
from pbem.mail.account import Account
from pbem.mail.inbox import LoginRefused
from pbem.mail.inbox.imap import ImapInbox

from .running import Dovecot, dovecot_in, free_port, work_folder

VALID: set[str] = set()


class _Provider(BaseHTTPRequestHandler):
    """Tells whose a token is, as a provider does."""

    def do_GET(self) -> None:
        given = parse_qs(urlparse(self.path).query).get("access_token", [""])[0]
        body = json.dumps({"username": "referee", "active": True} if given in VALID else {"error": "invalid_token"}).encode()
        self.send_response(200 if given in VALID else 401)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *_: object) -> None:
        """Not a word."""


@pytest.fixture(scope="module")
def token_dovecot(servers_can_run: None) -> Iterator[Dovecot]:
    """A server that takes no password for these logins, only tokens."""
    provider = ThreadingHTTPServer(("127.0.0.1", free_port()), _Provider)
    threading.Thread(target=provider.serve_forever, daemon=True).start()
    with work_folder() as folder:
        (folder / "oauth2.conf").write_text(
            f"tokeninfo_url = http://127.0.0.1:{provider.server_port}/?access_token=\nusername_attribute = username\n"
            "active_attribute = active\nactive_value = true\n"
        )
        settings = (
            "auth_mechanisms = plain xoauth2\n"
            f"passdb {{\n  driver = oauth2\n  mechanisms = xoauth2\n  args = {folder}/oauth2.conf\n}}\n"
        )
        with dovecot_in(folder, settings) as server:
            yield server
    provider.shutdown()
    provider.server_close()


@pytest.fixture
def command(tmp_path: Path) -> Iterator[tuple[str, Path, Path]]:
    """(a command that prints the token in a file and counts how often it ran, that file, the count)."""
    script, holder, count = tmp_path / "token.py", tmp_path / "token", tmp_path / "count"
    script.write_text(
        f"import pathlib\np = pathlib.Path({str(count)!r})\np.write_text(p.read_text() + 'x' if p.exists() else 'x')\n"
        f"print(pathlib.Path({str(holder)!r}).read_text())\n"
    )
    VALID.clear()
    yield f"{sys.executable} {script}", holder, count
    VALID.clear()


def account(server: Dovecot, command: str) -> Account:
    return Account("127.0.0.1", server.port, "referee", AccessToken(command), "none", timeout=10.0)


def test_a_token_opens_the_mailbox(token_dovecot: Dovecot, command: tuple[str, Path, Path]) -> None:
    line, holder, count = command
    holder.write_text("good-token-1")
    VALID.add("good-token-1")
    inbox = ImapInbox(account(token_dovecot, line))
    token_dovecot.deliver("referee", b"From: a@example.org\r\n\r\nPASS\r\n")
    assert len(list(inbox.fetch(set()))) == 1
    inbox.close()
    assert list(inbox.fetch(set())), "a second login"
    assert count.read_text() == "x", "with the token that was kept"
    inbox.close()


def test_a_token_that_ran_out_is_asked_for_once_more_and_no_oftener(
    token_dovecot: Dovecot, command: tuple[str, Path, Path]
) -> None:
    line, holder, count = command
    holder.write_text("good-token-1")
    VALID.add("good-token-1")
    inbox = ImapInbox(account(token_dovecot, line))
    list(inbox.fetch(set()))
    inbox.close()
    VALID.discard("good-token-1")
    VALID.add("good-token-2")
    holder.write_text("good-token-2")
    list(inbox.fetch(set()))
    inbox.close()
    assert count.read_text() == "xx"
    VALID.clear()
    with pytest.raises(LoginRefused):
        list(inbox.fetch(set()))
    assert count.read_text() == "xxx", "one refusal, one fresh token, then an alarm and no more logins"


def test_a_command_that_fails_is_told_without_what_it_printed(token_dovecot: Dovecot, tmp_path: Path) -> None:
    script = tmp_path / "fails.py"
    script.write_text("import sys\nprint('half-a-secret')\nsys.exit(3)\n")
    inbox = ImapInbox(account(token_dovecot, f"{sys.executable} {script}"))
    with pytest.raises(LoginRefused) as refusal:
        list(inbox.fetch(set()))
    assert "ended with 3" in str(refusal.value)
    assert "half-a-secret" not in str(refusal.value)

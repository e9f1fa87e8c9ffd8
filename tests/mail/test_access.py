"""The access token: asked for when it is wanted, kept for a while, never told."""

import sys
from pathlib import Path

import pytest
from aiosmtpd.smtp import SMTP, AuthResult

from pbem.mail.access import KEPT_SECONDS, AccessToken, NoToken
from pbem.mail.account import Account
from pbem.mail.outbox import Post
from pbem.mail.outbox.smtp import SmtpOutbox
from tests.mail.test_smtp import RAW, Script, serving


def printing(folder: Path, *tokens: str) -> str:
    """A command that prints one token after another, then the last for ever."""
    script, state = folder / "token.py", folder / "state"
    script.write_text(
        f"import pathlib\ns = pathlib.Path({str(state)!r})\nn = int(s.read_text()) if s.exists() else 0\n"
        f"s.write_text(str(n + 1))\nprint({tokens!r}[min(n, {len(tokens) - 1})])\n"
    )
    return f"{sys.executable} {script}"


def test_it_is_kept_and_asked_for_long_before_it_runs_out(tmp_path: Path) -> None:
    now = [0.0]
    token = AccessToken(printing(tmp_path, "one", "two", "three"), lambda: now[0])
    assert [token(), token()] == ["one", "one"]
    now[0] = KEPT_SECONDS
    assert token() == "two"
    token.forget()
    assert token() == "three"


@pytest.mark.parametrize(
    ("code", "words"),
    [
        ("import sys; print('secret'); sys.exit(4)", "ended with 4"),
        ("print('')", "is no token"),
        ("print('two words')", "is no token"),
        ("print('two\\nlines')", "is no token"),
        ("import sys; sys.stdout.buffer.write(b'\\xff\\xfe')", "is no token"),
    ],
)
def test_what_is_no_token_is_told_without_its_words(tmp_path: Path, code: str, words: str) -> None:
    (tmp_path / "bad.py").write_text(code)
    with pytest.raises(NoToken) as trouble:
        AccessToken(f"{sys.executable} {tmp_path}/bad.py")()
    assert words in str(trouble.value)
    assert "secret" not in str(trouble.value)


@pytest.mark.parametrize("command", ["", "/no/such/command"])
def test_a_command_that_is_none(command: str) -> None:
    with pytest.raises(NoToken, match="cannot be run"):
        AccessToken(command)()


class _Tokens(Script):
    """A server that takes the token "two"."""

    async def auth_XOAUTH2(self, server: SMTP, args: list[str]) -> AuthResult:  # noqa: N802
        import base64

        self.seen = [*getattr(self, "seen", []), base64.b64decode(args[1]).decode()]
        return AuthResult(success="Bearer two\x01" in self.seen[-1], handled=False)


def _account(port: int, command: str) -> Account:
    return Account("127.0.0.1", port, "referee", AccessToken(command), "none", timeout=5.0)


def test_letters_are_posted_with_a_token_and_a_stale_one_is_renewed_once(tmp_path: Path) -> None:
    script = _Tokens()
    with serving(script, auth_require_tls=False) as port:
        outbox = SmtpOutbox(_account(port, printing(tmp_path, "one", "two")), "referee@example.net")
        for number in ("1", "2"):
            assert [v.state for v in outbox.post([Post(number, "alice@example.org", RAW)])] == ["posted"]
            outbox.close()
    assert [text.split("\x01")[1] for text in script.seen] == ["auth=Bearer one", "auth=Bearer two", "auth=Bearer two"]


def test_a_refused_token_bars_the_outbox_and_does_not_spin(tmp_path: Path) -> None:
    script = _Tokens()
    with serving(script, auth_require_tls=False) as port:
        outbox = SmtpOutbox(_account(port, printing(tmp_path, "one", "three")), "referee@example.net")
        verdicts = outbox.post([Post(str(n), "alice@example.org", RAW) for n in range(3)])
        outbox.close()
    assert [(v.state, v.barred) for v in verdicts] == [("deferred", True)] * 3
    assert len(script.seen) == 2


def test_a_command_that_fails_bars_the_outbox(tmp_path: Path) -> None:
    with serving(_Tokens(), auth_require_tls=False) as port:
        outbox = SmtpOutbox(_account(port, "/no/such/command"), "referee@example.net")
        verdicts = outbox.post([Post("1", "a@example.org", RAW)])
        outbox.close()
    assert [(v.state, v.barred) for v in verdicts] == [("deferred", True)]
    assert "token_command" in verdicts[0].text

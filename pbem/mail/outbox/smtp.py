"""An outbox that is an SMTP server: one connection until it is closed, one verdict for each letter."""

import asyncio
import contextlib
import time
from collections.abc import Callable, Sequence

import aiosmtplib
from aiosmtplib import SMTP

from pbem.mail.access import NoToken
from pbem.mail.account import Account, tls_context
from pbem.mail.outbox import Far, Post, PostVerdict, State
from pbem.mail.sender import canonical_address

_CLOSING = 421
_FOR_GOOD = 500
_NO_CONNECTION = (aiosmtplib.SMTPConnectError, aiosmtplib.SMTPAuthenticationError, NoToken)
_QUIET_SECONDS = 5.0  # a link that was silent for so long is asked whether it lives before a letter depends on it
_DROPPED = (aiosmtplib.SMTPServerDisconnected, aiosmtplib.SMTPConnectError, aiosmtplib.SMTPTimeoutError, OSError)


class SmtpOutbox(Far):
    """Posts through one account. `sender`: envelope sender of posts that name none; `sign`: the last thing done to a letter;
    `hostname`: our name in EHLO.
    """

    def __init__(
        self, account: Account, sender: str, sign: Callable[[bytes], bytes] | None = None, hostname: str = "localhost"
    ) -> None:
        self._account = account
        self._sender = sender
        self._hostname = hostname
        self._sign = sign
        self._loop: asyncio.AbstractEventLoop | None = None
        self._client: SMTP | None = None
        self._line: asyncio.BaseTransport | None = None
        self._heard = 0.0
        self._lost_in_a_row = 0

    def post(self, posts: Sequence[Post]) -> list[PostVerdict]:
        """Send the letters in order, over the connection of the call before if it stands. Without one all are deferred.

        A link lost over one letter defers that letter and is recreated for the next, so that no letter blocks those
        behind it; when the next one loses it too, the rest is deferred.
        """
        if not posts:
            return []
        self._loop = self._loop or asyncio.new_event_loop()
        return self._loop.run_until_complete(self._post_all(posts))

    def close(self) -> None:
        """Take leave of the server, or just hang up when it no longer listens. What is posted later connects afresh."""
        loop, self._loop = self._loop, None
        self._lost_in_a_row = 0
        if loop is not None:
            try:
                loop.run_until_complete(self._leave())
            finally:
                loop.close()

    async def _post_all(self, posts: Sequence[Post]) -> list[PostVerdict]:
        verdicts: list[PostVerdict] = []
        for at, post in enumerate(posts):
            try:
                verdicts.append(await self._one(await self._connected(), post))
                self._lost_in_a_row = 0
            except (aiosmtplib.SMTPException, NoToken, OSError) as trouble:
                self._drop()
                self._lost_in_a_row += 1
                away = self._lost_in_a_row > 1 or isinstance(trouble, _NO_CONNECTION)
                verdicts.append(_put_off(post, trouble, away))
                if away:
                    return [*verdicts, *(_put_off(other, trouble, away) for other in posts[at + 1 :])]
        self._heard = time.monotonic()
        return verdicts

    async def _connected(self) -> SMTP:
        """The connection, made if there is none; one that has been silent for a while is not relied on unasked."""
        client = self._client
        if client is not None and time.monotonic() - self._heard > _QUIET_SECONDS and not await _lives(client):
            self._drop()
        if self._client is None:
            self._client = await self._connect()
        self._heard = time.monotonic()
        return self._client

    def _drop(self) -> None:
        """Hang up, and at once: TLS would first wait for the other end's leave, longer than the loop lives."""
        line, self._client, self._line = self._line, None, None
        if isinstance(line, asyncio.WriteTransport):
            line.abort()

    async def _leave(self) -> None:
        if self._client is not None:
            with contextlib.suppress(aiosmtplib.SMTPException, OSError):
                await self._client.execute_command(b"QUIT")
        self._drop()
        await asyncio.sleep(0)  # the transport closes with the next turn of the loop

    async def _connect(self) -> SMTP:
        account = self._account
        client = SMTP(
            hostname=account.host,
            port=account.port,
            local_hostname=self._hostname,
            timeout=account.timeout,
            use_tls=account.security == "tls",
            start_tls=account.security == "starttls",
            tls_context=tls_context(account) if account.security != "none" else None,
        )
        await client.connect()
        self._line = client.transport  # the client forgets it when it closes
        await _log_in(client, account)
        return client

    async def _one(self, client: SMTP, post: Post) -> PostVerdict:
        """The verdict on one letter; only a lost connection raises, and 421, with which the server ends it."""
        if canonical_address(post.to) != post.to.lower():
            return PostVerdict(post.ref, "refused", "not an address")
        try:
            raw = self._sign(post.raw) if self._sign else post.raw
            refused, words = await client.sendmail(post.sender or self._sender, [post.to], raw)
        except aiosmtplib.SMTPRecipientsRefused as refusal:
            if refusal.recipients[0].code == _CLOSING:
                raise
            return _verdict(post, refusal.recipients[0].code, refusal.recipients[0].message)
        except aiosmtplib.SMTPResponseException as refusal:
            if isinstance(refusal, _DROPPED) or refusal.code == _CLOSING:
                raise
            return _verdict(post, refusal.code, refusal.message)
        except ValueError as fault:
            return PostVerdict(post.ref, "refused", _words(str(fault)))
        if post.to in refused:
            return _verdict(post, refused[post.to].code, refused[post.to].message)
        return PostVerdict(post.ref, "posted", _words(words))


async def _log_in(client: SMTP, account: Account) -> None:
    if account.secret is None:
        return
    token = account.token
    if token is None:
        await client.login(account.user, account.secret())
        return
    try:
        await client.auth_xoauth2(account.user, token())
    except aiosmtplib.SMTPAuthenticationError:  # it may have just run out; once more with a new one, never in a loop
        token.forget()
        await client.auth_xoauth2(account.user, token())


async def _lives(client: SMTP) -> bool:
    with contextlib.suppress(aiosmtplib.SMTPException, OSError):
        await client.noop()
        return True
    return False


def _put_off(post: Post, trouble: Exception, away: bool) -> PostVerdict:
    """The verdict on a letter that no server took, for a trouble with the link."""
    refused = isinstance(trouble, aiosmtplib.SMTPAuthenticationError) and trouble.code >= _FOR_GOOD
    barred = refused or isinstance(trouble, NoToken)
    return PostVerdict(post.ref, "deferred", _words(f"{type(trouble).__name__}: {trouble}"), barred, away)


def _verdict(post: Post, code: int, words: str) -> PostVerdict:
    state: State = "refused" if 500 <= code <= 599 else "deferred"
    return PostVerdict(post.ref, state, _words(f"{code} {words}"))


def _words(text: str) -> str:
    """A server's words, on one line and of bounded length."""
    return "".join(character if character.isprintable() else " " for character in text)[:300].strip()

"""An outbox that is an SMTP server: one connection for all letters of a call, one verdict for each."""

import asyncio
import contextlib
from collections.abc import AsyncIterator, Callable, Sequence

import aiosmtplib
from aiosmtplib import SMTP

from pbem.mail.access import NoToken
from pbem.mail.account import Account, tls_context
from pbem.mail.outbox import Post, State, Verdict
from pbem.mail.sender import canonical_address

_CLOSING = 421
_FOR_GOOD = 500
_NO_CONNECTION = (aiosmtplib.SMTPConnectError, aiosmtplib.SMTPAuthenticationError, NoToken)
_DROPPED = (aiosmtplib.SMTPServerDisconnected, aiosmtplib.SMTPConnectError, aiosmtplib.SMTPTimeoutError, OSError)


class SmtpOutbox:
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

    def post(self, posts: Sequence[Post]) -> list[Verdict]:
        """Send the letters in order. Without a connection all that is left is deferred.

        A link lost over one letter defers that letter and is made anew for the next, so that no letter blocks those
        behind it; when the next one loses it too, the rest is deferred.
        """
        return asyncio.run(self._post_all(posts)) if posts else []

    async def _post_all(self, posts: Sequence[Post]) -> list[Verdict]:
        verdicts: list[Verdict] = []
        lost_in_a_row = 0
        while len(verdicts) < len(posts):
            before = len(verdicts)
            try:
                async with self._connected() as client:
                    for post in posts[before:]:
                        verdicts.append(await self._one(client, post))
            except (aiosmtplib.SMTPException, NoToken, OSError) as trouble:
                words = _words(f"{type(trouble).__name__}: {trouble}")
                barred = isinstance(trouble, NoToken) or (
                    isinstance(trouble, aiosmtplib.SMTPAuthenticationError) and trouble.code >= _FOR_GOOD
                )
                verdicts.append(Verdict(posts[len(verdicts)].ref, "deferred", words, barred))
                lost_in_a_row = 1 if len(verdicts) > before + 1 else lost_in_a_row + 1
                if lost_in_a_row > 1 or isinstance(trouble, _NO_CONNECTION):
                    verdicts += [Verdict(post.ref, "deferred", words, barred) for post in posts[len(verdicts) :]]
        return verdicts

    @contextlib.asynccontextmanager
    async def _connected(self) -> AsyncIterator[SMTP]:
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
        try:
            await _log_in(client, account)
            yield client
            with contextlib.suppress(aiosmtplib.SMTPException, OSError):
                await client.quit()
        finally:
            client.close()

    async def _one(self, client: SMTP, post: Post) -> Verdict:
        """The verdict on one letter; only a lost connection raises, and 421, with which the server ends it."""
        if canonical_address(post.to) != post.to.lower():
            return Verdict(post.ref, "refused", "not an address")
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
            return Verdict(post.ref, "refused", _words(str(fault)))
        if post.to in refused:
            return _verdict(post, refused[post.to].code, refused[post.to].message)
        return Verdict(post.ref, "posted", _words(words))


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


def _verdict(post: Post, code: int, words: str) -> Verdict:
    state: State = "refused" if 500 <= code <= 599 else "deferred"
    return Verdict(post.ref, state, _words(f"{code} {words}"))


def _words(text: str) -> str:
    """A server's words, on one line and of bounded length."""
    return "".join(character if character.isprintable() else " " for character in text)[:300].strip()

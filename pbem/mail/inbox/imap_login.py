"""The way into an IMAP server: the line secured, the password or the token shown, a refusal told from trouble."""

import contextlib
import imaplib

from imapclient import IMAPClient
from imapclient.exceptions import LoginError

from pbem.mail.access import NoToken
from pbem.mail.account import Account, tls_context
from pbem.mail.inbox import LoginRefused

_FOR_A_MOMENT = ("[UNAVAILABLE]", "[INUSE]", "[LIMIT]", "[SERVERBUG]")  # a login refused with these says nothing of the password


def connected(account: Account) -> IMAPClient:
    """A connection that is logged in. LoginRefused; anything else is trouble of the line or the server."""
    tls = tls_context(account) if account.security != "none" else None
    client = IMAPClient(
        account.host,
        account.port,
        use_uid=True,
        ssl=account.security == "tls",
        ssl_context=tls,
        timeout=account.timeout,
    )
    client.normalise_times = False
    try:
        if account.security == "starttls":
            client.starttls(tls)
        _let_in(client, account)
    except BaseException:
        with contextlib.suppress(OSError):  # a failed TLS handshake has closed the socket already
            client.shutdown()
        raise
    return client


def _let_in(client: IMAPClient, account: Account) -> None:
    try:
        _log_in(client, account)
    except LoginError as refusal:
        words = str(refusal)
        if isinstance(refusal.__context__, imaplib.IMAP4.abort) or any(code in words.upper() for code in _FOR_A_MOMENT):
            raise
        said = words.removeprefix("b'").removesuffix("'") if words.startswith("b'") else words  # imapclient prints the bytes
        raise LoginRefused(f"{account.host} refuses {account.user}: {said}") from None
    except NoToken as trouble:
        raise LoginRefused(str(trouble)) from None


def _log_in(client: IMAPClient, account: Account) -> None:
    if account.secret is None:
        return
    token = account.token
    if token is None:
        client.login(account.user, account.secret())
        return
    try:
        client.oauth2_login(account.user, token())
    except LoginError:  # the token may have just run out; once more with a new one, never in a loop: that locks accounts
        token.forget()
        client.oauth2_login(account.user, token())

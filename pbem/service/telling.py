"""The host is told what keeps mail from being taken or posted: a short notice, once a day for each kind of trouble. And what the
words of mail servers mean for the alert book."""

import contextlib
import logging
from collections.abc import Callable, Sequence

from pbem.kernel.i18n import phrase
from pbem.mail.inbox import InboxError, LoginRefused, MailboxMissing
from pbem.mail.outbox import Outbox, Post, PostVerdict
from pbem.mail.outbox.courier import Courier
from pbem.service.alerts import AlertBook, notice
from pbem.service.config.settings import Config
from pbem.service.directory import mailbox
from pbem.service.metrics import Tally

Hiring = Callable[[], "contextlib.closing[Courier]"]
log = logging.getLogger("pbem.service.daemon")
LOOK_CLOSER = phrase("`pbem doctor` looks closer.")


def tell_host(config: Config, watch: AlertBook, hire: Hiring, closer: str = LOOK_CLOSER) -> None:
    """Tell whoever stands under [host] what they have not been told of within a day. hire: a courier, when there is something;
    closer: a phrase that says what looks closer."""
    host, kinds = config.settings.host.address, watch.untold()
    if not host or not kinds or watch.barred("outbox"):
        return
    alarms = {kind: watch.pulse.alarms[kind] for kind in kinds}
    raw = notice(mailbox(config), host, alarms, watch.pulse.at, closer)
    with hire() as courier:
        courier.give(Post("notice", host, raw))
        watch.told(kinds, courier.back(wait=True)[0].state == "posted")


def heeding(outbox: Outbox, watch: AlertBook, tally: Tally) -> "contextlib.closing[Courier]":
    """A courier whose every verdict is counted, and whose refused login is heeded."""

    def heed(verdicts: Sequence[PostVerdict]) -> None:
        for verdict in verdicts:
            tally.posted(verdict.state)
        heed_login(watch, verdicts)

    return contextlib.closing(Courier(outbox, heed))


def heed_login(watch: AlertBook, verdicts: Sequence[PostVerdict]) -> None:
    """Was the login refused, or taken?"""
    barred = [verdict for verdict in verdicts if verdict.barred]
    if barred and not watch.barred("outbox"):
        watch.refused("outbox", barred[0].text)
    elif any(verdict.state == "posted" for verdict in verdicts):
        watch.welcome("outbox")


def heed_inbox(watch: AlertBook, trouble: InboxError) -> None:
    """The inbox did not answer as it should."""
    if isinstance(trouble, LoginRefused):
        watch.refused("inbox", str(trouble))
    elif isinstance(trouble, MailboxMissing):
        watch.alarm("mailbox", phrase("inbox: {trouble}"), trouble=trouble)
    else:
        log.warning("inbox: %s", trouble)

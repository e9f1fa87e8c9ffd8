"""The cause that a seat's letter makes: what its handler reads of it, with every token of its writer blotted out."""

from pbem.campaign.records import Cause
from pbem.kernel.values import replace
from pbem.mail.compose import Named, parse_message_id, tapped
from pbem.mail.letter import REFUSALS, Cover, Letter, Unreadable, left_out
from pbem.mail.reading import known_by, read_beside
from pbem.mail.sender import token, without_tokens
from pbem.service.open_campaign import Campaign
from pbem.service.press import Press


def cause_of(press: Press, campaign: Campaign, mail: Letter | Unreadable, bare: Cause) -> Cause:
    """The cause of a letter. press: knows our own letters, which it answers and quotes; bare: its spool id, its seat, from when on
    it counts; the rest is found here."""
    mail = read_beside(mail, press.sent.answered_by(campaign, bare.seat, mail))
    answers, gone = _answered(press, campaign, mail, bare.seat)
    outside = replace(bare, sha256=mail.sha256, message_id=mail.message_id, answers=answers, gone=gone)
    return _letter(press, campaign, mail, outside) if isinstance(mail, Letter) else _refused(mail, outside)


def _letter(press: Press, campaign: Campaign, mail: Letter, outside: Cause) -> Cause:
    tokens = _tokens(press.key, campaign, outside.seat)
    lines, beside = without_tokens(mail.lines, tokens), without_tokens(mail.beside, tokens)
    if campaign.state.admin.seats[outside.seat].role == "host":
        lines = (*lines, *mail.enclosed)  # a patch of the module
    return replace(
        outside, kind="letter", lines=lines, left_out=left_out(mail), form=mail.form, beside=beside, own=press.mailbox.address
    )


def _refused(mail: Unreadable, outside: Cause) -> Cause:
    text = (known_by(mail.contents),) if mail.contents else ()
    return replace(outside, kind="refused", words=(REFUSALS.get(mail.reason, mail.reason), *text))


def _tokens(key: bytes, campaign: Campaign, name: str) -> tuple[str, ...]:
    """Every reply token that a seat has had."""
    seat = campaign.state.admin.seats[name]
    held = (seat.address, *(address for address, _ in seat.earlier))
    return tuple(token(key, campaign.id, name, a, g) for a in held for g in range(1, seat.generation + 1))


def _answered(press: Press, campaign: Campaign, mail: Cover, seat: str) -> tuple[str, str]:
    """The number of our newest letter that this one replies to, if it is this seat's; the second when another letter than
    the one that it means lies here under that number."""
    found = (parse_message_id(press.key, text) for text in mail.answers)
    named = next((n for n in filter(None, found) if (n.campaign, n.seat) == (campaign.id, seat)), None)
    link = tapped(mail.subject)
    if named is None and link.number.rpartition("-")[0] == campaign.state.admin.seats[seat].prefix:
        named = Named(campaign.id, seat, *link)
    if named is None:
        return "", ""
    return (named.number, "") if press.is_kept(campaign, named) else ("", named.number)

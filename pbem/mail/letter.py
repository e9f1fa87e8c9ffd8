"""What a mail turns into: a Letter with lines to read, a Machine's mail to file in silence, or an Unreadable one."""

from typing import TypedDict

from pbem.kernel.i18n import counted, phrase, say
from pbem.kernel.numbered_lines import NumberedLine
from pbem.kernel.values import Value

REFUSALS = {
    "broken": phrase("Its parts cannot be told apart."),
    "header too big": phrase("Its header is too long to be a letter's."),
    "too big": phrase("It is too big: at most 1 MiB and 20,000 lines."),
    "encrypted": phrase("It is encrypted, or signed in a form that hides its text: send plain text, openly signed if you like."),
    "split": phrase("It comes in pieces (message/partial): have your mail program send it whole."),
    "elsewhere": phrase("It points to a text that lies elsewhere (message/external-body): write it in the letter."),
    "uuencoded": phrase("It is uuencoded, or in yEnc or BinHex: send plain text."),
    "transfer encoding": phrase("It is encoded for its way in a manner that mail does not have: send plain text."),
    "winmail.dat": phrase("All there is in it is a winmail.dat (TNEF): have Outlook send plain text or HTML."),
    "packed": phrase("What is in it is packed (zip and the like), and nothing is unpacked here: send plain text."),
    "too much HTML": phrase("It is in HTML alone, and there is too much of it: send plain text."),
    "no text": phrase("There is no plain text in it: write orders in the letter itself."),
    "fence not closed": phrase("BEGIN ORDERS stands there without END ORDERS: part of it may be lost."),
    "two fences": phrase("Two order blocks, or two forms that were filled in, stand in it and they differ: send one of them."),
    "text and html differ": phrase("The order block in its plain text differs from the one in its HTML."),
    "cut off": phrase("It is cut off before its end."),
}
"""Every reason of an Unreadable, with what to tell its writer."""


class LeftOut(Value):
    """How many lines that are not blank were left out, by cause."""

    quoted: int = 0
    signature: int = 0
    outside_fence: int = 0


class Cover(Value):
    """What stands on the outside of a mail: enough to know the sender and to answer in his thread.

    sha256      hex digest of the raw bytes
    sender      canonical address of the one From mailbox, "" when the field fails the strict rule
    subject     decoded, one line, for show only
    recipients  lower-case addresses the mail says it was sent or delivered to
    token       16 lower-case base32 characters from the fence or a plus address, "" when there is none
    campaign    tag from the fence, a plus address or the subject, "" when unknown: a hint, never a proof
    answers     Message-IDs this mail answers: In-Reply-To first, then References, newest first
    message_id  as written, or one made from sha256 when it is missing
    """

    sha256: str
    sender: str = ""
    subject: str = ""
    recipients: tuple[str, ...] = ()
    token: str = ""
    campaign: str = ""
    answers: tuple[str, ...] = ()
    message_id: str = ""


class CoverFields(TypedDict):
    """A cover's fields by name, to make of them a mail that has the same."""

    sha256: str
    sender: str
    subject: str
    recipients: tuple[str, ...]
    token: str
    campaign: str
    answers: tuple[str, ...]
    message_id: str


def fields_of(cover: Cover) -> CoverFields:
    """What stands on the outside of a mail, for another class of mail."""
    return {
        "sha256": cover.sha256, "sender": cover.sender, "subject": cover.subject, "recipients": cover.recipients,
        "token": cover.token, "campaign": cover.campaign, "answers": cover.answers, "message_id": cover.message_id,
    }  # fmt: skip


class Contents(Value):
    """The texts of a mail, lines with their numbers, before it is told what of them its writer wrote.

    lines: the text to read; page: it was made of HTML; attached, pages: text files, and pages beside the text; notes: what was odd;
    others: what is said of parts that are not read; wrappings: names of those that are never opened; whole: no part is cut off;
    enclosed: the lines of a TOML file.
    """

    lines: tuple[NumberedLine, ...] = ()
    page: bool = False
    attached: tuple[tuple[NumberedLine, ...], ...] = ()
    pages: tuple[tuple[NumberedLine, ...], ...] = ()
    notes: tuple[str, ...] = ()
    others: tuple[str, ...] = ()
    wrappings: tuple[str, ...] = ()
    whole: bool = True
    enclosed: tuple[NumberedLine, ...] = ()


class Letter(Cover):
    """A person's mail: `lines` are (line number in the text, text), to be read as orders.

    form: the part of play that the order form they stand in is for, in small letters; beside: what its writer wrote beside a form
    that was filled in within the quoted report, orders perhaps; enclosed: the lines of a TOML file that came with it, which a
    host may send; contents: what all of it was made of, to be read again beside the letters that it answers.
    """

    lines: tuple[NumberedLine, ...] = ()
    left_out: LeftOut = LeftOut()
    notes: tuple[str, ...] = ()
    fenced: bool = False
    form: str = ""
    beside: tuple[NumberedLine, ...] = ()
    enclosed: tuple[NumberedLine, ...] = ()
    contents: Contents | None = None


class Machine(Cover):
    """A machine's mail: filed, never answered. `about`: the Message-IDs a bounce names; `status`: its code "5.1.1"."""

    reason: str = ""
    about: tuple[str, ...] = ()
    status: str = ""


class Unreadable(Cover):
    """A mail refused by name; the reason goes only to a sender who proves himself by the cover. contents: as a Letter's, if it was
    refused for what its order blocks say."""

    reason: str = ""
    contents: Contents | None = None


def left_out(mail: Letter) -> tuple[str, ...]:
    """What was not read as orders, in words for the receipt."""
    quoted, signature, outside = mail.left_out.quoted, mail.left_out.signature, mail.left_out.outside_fence
    said = (
        counted(quoted, "{number} quoted line", "{number} quoted lines") if quoted else "",
        counted(signature, "{number} line of signature", "{number} lines of signature") if signature else "",
        counted(outside, "{number} line outside the order block", "{number} lines outside the order block") if outside else "",
    )
    return (*filter(None, said), *map(say, mail.notes))

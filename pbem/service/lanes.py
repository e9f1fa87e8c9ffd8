"""Lanes of a league: letters of one are handled one after the other, those of several at a time, by whoever claims them.

A letter's lane is the campaign that its address names. That is found in its bytes by one expression, not by reading it: who takes
letters in must not be hurt by one. What is wrong here costs order with other letters at the most: whose a letter is, is found out
when it is handled, and that campaign is claimed too.
"""

import re

from pbem.service.errands import HOST, unpacked
from pbem.store.codec import CodecError
from pbem.store.ports import ArrivedMail

_HEADER = 64 << 10  # bytes in which the address is looked for
_ADDRESSED = re.compile(rb"(?im)^(?:delivered-to|x-original-to|x-delivered-to|envelope-to|to|cc):[^\r\n]*?\+"
                        rb"([a-z0-9][a-z0-9_-]{0,39})-[a-z2-7]{16}@")  # fmt: skip


def lane_of(mail: ArrivedMail) -> str:
    """The campaign that a letter or an errand names; "" when it names none."""
    if mail.transport.startswith(HOST):
        try:
            return unpacked(mail.raw).campaign
        except CodecError:
            return ""
    found = _ADDRESSED.search(mail.raw[:_HEADER])
    return found[1].decode("ascii").lower() if found else ""

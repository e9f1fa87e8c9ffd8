"""APPEAL: appeal to the host."""

from pbem.campaign.admin_events import (
    AppealMade,
)
from pbem.campaign.hosting import Appeal
from pbem.campaign.state import Seat
from pbem.documents.document import theirs
from pbem.handlers.telling import hosts_eyes, is_blind
from pbem.handlers.unit_of_work import UnitOfWork
from pbem.handlers.word import Word
from pbem.kernel.i18n import counted, phrase, say
from pbem.letters.host import host_letter
from pbem.orders.tree import Act, Verb


def _appeal(work: UnitOfWork, seat: Seat, act: Act) -> list[str]:
    admin, number = work.state.admin, len(work.state.admin.hosting.appeals) + 1
    line, words = act.number("LINE"), [text for text in (act.text(),) if text]
    if is_blind(work):
        against = any(side != seat.side for side in hosts_eyes(work).led)
        ways = (
            say("MESSAGE host would reach the enemy's commander; MESSAGE enemy asks openly how both want to read the rule")
            if against
            else say("MESSAGE host writes to the host, who plays on your own side")
        )
        return [say("no appeal made: the host commands a side himself, and would read it; {ways}", ways=ways)]
    if line is not None:
        ran, ends = admin.ran.get(seat.id, ()), admin.ends.get(seat.id, ())
        if not 1 <= line <= len(ends):
            return [
                say("no appeal made: your last orders have {lines}", lines=counted(len(ends), "{number} line", "{number} lines"))
            ]
        words = [say("line {line}: {ran}: {ends}", line=line, ran=ran[line - 1], ends=ends[line - 1]), *words]
    appeal = Appeal(number, seat.id, work.phase, tuple(words))
    work.put(AppealMade(appeal))
    listed = theirs(appeal.words, "  ")
    said = (
        say("{seat} appeals in {when}:", seat=work.called(seat), when=appeal.when),
        *listed,
        say("ANSWER APPEAL {number} <words> answers it.", number=number),
    )
    for host in work.hosts:
        work.send(host_letter(work.desk(host), say("appeal {number} of {seat}", number=number, seat=work.called(seat)), said))
    return [say("your appeal is with the host")]  # its number counts the other side's


WORD = Word(
    Verb("appeal", ("appeal line LINE [TEXT]", "appeal TEXT"), "letter", phrase("appeal to the host"), ("does", "arranges")),
    phrase(
        "APPEAL puts a question of the rules to the host: about a line of your last orders, or in your own words. Nobody\n"
        "else reads it; where the host also commands a side, none is made. What is ruled for both is a RULING,\n"
        "and binds; RULINGS lists them.\n\n"
        "    APPEAL LINE 3 the bridge is whole\n    APPEAL May a half company claim a hex?"
    ),
    acts={"arrangements": _appeal},
)

"""ANSWER APPEAL: only who appealed reads it."""

from pbem.campaign.admin_events import AppealMade
from pbem.documents.document import theirs
from pbem.handlers.host.word import ANY, HostWord, SaidWord
from pbem.handlers.telling import hosts_eyes
from pbem.handlers.unit_of_work import UnitOfWork
from pbem.kernel.i18n import phrase, say
from pbem.kernel.values import replace
from pbem.letters.short_letters import notice
from pbem.orders.tree import Verb


def _open_appeal(work: UnitOfWork, asked: SaidWord) -> str:
    number = asked.act.number("N")
    eyes, admin = hosts_eyes(work), work.state.admin
    known = any(a.number == number and eyes.sees_seat(admin, a.seat) for a in admin.hosting.appeals)
    return "" if known else say("there is no appeal {number}", number=number)


def _answer(work: UnitOfWork, asked: SaidWord) -> tuple[str, ...]:
    number, text = asked.act.number("N"), asked.text("TEXT")
    appeal = next(a for a in work.state.admin.hosting.appeals if a.number == number)
    work.put(AppealMade(replace(appeal, answer=text)))
    lines = (
        *(line for words in appeal.words[:1] for line in (say("You appealed in {when}:", when=appeal.when), *theirs((words,)))),
        say("The host answers:"),
        *theirs((text,)),
    )
    desk = work.desk(work.state.admin.seats[appeal.seat])
    work.send(notice(desk, say("APPEAL"), say("your appeal · answer"), lines))
    return (
        say("appeal {number} is answered; {seat} is told", number=number, seat=work.called(work.state.admin.seats[appeal.seat])),
    )


WORD = HostWord(
    Verb("answer appeal", ("answer appeal N TEXT",), "letter", phrase("answer an appeal")),
    phrase(
        "ANSWER APPEAL answers an appeal by its number. Only who appealed reads it: what both must know is a RULE.\n"
        "\n"
        "    ANSWER APPEAL 1 the line stands, see {further_example}"
    ),
    130,
    refuse=_open_appeal,
    do=_answer,
    stages=ANY,
)

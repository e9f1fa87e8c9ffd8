"""A provider's limit: no more letters within an hour than the host allows; the rest waits and goes out later."""

from datetime import timedelta
from pathlib import Path

from pbem.kernel.values import replace
from pbem.service.fair_posting import PostingFace, QueuedLetter, in_turn
from pbem.service.pending_post import Due
from pbem.service.referee import Referee
from pbem.store.folder.letters import LetterFile
from tests.acceptance.table import START, Table


def test_no_more_letters_go_out_within_an_hour_than_allowed_and_none_is_lost(tmp_path: Path) -> None:
    table = Table(tmp_path)
    table.begin()
    before = sum(map(len, table.postman.bags.values()))
    table.at += timedelta(hours=2)
    table.referee.outgoing.most = 3
    first = table.mail("allied")[-1]
    for number in range(6):
        table.deliver(table.letter("allied", f"STATUS\nMAP 12.{number + 10}\n", first))
    table.run()
    assert sum(map(len, table.postman.bags.values())) == before + 3
    table.wait(minutes=40)
    assert sum(map(len, table.postman.bags.values())) == before + 3
    _again(table)
    table.run()
    assert sum(map(len, table.postman.bags.values())) == before + 3, "a restart forgets nothing"
    table.wait(minutes=30)
    assert sum(map(len, table.postman.bags.values())) == before + 6
    table.close()


def _again(table: Table) -> None:
    """The referee dies and is started afresh, with the limit in its configuration."""
    table.close()
    outbox = table.config.settings.outbox.model_copy(update={"letters_an_hour": 3})
    table.config = replace(table.config, settings=table.config.settings.model_copy(update={"outbox": outbox}))
    table.referee = Referee(table.config)
    table.referee.__enter__()


def test_one_seats_questions_do_not_keep_the_others_reports_away(tmp_path: Path) -> None:
    """A flood of STATUS kept the enemy's report away for ten hours. Reports go before answers, and seats have their turn."""
    table = Table(tmp_path)
    table.begin()
    table.at += timedelta(hours=2)
    table.run()
    table.referee.outgoing.most = 8
    first = table.mail("allied")[-1]
    for number in range(60):
        table.deliver(table.letter("allied", f"STATUS\n# {number}", first))
        table.run()
    before = {seat: len(table.mail(seat)) for seat in table.address}
    table.deliver(table.letter("german", "STATUS", table.mail("german")[-1]))
    table.deliver(table.letter("allied", "END IMPULSE ANYWAY", first))
    table.run()
    told = {seat: [mail.subject for mail in table.mail(seat)[number:]] for seat, number in before.items()}
    assert any("your impulse" in subject or "T1.2" in subject for subject in told["german"]), told
    table.wait(minutes=59)
    answers = [mail for mail in table.mail("german")[before["german"] :] if mail.fields["auto-submitted"] == "auto-replied"]
    assert answers, "a seat that was posted little is next"
    waiting = [due.seat for due in table.referee.outgoing.waiting(table.campaign)]
    assert waiting and set(waiting) == {"allied"}, "the rest waits, and is the questioner's own"
    table.wait(hours=12)
    for _ in range(12):
        table.wait(hours=1)
    assert list(table.referee.outgoing.waiting(table.campaign)) == [], "none is lost"
    table.close()


def test_letters_go_by_kind_then_in_turn_then_by_age(tmp_path: Path) -> None:
    """Written out: who was posted less within the hour comes first, then the older letter."""
    at = START.replace(hour=10)

    def due(seat: str, number: int, answer: bool) -> QueuedLetter:
        return QueuedLetter(
            Due("test", seat, f"{seat}-{number}", LetterFile(tmp_path)), PostingFace(answer, at + timedelta(minutes=number))
        )

    letters = [due("A", 1, True), due("A", 2, True), due("A", 3, False), due("G", 4, True), due("G", 5, False), due("A", 6, False)]
    none = [one.key for one, _ in in_turn(letters, lambda *_: 0)]
    assert none == ["A-3", "G-5", "A-6", "A-1", "G-4", "A-2"]
    much = [one.key for one, _ in in_turn(letters, lambda _, seat: 5 if seat == "A" else 0)]
    assert much == ["G-5", "A-3", "A-6", "G-4", "A-1", "A-2"]

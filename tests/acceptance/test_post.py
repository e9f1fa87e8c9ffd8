"""The post: every letter once, whatever the bundle, and the ten-thousandth found as quickly as the first."""

from pathlib import Path

from pbem.mail.outbox import Post, PostVerdict
from tests.acceptance.table import ADDRESS, Postman, Table


class Refusing(Postman):
    """A carrier that refuses one address for good."""

    def post(self, posts: object) -> list[PostVerdict]:
        """Take what goes elsewhere."""
        taken = super().post(posts)
        refused = [isinstance(p, Post) and p.to == ADDRESS["german"] for p in posts]  # type: ignore[attr-defined]
        return [PostVerdict(v.ref, "refused", "550") if no else v for v, no in zip(taken, refused, strict=True)]


def test_letters_that_waited_go_out_in_bundles_each_once(tmp_path: Path) -> None:
    table = Table(tmp_path)
    table.begin()
    before = len(table.mail("allied"))
    for number in range(45):
        table.deliver(table.letter("allied", f"STATUS\n# {number}\n"))
    table.referee.work(table.at)
    table.run()
    table.run()
    numbers = [mail.message_id.split(".")[2] for mail in table.mail("allied")[before:]]
    assert len(numbers) == len(set(numbers)) == 45
    table.close()


def test_what_was_posted_is_not_posted_again_after_a_new_start(tmp_path: Path) -> None:
    table = Table(tmp_path)
    table.begin()
    table.write("allied", "RESEND A-1\n")
    table.write("allied", "RESEND A-2\n")
    count = len(table.mail("allied"))
    table.close()
    again = Table(tmp_path, postman=table.postman)
    again.run()
    assert len(again.mail("allied")) == count
    again.close()


def test_a_letter_asked_for_once_more_goes_out_once_more_and_no_more(tmp_path: Path) -> None:
    table = Table(tmp_path)
    table.begin()
    for _ in range(3):
        table.write("allied", "RESEND A-1\n")
    table.run()
    ids = [mail.message_id for mail in table.mail("allied")]
    assert ids.count(ids[0]) == 4
    table.close()


def test_a_letter_that_is_refused_for_good_is_not_tried_again_nor_is_its_repeat(tmp_path: Path) -> None:
    table = Table(tmp_path)
    table.begin()
    raw = table.letter("german", "RESEND G-1\nSTATUS\n")
    table.postman = Refusing()
    table.deliver(raw)
    table.run()
    tried = len(table.postman.bags[ADDRESS["german"]])
    assert tried == 2  # the answer, and G-1 once more
    table.run()
    assert len(table.postman.bags[ADDRESS["german"]]) == tried
    table.close()

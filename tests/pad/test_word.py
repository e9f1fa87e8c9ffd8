"""PAD ON, ONCE, OFF: a pad comes when it is asked for, with what asks for orders, and to nobody else."""

import re
from collections.abc import Iterator
from pathlib import Path
from typing import cast

import pytest
from click.testing import CliRunner

from pbem.cli import main
from pbem.letters.pad import parts, words
from pbem.rulesets import RULESETS
from pbem.rulesets.form import Ruleset
from tests.acceptance.table import TEAMS, Mail, Table, begun, plain
from tests.acceptance.test_pictures import parts as named_parts
from tests.letter_words import WORDS
from tests.rulesets.race import RULESET as RACE

PAD = re.compile(r"pad-test-A-\d+\.html")


@pytest.fixture
def table(tmp_path: Path) -> Iterator[Table]:
    """The training campaign in its first impulse."""
    with begun(tmp_path) as table:
        yield table


def pads(mail: Mail) -> list[str]:
    """The names of the pads that come with a letter."""
    return [name for name in named_parts(mail) if name.startswith("pad-")]


def test_it_is_never_sent_unasked_and_the_welcome_offers_it_in_a_line(table: Table) -> None:
    mails = [*table.mail("allied"), *table.mail("german")]
    assert not any(pads(mail) for mail in mails)
    welcome = next(mail for mail in mails if "WELCOME" in mail.text)
    assert plain(welcome).count("PAD ONCE sends your map as a page") == 1


def test_once_brings_one_now_and_no_other(table: Table) -> None:
    answer = table.write("allied", "PAD ONCE")
    assert "comes with a report of its own" in plain(answer) and not pads(answer)
    report = table.mail("allied")[-1]
    assert [PAD.fullmatch(name) is not None for name in pads(report)] == [True] and "BEGIN ORDERS test T1.1" in report.text
    table.write("allied", "REPORT")
    assert not pads(table.mail("allied")[-1])


def test_on_brings_one_with_each_report_that_asks_for_orders_until_off(table: Table) -> None:
    assert "with each report that asks for orders" in plain(table.write("allied", "PAD ON"))
    table.write("allied", "END IMPULSE")
    table.write("german", "END IMPULSE")
    reports = [mail for mail in table.mail("allied") if "picture.json" in named_parts(mail)]
    assert [len(pads(mail)) for mail in reports] == [0, 0, 0, 1]  # welcome, first report, the enemy's impulse, the own
    assert "enemy impulse" in reports[2].subject and "your impulse" in reports[3].subject
    assert not any(pads(mail) for mail in table.mail("german"))
    table.write("allied", "PAD OFF")
    table.write("allied", "REPORT")
    assert not pads(table.mail("allied")[-1])


@pytest.mark.parametrize(("wish", "why"), [("FORMAT TEXT", "FORMAT HTML first"), ("ATTACHMENTS OFF", "ATTACHMENTS ON first")])
def test_who_wants_no_page_gets_no_pad_and_is_told_why(table: Table, wish: str, why: str) -> None:
    seen = len(table.postman.bags["al@allied.example"])
    table.deliver(table.letter("allied", wish))
    table.deliver(table.letter("allied", "PAD ON\nPAD ONCE\nREPORT"))
    table.run()
    raws = table.postman.bags["al@allied.example"][seen:]
    assert len(raws) == 3 and not any(b"pad-test" in raw for raw in raws)
    assert why.encode() in b" ".join(raws[1].replace(b"=\r\n", b"").split())


def test_a_check_brings_none(table: Table) -> None:
    table.write("allied", "CHECK\nPAD ONCE")
    assert not any(pads(mail) for mail in table.mail("allied"))


def test_the_token_stands_in_the_pad_and_never_in_the_picture(table: Table) -> None:
    table.write("allied", "PAD ONCE")
    found = named_parts(table.mail("allied")[-1])
    token = table.token("allied").encode()
    name = next(name for name in found if PAD.fullmatch(name))
    assert token in found[name].get_payload(decode=True)
    assert token not in found["picture.json"].get_payload(decode=True)
    assert "al@" not in name and str(found[name]["Content-Type"]).startswith("text/html; charset=")


def test_the_next_holder_of_a_seat_gets_none(tmp_path: Path) -> None:
    """And each seat of a team has its own wish."""
    table = Table(tmp_path, seats=TEAMS)
    table.begin()
    table.write("allied.504", "PAD ONCE")
    assert pads(table.mail("allied.504")[-1]) and not any(pads(mail) for mail in table.mail("allied"))
    table.close()


def test_a_ruleset_without_pads_still_gives_its_verbs() -> None:
    given = {word.verb.name: word.manner for word in words(WORDS, cast(Ruleset, RACE))}
    assert RACE.pads is None and given.keys() >= RACE.actions.WORDS.keys()
    assert {word.verb.name for word in words(WORDS, RULESETS["tocs"]) if word.manner.walks} == {"move"}
    assert parts().script.startswith("(() => {")


def test_the_shell_writes_empty_pads(tmp_path: Path) -> None:
    done = CliRunner().invoke(main, ["pad", str(tmp_path / "club")], catch_exceptions=False)
    shipped = (
        "arracourt-bezange",
        "ford-wire",
        "groesbeek-drop",
        "heumen-bridge",
        "omg-nijmegen",
        "omg-nijmegen-long",
        "tcs-arracourt",
        "tcs-training",
        "westkapelle",
    )
    written = "".join(f"{tmp_path}/club/pad-{name}.html written\n" for name in shipped)
    assert done.exit_code == 0 and done.output == written
    text = (tmp_path / "club" / "pad-heumen-bridge.html").read_text(encoding="utf-8")
    assert 'id="picture">null</script>' in text and '"reply":{"to":"","subject":""' in text
    again = CliRunner().invoke(main, ["pad", str(tmp_path / "club"), "nowhere"])
    assert again.exit_code == 2 and "no module 'nowhere'" in again.output

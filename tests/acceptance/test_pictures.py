"""Maps in letters: shown in the page, the same bytes whenever painted, awaited by nobody; and their twin for programs."""

import io
import json
import re
import subprocess
import sys
from collections.abc import Iterator
from email import policy
from email.message import EmailMessage
from email.parser import BytesParser
from pathlib import Path

import pytest
from click.testing import CliRunner
from PIL import Image

from pbem.cli import main
from pbem.documents.picture_json import JsonPicture
from pbem.letters import map_worker as studio
from tests.acceptance.conftest import Copies
from tests.acceptance.table import Mail, Table, begun, plain

SCHEMA = Path(__file__).parent / "golden" / "picture-1.schema.json"


@pytest.fixture
def table(with_maps: Copies, tmp_path: Path) -> Iterator[Table]:
    """A campaign at its first impulse, with pictures."""
    table = with_maps(tmp_path)
    yield table
    table.close()


@pytest.fixture
def unpainted(tmp_path: Path) -> Iterator[Table]:
    """The same without, for what does not look at them: to paint takes long."""
    with begun(tmp_path) as table:
        yield table


def parts(mail: Mail) -> dict[str, EmailMessage]:
    """The parts of a letter that have a file name, by it."""
    message = BytesParser(policy=policy.default).parsebytes(mail.raw)
    return {part.get_filename(): part for part in message.walk() if part.get_filename()}  # type: ignore[misc]


def test_a_report_shows_the_map_in_its_page_and_encloses_its_twin(table: Table) -> None:
    report = table.mail("allied")[-1]
    enclosed = parts(report)
    assert list(enclosed) == ["map.png", "front.png", "picture.json"]
    shown = enclosed["map.png"]
    assert f"cid:{shown['Content-ID'].strip('<>')}" in report.html and shown.get_content_disposition() == "inline"
    for picture in (shown, enclosed["front.png"]):
        image = Image.open(io.BytesIO(picture.get_content()))
        assert image.width * image.height <= 2_000_000 and len(picture.get_content()) <= 250_000
        assert image.mode == "P" and image.width >= 2 * 390  # twice as wide as a page or a phone shows it
    assert "map.png: The situation as your staff knows it" in report.text


def test_the_twin_holds_what_the_schema_says_and_the_own_side_alone(unpainted: Table) -> None:
    unpainted.write("allied", "A/504: recon 13.11\nMAP 13.11 1")
    unpainted.write("allied", "END IMPULSE")
    for seat, own, enemy in (("allied", "A/504", "1/LS"), ("german", "1/LS", "A/504")):
        data = parts(unpainted.mail(seat)[-1])["picture.json"].get_content()
        picture = JsonPicture.model_validate_json(data)
        calls = {unit.call for unit in picture.units}
        assert own in calls and enemy not in calls and picture.side == seat
        assert enemy.encode() not in data
    assert [
        c.hex for c in JsonPicture.model_validate_json(parts(unpainted.mail("allied")[-1])["picture.json"].get_content()).contacts
    ]


def test_the_schema_is_printed_and_holds_for_every_twin(unpainted: Table) -> None:
    printed = json.loads(CliRunner().invoke(main, ["schema"], catch_exceptions=False).output)
    assert json.loads(SCHEMA.read_text(encoding="utf-8")) == printed  # pbem-picture/1: what is published stays
    data = json.loads(parts(unpainted.mail("allied")[-1])["picture.json"].get_content())
    assert data["schema"] == printed["properties"]["schema"]["const"] and set(data) == set(printed["properties"]) >= set(
        printed["required"]
    )


def test_the_example_client_reads_a_report(unpainted: Table, tmp_path: Path) -> None:
    client = tmp_path / "picture.py"
    client.write_text(CliRunner().invoke(main, ["schema", "--client"], catch_exceptions=False).output, encoding="utf-8")
    assert len(client.read_text(encoding="utf-8").splitlines()) <= 55
    letter = tmp_path / "report.eml"
    letter.write_bytes(unpainted.mail("allied")[-1].raw)
    said = subprocess.run([sys.executable, "-I", client, letter], capture_output=True, text=True, check=True).stdout
    assert "A/504    4/4 good at 12.11" in said and "to be taken: 14.12, 6 points" in said


def test_a_small_screen_sees_the_own_front_first_and_a_large_one_in_its_turn(table: Table) -> None:
    report = table.mail("allied")[-1]
    near, far = (parts(report)[name]["Content-ID"].strip("<>") for name in ("front.png", "map.png"))
    seen = re.findall(r"<p ([^>]*shown[^>]*)>\s*<img ([^>]*)>", report.html)
    assert [next(cid for cid in (near, far) if cid in image) for _, image in seen] == [near, far, near]
    assert ["near" in head for head, _ in seen] == [True, False, False] and ["far" in head for head, _ in seen] == [
        False,
        False,
        True,
    ]
    assert re.search("display: ?none", seen[0][0]) and not re.search("display: ?none", seen[1][0] + seen[2][0])
    assert re.search(r"\.near ?\{ ?display: ?block ?!important", report.html)


def test_map_answers_with_a_picture_of_what_was_asked(table: Table) -> None:
    answer = table.write("allied", "MAP 14.12 3\nMAP 09.09")
    assert sorted(parts(answer)) == ["09-09.png", "14-12.png"]
    assert "Around 14.12" in answer.html.replace("\N{ZERO WIDTH NON-JOINER}", "")
    assert not parts(table.write("allied", "STATUS"))


def test_every_report_says_how_its_form_is_changed(unpainted: Table) -> None:
    foot = " ".join(unpainted.mail("allied")[-1].text.partition("\n-- \n")[2].split())
    assert "FORMAT TEXT sends text alone; ATTACHMENTS OFF attaches nothing" in foot
    for word in ("FORMAT", "ATTACHMENTS"):
        assert f"{word} " in unpainted.write("allied", f"HELP {word}").text


def test_a_seat_may_want_text_alone_and_nothing_attached(table: Table) -> None:
    assert "text alone now" in plain_text(table, "FORMAT TEXT\nATTACHMENTS OFF\nREPORT")
    raw = table.postman.bags["al@allied.example"][-1]
    message = BytesParser(policy=policy.default).parsebytes(raw)
    assert message.get_content_type() == "text/plain" and "OWN FORCES" in message.get_content()
    plain_text(table, "ATTACHMENTS ON\nREPORT")
    raw = table.postman.bags["al@allied.example"][-1]
    assert [p.get_filename() for p in BytesParser(policy=policy.default).parsebytes(raw).iter_attachments()] == ["picture.json"]
    plain_text(table, "FORMAT HTML\nREPORT")
    assert list(parts(table.mail_of("allied", -1))) == ["map.png", "front.png", "picture.json"]


def test_who_wants_no_attachments_gets_no_maps_in_the_page_but_the_one_that_is_asked_for(table: Table) -> None:
    answer = table.write("allied", "ATTACHMENTS OFF\nREPORT")
    assert "your letters bring neither maps nor picture.json; MAP still sends a map" in plain(answer)
    report = next(mail for mail in reversed(table.mail("allied")) if "RECEIPT" not in mail.text)
    assert not parts(report) and "map.png" not in report.text and "<img" not in report.html
    assert "could not be painted" not in report.text
    assert parts(table.write("allied", "MAP 13.11 2"))
    table.write("allied", "ATTACHMENTS ON")


def plain_text(table: Table, lines: str) -> str:
    """The text of the answer to a letter, of whatever parts it is made."""
    before = len(table.postman.bags["al@allied.example"])
    table.deliver(table.letter("allied", lines, table.mail_of("allied", 2)))
    table.run()
    body = BytesParser(policy=policy.default).parsebytes(table.postman.bags["al@allied.example"][before]).get_body(("plain",))
    assert body is not None
    return str(body.get_content())


def test_the_letter_is_the_same_whenever_its_map_is_painted(table: Table) -> None:
    home = table.campaign.home
    frozen = {path: path.read_bytes() for path in (home / "letters" / "out").rglob("*.eml")}
    for path in frozen:
        path.unlink()
    for path in (home / "maps").iterdir():
        path.unlink()
    table.referee.press.freeze_all(table.campaign)
    assert {path: path.read_bytes() for path in (home / "letters" / "out").rglob("*.eml")} == frozen


def test_no_receipt_waits_for_a_picture(table: Table) -> None:
    """A daemon's studio: the report comes when its map is painted; what was asked meanwhile is answered at once."""
    room = table.referee.press.studio
    assert room is not None
    room.patient = False
    before = len(table.postman.bags["al@allied.example"])
    table.deliver(table.letter("allied", "REPORT"))
    table.run()
    assert len(table.postman.bags["al@allied.example"]) == before + 1  # the receipt alone
    room.patient = True
    table.run()
    assert "map.png" in parts(table.mail("allied")[-1])


def test_the_journal_is_not_read_again_while_maps_are_painted(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    """Neither by a letter with others behind it, nor at a turn's end, when a new file of the journal begins."""
    room = table.referee.press.studio
    assert room is not None
    before = len(table.postman.bags["al@allied.example"])
    with monkeypatch.context() as patch:
        patch.setattr(table.campaign.journal, "all_records", lambda: pytest.fail("the journal is read"))
        room.patient = False
        for _ in range(4):
            table.deliver(table.letter("allied", "REPORT"))
            table.run()
        table.campaign.tail = []
        table.run()
        room.patient = True
        table.run()
    came = table.mail("allied")[before:]
    assert sum("map.png" in parts(mail) for mail in came) == 4 and len(came) == 8


def test_a_crash_while_a_map_is_painted_loses_no_letter(with_maps: Copies, tmp_path: Path) -> None:
    table = with_maps(tmp_path)
    room = table.referee.press.studio
    assert room is not None
    room.patient = False
    table.deliver(table.letter("allied", "REPORT"))
    table.run()
    table.close()
    again = Table(tmp_path, pictures=True, postman=table.postman)
    again.post()
    numbers = [mail.message_id.split(".")[2] for mail in again.mail("allied")]
    assert sorted(numbers) == ["A-1", "A-2", "A-3", "A-4", "A-5"]
    assert "map.png" in parts(again.mail("allied")[-1])
    again.close()


def test_a_painter_that_fails_costs_the_picture_and_says_so(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(studio, "PATIENCE", 0.0)
    table.write("allied", "REPORT")
    report = table.mail("allied")[-1]
    assert list(parts(report)) == ["picture.json"]
    assert "The map could not be painted this time" in plain(report)


def test_no_sheet_is_drawn_by_the_referee_itself(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    """It hands over values: whatever would draw here raises, and the picture comes all the same."""

    def drawn(*_: object) -> object:
        raise AssertionError("drawn in the referee's process")

    monkeypatch.setattr("pbem.documents.cartography.plates.draw_sheet", drawn)
    assert list(parts(table.write("allied", "MAP 14.12 3"))) == ["14-12.png"]

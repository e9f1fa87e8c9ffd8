"""On which bank an own unit stands is said wherever its place is (TOCS-W1.10-1): the German guards hold a bank."""

import json
import re

from pbem.documents.cartography.plates import plates
from pbem.kernel.hexes import Hex
from pbem.kernel.values import replace
from pbem.rulesets.tocs.ground import bank_at, bank_point
from tests.acceptance.table import Table
from tests.acceptance.test_pictures import parts
from tests.opened import as_game, as_picture, found, hidden

GUARD = "14.12 Heumen, NE bank"


def flat(text: str) -> str:
    return " ".join(text.split())


def test_the_brief_and_the_report_say_it(table: Table) -> None:
    welcome = next(mail for mail in table.mail("german") if "YOUR BRIEF" in mail.text)
    assert re.search(rf"{GUARD}: .*2/LS", welcome.text)
    report = table.mail("german")[-1]
    assert re.search(rf"{GUARD}: .*2/LS", report.text) and "11.12 Overasselt: " in table.mail("allied")[-1].text
    table.write("allied", "END IMPULSE")
    form = flat(table.mail("german")[-1].text.partition("ORDER FORM")[2])
    assert "2/LS [14.12, NE bank, 3 AP]:" in form or "2/LS [14.12 Heumen, NE bank, 3 AP]:" in form


def test_questions_say_it(table: Table) -> None:
    answer = flat(table.write("german", "WHAT CAN 2/LS\nCOST 2/LS to 13.09\nMAP\nMAP 14.12 2").text)
    assert f"2/LS in {GUARD}:" in answer and re.search("13.09 Hatert bridge, (SW|NE) bank: ", answer)
    assert f"{GUARD}: 2/LS, FLAK1" in answer and "2 own NE" in answer


def test_a_receipt_says_it_and_the_word_told_is_an_order(table: Table) -> None:
    table.write("allied", "END IMPULSE")
    receipt = table.write("german", "2/LS: cross to SW bank").text
    assert "14.12 Heumen, SW bank" in flat(receipt) and "✗" not in receipt
    assert re.search(r"14.12 Heumen, SW bank: 2/LS", table.write("german", "REPORT").text + table.mail("german")[-1].text)
    refused = flat(table.write("german", "CHECK\n3/LS: cross to west bank").text)
    assert "15.13 has no W bank: its banks are SW, NE" in refused


def test_picture_and_map_say_it(table: Table) -> None:
    data = json.loads(parts(table.mail("german")[-1])["picture.json"].get_content())
    assert {u["call"]: u["bank"] for u in data["units"]}["2/LS"] == "NE"
    ruleset, game = table.campaign.table.ruleset, table.campaign.table.game
    picture = table.campaign.state.pictures["german"]
    guard = as_picture(picture).forces.unit_called("2/LS")
    assert guard is not None
    here, there = (
        plates(
            found(ruleset.maps).job(
                game,
                found(ruleset.maps).theatre(
                    game, hidden(replace(as_picture(picture), forces=as_picture(picture).forces.with_unit(unit)))
                ),
            )
        )
        for unit in (guard, replace(guard, bank=1 - guard.bank))
    )
    assert here[0].base and here[0].base is there[0].base and here[0].overlay != there[0].overlay


def test_every_bank_of_a_map_has_a_name_of_its_own_that_orders_take(table: Table) -> None:
    ground = as_game(table.campaign.table.game).ground
    for place, banks in ground.banks.items():
        named = [bank_point(ground, place, number) for number in range(len(banks))]
        assert len(set(named)) == len(banks) and all(named) == (len(banks) > 1)
        assert len(banks) < 2 or [bank_at(ground, place, point) for point in named] == list(range(len(banks)))
    assert bank_point(ground, Hex("13.10"), 0) == "E" and bank_at(ground, Hex("13.10"), "W") == 1

"""What tests look at: a letter's answer, what the writer's enemy was sent meanwhile, and what a letter changed."""

from typing import Any

from pbem.campaign.records import Record, Sent
from tests.acceptance.table import ADDRESS, Mail, Table, plain
from tests.opened import as_board, found

OTHER = {"allied": "german", "german": "allied"}


def asked(table: Table, seat: str, lines: str, answers: Mail | None = None) -> str:
    """The text of the one answer to a letter; it goes to its writer, and his enemy gets nothing."""
    return plain(alone(table, seat, table.letter(seat, lines, answers)))


def alone(table: Table, seat: str, raw: bytes) -> Mail:
    """The answer to a letter of which the enemy hears nothing."""
    before = len(table.mail(OTHER[seat]))
    mail = table.send(seat, raw)
    assert mail.to == ADDRESS[seat]
    assert len(table.mail(OTHER[seat])) == before
    return mail


def silent(table: Table, raw: bytes) -> None:
    """A letter that nobody hears of."""
    before = {address: len(bag) for address, bag in table.postman.bags.items()}
    table.deliver(raw)
    table.run()
    assert {address: len(bag) for address, bag in table.postman.bags.items()} == before


def world(table: Table) -> dict[str, Any]:
    """All that a letter may change in the game: board, pictures, phase, dice."""
    data = table.campaign.script.snapshot(table.campaign.state)
    return {part: data[part] for part in ("board", "pictures", "phase", "owed", "throws")}


def last(table: Table) -> Record:
    """The newest record."""
    campaign = table.campaign
    *_, body = campaign.journal.all_records()
    return campaign.script.record(body["body"])


def records(table: Table) -> int:
    """How many records there are."""
    return sum(1 for _ in table.campaign.journal.all_records())


def points(table: Table, side: str = "allied") -> int:
    """OPs in the bank."""
    campaign = table.campaign
    return found(campaign.table.ruleset.points).left(campaign.state.pictures[side])


def given_back(table: Table) -> str:
    """The order lines that the newest receipt gives back."""
    forms = [
        "\n".join(block.lines)
        for letter in last(table).letters if isinstance(letter, Sent) and letter.kind == "receipt"
        for block in letter.document.blocks if block.kind == "form"
    ]  # fmt: skip
    assert len(forms) <= 1
    return forms[0] if forms else ""


def where(table: Table, side: str = "allied") -> dict[str, str]:
    """Where a side's units stand, by call."""
    camp = as_board(table.campaign.state.situation.board).forces[side]
    return {camp.counter(unit).call: str(unit.hex) for unit in camp.on_map()}

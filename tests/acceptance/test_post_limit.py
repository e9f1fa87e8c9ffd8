"""A provider's limit: no more letters within an hour than the host allows; the rest waits and goes out later."""

from datetime import timedelta
from pathlib import Path

from pbem.kernel.values import replace
from pbem.referee import Referee
from tests.acceptance.table import Table


def test_no_more_letters_go_out_within_an_hour_than_allowed_and_none_is_lost(tmp_path: Path) -> None:
    table = Table(tmp_path)
    table.begin()
    before = sum(map(len, table.postman.bags.values()))
    table.at += timedelta(hours=2)
    table.referee.postroom.most = 3
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
    """The referee dies and is started anew, with the limit in its configuration."""
    table.close()
    outbox = table.config.settings.outbox.model_copy(update={"letters_an_hour": 3})
    table.config = replace(table.config, settings=table.config.settings.model_copy(update={"outbox": outbox}))
    table.referee = Referee(table.config)
    table.referee.__enter__()

"""OWN FORCES tells what each unit was last ordered, and in which impulse, as soon as one was."""

from tests.acceptance.table import Mail, Table


def forces(mail: Mail) -> list[str]:
    """The lines of OWN FORCES."""
    return mail.text[mail.text.index("OWN FORCES") :].split("\n\n")[0].splitlines()[1:]


def row(mail: Mail, call: str) -> str:
    """The line of OWN FORCES that tells of a unit: its own row, or what is said of those like it."""
    for line in forces(mail):
        if line.startswith(f"{call} "):
            return line
    return next(part for line in forces(mail) for part in line.split("; ") if f"{call} " in part)


def test_the_first_report_tells_of_none(table: Table) -> None:
    first = "\n".join(forces(table.mail("allied")[-1]))
    assert "last order" not in first and "T1.1" not in first


def test_each_unit_shows_its_last_order_and_its_impulse(table: Table) -> None:
    table.write("allied", "A/504: recon 13.11; if empty move, else attack deliberate\nB,C/504: move 13.12\nend impulse")
    mail = table.mail("allied")[-1]
    assert forces(mail)[0].endswith("last order") and row(mail, "A/504").endswith("recon T1.1")
    assert row(mail, "B/504").endswith("move T1.1") and "T1.1" not in row(mail, "D/505")
    assert "last order\n" not in table.mail("german")[-1].text, "orders are a side's own"
    table.write("german", "end impulse")
    table.write("allied", "D/505: move 20.12\nend impulse")
    mail = table.mail("allied")[-1]
    assert "move T1.3" in row(mail, "D/505") and row(mail, "C/504").endswith("move T1.1")
    assert max(map(len, forces(mail))) <= 72


def test_a_unit_without_news_keeps_its_last_order(table: Table) -> None:
    """It is told with those like it, and its last order with it."""
    table.write("allied", "D/505: move 20.12\nend impulse")
    table.write("german", "end impulse")
    table.write("allied", "end impulse")
    table.write("german", "end impulse")
    assert "move T1.1" in row(table.mail("allied")[-1], "D/505")


def test_an_order_that_was_not_begun_is_none(table: Table) -> None:
    table.write("allied", "A/504: atack 13.11")
    table.write("allied", "CANCEL\nend impulse")
    assert "last order" not in "\n".join(forces(table.mail("allied")[-1]))

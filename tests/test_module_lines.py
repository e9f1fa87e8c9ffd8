"""What a module says to seats and files for its sides: briefs by seat, titles, standing orders of the first day."""

from pathlib import Path

import pytest

from pbem.admin.module_check import check
from pbem.modules import library
from pbem.modules.faults import ModuleError
from pbem.rulesets.tocs.module import load_module
from pbem.rulesets.tocs.reports.sitrep import brief
from pbem.rulesets.tocs.scenario import opening
from tests.acceptance.table import Table

FILES = library.module_files(library.module_folder("omg-nijmegen"))
OPENED = opening(load_module(FILES, grammar=library.grammar("tocs")), library.charts("tocs"))


def test_a_seat_reads_its_own_brief_under_the_title_of_its_command_and_no_others() -> None:
    """MASL-2.1-1, MASL-3.1-7, MASL-16.1-1."""
    picture = OPENED.pictures["allied"]
    own, whole = (brief(OPENED.game, picture, seat)[0].lines for seat in ("504", ""))
    assert own[0] == "> 504th Parachute Infantry" and any("western hinge" in line for line in own)
    assert not any("western hinge" in line for line in whole) and any("Second Army" in line for line in whole)
    assert not any("Second Army" in line for line in own)
    for seat in ("505", "508", "325", "guards", "div"):
        assert brief(OPENED.game, picture, seat)[0].lines not in (own, whole)


def test_lines_of_the_module_stand_in_the_file_from_the_first_day_in_place_of_the_rulesets_own(tmp_path: Path) -> None:
    """MASL-2.1-1: each part of the file is filled once."""
    table = Table(tmp_path, module="omg-nijmegen")
    filed = {side: dict(table.campaign.state.admin.standing[side].lines) for side in ("allied", "german")}
    parts = [part for part, _ in table.campaign.state.admin.standing["german"].lines]
    table.close()
    assert any("RETREAT HOLD" in line for line in filed["german"].values())
    assert len(parts) == len(set(parts)) and "FLAK LIGHT ALL" not in filed["allied"].values()


@pytest.mark.parametrize(("old", "new", "said"), [
    ('line = "EZOC ALWAYS"', 'line = "EZOC OFTEN"', "no standing order"),
    ('line = "RETREAT HOLD 16.05 15.05"', 'line = "RETREAT HOLD 99.05"', "standing"),
])  # fmt: skip
def test_a_line_that_nobody_could_file_is_a_fault_of_the_module(old: str, new: str, said: str, tmp_path: Path) -> None:
    for name, text in FILES.items():
        (tmp_path / name).write_text(text.replace(old, new), encoding="utf-8")
    told, clean = check((str(tmp_path),))
    assert not clean and said in told


@pytest.mark.parametrize(("old", "new", "key"), [
    ('seat = "504"\ntext', 'seat = "501"\ntext', ".seat"), ('seat = "505"\ntext', 'seat = "504"\ntext', ".seat"),
    ('side = "german"\nline', 'side = "dutch"\nline', "standing["),
])  # fmt: skip
def test_briefs_of_no_seat_two_of_one_and_lines_of_no_side_are_faults(old: str, new: str, key: str) -> None:
    text = FILES["scenario-1.toml"]
    assert old in text
    with pytest.raises(ModuleError) as found:
        load_module({**FILES, "scenario-1.toml": text.replace(old, new, 1)}, grammar=library.grammar("tocs"))
    assert any(key in str(fault) for fault in found.value.faults)

"""The ford village, played by letters: a table with both commanders."""

import json
import shutil
from collections.abc import Mapping
from pathlib import Path
from typing import cast

from pbem.campaign.deadlines import Pace
from pbem.campaign.state import Seat
from pbem.kernel.hexes import Hex
from pbem.rulesets.tcs.board import TacticalBoard
from pbem.rulesets.tcs.picture import TacticalPicture
from pbem.rulesets.tcs.units import TacticalUnit
from pbem.service.open_campaign import Setup
from tests.acceptance.table import Postman, Table

SEATS = (
    Seat("us", "us", "commander", "sam@us.example", "A"),
    Seat("ge", "ge", "commander", "gerd@ge.example", "G"),
)


class Ford(Table):
    """A campaign of tcs-training, or of another module of TCS; switches, scenario: what its module sets beside its own."""

    alike = True

    def __init__(
        self,
        folder: Path,
        *more: Seat,
        postman: Postman | None = None,
        ge: Seat = SEATS[1],
        switches: Mapping[str, str | bool] | None = None,
        scenario: str = "",
        module: str = "tcs-training",
    ) -> None:
        self.switches, self.scenario, self.at_home = switches or {}, scenario, folder
        super().__init__(folder, module=module, seats=(SEATS[0], ge, *more), postman=postman)

    def setup(self, module: Path, seats: tuple[Seat, ...], seed: bytes, tempo: str) -> Setup:
        return Setup("test", self._switched(module), seats, Pace(), seed=seed)

    def _switched(self, module: Path) -> Path:
        """The module with its switches set."""
        if not self.switches and not self.scenario:
            return module
        copy = self.at_home / "module"
        shutil.copytree(module, copy)
        said = "".join(f"{name} = {json.dumps(value)}\n" for name, value in self.switches.items())
        text = (copy / "module.toml").read_text(encoding="utf-8")
        (copy / "module.toml").write_text(f"{text}\n{said}", encoding="utf-8")
        with (copy / "scenario-1.toml").open("a", encoding="utf-8") as file:
            file.write(self.scenario)
        return copy

    @property
    def board(self) -> TacticalBoard:
        return cast(TacticalBoard, self.campaign.state.situation.board)

    def picture(self, side: str) -> TacticalPicture:
        return cast(TacticalPicture, self.campaign.state.pictures[side])

    def unit(self, name: str) -> TacticalUnit:
        return next(forces.units[name] for forces in self.board.forces.values() if name in forces.units)

    def where(self, name: str) -> Hex:
        return self.unit(name).hex

    def hold_fire(self) -> None:
        """Neither side fires but by its own letters."""
        for seat in ("us", "ge"):
            self.write(seat, "POLICY ALL FIRE HOLD; ADJACENT HOLD; RETURN NONE")

    def both(self, us: str, ge: str) -> None:
        """Both write, are done, and the run comes to pass."""
        for seat, lines in (("us", us), ("ge", ge)):
            self.write(seat, f"{lines}\nDONE" if lines else "DONE")
        due = self.campaign.state.admin.run_at
        assert due is not None, "somebody is not done"
        self.at = due
        self.run()

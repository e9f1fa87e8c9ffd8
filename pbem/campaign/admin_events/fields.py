"""Battles in the hands of field commanders, and what is wanted of them."""

from pbem.campaign.admin_events.event import AdminEvent, put
from pbem.campaign.state import AdminState, BattleOf, FieldFile
from pbem.kernel.values import replace


class FieldFiled(AdminEvent):
    """A field battle went out, passed to another commander or stage, or (None) is over."""

    number: int
    file: FieldFile | None

    def apply(self, admin: AdminState) -> AdminState:
        """The admin state after it."""
        return replace(admin, fields=put(admin.fields, self.number, self.file))


class BattleKept(AdminEvent):
    """What a campaign that is a battle of another one knows of it has changed."""

    battle: BattleOf

    def apply(self, admin: AdminState) -> AdminState:
        """The admin state after it."""
        return replace(admin, battle=self.battle)


class IntentFiled(AdminEvent):
    """What a commander wants of a battle for a hex ("" for any), in his own words; () takes it back."""

    side: str
    hex: str
    lines: tuple[str, ...]

    def apply(self, admin: AdminState) -> AdminState:
        """The admin state after it."""
        wanted = put(admin.intents.get(self.side, {}), self.hex, self.lines)
        return replace(admin, intents={**admin.intents, self.side: wanted})

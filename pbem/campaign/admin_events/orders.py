"""What lies on file of orders: standing orders, drafts, words that wait for a YES, marches, plans, what ran last."""

from pbem.campaign.admin_events.event import AdminEvent, put, without
from pbem.campaign.state import AdminState, Asked, Draft, Filed, Plan
from pbem.kernel.values import replace


class StandingFiled(AdminEvent):
    """A new version of a side's standing orders."""

    side: str
    filed: Filed

    def apply(self, admin: AdminState) -> AdminState:
        """The admin state after it."""
        return replace(admin, standing={**admin.standing, self.side: self.filed})


class DraftKept(AdminEvent):
    """A seat's orders wait to be fixed."""

    seat: str
    draft: Draft

    def apply(self, admin: AdminState) -> AdminState:
        """The admin state after it."""
        return replace(admin, drafts={**admin.drafts, self.seat: self.draft})


class DraftDropped(AdminEvent):
    """A seat's draft is gone: carried out, cancelled or replaced."""

    seat: str

    def apply(self, admin: AdminState) -> AdminState:
        """The admin state after it."""
        return replace(admin, drafts=without(admin.drafts, self.seat))


class AskedBack(AdminEvent):
    """A word of a seat's that cannot be taken back waits for its YES, or (None) no longer."""

    seat: str
    asked: Asked | None

    def apply(self, admin: AdminState) -> AdminState:
        """The admin state after it."""
        return replace(admin, asked=put(admin.asked, self.seat, self.asked))


class MarchFiled(AdminEvent):
    """A march stays on file until everybody is there (text "" = it is over or dropped)."""

    seat: str
    formation: str
    text: str

    def apply(self, admin: AdminState) -> AdminState:
        """The admin state after it."""
        mine = put(admin.marches.get(self.seat, {}), self.formation, self.text)
        return replace(admin, marches={**admin.marches, self.seat: mine})


class PlanFiled(AdminEvent):
    """A seat's plan for its next moment: filed, or given its hour."""

    seat: str
    plan: Plan

    def apply(self, admin: AdminState) -> AdminState:
        """The admin state after it."""
        return replace(admin, plans={**admin.plans, self.seat: self.plan})


class PlanDropped(AdminEvent):
    """A seat's plan is gone: carried out, cancelled or overtaken."""

    seat: str

    def apply(self, admin: AdminState) -> AdminState:
        """The admin state after it."""
        return replace(admin, plans=without(admin.plans, self.seat))


class OrdersRan(AdminEvent):
    """The order lines of the seat's last letter that was carried out, as its receipt numbered them; ends: what came of each;
    told: what each unit was to do, by call, as far as it was begun; moment: in which ("T3.2")."""

    seat: str
    lines: tuple[str, ...]
    ends: tuple[str, ...] = ()
    told: tuple[tuple[str, str], ...] = ()
    moment: str = ""

    def apply(self, admin: AdminState) -> AdminState:
        """The admin state after it."""
        side = admin.seats[self.seat].side
        now = replace(admin, ran={**admin.ran, self.seat: self.lines}, ends={**admin.ends, self.seat: self.ends})
        if not self.told:
            return now
        when = {**admin.told_in.get(side, {}), **{call: self.moment for call, _ in self.told if self.moment}}
        latest = {**admin.last_told, side: {**admin.last_told.get(side, {}), **dict(self.told)}}
        return replace(now, last_told=latest, told_in={**admin.told_in, side: when})

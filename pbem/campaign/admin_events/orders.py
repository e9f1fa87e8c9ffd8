"""What lies on file of orders: standing orders, drafts, words that wait for a YES, marches, plans, what ran last."""

from pbem.campaign.admin_events.event import AdminEvent, put, without
from pbem.campaign.state import AdminState, Asked, Draft, Filed, Plan
from pbem.kernel.values import replace


class StandingFiled(AdminEvent):
    """A new version of a side's standing orders."""

    side: str
    filed: Filed

    def apply(self, affairs: AdminState) -> AdminState:
        """The admin state after it."""
        return replace(affairs, standing={**affairs.standing, self.side: self.filed})


class DraftKept(AdminEvent):
    """A seat's orders wait to be mended."""

    seat: str
    draft: Draft

    def apply(self, affairs: AdminState) -> AdminState:
        """The admin state after it."""
        return replace(affairs, drafts={**affairs.drafts, self.seat: self.draft})


class DraftDropped(AdminEvent):
    """A seat's draft is gone: carried out, cancelled or replaced."""

    seat: str

    def apply(self, affairs: AdminState) -> AdminState:
        """The admin state after it."""
        return replace(affairs, drafts=without(affairs.drafts, self.seat))


class AskedBack(AdminEvent):
    """A word of a seat's that cannot be taken back waits for its YES, or (None) no longer."""

    seat: str
    asked: Asked | None

    def apply(self, affairs: AdminState) -> AdminState:
        """The admin state after it."""
        return replace(affairs, asked=put(affairs.asked, self.seat, self.asked))


class MarchFiled(AdminEvent):
    """A march stays on file until everybody is there (text "" = it is over or dropped)."""

    seat: str
    formation: str
    text: str

    def apply(self, affairs: AdminState) -> AdminState:
        """The admin state after it."""
        mine = put(affairs.marches.get(self.seat, {}), self.formation, self.text)
        return replace(affairs, marches={**affairs.marches, self.seat: mine})


class PlanFiled(AdminEvent):
    """A seat's plan for its next impulse: filed, or given its hour."""

    seat: str
    plan: Plan

    def apply(self, affairs: AdminState) -> AdminState:
        """The admin state after it."""
        return replace(affairs, plans={**affairs.plans, self.seat: self.plan})


class PlanDropped(AdminEvent):
    """A seat's plan is gone: carried out, cancelled or overtaken."""

    seat: str

    def apply(self, affairs: AdminState) -> AdminState:
        """The admin state after it."""
        return replace(affairs, plans=without(affairs.plans, self.seat))


class OrdersRan(AdminEvent):
    """The order lines of the seat's last letter that was carried out, as its receipt numbered them; ends: what came of each;
    told: what each unit was to do, by call, as far as it was begun; impulse: in which ("T3.2")."""

    seat: str
    lines: tuple[str, ...]
    ends: tuple[str, ...] = ()
    told: tuple[tuple[str, str], ...] = ()
    impulse: str = ""

    def apply(self, affairs: AdminState) -> AdminState:
        """The admin state after it."""
        side = affairs.seats[self.seat].side
        now = replace(affairs, ran={**affairs.ran, self.seat: self.lines}, ends={**affairs.ends, self.seat: self.ends})
        if not self.told:
            return now
        when = {**affairs.told_in.get(side, {}), **{call: self.impulse for call, _ in self.told if self.impulse}}
        latest = {**affairs.last_told, side: {**affairs.last_told.get(side, {}), **dict(self.told)}}
        return replace(now, last_told=latest, told_in={**affairs.told_in, side: when})

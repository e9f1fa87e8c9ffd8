"""Who sits where: seats taken, left and given, tokens, addresses, how a seat wants its letters, what it has delegated."""

from pbem.campaign.admin_events.event import AdminEvent, with_seat, without
from pbem.campaign.staffwork import without as without_seat
from pbem.campaign.state import AdminState, Seat
from pbem.kernel.values import replace


class SeatAccepted(AdminEvent):
    """The holder of a seat accepted, perhaps after a DECLINE; the letter gives the nonce of the seed ("" once play has begun)."""

    seat: str
    nonce: str

    def apply(self, admin: AdminState) -> AdminState:
        """The admin state after it."""
        now = with_seat(admin, self.seat, accepted=True, left="")
        return replace(now, nonces={**now.nonces, self.seat: self.nonce}) if self.nonce else now


class SeatLeft(AdminEvent):
    """Nobody holds the seat any more, and its tokens are dead. why: "declined", "resigned", "called" (off the bench)."""

    seat: str
    why: str

    def apply(self, admin: AdminState) -> AdminState:
        """The admin state after it."""
        held = admin.seats[self.seat]
        return _vacated(admin, replace(held, left=self.why, generation=held.generation + 1))


class SeatGiven(AdminEvent):
    """The seat is another's, who is to accept it; the tokens of the one before are dead. farewell: its last letter tells him so,
    and is still his; also: further addresses of the new holder, where they are known."""

    seat: str
    address: str
    farewell: bool = False
    also: tuple[str, ...] = ()

    def apply(self, admin: AdminState) -> AdminState:
        """The admin state after it."""
        held, last = admin.seats[self.seat], admin.sent.get(self.seat, 0)
        earlier = (*held.earlier, (held.address, last))
        farewells = (*held.farewells, *((last,) if self.farewell else ()))
        return _vacated(admin, replace(
            held, address=self.address, also=self.also, accepted=False, left="", generation=held.generation + 1, earlier=earlier,
            plain=False, bare=False, digest="", calendar=False, scripted=False, farewells=farewells,
            pad=False,
        ))  # fmt: skip


class SeatJoined(AdminEvent):
    """The time has come from which the seat is its holder's."""

    seat: str

    def apply(self, admin: AdminState) -> AdminState:
        """The admin state after it."""
        return with_seat(admin, self.seat, joins="")


class TokenTurned(AdminEvent):
    """The seat's reply token is of a new generation; older ones are dead."""

    seat: str
    generation: int

    def apply(self, admin: AdminState) -> AdminState:
        """The admin state after it."""
        return with_seat(admin, self.seat, generation=self.generation)


class WishKept(AdminEvent):
    """How a seat wants its letters: text alone (plain), nothing attached (bare), at what hour what is not urgent (digest)."""

    seat: str
    plain: bool
    bare: bool
    digest: str = ""

    def apply(self, admin: AdminState) -> AdminState:
        """The admin state after it."""
        return with_seat(admin, self.seat, plain=self.plain, bare=self.bare, digest=self.digest)


class Delegated(AdminEvent):
    """A formation is another seat's to command (to "" = no longer), by the word of a seat."""

    side: str
    formation: str
    to: str
    by: str

    def apply(self, admin: AdminState) -> AdminState:
        """The admin state after it."""
        given = without(admin.delegated.get(self.side, {}), self.formation)
        given |= {self.formation: (self.to, self.by)} if self.to else {}
        return replace(admin, delegated={**admin.delegated, self.side: given})


def _vacated(admin: AdminState, seat: Seat) -> AdminState:
    """The admin state once a seat's holder is gone: nothing that he began runs on in another's name."""
    gone = seat.id
    return replace(
        admin,
        seats={**admin.seats, gone: seat},
        drafts=without(admin.drafts, gone),
        asked=without(admin.asked, gone),
        plans=without(admin.plans, gone),
        last_in=without(admin.last_in, gone),
        unheard=without(admin.unheard, gone),
        last_said=without(admin.last_said, gone),
        staffwork={side: without_seat(staff, gone) for side, staff in admin.staffwork.items()},
    )

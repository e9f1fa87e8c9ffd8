"""The form of an admin event: a small value that says how the admin state changes when it is filed."""

from collections.abc import Mapping
from typing import TypeVar

from pbem.campaign.evenings import Evenings
from pbem.campaign.hosting import Hosting
from pbem.campaign.state import AdminState
from pbem.kernel.values import Value, replace

K = TypeVar("K")
V = TypeVar("V")


class AdminEvent(Value):
    """What changes who sits where, what lies on file, which clock runs. Stored under its class name."""

    def apply(self, admin: AdminState) -> AdminState:
        """The admin state after it."""
        raise NotImplementedError


class HostingEvent(AdminEvent):
    """One that changes nothing but what the host and the real clock have done to the campaign."""

    def apply(self, admin: AdminState) -> AdminState:
        """The admin state with the hosting after it."""
        return replace(admin, hosting=self.applied_to(admin.hosting))

    def applied_to(self, hosting: Hosting) -> Hosting:
        """The hosting after it."""
        raise NotImplementedError


class EveningEvent(AdminEvent):
    """One that changes nothing but the live evenings."""

    def apply(self, admin: AdminState) -> AdminState:
        """The admin state with the evenings after it."""
        return replace(admin, evenings=self.applied_to(admin.evenings))

    def applied_to(self, evenings: Evenings) -> Evenings:
        """The evenings after it."""
        raise NotImplementedError


def without(filed: Mapping[K, V], key: K) -> dict[K, V]:
    """What is on file but for one entry."""
    return {k: v for k, v in filed.items() if k != key}


def put(filed: Mapping[K, V], key: K, value: V | None) -> dict[K, V]:
    """What is on file with one entry afresh, as its last; nothing (None, 0, "", ()) takes it off."""
    rest = without(filed, key)
    return {**rest, key: value} if value else rest


def with_seat(admin: AdminState, seat: str, **changes: object) -> AdminState:
    """The admin state with some fields of a seat changed."""
    return replace(admin, seats={**admin.seats, seat: replace(admin.seats[seat], **changes)})

"""Every admin event says what it changes, and is known to whoever reads a journal."""

import inspect
import pkgutil
from importlib import import_module

import pytest

from pbem.campaign import admin_events
from pbem.campaign.admin_events import FORMS, SHARED, AdminEvent
from tests.letter_words import WORDS


def _classes() -> set[type[AdminEvent]]:
    """The classes of admin events in the room, form by form left out."""
    modules = [import_module(m.name) for m in pkgutil.iter_modules(admin_events.__path__, f"{admin_events.__name__}.")]
    found = (kind for module in modules for _, kind in inspect.getmembers(module, inspect.isclass) if issubclass(kind, AdminEvent))
    return {kind for kind in found if kind not in FORMS}


def test_every_admin_event_of_the_room_can_be_read_from_a_journal() -> None:
    assert _classes() == set(SHARED)


@pytest.mark.parametrize("kind", WORDS.admin_events, ids=lambda kind: kind.__name__)
def test_an_admin_event_says_what_it_changes(kind: type[AdminEvent]) -> None:
    ways = [kind.apply, *([kind.applied_to] if hasattr(kind, "applied_to") else [])]
    assert all("NotImplementedError" not in inspect.getsource(way) for way in ways)
    assert kind.__name__ in ways[-1].__qualname__

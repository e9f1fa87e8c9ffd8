"""Names of classes and fields that are stored: what they were called, and what they are called now; and other forms of them.

The journal says the name of every class and field it holds, and is never rewritten; so a class that is called otherwise
from now on gets a row here, read at decoding, and the campaigns of before open as ever (tests/replays). An old name stays
taken: no other class may bear it. Whoever adds the first row since a release raises `SCHEMA`, so that an older program
refuses what it could not read.
"""

from collections.abc import Callable, Mapping
from typing import Any

from pbem.kernel.values import Value, field, replace

TAG = "_"  # under which a value in a union says the name of its class


class Renames(Value):
    """classes: old name → today's; fields: by the class's name of today, old field → today's; forms: by the class's name of today,
    the fields of an object as it was stored → as they are today (the same for one of today); by_name: the classes of forms in
    which every object of before has a field that is none today."""

    classes: Mapping[str, str] = field(default_factory=dict)
    fields: Mapping[str, Mapping[str, str]] = field(default_factory=dict)
    forms: Mapping[str, Callable[[Mapping[str, Any]], Mapping[str, Any]]] = field(default_factory=dict)
    by_name: frozenset[str] = frozenset()

    def is_known_by_name(self, kind: str) -> bool:
        """Does an object of before of this class (its name of today) have a field that is none today?"""
        return kind not in self.forms or kind in self.by_name

    def beside(self, classes: Mapping[str, str]) -> "Renames":
        """These, and a ruleset's own classes; another ruleset may call a class of its own by a name that is old here."""
        return replace(self, classes={**self.classes, **classes})

    def today(self, kind: str, data: Any) -> Any:
        """Plain data of a class (its name of today), its tag and fields as they are called today; what is no object, as it is."""
        if type(data) is not dict:
            return data
        renamed = self.fields.get(kind)
        if renamed and not renamed.keys().isdisjoint(data):
            data = _renamed(renamed, data)
        if kind in self.forms:
            data = self.forms[kind](data)
        old = data.get(TAG)
        return {**data, TAG: self.classes[old]} if old in self.classes else data


def _renamed(fields: Mapping[str, str], data: Mapping[str, Any]) -> dict[str, Any]:
    # A field under its old and its new name is left under both: the decoder refuses the old one as unknown.
    return {name if fields.get(name, name) in data else fields[name]: value for name, value in data.items()}


def _clocks(data: Mapping[str, Any]) -> Mapping[str, Any]:
    """Until schema 2 one clock ran at most, whoever's it was."""
    if "clock" not in data:
        return data
    running = data["clock"]
    return {
        **{name: part for name, part in data.items() if name != "clock"},
        "clocks": {running["side"]: running} if running else {},
    }


def _clocks_set(data: Mapping[str, Any]) -> Mapping[str, Any]:
    """ClockSet: that one clock ran, or none."""
    if "clock" not in data:
        return data
    running = data["clock"]
    return {**{name: part for name, part in data.items() if name != "clock"}, "clocks": [running] if running else []}


def _clock(data: Mapping[str, Any]) -> Mapping[str, Any]:
    """Until schema 2 a clock of a decision was known by this, that nobody is reminded of it and no grace follows."""
    if "kind" in data:
        return data
    decision = data["reminded"] and data["due"] == data["last"]
    return {**data, "kind": "decision" if decision else "orders"}


def _unmodified(data: Mapping[str, Any]) -> Mapping[str, Any]:
    """InfiltrationThrown: its modifier is told to nobody, and is an event of its own since schema 2; of before nothing reads it."""
    return {name: part for name, part in data.items() if name != "drm"}


def _flights(data: Mapping[str, Any]) -> Mapping[str, Any]:
    """Frame: that it was of one flight at most."""
    if "flight" not in data:
        return data
    one = data["flight"]
    return {**{name: part for name, part in data.items() if name != "flight"}, "flights": [one] if one else []}


_ACTIVE = {"hand": "active"}
_NAMED = {"impulse": "moment"}
_WITH_THE_ACTIVE_UNIT = (
    "ActivationChanged", "AssetsWoken", "Forces", "MoveHalted", "MoveStopped", "ReserveCommitted", "StaffChanged", "StaffLaidAside",
    "StaffWoken", "UnitActivated", "UnitFerried",
)  # fmt: skip

RENAMES = Renames(
    classes={
        "ClockSet": "ClocksSet", "ModuleMended": "ForcesPatched", "Hand": "Activation", "HandChanged": "ActivationChanged",
        "HandClosed": "ActivationEnded", "OpsAllotted": "PointsShared", "OpsSpent": "PointsSpent",
    },
    fields={
        "ForcesPatched": {"mend": "patch"},
        "Replacements": {"mended": "repaired"},
        "Board": {"camps": "forces"},
        "Picture": {"camp": "forces"},
        "Clock": _NAMED,
        "DueBy": _NAMED,
        "OrdersRan": _NAMED,
        **dict.fromkeys(_WITH_THE_ACTIVE_UNIT, _ACTIVE),
    },
    forms={
        "AdminState": _clocks, "ClocksSet": _clocks_set, "Clock": _clock, "InfiltrationThrown": _unmodified, "Frame": _flights,
    },
    # A clock without its kind is older than the name "moment": it has "impulse".
    by_name=frozenset(("AdminState", "ClocksSet", "Clock", "InfiltrationThrown", "Frame")),
)  # fmt: skip

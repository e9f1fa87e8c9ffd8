"""Names of classes and fields that are stored: what they were called, and what they are called now.

The journal says the name of every class and field it holds, and is never rewritten; so a class that is called otherwise
from now on gets a row here, read at decoding, and the campaigns of before open as ever (tests/replays). An old name stays
taken: no other class may bear it. Whoever adds the first row since a release raises `SCHEMA`, so that an older program
refuses what it could not read.
"""

from collections.abc import Mapping
from typing import Any

from pbem.kernel.values import Value, field

TAG = "_"  # under which a value in a union says the name of its class


class Renames(Value):
    """classes: old name → today's; fields: by the class's name of today, old field → today's."""

    classes: Mapping[str, str] = field(default_factory=dict)
    fields: Mapping[str, Mapping[str, str]] = field(default_factory=dict)

    def today(self, kind: str, data: Any) -> Any:
        """Plain data of a class (its name of today), its tag and fields as they are called today; what is no object, as it is."""
        if type(data) is not dict:
            return data
        renamed = self.fields.get(kind)
        if renamed and not renamed.keys().isdisjoint(data):
            data = _renamed(renamed, data)
        old = data.get(TAG)
        return {**data, TAG: self.classes[old]} if old in self.classes else data


def _renamed(fields: Mapping[str, str], data: Mapping[str, Any]) -> dict[str, Any]:
    # A field under its old and its new name is left under both: the decoder refuses the old one as unknown.
    return {name if fields.get(name, name) in data else fields[name]: value for name, value in data.items()}


RENAMES = Renames()

"""After-action reports: what a field commander writes of his battle, read line by line and held against the force he was given.

Its items are MASL-4.1-2 and MASL-4.1-3, whose list is lost.
"""

import re
from collections.abc import Callable, Iterable, Iterator

from pbem.kernel.decisions import ReportFault, illegal
from pbem.kernel.hexes import Hex
from pbem.kernel.i18n import counted, phrase, say
from pbem.kernel.rulebook import rule
from pbem.kernel.values import Value, replace
from pbem.rulesets.form import ReportRead
from pbem.rulesets.tocs.field_units import AfterAction, Fated, Force
from pbem.rulesets.tocs.ground import bank_named
from pbem.rulesets.tocs.rules.bridges import standing
from pbem.rulesets.tocs.rules.field_battle import back, best_state
from pbem.rulesets.tocs.units import STATES, Unit
from pbem.rulesets.tocs.view import View

ITEMS = (
    "result", "turns fought", "own units", "bridge", "perimeter", "left", "prisoners", "enemy seen", "support used",
    "civilians", "narrative", "recommend",
)  # fmt: skip
OTHER_NAMES = {"units": "own units", "turns": "turns fought", "support": "support used", "enemy": "enemy seen",
               "recommendation": "recommend", "advice": "recommend", "account": "narrative"}  # fmt: skip
RESULTS = {"attacker holds": "attacker", "defender holds": "defender", "engaged": "engaged"}
BRIDGES = ("whole", "damaged", "down")
PARTS = ("all", "part", "none")
LONGEST = 4000  # characters of a narrative
TO_BE_TOLD = phrase("(what happened)")  # stands in the form where the narrative goes

_HEX = re.compile(r"\b(\d{1,2})[.,](\d{2})\b")
_HELD = {"attacker": {"attacker": "all", "defender": "none"}, "defender": {"attacker": "none", "defender": "all"},
         "engaged": {"attacker": "part", "defender": "part"}}  # fmt: skip


class _Item(Value):
    """An item of a report: its name, the line it begins in, and its words."""

    name: str
    line: int
    words: str


def items(lines: Iterable[str]) -> tuple[tuple[_Item, ...], tuple[ReportFault, ...]]:
    """The items of a report, each from its name to the next; the narrative keeps its lines. Lines before the first are faulty."""
    found: list[_Item] = []
    stray: list[ReportFault] = []
    for number, text in enumerate(lines, 1):
        name, rest = _named(text)
        free = bool(found) and found[-1].name == "narrative" and name != "recommend"
        if name and not free:
            found.append(_Item(name, number, rest))
        elif found:
            between = "\n" if free else " "
            last = found[-1]
            found[-1] = replace(last, words=f"{last.words}{between}{text.rstrip() if free else text.strip()}".strip())
        elif text.strip():
            stray.append(
                ReportFault(number, text, illegal(say("no item of a report begins so"), "MASL-4.1-2", "RESULT ATTACKER HOLDS"))
            )
    return tuple(found), tuple(stray)


def _named(text: str) -> tuple[str, str]:
    """The item a line begins, and the rest of the line."""
    bare = text.strip()
    folded = re.sub(r"\s+", " ", bare.lower())
    names = {**{name: name for name in ITEMS}, **OTHER_NAMES}
    for name in sorted(names, key=len, reverse=True):
        if folded == name or folded.startswith((name + " ", name + ":")):
            pattern = r"\s+".join(map(re.escape, name.split()))
            return names[name], re.sub(rf"^{pattern}\s*:?\s*", "", bare, count=1, flags=re.IGNORECASE)
    return "", bare


@rule("MASL-4.1-1", "MASL-4.1-2", "MASL-4.1-3")
def read(view: View, force: Force, lines: Iterable[str]) -> ReportRead[AfterAction]:
    """The report in these lines, or what is wrong with it: every fault, none of them half believed."""
    found, faults = items(lines)
    by_name = {item.name: item for item in found}
    twice = [i for i in found if by_name[i.name] is not i]
    wrong = [
        *faults,
        *(ReportFault(i.line, i.name.upper(), illegal(say("the item stands there twice"), "MASL-4.1-2")) for i in twice),
    ]
    told = _Reading(view, force, by_name, wrong)
    result = told.choice("result", RESULTS, say("who holds the hex?"), "RESULT ATTACKER HOLDS, turn 5")
    units = told.units(RESULTS.get(result, "engaged"))
    bridge = told.bridge()
    held = told.perimeter(RESULTS.get(result, ""))
    taken, given = told.prisoners()
    told.length("narrative")
    if wrong:
        return ReportRead(None, tuple(wrong))
    words = tuple((name, by_name[name].words) for name in ITEMS if name in by_name and by_name[name].words != say(TO_BE_TOLD))
    return ReportRead(AfterAction(RESULTS[result], units, bridge, held, taken, given, words), ())


class _Reading:
    """A report being read: what it says by item, and the faults found so far."""

    def __init__(self, view: View, force: Force, said: dict[str, _Item], wrong: list[ReportFault]) -> None:
        self.view, self.force, self.said, self.wrong, self.lost = view, force, said, wrong, 0

    def fault(self, name: str, words: str, hint: str = "", rule_id: str = "MASL-4.1-2") -> None:
        """Something is wrong with an item."""
        item = self.said.get(name)
        text = f"{name.upper()} {item.words}".strip() if item else name.upper()
        self.wrong.append(ReportFault(item.line if item else 0, text, illegal(words, rule_id, hint)))

    def choice(self, name: str, known: Iterable[str], missing: str, hint: str) -> str:
        """The one of the known words an item begins with."""
        item = self.said.get(name)
        said = re.sub(r"\s+", " ", item.words.lower()) if item else ""
        found = [word for word in known if said == word or re.match(rf"{word}\b", said)]
        if not found:
            self.fault(name, say("{missing} One of: {known}", missing=missing, known=", ".join(k.upper() for k in known)), hint)
        return found[0] if found else ""

    def units(self, result: str) -> tuple[Fated, ...]:
        """Every unit that went in, once; with no more steps, and no better, than it can be; where it can be."""
        faultless = len(self.wrong)
        found = self._fates()
        missing = [u for u in self.force.units if u.id not in found]
        if missing:
            self.fault(
                "own units",
                say("no word of {calls}", calls=self._calls(missing)),
                "B/504 2 fatigued 14.12 ; C/504 destroyed",
            )
        if len(self.wrong) == faultless:
            self._stands(result, found)
        before = {u.id: self.view.forces.counter(u).steps - u.lost for u in self.force.units}
        self.lost = sum(before[f.unit] - f.steps for f in found.values())
        return tuple(found[u.id] for u in self.force.units if u.id in found)

    def _fates(self) -> dict[str, Fated]:
        """What is said of each unit, by id; one of which something impossible is said is taken for lost."""
        item, found = self.said.get("own units"), dict[str, Fated]()
        calls = {self.view.forces.counter(u).call.lower(): u for u in self.force.units}
        for entry in filter(None, map(str.strip, re.split(r"[;\n]", item.words if item else ""))):
            call = entry.split()[0].rstrip(":")
            unit = calls.get(call.lower())
            if unit is None:
                yours = say("yours were {calls}", calls=self._calls(calls.values()))
                self.fault("own units", say("{call} did not fight in this battle", call=call), yours)
            elif unit.id in found:
                self.fault("own units", say("{call} stands there twice", call=call))
            else:
                fated = self._fated(unit, entry.split(None, 1)[1] if " " in entry else "")
                found[unit.id] = fated or Fated(unit.id, 0, 0, self.force.hex)
        return found

    def _calls(self, units: Iterable[Unit]) -> str:
        return ", ".join(sorted(self.view.forces.counter(u).call for u in units))

    def _fated(self, unit: Unit, said: str) -> Fated | None:
        counter = self.view.forces.counter(unit)
        words = said.lower()
        if re.search(r"\b(destroyed|lost|dead|none)\b", words):
            return Fated(unit.id, 0, unit.state, self.force.hex)
        steps = re.match(r"(\d+)", words)
        if steps is None:
            self.fault(
                "own units",
                say("{counter}: how many steps are left?", counter=counter.call),
                say("{counter} 2 fatigued {place}", counter=counter.call, place=self.force.hex),
            )
            return None
        left, before = int(steps.group(1)), counter.steps - unit.lost
        if left > before:
            self.fault(
                "own units",
                say(
                    "{counter} went in with {before}, it cannot have {left} steps left",
                    counter=counter.call,
                    before=before,
                    left=left,
                ),
                rule_id="MASL-2.2-1",
            )
            return None
        return self._placed(unit, left, words)

    def _placed(self, unit: Unit, left: int, words: str) -> Fated | None:
        counter = self.view.forces.counter(unit)
        state = next((rank for rank, name in enumerate(STATES) if re.search(rf"\b{name}\b", words)), best_state(unit))
        if state < best_state(unit):
            best = STATES[best_state(unit)]
            words = say(
                "{counter} went in {state} and fought: {best} at best", counter=counter.call, state=STATES[unit.state], best=best
            )
            self.fault("own units", words, f"{counter.call} {left} {best}", "TOCS-W19.4-6")
            return None
        place = _HEX.search(words)
        hex_ = Hex(f"{int(place.group(1)):02d}.{place.group(2)}") if place else self.force.hex
        near = back(self.view, self.force)
        if hex_ not in (self.force.hex, *near):
            open_ = ", ".join((self.force.hex, *near))
            self.fault(
                "own units",
                say("{call} cannot be in {hex}: {hexes} are open to it", call=counter.call, hex=hex_, hexes=open_),
                rule_id="TOCS-W19.5-5",
            )
            return None
        bank = _bank(self.view, hex_, words[place.end() :] if place else "")
        return Fated(unit.id, left, state, hex_, unit.bank if bank is None else bank)

    def _stands(self, result: str, found: dict[str, Fated]) -> None:
        """Who holds the hex has somebody left in it; who does not has nobody."""
        inside = [f for f in found.values() if f.steps and f.hex == self.force.hex]
        holds = result in ("engaged", self.force.role)
        if holds and not inside and found:
            self.fault("own units", say("the result says that you are in {place}, but none of your units is", place=self.force.hex))
        if not holds and inside:
            calls = self._calls(u for u in self.force.units if u.id in {f.unit for f in inside})
            near = ", ".join(back(self.view, self.force)) or say("nowhere: they are lost")
            self.fault(
                "own units",
                say("the enemy holds {place}: where did {calls} withdraw to?", place=self.force.hex, calls=calls),
                near,
                "TOCS-W19.5-5",
            )

    def bridge(self) -> str:
        """The state of the bridge, where there is one."""
        if not standing(self.view, self.force.hex):
            return ""
        return self.choice("bridge", BRIDGES, say("what of the bridge?"), "BRIDGE WHOLE")

    def perimeter(self, result: str) -> tuple[tuple[Hex, str], ...]:
        """How much of each hex named is ours; without a word of it, what follows from the result."""
        item = self.said.get("perimeter")
        found = {self.force.hex: _HELD[result][self.force.role]} if result else {}
        for part, place in re.findall(r"\b(all|part|none) of (\d{1,2}[.,]\d{2})", item.words.lower() if item else ""):
            hex_ = Hex("{:0>2}.{}".format(*re.split(r"[.,]", place)))
            if hex_ == self.force.hex and result and part != found[hex_]:
                self.fault("perimeter", say("{part} of {hex} does not go with the result", part=part, hex=hex_),
                    f"{found[hex_].upper()} OF {hex_}",
                           "MASL-4.1-3")  # fmt: skip
            found[hex_] = part
        return tuple(sorted(found.items()))

    def prisoners(self) -> tuple[int, int]:
        """Steps taken and given up; `NONE` is 0 of both, a bare number is taken."""
        item = self.said.get("prisoners")
        said = item.words.lower() if item else "none"
        taken, given = (re.search(rf"(\d+) {word}|\b{word} (\d+)", said) for word in ("taken", "lost"))
        bare = re.match(r"(\d+)\s*$", said)
        numbers = [_number(found) for found in (taken or bare, given)]
        if item and not (taken or given or bare or said.startswith("none")):
            self.fault("prisoners", say("how many steps?"), "PRISONERS 1 TAKEN, 0 LOST", "MASL-4.1-3")
        if numbers[1] > self.lost:
            words = say(
                "{steps} cannot be captive: by your own units you lost {lost}",
                steps=counted(numbers[1], "{number} step", "{number} steps"),
                lost=self.lost,
            )
            self.fault("prisoners", words, rule_id="MASL-2.2-1")
        return numbers[0], numbers[1]

    def length(self, name: str) -> None:
        """A narrative of a readable length."""
        item = self.said.get(name)
        if item and len(item.words) > LONGEST:
            self.fault(name, say("{number} characters; {longest} at most", number=len(item.words), longest=LONGEST))


def _number(found: re.Match[str] | None) -> int:
    """The number that one of the groups of a match has, 0 without a match."""
    return int(next(group for group in found.groups() if group)) if found else 0


def _bank(view: View, hex_: Hex, words: str) -> int | None:
    for word in words.split():
        found = bank_named(view.game.ground, hex_, word.strip(",.;").upper())
        if found is not None:
            return found
    return None


COMPARED: tuple[tuple[str, Callable[[AfterAction], object]], ...] = (
    ("result", lambda r: r.result),
    ("bridge", lambda r: r.bridge),
)


@rule("MASL-4.1-1", "MASL-4.1-4")
def differences(ours: AfterAction, theirs: AfterAction) -> tuple[str, ...]:
    """The items, of those both commanders must know, in which two reports of one battle differ."""
    return tuple(_differences(ours, theirs))


def _differences(ours: AfterAction, theirs: AfterAction) -> Iterator[str]:
    yield from (name for name, of in COMPARED if of(ours) != of(theirs))
    mirror = {"all": "none", "none": "all", "part": "part"}
    other = dict(theirs.held)
    if any(hex_ in other and other[hex_] != mirror[part] for hex_, part in ours.held):
        yield "perimeter"
    if (ours.taken, ours.given) != (theirs.given, theirs.taken):
        yield "prisoners"

"""The form a ruleset fills in: functions and tables, no inheritance.

The engine and everything above it know a ruleset only through these values; boards, pictures, events and
observations are the ruleset's own and pass through untouched.
"""

from collections.abc import Callable, Mapping
from typing import Any

from pbem.engine.awaited import Awaited
from pbem.kernel.decisions import Decision, Refusal
from pbem.kernel.dice import Dice
from pbem.kernel.hexes import Hex
from pbem.kernel.values import Value
from pbem.orders.tree import Act, Verb, Vocabulary

NOBODY = "-"  # the winner of a game that was broken off


class Moment(Value):
    """All that the referee has before him at one moment of play.

    pictures: by desk; standing: the standing orders in force, by side. An answer for a side may look at its own
    picture and the words of the question, nothing else. taken: how many atoms of this phase have been done.
    """

    game: Any
    board: Any
    pictures: Mapping[str, Any]
    standing: Mapping[str, Any]
    dice: Dice
    taken: int = 0


class Outcome(Value):
    """What came of carrying out one act: events, and why it did not come off, if it did not.

    contact: the enemy was met (EZOC, an occupied hex, an ambush), for `stop on contact`.
    """

    events: tuple[Any, ...]
    failure: Refusal | None = None
    contact: bool = False


class Phase(Value):
    """One phase of the sequence of play.

    step: the next atom as events, or None when the phase has nothing left to do. awaits(game, board) -> the sides whose orders
    it waits for until the step says it is done (`Ruleset.awaited` says the same). then: the name of the next phase.
    """

    name: str
    rule: str
    step: Callable[[Moment], tuple[Any, ...] | None]
    then: Callable[[Any, Any], str]
    awaits: Callable[[Any, Any], frozenset[str]] = lambda game, board: frozenset()


class Action(Value):
    """An order verb: its words, the order made from them, and what check, expect and execute do with it.

    order(act, hand) -> the order, or a Refusal when words are missing; check(game, picture, order) -> refusals;
    expect(game, picture, order) -> the picture as if it came off; warn(game, picture, order) -> what beginners rue;
    execute(moment, side, order) -> Outcome: these three are asked only for what check has just let pass.
    options(game, picture, unit) -> lines that unit could be told.
    ordered: the act needs a superior's order, named in its slot CALL_HQ or found by the ruleset; pays: the unit's OP is
    paid before the act (False: the act pays it, if it comes off). form: the same order as a line that begins with the
    verb and names its units within; unit_of(act, picture) -> the call of the one that line belongs to.
    """

    verb: Verb
    help: str
    order: Callable[[Act, Any], Any]
    check: Callable[[Any, Any, Any], tuple[Refusal, ...]]
    expect: Callable[[Any, Any, Any], Any]
    execute: Callable[[Moment, str, Any], Outcome]
    options: Callable[[Any, Any, Any], tuple[str, ...]] = lambda game, picture, unit: ()
    warn: Callable[[Any, Any, Any], tuple[str, ...]] = lambda game, picture, order: ()
    ordered: bool = False
    pays: bool = True
    form: Verb | None = None
    unit_of: Callable[[Act, Any], str] | None = None


class ManeuverTurn(Value):
    """The next thing a maneuver does: a unit, its act, and what is counted on in a dry run if it asks ("empty")."""

    call: str
    act: Act
    counts_on: str = ""


class Went(Value):
    """A turn that was taken, and whether it came off."""

    call: str
    act: Act
    ok: bool


class Halt(Value):
    """A maneuver has nothing more to do now: why; over: it is done with for good; off: it was called off."""

    words: str
    over: bool = True
    off: bool = False


class Maneuver(Value):
    """A line for several units at once, played as acts of single units, each chosen from the picture of the moment.

    order(act, picture) -> the order or a Refusal; check(game, picture, order) -> refusals; turn(game, picture,
    order, past) -> the next Turn, or Halt; undo(moment, side, order, past) -> events when it was called off.
    rule: the row it stands on; stays: it lies on file until it is over, and `continue` goes on with it.
    """

    verb: Verb
    help: str
    order: Callable[[Act, Any], Any]
    check: Callable[[Any, Any, Any], tuple[Refusal, ...]]
    turn: Callable[[Any, Any, Any, tuple[Went, ...]], ManeuverTurn | Halt]
    undo: Callable[[Moment, str, Any, tuple[Went, ...]], tuple[Any, ...]]
    rule: str = ""
    stays: bool = False


class Reaction(Value):
    """A standing order: its words, its default lines, the part of the file a line replaces, and the check of a line.

    check(game, picture, act) -> Refusal | None; rues(act) -> what it may cost in the long run, "" for nothing; closes: it says
    how an impulse ends, which in a team is for the side's commander to say.
    """

    verb: Verb
    help: str
    defaults: tuple[str, ...]
    part: Callable[[Act], str]
    check: Callable[[Any, Any, Act], Refusal | None]
    rues: Callable[[Act], str] = lambda _: ""
    closes: bool = False


class Control(Value):
    """How units are taken in hand and impulses closed.

    activate(moment, side, call, deficit) -> Outcome; check_activate(game, picture, call, deficit) -> (refusals, picture);
    lay_down(moment, side) -> events that close the hand; in_hand(picture) -> call or ""; close(moment, side, how) -> events;
    check_close(game, picture, how) -> refusals; points(picture) -> OPs that can be spent now; holds(picture, test) -> True,
    False or None (unknown) for the hex last asked about; assume(picture, test, so) -> the picture if the condition held, or
    did not; answer(moment, side, choice) -> events of it ("" = by standing orders); owes(picture) -> the decision owed, if any;
    asked(picture) -> how many were asked so far;
    silent(standing) -> "pass" or "silence";
    idles(standing, game, picture) -> does a quiet impulse close by itself; budget(standing) -> OPs a
    letter keeps, deficit points it may spend; check_plan(game,
    picture, act) -> refusals, plan(moment, side, act, canonical) -> events of orders left for after the battles;
    void(picture, news, act) -> why a guard of a plan (`void if …`) forbids it to run, or "";
    runner(game, picture, formations, formations) -> turns until a message is there, None = at once (() = the side's own staff);
    reached(game, picture, turn) -> has the turn of this id ("19-0600") begun;
    chain(picture, call) -> the formations a unit stands in, innermost first;
    rues(picture, call) -> what taking this unit in hand gives up, in words; rues_close(game, picture) -> what closing the impulse
    now would cost, in words;
    take_up, check_take_up: as activate, for an act that pays the OP itself; spent(picture) -> OPs spent this impulse;
    conclude(moment, winner, how) -> events of a game that is ended before its last turn; winner: a side, "" = drawn, NOBODY.
    """

    activate: Callable[[Moment, str, str, int], Outcome]
    check_activate: Callable[[Any, Any, str, int], tuple[tuple[Refusal, ...], Any]]
    lay_down: Callable[[Moment, str], tuple[Any, ...]]
    in_hand: Callable[[Any], str]
    close: Callable[[Moment, str, str], tuple[Any, ...]]
    check_close: Callable[[Any, Any, str], tuple[Refusal, ...]]
    points: Callable[[Any], int]
    holds: Callable[[Any, str], bool | None]
    silent: Callable[[Any], str]
    assume: Callable[[Any, str, bool], Any]
    answer: Callable[[Moment, str, str], tuple[Any, ...]]
    owes: Callable[[Any], Decision | None]
    asked: Callable[[Any], int]
    budget: Callable[[Any], tuple[int, int]]
    idles: Callable[[Any, Any, Any], bool]
    check_plan: Callable[[Any, Any, Act], tuple[Refusal, ...]]
    plan: Callable[[Moment, str, Act, str], tuple[Any, ...]]
    void: Callable[[Any, tuple[Any, ...], Act], str]
    take_up: Callable[[Moment, str, str, int], Outcome]
    check_take_up: Callable[[Any, Any, str, int], tuple[tuple[Refusal, ...], Any]]
    spent: Callable[[Any], int]
    chain: Callable[[Any, str], tuple[str, ...]]
    reached: Callable[[Any, Any, str], bool]
    conclude: Callable[[Moment, str, str], tuple[Any, ...]]
    rues: Callable[[Any, str], tuple[str, ...]]
    rues_close: Callable[[Any, Any], tuple[str, ...]]
    runner: Callable[[Any, Any, tuple[str, ...], tuple[str, ...]], int | None]


class Knowing(Value):
    """The folds: apply(board, event), observe(game, before, event) -> ((desk, observation), …), learn(picture, observation)."""

    apply: Callable[[Any, Any], Any]
    observe: Callable[[Any, Any, Any], tuple[tuple[str, Any], ...]]
    learn: Callable[[Any, Any], Any]
    events: Any
    observations: Any
    board: type
    picture: type


class Reports(Value):
    """A ruleset's part of the letters, all of them functions of what one desk may know.

    tell(game, picture, observation) -> lines for a receipt; sitrep(game, picture, news, clock) -> Document;
    points(game, picture) -> the line of OPs; idle(game, picture) -> units without orders; cost(game, picture, call, hex),
    what_can(game, picture, call), why(battles, number) -> lines; why_cut(game, picture, call) -> lines; deeds(game, picture),
    enters(game, picture) -> lines the staff could write now; standing on `battles`, the battle observations kept;
    turn_began(observations) -> is a summary due; intsum(game, picture, battles, words) -> its blocks;
    kept(observation) -> is it kept for WHY; fought(battles) -> numbers;
    station(observations) -> the public moment they hold, or ""; did(observations) -> what a letter's orders did, in words;
    closes(observation) -> does the writer's own part of a run end here;
    story(game, picture, battles, call) -> what befell an own unit, lines; diary(game, picture, battles, logs, foe) -> blocks:
    the stories of all own units, what the side's logs (when, lines) say of each, and who was against them by the enemy's
    picture (None: it stays closed);
    goals(game, picture) -> hexes worth having; sketch(game, picture, centre, reach) -> the map in letters;
    theatre(game, picture), around(game, picture, centre, reach) -> MapPicture; draw(game, map picture) -> its Plates;
    brief(game, picture) -> blocks of the welcome; impulse(picture) -> "T3.2"; warn_close(game, picture) -> lines;
    in_hand(game, picture) -> lines: what is left of units that are activated;
    letterhead(game, picture) -> (name, value) of what a staff form may head a report with; sections: of "sitrep" and "intsum",
    by plain title the part of the letter it belongs to, "changed" or "state".
    """

    tell: Callable[[Any, Any, Any], tuple[str, ...]]
    sitrep: Callable[[Any, Any, tuple[Any, ...], Any], Any]
    points: Callable[[Any], str]
    idle: Callable[[Any], tuple[str, ...]]
    cost: Callable[[Any, Any, str, str], tuple[str, ...]]
    what_can: Callable[[Any, Any, str], tuple[str, ...]]
    deeds: Callable[[Any, Any], tuple[str, ...]]
    enters: Callable[[Any, Any], tuple[str, ...]]
    why: Callable[[Any, tuple[Any, ...], int], tuple[str, ...]]
    why_cut: Callable[[Any, Any, str], tuple[str, ...]]
    turn_began: Callable[[tuple[Any, ...]], bool]
    intsum: Callable[[Any, Any, tuple[Any, ...], tuple[str, ...]], tuple[Any, ...]]
    kept: Callable[[Any], bool]
    fought: Callable[[tuple[Any, ...]], tuple[int, ...]]
    station: Callable[[tuple[Any, ...]], str]
    brief: Callable[[Any, Any], Any]
    impulse: Callable[[Any], str]
    in_hand: Callable[[Any, Any], tuple[str, ...]]
    warn_close: Callable[[Any, Any], tuple[str, ...]]
    closes: Callable[[Any], bool]
    story: Callable[[Any, Any, tuple[Any, ...], str], tuple[str, ...]]
    diary: Callable[[Any, Any, tuple[Any, ...], tuple[tuple[str, tuple[str, ...]], ...], Any], tuple[Any, ...]]
    goals: Callable[[Any, Any], tuple[Hex, ...]]
    sketch: Callable[[Any, Any, str, int], tuple[str, ...]]
    theatre: Callable[[Any, Any], Any]
    around: Callable[[Any, Any, Hex, int], Any]
    draw: Callable[[Any, Any], tuple[Any, ...]]
    did: Callable[[tuple[Any, ...]], frozenset[str]]
    letterhead: Callable[[Any, Any], tuple[tuple[str, str], ...]]
    sections: Mapping[str, Mapping[str, str]]


class Fields(Value):
    """Battles handed to field commanders.

    out(picture) -> (number, hex) of each that is out, in order; brief(game, picture, number, intent, the side's standing
    orders by part) -> blocks;
    form(game, picture, number) -> lines; read(game, picture, number, lines) -> (report or None, faults: line, text, why);
    understood(game, picture, report) -> what it was taken to say, lines;
    report(moment, side, number, report) -> events; differing(board, number) -> items in which the two reports differ;
    own_words(picture, number, item) -> lines, () before the report; whole(picture, number) -> lines of it;
    decided(board, number) -> is its outcome known; over(observation) -> the number of the battle it ends, 0 for none;
    rule(moment, number, side) -> events ("" = the dice decide).
    days(game) -> days until a report is due, and to agree.
    """

    out: Callable[[Any], tuple[tuple[int, str], ...]]
    brief: Callable[[Any, Any, int, tuple[str, ...], tuple[tuple[str, str], ...]], Any]
    form: Callable[[Any, Any, int], tuple[str, ...]]
    read: Callable[[Any, Any, int, tuple[str, ...]], tuple[Any, tuple[tuple[int, str, Refusal], ...]]]
    understood: Callable[[Any, Any, Any], tuple[str, ...]]
    report: Callable[[Moment, str, int, Any], tuple[Any, ...]]
    differing: Callable[[Any, int], tuple[str, ...]]
    own_words: Callable[[Any, int, str], tuple[str, ...]]
    whole: Callable[[Any, int], tuple[str, ...]]
    decided: Callable[[Any, int], bool]
    over: Callable[[Any], int]
    rule: Callable[[Moment, int, str], tuple[Any, ...]]
    days: Callable[[Any], tuple[int, int]]


class Amending(Value):
    """Patches of a module while it is played.

    patched(texts, patch) -> the texts with the patch laid over them, its changes, its lines; amends(opening, opening, turn) ->
    (events, refusals): what the second makes of the first from a turn on; chained(game, turn, game, events) -> the first, which
    becomes the second then; in_force(game, board) -> the game as it is now.
    """

    patched: Callable[[Mapping[str, str], str], Any]
    amends: Callable[[Any, Any, int], tuple[tuple[Any, ...], tuple[str, ...]]]
    chained: Callable[[Any, int, Any, tuple[Any, ...]], Any]
    in_force: Callable[[Any, Any], Any]


class Ruleset(Value):
    """The contents page of a ruleset. correct(game, board, side, text) -> events that put a fault right, or a Refusal;
    settle(moment) -> what the last act set going, None when nothing did: game and board alone decide whether;
    idle(board, event) -> does this event set nothing going, since settle looks at nothing that it changes?"""

    name: str
    title: str
    phases: tuple[Phase, ...]
    settle: Callable[[Moment], tuple[Any, ...] | None]
    idle: Callable[[Any, Any], bool]
    actions: Mapping[str, Action]
    maneuvers: Mapping[str, Maneuver]
    deeds: Mapping[str, Action]
    reveal: Callable[[Any, Any], tuple[Any, ...]]
    annals: Callable[[Any, tuple[Any, ...]], tuple[str, ...]]
    reactions: Mapping[str, Reaction]
    control: Control
    knowing: Knowing
    policies: Callable[[tuple[Act, ...]], Any]
    vocabulary: Callable[[Any, Any], Vocabulary]
    opening: Callable[[Any, Mapping[str, Any]], tuple[Any, Any, Any]]
    correct: Callable[[Any, Any, str, str], tuple[Any, ...] | Refusal]
    awaited: Callable[[Any], Awaited]  # of a board or of a picture: both sides know it
    turn: Callable[[Any], int]
    reports: Reports
    fields: Fields
    amending: Amending

    def phase(self, name: str) -> Phase:
        """The phase with this name."""
        return next(p for p in self.phases if p.name == name)

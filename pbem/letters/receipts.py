"""Answers to a letter: the receipt, what it asked for, why a line went as it did."""

import re
from collections import Counter
from collections.abc import Iterable, Iterator
from itertools import dropwhile

from pbem.campaign.drafting import closing_words
from pbem.campaign.request import Request
from pbem.documents import receipt as receipts
from pbem.documents.ceiling import Ceiling, height
from pbem.documents.document import QUIET_TAPS, Block, Document, Letterhead, block
from pbem.documents.map_picture import MapPicture
from pbem.engine.opaque import OpaqueGame, OpaquePicture, OpaqueSeen
from pbem.engine.run_observations import LineBegan, LineEnded
from pbem.kernel.i18n import counted, phrase, phrases, say
from pbem.kernel.values import replace
from pbem.letters.chat import read_as_chat
from pbem.letters.desk import Answered, Desk, Out, no_answer
from pbem.letters.on_file import LONGEST, clock_words, closing_word, due_words, may_be_ordered, ordered_on_file, points_line
from pbem.orders.line_numbers import in_runs
from pbem.orders.tree import Act, LetterWord, SheetLine
from pbem.rulesets.form import Maps, ReceiptNews

EMPTY = phrase("Your letter has no orders in it. HELP START shows how orders are written.")
ELSEWHERE = phrase(
    "Orders are read in the letter itself: not in its subject, not in what it quotes or forwards, and in an attached text between"
    " BEGIN ORDERS and END ORDERS alone."
)
_HEAD = re.compile(r"[a-z]+(?: [a-z]+)*(?= |$)")
MOST_LEFT = 12  # questions without room that are named
MOST_MAPS = 9  # parts of the map in one letter


def receipt(desk: Desk, answered: Answered) -> Out:
    """The answer to a letter of orders or questions."""
    checked = [receipts.Checked(v.line, v.refusals, v.warnings, v.cost, v.beyond) for v in answered.verdicts]
    ceiling = Ceiling()
    faults = receipts.to_fix(checked, ceiling, answered.filed or answered.ran is not None)
    bad = sum(not c.ok for c in checked)
    ran = answered.ran
    news = desk.ruleset.reports.receipt_news(desk.game, desk.picture, answered.seen) if ran else ReceiptNews()
    empty = not answered.request.written.lines and not answered.refused and not answered.wanted
    outcome = _outcome(desk, answered, bad)
    first, notes = _led(answered, outcome)
    blocks = (
        *block("NOTHING TO READ", _nothing_to_read(answered) if empty else ()),
        *block("ORDERS NOT EXECUTED" if answered.request.does_more else "NOTHING DONE", answered.refused),
        *faults,
        *(receipts.went(_of_the_lines(desk, answered), _teller(desk, answered), _lines(answered)) if ran else ()),
        *block("GAINED", _gained(news)),
        *(receipts.given_back(ran.rest, ran.why) if ran else ()),
        *receipts.plan_again(answered.off_file),
        *(() if ran else receipts.ready(checked)),
        *(() if ran else receipts.watch(checked, answered.filed)),
        *block(
            "NOTED",
            (
                *answered.request.remarks,
                *notes,
                *_goes_on(answered),
                *read_as_chat(answered.request.chat, desk.closing, _through(desk, answered)),
            ),
        ),
        *receipts.unasked(answered.request.unasked, ceiling),
        *_questions(desk, answered.request, ceiling),
        *_state(desk, answered),
    )
    moment = answered.moment or desk.moment
    head = ((say("[{campaign}] RECEIPT · {name}", campaign=desk.admin.campaign, name=moment), desk.number),)
    asked = (*answered.wanted, *_fixing(desk, answered, checked))
    wanted = (_bottom_line(desk, answered, first, news), *asked, *_reply_by(desk, answered))
    maps = _maps(desk, answered)
    summed = Letterhead("intsum") if any(q.act.verb == "intsum" for q in answered.request.questions) else None
    subject = _subject(desk, answered, f"{moment} {outcome}", news)
    document = Document(subject, head, wanted, blocks, _left_out(answered), _taps(asked), maps, summed)
    return Out(desk.seat.id, "receipt", document, True)


def _nothing_to_read(answered: Answered) -> tuple[str, ...]:
    """That a letter orders nothing; where nothing else was written or something was left out, where orders are looked for."""
    request = answered.request
    return (say(EMPTY), *((say(ELSEWHERE),) if request.left_out or not request.chat else ()))


def _through(desk: Desk, answered: Answered) -> str:
    """The word by which the reader may say that all is ordered; "" where it is said."""
    said = answered.filed or desk.seat.id in desk.admin.staff(desk.seat.side).done
    return (
        ""
        if said or _is_over(desk, answered) or desk.clock is None
        else closing_word(desk) or ("done" if desk.admin.together else "")
    )


def _goes_on(answered: Answered) -> tuple[str, ...]:
    """How the lines below one that failed would have run."""
    failed = any(type(seen) is LineEnded and seen.status == "failed" for seen in answered.seen)
    if not failed or answered.ran is None or not answered.ran.rest or answered.request.has("carries") or answered.request.ends:
        return ()
    return (
        say("a line that fails holds those below it, which may count on it; CARRY OUT WHAT YOU CAN above them lets them go on"),
    )


def _of_the_lines(desk: Desk, answered: Answered) -> Iterable[OpaqueSeen]:
    """What was learnt as the lines ran; where the other side's ran with them, not what came before the first of them."""
    if not desk.admin.together:
        return answered.seen
    return dropwhile(lambda seen: not isinstance(seen, LineBegan), answered.seen)


def _teller(desk: Desk, answered: Answered) -> receipts.Tell:
    """What a receipt says of what was learnt in a row: nothing of what the report says that comes with it."""
    reports, over = desk.ruleset.reports, _is_over(desk, answered)

    def tell(seen: tuple[OpaqueSeen, ...]) -> tuple[str, ...]:
        told = tuple(one for one in seen if not (over and reports.left_to_report(one)))
        return reports.receipt_lines(desk.game, desk.picture, told) if told else ()

    return tell


def ran_by_itself(desk: Desk, answered: Answered, what: str = "") -> Out:
    """How orders ran that lay on file ("your plan"): a receipt that answers no letter."""
    out = receipt(desk, answered)
    document = replace(out.document, subject=f"{out.document.subject} · {what}" if what else out.document.subject)
    return replace(out, document=document, answer=False)


MOST_NAMED, LONGEST_NOTE = 3, 66  # questions, and letters of a note, in a subject
LONGEST_LEAD = 200  # letters of notes that a receipt begins with: three lines
TAPPED = ("YES", "YES END", "ACCEPT", "HELP DRAFTS", "DECLINE", "CANCEL")


def _taps(wanted: tuple[str, ...]) -> tuple[str, ...]:
    """The answers among those a receipt names that are all a phone need send: first what helps, last what drops everything."""
    ways = (way.partition("(")[0].strip() for line in wanted for way in line.partition("  ")[2].split("|"))
    found = tuple(way for way in ways if way in TAPPED)
    helpful = tuple(way for way in found if way not in QUIET_TAPS)
    return (*helpful, *(way for way in found if way in QUIET_TAPS))


def _lines(answered: Answered) -> tuple[SheetLine, ...]:
    return tuple(v.line for v in answered.verdicts)


def _outcome(desk: Desk, answered: Answered, bad: int) -> str:
    if answered.reports:
        return say("report of battle {numbers} received", numbers=", ".join(map(str, answered.reports)))
    if answered.refused:
        return say("noted; no orders executed") if answered.request.does_more else say("no orders executed")
    if answered.asks or (answered.waits and answered.wanted):
        closing = _closing(desk, answered).upper()
        return say("{word} waits for your YES", word=closing) if answered.asks else say("your orders wait for your YES")
    if answered.ran:
        return _ran(desk, answered, len(answered.ran.rest))
    if answered.filed:
        return _on_file(bad)
    if bad:
        return _faulty(desk, answered, bad)
    if answered.verdicts:
        return say("checked; no orders executed")
    return _answers(desk, answered) if answered.request.questions else _noted(answered)


def _faulty(desk: Desk, answered: Answered, bad: int) -> str:
    """How many lines need fixing, and that nothing is done until then; after a CHECK nothing waits either."""
    fixing = counted(bad, "{number} line needs fixing", "{number} lines need fixing")
    if "check" in answered.request.said:
        return say("{lines}; a CHECK keeps nothing", lines=fixing)
    lines = say("{lines}; no orders executed yet", lines=fixing)
    return say("{word} waits: {lines}", word=desk.closing.upper(), lines=lines) if _ends_with_it(desk, answered) else lines


def _on_file(bad: int) -> str:
    """Orders were filed; bad: the lines that were left out, as their writer said."""
    if not bad:
        return say("on file, not executed yet")
    return say("on file, not executed yet; {lines} left out", lines=counted(bad, "{number} line", "{number} lines"))


def _answers(desk: Desk, answered: Answered) -> str:
    """`answers: STATUS, WHAT CAN`, the first few."""
    asked = list(dict.fromkeys(_asked(desk, question.act) for question in answered.request.questions))
    more = say(" and {number} more", number=len(asked) - MOST_NAMED) if len(asked) > MOST_NAMED else ""
    return say("answers: {words}{more}", words=", ".join(asked[:MOST_NAMED]), more=more)


def _asked(desk: Desk, act: Act) -> str:
    """The word of a question as it is written: a ruleset has several that begin alike, with names of their own."""
    word = desk.words.named(act.verb)
    head = _HEAD.match(word.verb.syntax[0]) if word else None
    return (head[0] if head else act.verb).upper()


def _noted(answered: Answered) -> str:
    """What was noted first, where that is short; that there was nothing to note."""
    notes = tuple(dict.fromkeys(answered.notes))
    if not notes:
        return say("noted") if answered.request.written.lines else say("no orders found")
    short = len(notes[0]) <= LONGEST_NOTE and notes[0][0] not in " >" and notes[0][-1] != ":"
    return notes[0] if short else say("noted")


def _led(answered: Answered, outcome: str) -> tuple[str, tuple[str, ...]]:
    """What the letter begins with, and the notes that are still to be told: short ones stand at its beginning, and nowhere else."""
    notes = tuple(_each_once(answered.notes))
    sentences = all(note and note[0] not in " >" and note[-1] != ":" for note in notes)
    if not notes or not sentences or len(" ".join(notes)) > LONGEST_LEAD:
        return outcome, tuple(note for note in notes if note != outcome)
    said = ". ".join(f"{note[0].upper()}{note[1:]}" for note in notes)
    if answered.filed:
        return f"{outcome}. {said}", ()
    return (said, ()) if outcome == _noted(answered) else (outcome, notes)


def _ran(desk: Desk, answered: Answered, left: int) -> str:
    """`3 orders executed; 1 line not`, or that the part of play is closed; left: lines that were not executed."""
    words = {v.line.number for v in answered.verdicts if isinstance(v.line.command, LetterWord)}
    tally = receipts.executed(answered.seen, words)
    said = [counted(tally.done, "{number} order executed", "{number} orders executed")] if tally.done else []
    said += [counted(tally.partly, "{number} executed in part", "{number} executed in part")] if tally.partly else []
    said += [counted(tally.failed, "{number} order failed", "{number} orders failed")] if tally.failed else []
    said += [say("{lines} not executed", lines=counted(left, "{number} line", "{number} lines"))] if left else []
    if _is_over(desk, answered) and not desk.admin.together:
        said.append(say("{moment} closed", moment=desk.idiom.moment))
    return "; ".join(said) or say("orders executed")


def _is_over(desk: Desk, answered: Answered) -> bool:
    """Did this letter close the part of play that it was written in?"""
    return bool(answered.moment) and answered.moment != desk.moment


def _asks_for_more(desk: Desk, answered: Answered) -> bool:
    """Did orders run in a part of play that is still the reader's?"""
    running = desk.clock
    own = running is not None and running.moment == answered.moment and not desk.admin.paused and not _is_over(desk, answered)
    return bool(answered.ran) and own and bool(answered.request.acts) and desk.admin.stage == "playing"


def _subject(desk: Desk, answered: Answered, outcome: str, news: ReceiptNews) -> str:
    """The outcome, what it brought and what is left to spend: as much as a phone shows, the weightiest first."""
    points = desk.ruleset.points
    left: tuple[str, ...] = ()
    if points and points.counting(desk.picture) and _asks_for_more(desk, answered):
        left = (say("{left} {point} left", left=points.left(desk.picture), point=desk.idiom.point),)
    said = outcome
    for more in (*news.short, *left):
        longer = f"{said} · {more}"
        said = longer if len(longer) <= LONGEST else said
    return said


def _gained(news: ReceiptNews) -> tuple[str, ...]:
    return (f" {', '.join(news.gained)}",) if news.gained else ()


def _bottom_line(desk: Desk, answered: Answered, outcome: str, news: ReceiptNews) -> str:
    """The outcome as a sentence, then what it brought; of orders that ran, with what is left to spend."""
    left = [say("You have {points}.", points=points) for points in points_line(desk)] if _asks_for_more(desk, answered) else []
    return " ".join((f"{outcome[0].upper()}{outcome[1:]}.", *news.full, *left))


def _reply_by(desk: Desk, answered: Answered) -> tuple[str, ...]:
    """Until when more may be written, to whose orders ran in their own part of play."""
    word = closing_word(desk)
    if not _asks_for_more(desk, answered) or desk.clock is None or not word or desk.admin.hosting.outage:
        return ()
    due = due_words(desk.clock, desk)
    return (say("REPLY BY {due}: more orders, or {word}.", due=due, word=word.upper()),)


def _closing(desk: Desk, answered: Answered) -> str:
    """The word by which a line of the letter closes its writer's part of play, the plain one first; "" for none, or where it is not
    for him to say."""
    commands = (v.line.command for v in answered.verdicts if not v.refusals)
    said = {command.act.verb for command in commands if isinstance(command, LetterWord)}
    return next((word for word in closing_words(desk.words.verbs) if word in said), "")


def _ends_with_it(desk: Desk, answered: Answered) -> bool:
    """Does the letter wait with the plain word that closes?"""
    return answered.waits and bool(desk.closing) and _closing(desk, answered) == desk.closing


def _fixing(desk: Desk, answered: Answered, checked: list[receipts.Checked]) -> tuple[str, ...]:
    """The one line that says how to fix what is faulty: first what helps."""
    faulty = [c for c in checked if not c.ok]
    if answered.waits and checked and not faulty:  # a change to a draft that is gone: nothing of the letter ran
        return (say("REPLY  YES (run what is ready) | CANCEL"),)
    if not faulty or answered.ran or answered.filed or "check" in answered.request.said:
        return ()
    ways = [*_by_yes(faulty, len(checked))]
    if _ends_with_it(desk, answered):
        noun = desk.idiom.moment
        ways.append(say("YES END (run what is ready, end the {moment})", moment=noun))
        ways.append(say("END ANYWAY (discard all of it, end the {moment})", moment=noun))
    helpless = not any(way.startswith("YES") for way in ways)
    ways += [say("{line} <new text>", line=faulty[0].line.number), f"{in_runs(c.line.number for c in faulty)} drop"]
    ways += ["HELP DRAFTS", "CANCEL"] if helpless else ["CANCEL"]
    return (say("REPLY  {answers}", answers=" | ".join(ways)),)


def _by_yes(faulty: list[receipts.Checked], lines: int) -> Iterator[str]:
    """What a YES alone would do: it takes the one hint that a line has, and leaves out the other faulty ones. lines: of the letter,
    all of them."""
    hinted = [c for c in faulty if c.line.remarks and all(len(r.hints) == 1 for r in c.line.remarks) and not c.refusals]
    others = [c.line.number for c in faulty if c not in hinted]
    named = in_runs(others)
    left = say("lines {numbers}", numbers=named) if len(others) > 1 else say("line {number}", number=named)
    if not others:
        yield say("YES (take the hint, run all)")
    elif hinted:
        yield say("YES (take the hints, leave out {lines}, run the rest)", lines=left)
    elif len(faulty) < lines:
        yield say("YES (leave out {lines}, run the rest)", lines=left)


def _state(desk: Desk, answered: Answered) -> tuple[Block, ...]:
    """Points, who has no orders, the clock: only what the seat knows anyway, and only in its own part of play."""
    admin, reports = desk.admin, desk.ruleset.reports
    lines: list[str] = []
    if desk.seat.role == "field commander" or answered.request.of("answer"):
        return ()  # he knows his battle, and nothing of the campaign; or play goes on, and says so in a letter of its own
    mine = desk.clock is not None
    if _is_over(desk, answered):
        return block("STATE", (say("{name} is over; your report follows.", name=answered.moment),))
    if admin.stage == "playing" and reports.station(desk.news) == "end":  # conceded, or drawn, by this letter
        return block("STATE", (say("The campaign is over; the last letters follow."),))
    if admin.stage == "playing" and mine and answered.request.acts:
        lines += _left_to_do(desk, answered.request)
    if admin.stage == "playing":
        lines += _draft(desk, answered)
        lines.append(say("CLOCK: {words}", words=clock_words(desk)))
    return block("STATE", lines)


def _left_to_do(desk: Desk, request: Request) -> Iterator[str]:
    """What can be spent, who is active, who has no orders unless its writer says DONE, what closing would cost."""
    reports, own = desk.ruleset.reports, may_be_ordered(desk)
    yield from (say("ON HAND: {left}", left=left) for left in points_line(desk))
    yield from reports.active_units(desk.game, desk.picture)
    filed = ordered_on_file(desk)
    idle = [call for call in reports.idle(desk.picture) if call not in filed and (own is None or call in own)]
    yield from [say("NO ORDERS YET: {units}", units=" ".join(idle))] if idle and not request.of("done") else []
    yield from reports.warn_close(desk.game, desk.picture)


def _draft(desk: Desk, answered: Answered) -> tuple[str, ...]:
    """That orders of an earlier letter still wait, in a letter that does not show them: their writer may think them done."""
    draft = desk.admin.drafts.get(desk.seat.id)
    if draft is None or answered.waits or answered.asks:
        return ()
    if draft.confirm:
        return (say("DRAFT: {words} waits for your YES; CANCEL discards it", words=" · ".join(draft.lines).upper()),)
    one, many = phrases(
        "DRAFT: {number} line waits to be fixed and is not executed: YES, CANCEL or HELP DRAFTS",
        "DRAFT: {number} lines wait, none executed, until the faulty ones are fixed: YES, CANCEL or HELP DRAFTS",
    )
    return (counted(len(draft.lines), one, many),)


def _left_out(answered: Answered) -> tuple[str, ...]:
    talk = len(answered.request.chat)
    chat = (counted(talk, "{number} line of chat", "{number} lines of chat"),) if talk else ()
    left = "; ".join((*answered.request.left_out, *chat))
    lines = counted(len(answered.request.written.lines), "{number} line", "{number} lines")
    return (say("READ: {lines}; left out: {left}", lines=lines, left=left),) if left else ()


def _each_once(notes: tuple[str, ...]) -> Iterator[str]:
    """What was said several times, said once with how often."""
    for note, times in Counter(notes).items():
        yield note if times == 1 else say("{note} ({times} times)", note=note, times=times)


def _questions(desk: Desk, request: Request, ceiling: Ceiling) -> tuple[Block, ...]:
    """The answers to what was asked, each told once, as many as there is room for."""
    found, left, early = dict[Block, None](), list[str](), list[str]()
    for question in request.questions:
        told = desk.words.answer(desk, question.act) if not ceiling.full else ()
        answer = tuple(b for b in told if b not in found)
        ceiling.fill(sum(map(height, answer)))
        left += [_in_full(desk, question.act)] if ceiling.full else []
        early += [_asked(desk, question.act)] if _is_early(desk, question.act) and not told and not ceiling.full else []
        found |= {} if ceiling.full else dict.fromkeys(answer)
    more = counted(
        len(left),
        "{number} more question: it had no room in this letter, ask it again in another ({asked})",
        "{number} more questions: they had no room in this letter, ask them again in another ({asked})",
        asked=_some_of(list(dict.fromkeys(left))),
    )
    return (*found, *block("NOT ANSWERED", ([more] if left else []) + _asked_early(early)))


def _in_full(desk: Desk, act: Act) -> str:
    """`HELP FIELD`: a question with what it asks about."""
    about = (" ".join(map(str, value)) if isinstance(value, tuple) else str(value) for _, value in act.slots)
    return " ".join((_asked(desk, act), *about)).upper()


def _some_of(asked: list[str]) -> str:
    """The first of them by name, and how many more."""
    more = len(asked) - MOST_LEFT
    return ", ".join(asked[:MOST_LEFT]) + (say(" and {more} more", more=more) if more > 0 else "")


def _asked_early(words: Iterable[str]) -> list[str]:
    """That these questions have no answer before play."""
    asked = ", ".join(dict.fromkeys(words))
    return [say("{asked}: ask again once play has begun and you have your first report", asked=asked)] if asked else []


def _is_early(desk: Desk, act: Act) -> bool:
    """Is a question asked before play, to which a receipt has an answer later? Others are answered by letters of their own."""
    word = desk.words.named(act.verb)
    return desk.admin.stage == "inviting" and (word is None or word.answer is not no_answer)


def _maps(desk: Desk, answered: Answered) -> MapPicture | None:
    """Maps of what was filed, and those that were asked for, of as many parts as the letter asked."""
    maps = desk.ruleset.maps
    if desk.admin.stage == "inviting" or maps is None:
        return None
    filed = maps.filed(desk.game, desk.picture, answered.seen) if answered.ran else None
    asked = (_asked_map(desk, maps, q.act) for q in answered.request.questions if q.act.verb == "map")
    found = [drawn for drawn in (filed, *asked) if drawn]
    frames = {frame.name: frame for each in found for frame in each.frames}
    return replace(found[0], frames=tuple(frames.values())[:MOST_MAPS]) if found else None


def _asked_map(desk: Desk, maps: Maps[OpaqueGame, OpaquePicture], act: Act) -> MapPicture | None:
    """What a line MAP asks for: the ground about a hex, or the whole."""
    centre, reach = act.text("HEX") or "", max(1, min(act.number("N") or 2, 8))
    if centre:
        return maps.around(desk.game, desk.picture, centre, reach)
    return maps.theatre(desk.game, desk.picture, may_be_ordered(desk))

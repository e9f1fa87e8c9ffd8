"""Every text that a letter may hold is said: no prose stands in the rooms that write letters but in say() and its like.

What counts as prose are words in small letters with a blank between them, the first of a title, and every f-string that says
something. Order words, data, Python's own errors and the log stay English.
"""

import ast
import builtins
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from string import Formatter

import pytest

from pbem.letters.help import FOR_HOSTS
from pbem.mail.containers import NOTES
from pbem.mail.letter import REFUSALS
from pbem.orders.syntax import literal_words, parse_syntax
from pbem.rulesets import RULESETS
from tests.architecture.catalogue import catalogue
from tests.letter_words import WORDS
from tests.opened import order_verbs

ROOT = Path(__file__).resolve().parents[2]
ROOMS = (
    *("handlers/**/*.py", "campaign/**/*.py", "orders/**/*.py", "letters/host.py", "letters/invitations.py", "letters/evenings.py"),
    *(
        "letters/field_briefs.py",
        "handlers/lessons.py",
        "service/recruiting.py",
        "campaign/request.py",
        "letters/help.py",
        "mail/letter.py",
        "mail/mime.py",
        "mail/reading.py",
    ),
    *(
        "mail/containers.py",
        "letters/**/*.py",
        "documents/**/*.py",
        "service/alerts.py",
        "service/health_checks.py",
        "service/bounces.py",
        "admin/verify.py",
    ),
    *(f"rulesets/*/{room}/**/*.py" for room in ("actions", "rules", "standing_orders", "reports", "resolution")),
)
FOR_MAKERS = {
    "documents/letterhead.py",
    "campaign/module_versions.py",
    "campaign/staff_forms.py",
}  # what is wrong with a module is told at the shell, in English
OF_PLAYERS = {"orders/everyday.py", "rulesets/tocs/bot.py", "rulesets/tocs/lessons.py"}  # what people write, and not the referee
LEFT_OUT = {ROOT / "pbem" / file for file in FOR_MAKERS | OF_PLAYERS}
FILES = sorted({path for room in ROOMS for path in (ROOT / "pbem").glob(room)} - LEFT_OUT)
SAYING = {"say": 1, "text": 1, "phrase": 1, "counted": 3, "phrases": 2, "number": 2}
TITLES = {"Block": 0, "block": 0, "table": 0, "Document": 0, "notice": 1, "word": 1, "short": 2, "host_letter": 1}
PRINTED = {"Block", "block", "section", "table"}  # whose plain title is said when it is printed
OF_ROWS = {"rule", "stands_on", "behind", "ahead", "row"}
SILENT = OF_ROWS | {
    "compile",
    "getattr",
    "Verb",
    "field",
    "strftime",
    "says",
    "throw",
}  # what they are given is no text of a letter
OF_STRINGS = {"split", "startswith", "endswith", "strip", "removeprefix", "removesuffix", "partition", "rpartition", "replace"}
MARKUP = re.compile(r"^\s*<[a-zA-Z]+[ />]|^ [a-z-]+=\"|[{;]\s*[a-z-]+: ?[^{};]+[;}]|^ ?(translate|rotate|scale)\(")
PATH = re.compile(r"[MLHVAQTChvlmactqz0-9{}. -]+")  # of an SVG
NAMED = re.compile(r"[a-z]\.[a-z]")  # a file, a logger, a page of the web
SYNTAX = re.compile(r"\[[a-z]+ (?:[A-Z(])|\|[a-z]+ [a-z]+\|")  # brackets, slots, alternatives: a line of syntax
PROSE = re.compile(r"[a-z]{2,}['’)]?[ ,.;:!?][^\n]*[A-Za-z]|[A-Za-z{}][^\n]* [a-z]{2,}|^ ?[a-z]{2,}[ :,]|[ :,;][a-z]{2,}$")
LEFT = {
    "letters/map_worker.py": (
        "import gc, sys; gc.disable(); sys.path[:] = sys.argv[1:]; from pbem.letters.map_painter import main; main()",
    ),
    "letters/calendar_part.py": ("text/calendar; charset=utf-8; method=PUBLISH",),  # a type of mail
    "campaign/request.py": ("plan for next",),
    "service/bounces.py": ("{} back from {}",),  # what a letter is called in the mailroom
    "handlers/fields.py": ("field commander",),  # a role, which papers name
    "handlers/host/words/hold_all.py": ("hold all {}",),  # the host's word, said to his other campaigns
    "handlers/start.py": ("not a standing order: {}",),
    "letters/receipts.py": ("{} drop",),
    "letters/invitations.py": ("field commander",),
    "orders/lexer.py": ("rest {}",),
    "orders/printer.py": (
        *("{} drop", "after {}: {}", "if {} {}", "{}, else {}", "message {}", "end {}", "end log", "end message"),
        "no syntax line says {}",
    ),
    "service/recruiting.py": ("boot camp", "camp seed"),
    "rulesets/tocs/actions/recon.py": ("empty ezoc",),  # answers, kinds and stages that records name
    **dict.fromkeys((f"rulesets/tocs/resolution/{name}.py" for name in ("bridgework", "refitting", "tasks")), ("went on",)),
    "rulesets/tocs/rules/after_action.py": (  # the form of a battle's report, by whose words it is read
        *("turns fought", "own units", "enemy seen", "support used"),
        *("RESULT ATTACKER HOLDS, turn 5", "B/504 2 fatigued 14.12 ; C/504 destroyed"),
    ),
    "rulesets/tocs/rules/battle.py": ("{} {} x {}",),  # a product
    "rulesets/tocs/standing_orders/bank.py": ("as set up",),
    "rulesets/tocs/standing_orders/losses.py": ("losses order",),
    "rulesets/tocs/reports/field.py": ("none asked",),
    "rulesets/tocs/reports/field_report.py": ("1 of {}", "destroyed"),  # words of the form
    "service/alerts.py": (
        "staff form of ",
        "mailbox recreated: ",
        "spam folder",
        "{} login",
        "pbem: {}",  # kinds of alarm
        "{}: left alone until {}, the login was refused",
    ),  # for the shell
}
"""Order words, names of data, and what is derived from the referee's key; each is read by programs. What is order or markup by
its form needs no line here."""


class Room:
    """A file, and where each of its nodes stands."""

    def __init__(self, source: str) -> None:
        self.tree = ast.parse(source)
        self.parent = {child: node for node in ast.walk(self.tree) for child in ast.iter_child_nodes(node)}
        self.says = {
            name.asname or name.name
            for node in ast.walk(self.tree) if isinstance(node, ast.ImportFrom) and node.module == "pbem.kernel.i18n"
            for name in node.names
        }  # fmt: skip

    def says_it(self, call: ast.Call) -> bool:
        """Is it say(), or one of its like?"""
        return isinstance(call.func, ast.Name) and call.func.id in self.says & SAYING.keys()

    def above(self, node: ast.AST) -> Iterator[tuple[ast.AST, ast.AST]]:
        """Each node that a node stands in, innermost first, with its child."""
        while node in self.parent:
            yield self.parent[node], node
            node = self.parent[node]

    def is_data(self, node: ast.AST) -> bool:
        """Does it stand where no letter is written?"""
        return any(self._hides(above, child) for above, child in self.above(node))

    def _hides(self, above: ast.AST, child: ast.AST) -> bool:
        if isinstance(above, ast.Call):
            return self._silences(above, child)
        if isinstance(above, ast.Raise):
            return isinstance(above.exc, ast.Call) and isinstance(above.exc.func, ast.Name) and hasattr(builtins, above.exc.func.id)
        if isinstance(above, ast.Subscript):
            return above.slice is child
        if isinstance(above, (ast.AnnAssign, ast.FunctionDef)):
            return child in (getattr(above, "annotation", None), getattr(above, "returns", None))
        if isinstance(above, ast.Dict):
            return child in above.keys
        if isinstance(above, ast.Set):
            return True  # words that are looked for
        return isinstance(above, (ast.Compare, ast.MatchValue, ast.Assert, ast.arg)) or (
            isinstance(above, ast.Expr) and isinstance(child, ast.Constant)
        )

    def _silences(self, call: ast.Call, child: ast.AST) -> bool:
        name = called(call)
        if self.says_it(call):
            return child in call.args[: SAYING[name]]
        if name in PRINTED and isinstance(child, ast.Constant) and child is call.args[0]:
            return True
        owner = call.func.value if isinstance(call.func, ast.Attribute) else None
        if isinstance(owner, ast.Name) and owner.id in ("log", "re"):
            return True
        return name in SILENT or (name.startswith("_") and name in VERBS) or (name in OF_STRINGS and child in call.args)


VERBS = {"_letter", "_block", "_question", "_word", "_any", "_asks"}  # the first is a word, the second its syntax


def called(call: ast.Call) -> str:
    """The name of what is called."""
    return call.func.attr if isinstance(call.func, ast.Attribute) else getattr(call.func, "id", "")


def is_markup(text: str) -> bool:
    """Is it of a picture or a page: tags, attributes, style sheets, the name of a file?"""
    return bool(MARKUP.search(text) or PATH.fullmatch(text)) or (NAMED.search(text) is not None and " " not in text)


def is_order(text: str) -> bool:
    """Is it what a commander may write: a verb, and after it nothing in small letters but the words of its own syntax?"""
    said = text.partition(": ")[2] if text.startswith(("{}: ", "{}{}: ")) else text
    if SYNTAX.search(text):
        return True
    verb = next((name for name in sorted(literals(), key=len, reverse=True) if f"{said} ".startswith(f"{name} ")), "")
    return bool(verb) and set(re.findall("[a-z]{2,}", said.removeprefix(verb))) <= literals()[verb]


@cache
def literals() -> dict[str, frozenset[str]]:
    """Each verb of the rulesets with the words of its syntax."""
    found: dict[str, frozenset[str]] = {}
    for verb in order_verbs():  # two rulesets may have a verb of one name
        found[verb.name] = found.get(verb.name, frozenset()) | {w for s in verb.syntax for w in literal_words(parse_syntax(s))}
    return found


def written(node: ast.AST) -> str | None:
    """What a constant or an f-string says, with {} for each of its parts."""
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        return node.value
    if isinstance(node, ast.JoinedStr):
        return "".join(str(part.value) if isinstance(part, ast.Constant) else "{}" for part in node.values)
    return None


def unsaid(source: str, left: tuple[str, ...] = ()) -> Iterator[tuple[int, str]]:
    """Every text of a file that is not said as it should be: line, what is wrong."""
    room = Room(source)
    for node in ast.walk(room.tree):
        text = written(node)
        passes = text is None or text in left or is_markup(text) or is_order(text)
        if text is not None and not passes and not isinstance(room.parent.get(node), ast.JoinedStr):
            yield from ((node.lineno, f"{fault}: {text!r}") for fault in _prose(room, node, text))  # type: ignore[attr-defined]
        if isinstance(node, ast.Call):
            yield from ((node.lineno, fault) for fault in (*_title(node), *(_said(node) if room.says_it(node) else ())))


def _prose(room: Room, node: ast.AST, text: str) -> Iterator[str]:
    """Prose that stands by itself, and words that stand in another text."""
    if room.is_data(node):
        return
    if isinstance(node, ast.JoinedStr):
        if " " in text and re.search(r"(^|[ (:,;.'’])[A-Za-z]?[a-z]+", text.replace("{}", "")):
            yield "an f-string that says something"
    elif _is_part(room, node):
        if re.search("[a-z]{2,}", text):
            yield "a word in another text"
    elif PROSE.search(text) and text not in words():
        yield "not said"


def _is_part(room: Room, node: ast.AST) -> bool:
    """Is it a branch of what stands in the braces of another text?"""
    for above, child in room.above(node):
        if isinstance(above, ast.FormattedValue):
            return True
        if isinstance(above, ast.keyword):
            call = room.parent[above]
            return isinstance(call, ast.Call) and called(call) == "say"
        if not ((isinstance(above, ast.IfExp) and above.test is not child) or isinstance(above, ast.BoolOp)):
            return False
    return False


@cache
def words() -> frozenset[str]:
    """Words of the order language, the host's among them, and the names by which programs know what is wrong with a letter."""
    actions = (name for ruleset in RULESETS.values() for name in (*ruleset.actions.WORDS, *ruleset.standing_orders.WORDS))
    verbs = (*(word.verb.name for word in WORDS.words), *(word.name for word in WORDS.host.words), *actions, "after battles")
    return frozenset((*verbs, *REFUSALS, *NOTES, *FOR_HOSTS))


def _title(call: ast.Call) -> Iterator[str]:
    """A head or a subject in plain letters; the title of a block is said when it is printed, if the catalogue has it."""
    at = TITLES.get(called(call))
    text = written(call.args[at]) if at is not None and len(call.args) > at else None
    plain = called(call) in PRINTED and isinstance(call.args[0], ast.Constant) and text in known()
    if text is not None and re.search("[A-Za-z]{2}", text) and not plain:
        yield f"a title that is not said: {text!r}"


def _said(call: ast.Call) -> Iterator[str]:
    """What is wrong with say() and its like: their texts must be plain, and their braces filled."""
    name = called(call)
    texts = call.args[1:3] if name == "counted" else call.args[: SAYING.get(name, 0)]
    for node in texts:
        if isinstance(node, (ast.JoinedStr, ast.BinOp)):
            yield f"{name}() of a text that is put together: no catalogue can know it"
        elif isinstance(node, ast.Constant):
            yield from _filled(call, str(node.value))


def _filled(call: ast.Call, text: str) -> Iterator[str]:
    name, given = called(call), {keyword.arg for keyword in call.keywords}
    wanted: set[str | None] = {field.partition(".")[0] for _, field, _, _ in Formatter().parse(text) if field is not None}
    if name == "say" and None not in given and wanted != given:
        yield f"{text!r} has the braces {sorted(map(str, wanted))} and is given {sorted(map(str, given))}"
    if name == "counted" and wanted != given | {"number"}:
        yield f"{text!r}: what is counted has {{number}}, and what it is given"
    if text not in known():
        yield f"not in the catalogue: {text!r}"


@cache
def known() -> frozenset[str]:
    """Every text of the catalogue."""
    ids = (message.id for message in catalogue() if message.id)
    return frozenset(one for found in ids for one in ((found,) if isinstance(found, str) else found))


def test_every_text_is_said() -> None:
    """Of all files at once: a test for each would take longer to collect than to run."""
    names = {path: path.relative_to(ROOT / "pbem").as_posix() for path in FILES}
    faults = (
        (name, *fault) for path, name in names.items() for fault in unsaid(path.read_text(encoding="utf-8"), LEFT.get(name, ()))
    )
    assert [f"{name}:{line}: {fault}" for name, line, fault in faults] == []


def test_what_is_left_english_stands_there() -> None:
    for name, texts in LEFT.items():
        nodes = list(map(written, ast.walk(ast.parse((ROOT / "pbem" / name).read_text(encoding="utf-8")))))
        assert [text for text in texts if text not in nodes] == [], name


SAY = "from pbem.kernel.i18n import counted, phrase, say\n"


@pytest.mark.parametrize(
    ("source", "fault"),
    [
        ('def f():\n    return "the bridge is blown"', "not said"),
        ("def f(x):\n    return f'{x} is blown'", "an f-string that says something"),
        ('def f():\n    return Block("NOBODY\'S SIDE", ())', "a title that is not said"),
        ('def f(n):\n    return word(desk, f"BATTLE {n}", "", ())', "a title that is not said"),
        ('def f(x):\n    return say("{unit} waits", call=x)', "has the braces ['unit'] and is given ['call']"),
        ('def f(x):\n    return say("{unit} waits")', "has the braces ['unit'] and is given []"),
        ('def f(x):\n    return say(f"{x} waits")', "of a text that is put together"),
        ('def f(x):\n    return say("it waits " + x)', "of a text that is put together"),
        ('def f(x):\n    return say("The live evening is {how}.", how="over" if x else "")', "a word in another text: 'over'"),
        ('def f(n):\n    return counted(n, "{many} steps", "{number} steps")', "what is counted has {number}"),
        ('def f():\n    return say("a text that nobody ever wrote")', "not in the catalogue"),
        ('WHY = ("the bridge is blown",)', "not said"),
    ],
)
def test_a_planted_fault_is_found(source: str, fault: str) -> None:
    assert any(fault in found for _, found in unsaid(SAY + source))


@pytest.mark.parametrize("text", [
    "attack is planned", "{}: the bridge is blown", "move on to the bridge", "losses are heavy", "the map <b>says</b> it",
    "{} <new text>", "it ends. Then it begins", "see pbem.toml for it",
])  # fmt: skip
def test_no_prose_passes_for_an_order_or_for_markup(text: str) -> None:
    assert not is_order(text) and not is_markup(text)


@pytest.mark.parametrize("text", ["{}: move 12.09", "recover at {} by {}", "trucks 4 SP from 32.10 to 22.07", "losses {}"])
def test_an_order_is_known_by_its_words(text: str) -> None:
    assert is_order(text)


def test_what_is_no_text_is_let_be() -> None:
    source = '''"""What it is for."""
import re
WORDS = ("hold my letters", "end impulse")
def f(x):
    """Says nothing."""
    log.info("the bridge is blown")
    if x == "field commander":
        raise ValueError("it is not so")
    return Block("", (say("The campaign is over."), re.sub("a b", "", x), f"{x}: {x}"))
'''
    assert [fault for _, fault in unsaid(SAY + source) if "not in the catalogue" not in fault] == []


def test_no_die_is_thrown_in_a_language() -> None:
    """A throw's occasion decides how the die falls: it is the same in every language."""
    calls = (
        (path, call)
        for path in sorted((ROOT / "pbem").rglob("*.py"))
        for call in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(call, ast.Call) and isinstance(call.func, ast.Attribute) and call.func.attr == "throw"
    )
    thrown = [(path, call, {called(c) for c in ast.walk(call) if isinstance(c, ast.Call)}) for path, call in calls]
    assert len(thrown) > 20
    assert [f"{path}:{call.lineno}" for path, call, names in thrown if names & SAYING.keys()] == []

"""A staff's own head and close of a letter: a template of a few lines, which a module may bring.

It may hold text, the names in FACTS, IF and a few filters: no loop, no call, no attribute, no other file. So it ends, it is
short, it reads nothing but what is given to it, and the same letter comes out every time. What it prints is text, which the
page escapes. All of that is proved of the template before it is ever printed, and it is run in a sandbox all the same.
"""

from collections.abc import Iterator, Mapping
from functools import lru_cache

import jinja2
from jinja2 import nodes
from jinja2.sandbox import ImmutableSandboxedEnvironment

from pbem.documents.document import WIDTH, is_one_line

FACTS = {
    "kind": "sitrep, intsum, hand-over or digest", "report": "what the staff calls it", "staff": "the staff that writes",
    "moment": "T3.2", "letter": "A-15", "weather": "weather and light in a few words",
    "dtg": "171500A SEP 44", "day": "17", "hh": "15", "mm": "00", "zone": "A", "month": "SEP, or as the form calls it",
    "month_number": "9", "year": "1944", "yy": "44",
}  # fmt: skip
"""What a template may name, with an example of each."""
BEFORE = {"impulse": "moment"}
"""Names of before, which the templates of campaigns that began then still say."""
FILTERS = ("upper", "lower", "title", "capitalize", "trim")
PARTS = ("head", "close")
MOST_TEXT, MOST_LINES = 4000, 8
APART = " >> "  # what follows stands at the right margin
_ALLOWED = (
    nodes.Template, nodes.Block, nodes.Output, nodes.TemplateData, nodes.Name, nodes.Const, nodes.If, nodes.CondExpr,
    nodes.Compare, nodes.Operand, nodes.And, nodes.Or, nodes.Not, nodes.Filter, nodes.Concat,
)  # fmt: skip


class LetterheadError(Exception):
    """What is wrong with a template, and on which line (0: of no line)."""

    def __init__(self, line: int, words: str) -> None:
        self.line, self.words = line, words
        super().__init__(words)


def printed(template: str, part: str, facts: Mapping[str, str]) -> tuple[str, ...]:
    """The lines of a part ("head" or "close"), () when the template has no such part. LetterheadError."""
    compiled = _compiled(template)
    block = compiled.blocks.get(part)
    if block is None:
        return ()
    try:
        known = {**facts, **{old: facts[new] for old, new in BEFORE.items() if new in facts}}
        text = "".join(block(compiled.new_context(known)))
    except Exception as fault:  # nothing that is proved fails, but a letter must go out whatever comes
        raise LetterheadError(0, f"{part}: {fault}") from fault
    lines = tuple(line.rstrip() for line in text.split("\n") if line.strip())
    if len(lines) > MOST_LINES:
        raise LetterheadError(0, f"{part}: {len(lines)} lines are printed, {MOST_LINES} are the most")
    wide = next((line for line in lines if len(line) - len(APART) + 2 > 2 * WIDTH), "")
    if wide:
        raise LetterheadError(0, f"{part}: a line of {len(wide)} characters is printed: {wide[:30]}…")
    edge = next((line for line in lines if not is_one_line(line)), "")
    if edge:
        raise LetterheadError(0, f"{part}: what is printed reads as the edge of orders: {edge[:60]}")
    return lines


def faults(template: str) -> Iterator[LetterheadError]:
    """Everything a template must not hold, in order of its lines."""
    try:
        tree = _parsed(template)
    except LetterheadError as fault:
        yield fault
        return
    found = {(_line(node), words) for node in tree.find_all(nodes.Node) for words in _wrong(node)}
    found |= {(_line(node), "text stands in a block: head or close") for node in _outside(tree)}
    yield from (LetterheadError(line, words) for line, words in sorted(found))


def _wrong(node: nodes.Node) -> Iterator[str]:
    if not isinstance(node, _ALLOWED):
        yield f"{_NAMED.get(type(node).__name__, 'such a thing')} is not for letterheads"
    elif isinstance(node, nodes.Name) and node.name not in (*FACTS, *BEFORE):
        yield f"there is no {node.name!r}: {', '.join(FACTS)}"
    elif isinstance(node, nodes.Filter) and (node.name not in FILTERS or node.args or node.kwargs):
        yield f"the filter {node.name!r} is not for letterheads: {', '.join(FILTERS)}"
    elif isinstance(node, nodes.Block) and node.name not in PARTS:
        yield f"there is no block {node.name!r}: {' or '.join(PARTS)}"
    elif isinstance(node, nodes.Const) and not isinstance(node.value, str):
        yield "only names and texts are for letterheads"


_NAMED = {
    "For": "a loop",
    "Macro": "a macro",
    "Call": "a call",
    "CallBlock": "a call",
    "Assign": "set",
    "AssignBlock": "set",
    **dict.fromkeys(("Getattr", "Getitem"), "an attribute"),
    **dict.fromkeys(("Include", "Import", "FromImport", "Extends"), "another file"),
    **dict.fromkeys(("Add", "Sub", "Mul", "Div", "FloorDiv", "Mod", "Pow", "Neg", "Pos"), "arithmetic"),
}


def _outside(tree: nodes.Template) -> Iterator[nodes.Node]:
    """What stands in no block, blanks apart: it would never be printed."""
    for node in tree.body:
        blank = isinstance(node, nodes.Output) and all(isinstance(n, nodes.TemplateData) and not n.data.strip() for n in node.nodes)
        if not (blank or isinstance(node, nodes.Block)):
            yield node


def _line(node: nodes.Node) -> int:
    return getattr(node, "lineno", 0) or 0


def _parsed(template: str) -> nodes.Template:
    if len(template) > MOST_TEXT:
        raise LetterheadError(0, f"{len(template)} characters; {MOST_TEXT} are the most")
    try:
        return _environment().parse(template)
    except jinja2.TemplateSyntaxError as fault:
        raise LetterheadError(fault.lineno, fault.message or "not a template") from fault
    except RecursionError as fault:
        raise LetterheadError(0, "too much within one another") from fault


@lru_cache(maxsize=64)
def _compiled(template: str) -> jinja2.Template:
    """The template, proved and made ready once. LetterheadError."""
    for fault in faults(template):
        raise fault
    try:
        return _environment().from_string(template)
    except (jinja2.TemplateError, RecursionError, SyntaxError) as fault:
        raise LetterheadError(getattr(fault, "lineno", 0) or 0, str(fault)) from fault


@lru_cache(maxsize=1)
def _environment() -> ImmutableSandboxedEnvironment:
    environment = ImmutableSandboxedEnvironment(undefined=jinja2.StrictUndefined, trim_blocks=True, lstrip_blocks=True)
    environment.filters = {name: environment.filters[name] for name in FILTERS}
    environment.globals.clear()
    environment.tests.clear()
    return environment

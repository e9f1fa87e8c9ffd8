"""A pad keeps to its size, whatever is in it; and a drawing made small is the same drawing."""

import io
import re
from html.parser import HTMLParser

import pytest
import resvg_py
from hypothesis import given
from hypothesis import strategies as st
from PIL import Image, ImageChops

from pbem.documents.drawings import smaller
from pbem.documents.map_picture import PrintedMap
from pbem.documents.pad import LARGEST, Pad, page
from pbem.documents.pad_sheet import PadSheet, Steps
from pbem.documents.scripts import shortened
from pbem.kernel.hexes import Hex
from pbem.letters.pad import parts, words
from pbem.rulesets import RULESETS
from tests.fog.test_maps import world
from tests.letter_words import WORDS
from tests.opened import found, hidden

MAPS = found(RULESETS["tocs"].maps)


def painted(svg: str, size: tuple[int, int]) -> Image.Image:
    """What a drawing shows, without its words."""
    whole = f'<svg xmlns="http://www.w3.org/2000/svg" width="{size[0]}" height="{size[1]}">{svg}</svg>'
    return Image.open(io.BytesIO(bytes(resvg_py.svg_to_bytes(svg_string=whole, skip_system_fonts=True)))).convert("L")


def test_the_printed_map_made_small_is_the_same_map_in_half_the_bytes() -> None:
    printed = MAPS.printed(hidden(world(False)[0]))
    small = smaller(printed.svg)
    assert len(small) < 0.7 * len(printed.svg)
    size = printed.width, printed.height
    off = ImageChops.difference(painted(printed.svg, size), painted(small, size)).histogram()
    assert sum(off[40:]) < 0.0005 * sum(off)
    assert re.findall(r">([^<]+)<", small) == re.findall(r">([^<]+)<", printed.svg)  # words and numbers of hexes stay


NUMBER = st.integers(-5000, 5000).map(lambda n: n / 10)


@given(st.lists(st.tuples(NUMBER, NUMBER), min_size=2, max_size=12), st.booleans())
def test_a_path_made_small_ends_where_it_ended(points: list[tuple[float, float]], closed: bool) -> None:
    data = "M" + "L".join(f"{x} {y}" for x, y in points) + ("z" if closed else "")
    (made,) = re.findall(r' d="([^"]*)"', smaller(f'<path d="{data}"/>'))
    pieces = re.findall(r"[mlz]|-?(?:\d+\.?\d*|\.\d+)", made)
    numbers = [float(piece) for piece in pieces if piece not in "mlz"]
    assert round(sum(numbers[::2]), 1) == pytest.approx(points[-1][0], abs=0.06)
    assert round(sum(numbers[1::2]), 1) == pytest.approx(points[-1][1], abs=0.06)
    assert made.endswith("z") == closed


def noise(count: int) -> str:
    """Path data that nothing makes much smaller."""
    numbers, state = [], 7
    for _ in range(count):
        state = (state * 1103515245 + 12345) % 2147483648
        numbers.append(state % 100000 / 10)
    return "M" + "L".join(f"{x} {y}" for x, y in zip(numbers[::2], numbers[1::2], strict=True))


class Whole(HTMLParser):
    """The ids of a page's scripts."""

    def __init__(self) -> None:
        super().__init__()
        self.ids: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """A script of a name."""
        self.ids += [value for name, value in attrs if tag == "script" and name == "id" and value]


LOADS = [(2_000, 1, "fonts data"), (36_000, 1, "data"), (8_000, 12, "data-z"), (90_000, 12, "data-z")]


@pytest.mark.parametrize(("drawn", "tables", "has"), LOADS)
def test_what_is_too_large_gives_way_in_its_turn(drawn: int, tables: int, has: str) -> None:
    ground = PrintedMap(f'<path d="{noise(drawn)}"/>', 9000, 9000, 40.0, {}, {}, {})
    steps = tuple(Steps(Hex(f"{c:02}.{r:02}"), (f"{c % 6}0{r % 9}0" * 6,)) for c in range(1, 24) for r in range(1, 24))
    made = page(parts(), Pad(b"{}", PadSheet(ways=(steps,) * tables), words(WORDS, RULESETS["tocs"]), printed=ground))
    assert len(made) <= LARGEST
    text, whole = made.decode(), Whole()
    whole.feed(text)
    assert ("@font-face" in text) == ("fonts" in has) and ("data-z" in whole.ids) == ("data-z" in has)
    assert "ground-z" in whole.ids


SQUEEZED = [
    ("const a = 1; // a note\nlet b = a / 2 / c;\n", "const a=1;let b=a/2/c;\n"),
    ("const r = /[/'] \\/ x/g.test(s);", "const r=/[/'] \\/ x/g.test(s);\n"),
    ("f( 'a  b' , `c  ${ d( { e: 'f' } ) }  g` )\nh()", "f('a  b',`c  ${d({e:'f'})}  g`)\nh()\n"),
    ("function f() {return  a + +b - -c\nx\n}", "function f(){return a+ +b- -c\nx}\n"),
    ("`a ${b.map(c => `d ${c}  e`).join(' ')}  // no note`", "`a ${b.map(c=>`d ${c}  e`).join(' ')}  // no note`\n"),
]


@pytest.mark.parametrize(("script", "made"), SQUEEZED)
def test_a_script_made_small_keeps_its_strings_and_its_sense(script: str, made: str) -> None:
    assert shortened(script) == made


SHORTENED = [
    ("const hexes = 1; f(hexes)", "const a=1;f(a)\n"),
    ("const own = { hexes, n: hexes.own }; let hexes = `${ own } own`", "const own={hexes,n:hexes.own};let hexes=`${own} own`\n"),
    (
        "function walk(trip, { goal }) { let wash = '', line = ''; return trip + wash + line; }",
        "function d(b,{goal}){let c='',a='';return b+c+a;}\n",
    ),
    ("const found = list.map(entry => `a ${ entry } ${ `${ found }` }`)", "const b=list.map(a=>`a ${a} ${`${b}`}`)\n"),
    ("const verb = { get name() { return 1; } }, name = 2", "const a={get name(){return 1;}},name=2\n"),
]


@pytest.mark.parametrize(("script", "made"), SHORTENED)
def test_a_script_with_short_names_names_the_same(script: str, made: str) -> None:
    assert shortened(script) == made


def test_the_script_of_a_pad_stays_small() -> None:
    made = page(parts(), Pad(b"{}", PadSheet(), words(WORDS, RULESETS["tocs"])))
    (script,) = re.findall(r"<script>(.*?)</script>", made.decode(), re.DOTALL)
    assert len(script.encode()) <= 40_000

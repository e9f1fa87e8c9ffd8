"""The only reader of package data: charts, modules, rules, templates, help. Hands texts to pure parsers."""

import importlib.resources
import io
from collections.abc import Iterator, Mapping
from functools import cache, lru_cache
from gettext import GNUTranslations, NullTranslations
from pathlib import Path
from string import Formatter

from pbem.kernel import i18n as tongue
from pbem.kernel.charts.grammar import FILE, PLAIN, ChartGrammar, parse_grammar
from pbem.kernel.charts.tables import Table, parse_table
from pbem.kernel.rulebook import Rule, parse_rules
from pbem.modules import variants
from pbem.modules.faults import Fault, ModuleError

SUFFIXES = (".toml", ".md", ".j2")
"""Of the files that a module is made of."""
FILES = 1000  # so many of them are held in memory, those of about ten modules: campaigns of one daemon play few


def root() -> Path:
    """The folder that holds templates/ and games/: the checkout, or _data in an installed package."""
    packed = Path(str(importlib.resources.files("pbem"))) / "_data"
    if packed.is_dir():
        return packed
    checkout = Path(__file__).resolve().parents[2]
    if (checkout / "templates").is_dir():
        return checkout
    raise RuntimeError("pbem's data files are missing: install the package again")


@cache
def templates() -> Path:
    """The folder of the templates."""
    return root() / "templates"


def example(name: str) -> str:
    """The text of an example program (templates/examples)."""
    return (templates() / "examples" / name).read_text(encoding="utf-8").rstrip()


@cache
def fonts() -> tuple[Path, ...]:
    """The font files that maps are painted with (templates/assets): Cabin, and for letters it lacks a part of DejaVu Sans."""
    return tuple(sorted(path for path in (templates() / "assets").iterdir() if path.suffix in (".otf", ".ttf")))


@cache
def pad_script() -> str:
    """The script of an order pad (templates/pad/*.js, in the order of their names)."""
    return "".join(path.read_text(encoding="utf-8") for path in sorted((templates() / "pad").glob("*.js")))


@cache
def pad_style() -> str:
    """The style of an order pad."""
    return (templates() / "pad" / "pad.css").read_text(encoding="utf-8")


@cache
def pad_signs() -> str:
    """What the boxes of units show in an order pad, by the sign of a picture: path data, as JSON."""
    return (templates() / "pad" / "signs.json").read_text(encoding="utf-8")


@cache
def pad_fonts() -> dict[str, bytes]:
    """The fonts that a pad brings along, as WOFF2, by weight."""
    return {
        weight: (templates() / "pad" / f"sans-{name}.woff2").read_bytes() for weight, name in (("400", "regular"), ("700", "bold"))
    }


def module_names() -> tuple[str, ...]:
    """The modules that are shipped."""
    return tuple(sorted(p.parent.name for p in (root() / "games").glob("*/module.toml")))


def module_folder(name: str) -> Path:
    """The folder of a shipped module, or the folder a path names."""
    shipped = root() / "games" / name
    return shipped if (shipped / "module.toml").is_file() else Path(name)


def module_files(folder: Path) -> dict[str, str]:
    """All text files of a module by name ("module.toml", "tables/crt.toml"), with those of the module it varies, which lies beside
    it. ModuleError: one is in another encoding, or there is no such module."""
    found = [p for p in sorted(folder.rglob("*")) if p.is_file() and p.suffix in SUFFIXES]
    own = module_texts({p.relative_to(folder).as_posix(): p.read_bytes() for p in found})
    base = variants.base_of(own)
    if not base:
        return own
    beside = folder.parent / base
    if beside == folder or not (beside / variants.MODULE).is_file():
        raise ModuleError([Fault(variants.MODULE, "base", 0, f'there is no module "{base}" beside it')])
    return variants.varied(module_files(beside), own)


def module_texts(files: Mapping[str, bytes]) -> dict[str, str]:
    """The texts among the files of a module, by name. ModuleError: one is in another encoding."""
    return {name: _text(name, raw) for name, raw in files.items() if name.endswith(SUFFIXES)}


@lru_cache(maxsize=FILES)
def _read(raw: bytes) -> str:
    return raw.decode().replace("\r\n", "\n")


def _text(name: str, raw: bytes) -> str:
    try:
        return _read(raw)
    except UnicodeDecodeError as trouble:
        line = raw.count(b"\n", 0, trouble.start) + 1
        raise ModuleError([Fault(name, "", line, "is not UTF-8 text; save the file in that encoding")]) from None


@cache
def staff_forms() -> dict[str, str]:
    """The files of the staff forms that every module may use, by the names they would have in one ("staff/us.toml")."""
    return {f"staff/{p.name}": p.read_text(encoding="utf-8") for p in sorted((templates() / "staff").iterdir())}


def _own(ruleset: str) -> Path:
    return Path(str(importlib.resources.files("pbem"))) / "rulesets" / ruleset


@cache
def charts(ruleset: str) -> dict[str, Table]:
    """A ruleset's own charts by id."""
    return {Path(name).stem: parse_table(name, text, grammar(ruleset)) for name, text in chart_texts(ruleset).items()}


@cache
def grammar(ruleset: str) -> ChartGrammar:
    """The grammar of a ruleset's charts; the plain one where it has none of its own."""
    file = _own(ruleset) / "tables" / FILE
    return parse_grammar(file.read_text(encoding="utf-8")) if file.is_file() else PLAIN


def chart_texts(ruleset: str) -> dict[str, str]:
    """A ruleset's own charts as texts, by file name."""
    files = sorted((_own(ruleset) / "tables").glob("*.toml"))
    return {p.name: p.read_text(encoding="utf-8") for p in files if p.name != FILE}


@cache
def rules(ruleset: str) -> dict[str, Rule]:
    """A ruleset's ledger."""
    return parse_rules((_own(ruleset) / "rules.toml").read_text(encoding="utf-8"))


def help_topics(ruleset: str) -> dict[str, str]:
    """The topics that are not verbs, paragraph by paragraph in the language spoken: templates/help/<topic>.txt, which all rulesets
    share and which have nouns of theirs in braces, and templates/help/<ruleset>/<topic>.txt."""
    return {topic: _said(english) for topic, english in sorted((_texts("help", "*") | _texts(f"help/{ruleset}", "*")).items())}


def _said(english: str) -> str:
    return "\n\n".join(tongue.text(paragraph) for paragraph in english.split("\n\n"))


@cache
def _texts(folder: str, pattern: str) -> dict[str, str]:
    found = sorted((templates() / folder).glob(f"{pattern}.txt"))
    return {p.stem.replace("-", " "): p.read_text(encoding="utf-8").rstrip("\n") for p in found}


def lessons(ruleset: str) -> dict[str, str]:
    """The lessons of a ruleset's boot camp by name, in order: templates/boot-camp/<ruleset>/<number>-<name>.txt, in the language
    spoken."""
    return {name.partition(" ")[2]: _lesson(text) for name, text in _texts(f"boot-camp/{ruleset}", "[1-9]-*").items()}


def _lesson(english: str) -> str:
    """A lesson, whose title and what passes it stand in lines of their own; the names of its parts are no texts."""
    head, _, body = english.partition("\n\n")
    title, *parts = head.split("\n")
    named = (line.partition(": ") for line in parts)
    lines = (tongue.text(title), *(f"{name}: {tongue.text(words)}" for name, _, words in named))
    return "\n\n".join(("\n".join(lines), _said(body)))


def camp_text(ruleset: str, name: str) -> str:
    """What else a boot camp says, in the language spoken: templates/boot-camp/<name>.txt, which all rulesets share, or
    templates/boot-camp/<ruleset>/<name>.txt."""
    return _said((_texts("boot-camp", name) | _texts(f"boot-camp/{ruleset}", name))[name.replace("-", " ")])


def catalogue(language: str, folder: Path) -> NullTranslations:
    """The texts of a language: `<folder>/<language>/LC_MESSAGES/pbem.mo` of the host's, else the one that is shipped
    (templates/locale), read afresh each time; English needs none. Errors: LookupError if there is neither, ValueError if it
    cannot be used, both with the file's name."""
    if language == tongue.ENGLISH:
        return NullTranslations()
    places = [where / language / "LC_MESSAGES" / "pbem.mo" for where in (folder, templates() / "locale")]
    file = next((place for place in places if place.is_file()), None)
    if file is None:
        raise LookupError(f"there is no {places[0]}")
    try:
        found = GNUTranslations(io.BytesIO(file.read_bytes()))
    except Exception as trouble:  # gettext has no error of its own for a damaged file
        raise ValueError(f"{file}: not a catalogue that gettext can read: {trouble}") from trouble
    wrong = next(_misfits(found), "")
    if wrong:
        raise ValueError(f"{file}: {wrong}")
    return found


def _misfits(found: GNUTranslations) -> Iterator[str]:
    """Translations whose braces cannot be filled: a letter would fail over them."""
    texts: dict[str | tuple[str, int], str] = getattr(found, "_catalog", {})  # GNUTranslations names its texts nowhere else
    for key, said in texts.items():
        english, also = (key, frozenset[str]()) if isinstance(key, str) else (key[0], frozenset({"number"}))
        may = _braces(english)
        if english and may is not None:  # the first entry is about the catalogue itself
            has = _braces(said)
            if has is None or not has <= may | also:
                yield f"{said!r} has other braces than {english!r}"


def _braces(text: str) -> frozenset[str] | None:
    """What stands in the braces of a text, None when they are not in pairs."""
    try:
        return frozenset(field for _, field, _, _ in Formatter().parse(text) if field is not None)
    except ValueError:
        return None

"""The staff forms of a module's sides: staff/NAME.toml and staff/NAME.j2, the module's own or one of those that are shipped."""

from collections.abc import Iterable, Iterator, Mapping
from typing import Annotated, Literal

from pydantic import Field

from pbem.documents.document import WIDTH
from pbem.documents.letterhead import FACTS, PARTS, LetterheadError, printed
from pbem.documents.letterhead import faults as template_faults
from pbem.documents.staff_form import StaffForm
from pbem.kernel.values import Value
from pbem.modules import library
from pbem.modules.faults import Door, Fault, ModuleError, Source, near, read_toml
from pbem.modules.opened import OpenModule
from pbem.rulesets import RULESETS

Line = Annotated[str, Field(min_length=1, max_length=WIDTH)]
KINDS = ("sitrep", "intsum", "hand-over", "digest")


class SectionEntry(Door):
    """A section: its plain title, and what this staff calls it."""

    of: str
    name: Line


class ReportEntry(Door):
    """A report: what this staff calls it ("" leaves that to the side), and its sections in the order they stand in."""

    report: Annotated[str, Field(max_length=WIDTH // 2)] = ""
    section: list[SectionEntry] = Field(default_factory=list)


class FormFile(Door):
    """A whole staff/NAME.toml."""

    schema_: Annotated[Literal["pbem-staff/1"], Field(alias="schema")]
    title: str
    month: Annotated[list[Line], Field(max_length=12)] = Field(default_factory=list)
    sitrep: ReportEntry = ReportEntry()
    intsum: ReportEntry = ReportEntry()


class Forms(Value):
    """by_side: the forms that can be used; faults: what is wrong with the others, whose reports have the plain look."""

    by_side: Mapping[str, StaffForm]
    faults: tuple[Fault, ...] = ()


def forms(files: Mapping[str, str], module: OpenModule) -> Forms:
    """The forms of a module's sides, and every fault of them and of forms of the module's own that no side uses yet."""
    there, found, faults = _names(library.staff_forms()) | _names(files), dict[str, StaffForm](), list[Fault]()
    for number, side in enumerate(module.sides):
        if side.form and side.form not in there:
            said = f'no form "{side.form}"{near(side.form, there)}; there are {", ".join(sorted(there))}'
            faults.append(Source("module.toml", files["module.toml"]).fault(("side", number, "form"), said))
    for name in sorted(there & (_names(files) | {side.form for side in module.sides})):
        try:
            form = _form(name, _texts(name, files), RULESETS[module.ruleset].reports.SECTIONS)
        except ModuleError as error:
            faults += error.faults
        else:
            found |= {side.id: form for side in module.sides if side.form == name}
    return Forms(found, tuple(faults))


def in_force(files: Mapping[str, str], module: OpenModule) -> dict[str, str]:
    """The files of the forms a module's sides use, its own and shipped ones: they are kept with its campaign."""
    named = {side.form for side in module.sides if side.form}
    return {file: text for name in sorted(named) for file, text in zip(_files(name), _texts(name, files), strict=True) if text}


def _files(name: str) -> tuple[str, str]:
    return f"staff/{name}.toml", f"staff/{name}.j2"


def _names(files: Iterable[str]) -> set[str]:
    """The forms that have a file among these."""
    return {name.removeprefix("staff/").rpartition(".")[0] for name in files if name.startswith("staff/")}


def _texts(name: str, files: Mapping[str, str]) -> tuple[str, str]:
    """A form's data and its template, "" for none. A module may bring both, or either for a shipped one; a shipped template
    does not go with data that are not."""
    data, template = _files(name)
    shipped = library.staff_forms()
    return files.get(data, shipped.get(data, "")), files.get(template, "" if data in files else shipped.get(template, ""))


def _form(name: str, texts: tuple[str, str], parts: Mapping[str, Mapping[str, str]]) -> StaffForm:
    """A form; ModuleError with every fault of its two files."""
    data, template = _files(name)
    source, faults = Source(data, texts[0]), [Fault(template, "", fault.line, fault.words) for fault in _template(texts[1])]
    try:
        if not source.text:
            raise ModuleError([Fault(data, "", 0, f"the file is missing, or empty, beside {template}")])
        read = read_toml(source, FormFile)
    except ModuleError as error:
        raise ModuleError([*error.faults, *faults]) from error
    faults += _sections(source, read, parts)
    if faults:
        raise ModuleError(faults)
    entries = {"sitrep": read.sitrep, "intsum": read.intsum}
    called = {"sitrep": read.sitrep.report, "intsum": read.intsum.report, "hand-over": read.sitrep.report}
    sections = {kind: tuple((s.of, s.name) for s in entry.section) for kind, entry in entries.items()}
    return StaffForm(name, called, tuple(read.month), sections, parts, texts[1])


def _template(text: str) -> Iterator[LetterheadError]:
    """What is wrong with a template: what it holds, or what it prints."""
    found = tuple(template_faults(text))
    yield from found
    for kind in KINDS if not found else ():
        try:
            for part in PARTS:
                printed(text, part, {**FACTS, "kind": kind})
        except LetterheadError as fault:
            yield fault
            return


def _sections(source: Source, read: FormFile, parts: Mapping[str, Mapping[str, str]]) -> Iterable[Fault]:
    if read.month and len(read.month) != 12:
        yield source.fault(("month",), f"twelve months, or none: there are {len(read.month)}")
    for kind, entry in (("sitrep", read.sitrep), ("intsum", read.intsum)):
        seen = set[str]()
        for number, section in enumerate(entry.section):
            path = (kind, "section", number, "of")
            if section.of not in parts[kind]:
                known = "; ".join(parts[kind])
                yield source.fault(path, f'no section "{section.of}"{near(section.of, parts[kind])}; there are {known}')
            elif section.of in seen:
                yield source.fault(path, f'"{section.of}" stands here twice')
            seen.add(section.of)

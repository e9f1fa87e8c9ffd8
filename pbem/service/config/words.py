"""Every setting of pbem.toml in words, and a whole configuration with all of them, both from where they are defined."""

import json
import textwrap
from collections.abc import Mapping

from pbem.service.config.settings import plain_settings, sections

WIDTH = 72


def documented() -> tuple[str, ...]:
    """Every setting with its meaning and its default, as `pbem help configuration` prints it."""
    lines = ["pbem.toml, in TOML; relative paths start from its folder. `kill -HUP` makes `pbem serve` read it again."]
    for title, model in sections():
        lines += ["", f"[{title}]", *_wrapped(model.__doc__ or "", "  ")] if title else [""]
        for name, item in plain_settings(model).items():
            lines.append(f"  {name}" if item.is_required() else f"  {name} = {_toml(item.default)}")
            lines += _wrapped(f"{item.description}{' (must be set)' if item.is_required() else ''}", "      ")
    return tuple(line for text in lines for line in (textwrap.wrap(text, WIDTH) if len(text) > WIDTH else [text]))


def template(given: Mapping[str, object]) -> str:
    """A whole configuration: what is given by key path ("mailbox.address") set, all else commented with its default."""
    lines = ["# pbem.toml: the configuration of a pbem referee. A line that begins with #name = shows a default;"]
    lines += ["# take the # away to set it. Relative paths start from the folder of this file."]
    for title, model in sections():
        lines += ["", f"[{title}]", *_wrapped(model.__doc__ or "", "# ")] if title else []
        for name, item in plain_settings(model).items():
            key = f"{title}.{name}" if title else name
            lines += ["", *_wrapped(item.description or "", "# ")]
            lines.append(f"{name} = {_toml(given[key])}" if key in given else f"#{name} = {_toml(item.default)}")
    return "\n".join(lines) + "\n"


def _wrapped(text: str, margin: str) -> list[str]:
    return textwrap.wrap(text, WIDTH, initial_indent=margin, subsequent_indent=margin)


def _toml(value: object) -> str:
    """A text or a number as TOML writes it, which for these is as JSON does."""
    return json.dumps(value, ensure_ascii=False)

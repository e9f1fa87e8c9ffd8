"""The worked cases of golden.toml, by part."""

import tomllib
from pathlib import Path
from typing import Any

CASES: dict[str, list[dict[str, Any]]] = tomllib.loads(Path(__file__).with_name("golden.toml").read_text(encoding="utf-8"))

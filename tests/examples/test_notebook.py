"""The notebook: it was run as it stands, and its cells run where PyTorch is installed."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest

EXAMPLES = Path(__file__).parents[2] / "examples"
NOTEBOOK = json.loads((EXAMPLES / "festival.ipynb").read_text(encoding="utf-8"))


def cells() -> list[str]:
    return ["".join(cell["source"]) for cell in NOTEBOOK["cells"] if cell["cell_type"] == "code"]


def test_the_cells_of_the_notebook_run(monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("torch")
    pytest.importorskip("matplotlib").use("Agg")
    monkeypatch.syspath_prepend(str(EXAMPLES))
    monkeypatch.setattr("builtins.input", lambda prompt="": "1")
    names: dict[str, Any] = {"__name__": "notebook"}
    for code in cells():
        code = re.sub(r"^(ROUNDS|MATCHES|TRIAL) = \d+", r"\1 = 4", code, flags=re.MULTILINE)
        exec(compile(code, "festival.ipynb", "exec"), names)
    assert names["match"].over


def test_the_notebook_is_small_and_was_run_from_top_to_bottom() -> None:
    assert (EXAMPLES / "festival.ipynb").stat().st_size < 200_000
    run = [cell for cell in NOTEBOOK["cells"] if cell["cell_type"] == "code"]
    assert [cell["execution_count"] for cell in run] == list(range(1, len(run) + 1))
    assert not any(output["output_type"] == "error" for cell in run for output in cell["outputs"])
    assert "/home/" not in json.dumps(NOTEBOOK)

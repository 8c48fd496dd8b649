"""Files that browsers get as they stand, but for comments that fill lines."""

from __future__ import annotations

from pathlib import Path

from meowple.server.html.static import Static


def test_only_comments_that_fill_lines_are_left_out(tmp_path: Path) -> None:
    sheet = (
        "/* of\n   two lines */\n/* a */ .b { x: 1 }\n.c { y: 2 } /* d */\n  /* e */\n.f { z: 3 }\n"
    )
    (tmp_path / "one.css").write_text(sheet)
    (tmp_path / "one.js").write_text('// a\nconst b = "http://c"; // d\n  // e\nf();\n')
    static = Static({"": tmp_path}, {})
    assert plain(static, "one.css") == "/* a */ .b { x: 1 }\n.c { y: 2 } /* d */\n.f { z: 3 }\n"
    assert plain(static, "one.js") == 'const b = "http://c"; // d\nf();\n'


def plain(static: Static, path: str) -> str:
    file = static._find(path)
    assert file is not None
    return file.plain.decode()

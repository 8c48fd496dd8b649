"""Macros that are made once and remember: the faces of cards, which pages show again and again."""

from __future__ import annotations

import marshal
from collections.abc import Callable, Mapping
from typing import Any

from jinja2 import Template
from jinja2.environment import TemplateModule
from jinja2.runtime import Macro
from jinja2.utils import missing
from markupsafe import Markup

MOST = 4000
"""How many results of a macro are kept."""

Memos = dict[tuple[str, str], dict[Any, Markup]]
"""Template and macro -> what the macro gave, by its arguments."""


class Modules:
    """The modules of macros that the regions of one picture share.

    Args:
        pure: template -> its macros that read nothing but their arguments.
        memos: what pure macros gave in this game and language.
    """

    def __init__(
        self,
        pure: Callable[[str], frozenset[str]],
        memos: Memos,
    ) -> None:
        self._pure = pure
        self._memos = memos
        self._made: dict[str, TemplateModule] = {}

    def get(self, name: str, make: Callable[[], TemplateModule]) -> TemplateModule:
        """The module of a template; made, with macros that remember, when first asked for."""
        module = self._made.get(name)
        if module is None:
            self._made[name] = module = make()
            for macro in self._pure(name):
                call = getattr(module, macro, None)
                if isinstance(call, Macro) and not call.caller:
                    memo = self._memos.setdefault((name, macro), {})
                    setattr(module, macro, _Remembering(call, memo))
        return module


class _Remembering:
    """A macro that reads nothing but its arguments: called once for the same ones."""

    __slots__ = ("_macro", "_memo")

    def __init__(self, macro: Macro, memo: dict[Any, Markup]) -> None:
        self._macro = macro
        self._memo = memo

    def __call__(self, *args: Any, **named: Any) -> Markup:
        # The kinds too, for 1 and True are equal and read differently.
        key: Any = (args, *named.items(), *map(type, args), *map(type, named.values()))
        try:
            found = self._memo.get(key)
        except TypeError:  # a list or a table among the arguments
            try:
                key = marshal.dumps((args, named), 2)
            except ValueError:  # something besides plain data
                return Markup(self._macro(*args, **named))
            found = self._memo.get(key)
        if found is None:
            found = Markup(self._macro(*args, **named))
            if len(self._memo) >= MOST:
                self._memo.clear()
            self._memo[key] = found
        return found


class PageTemplate(Template):
    """A template whose modules of macros are shared by all regions of a picture."""

    def make_module(
        self,
        vars: Mapping[str, Any] | None = None,
        shared: bool = False,
        locals: Mapping[str, Any] | None = None,
    ) -> TemplateModule:
        def make() -> TemplateModule:
            return super(PageTemplate, self).make_module(vars, shared, locals)  # type: ignore[arg-type]

        modules: Modules | None = vars.get("modules") if vars else None
        given = (locals or {}).values()
        if modules is None or not all(value is missing or callable(value) for value in given):
            return make()
        return modules.get(str(self.name), make)

"""Macros that are made once and remember: the faces of cards, which pages show again and again."""

from __future__ import annotations

import marshal
from collections.abc import Callable, Mapping
from typing import Any

from jinja2 import Template
from jinja2.environment import TemplateModule
from jinja2.runtime import Context, new_context
from jinja2.utils import missing
from markupsafe import Markup

MOST = 4000
"""How many results of a macro are kept."""

Memos = dict[tuple[str, str], dict[Any, Markup]]
"""Template and macro -> what the macro gave, by its arguments."""


class Modules:
    """The modules of macros that the regions of one picture share.

    Args:
        macros: template -> its macros, and whether each may be remembered: whether it reads
            nothing but its arguments.
        memos: what such macros gave in this game and language.
    """

    def __init__(self, macros: Callable[[str], Mapping[str, bool]], memos: Memos) -> None:
        self._macros = macros
        self._memos = memos
        self._modules: dict[str, _Module] = {}

    def get(self, name: str, make: Callable[[], TemplateModule]) -> _Module:
        """The module of a template."""
        module = self._modules.get(name)
        if module is None:
            self._modules[name] = module = _Module(name, self._macros(name), make, self._memos)
        return module


class _Module:
    """The macros of a template, which is run when one is called with something new."""

    def __init__(
        self,
        name: str,
        macros: Mapping[str, bool],
        make: Callable[[], TemplateModule],
        memos: Memos,
    ) -> None:
        self._name = name
        self._macros = macros
        self._make = make
        self._memos = memos
        self._made: TemplateModule | None = None

    def __getattr__(self, name: str) -> Any:
        remembered = self._macros.get(name)
        if remembered is None:  # a value that is set at the top, or nothing
            return getattr(self._module(), name)

        def macro(*args: Any, **named: Any) -> Any:
            return getattr(self._module(), name)(*args, **named)

        found: Any = macro
        if remembered:
            found = _Remembering(macro, self._memos.setdefault((self._name, name), {}))
        setattr(self, name, found)
        return found

    def _module(self) -> TemplateModule:
        if self._made is None:
            self._made = self._make()
        return self._made


class _Remembering:
    """A macro that reads nothing but its arguments: called once for the same ones."""

    __slots__ = ("_macro", "_memo")

    def __init__(self, macro: Callable[..., Any], memo: dict[Any, Markup]) -> None:
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

    def draw(self, context: dict[str, Any]) -> str:
        """`render`, for a context that has all that every template has: it is not copied."""
        try:
            return "".join(self.root_render_func(self.new_context(context, shared=True)))
        except Exception:
            self.environment.handle_exception()

    def new_context(
        self,
        vars: dict[str, Any] | None = None,
        shared: bool = False,
        locals: Mapping[str, Any] | None = None,
    ) -> Context:
        """What a template looks names up in. One that is shared has the names of all templates."""
        if not shared:
            return super().new_context(vars, shared, locals)
        return new_context(self.environment, self.name, self.blocks, vars, True, None, locals)

    def make_module(
        self,
        vars: Mapping[str, Any] | None = None,
        shared: bool = False,
        locals: Mapping[str, Any] | None = None,
    ) -> Any:
        def make() -> TemplateModule:
            return super(PageTemplate, self).make_module(vars, shared, locals)  # type: ignore[arg-type]

        modules: Modules | None = vars.get("modules") if vars else None
        given = (locals or {}).values()
        if modules is None or not all(value is missing or callable(value) for value in given):
            return make()
        return modules.get(str(self.name), make)

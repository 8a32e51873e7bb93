"""The comparison of two rulesets: what differs, where it bites, how much it matters.

``from cassino_dsl import diff`` is both this package and a function: a subpackage takes its name in the package
around it, whatever else is put there, so it has to be callable itself.
"""

from __future__ import annotations

import sys
from types import ModuleType
from typing import Any


class _Callable(ModuleType):
    def __call__(self, *args: Any, **options: Any) -> dict[str, Any]:
        from cassino_dsl.diff.api import diff

        return diff(*args, **options)


sys.modules[__name__].__class__ = _Callable

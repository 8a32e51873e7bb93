"""Where OpenSpiel is not to be had (Windows), what stands on it is not tested."""

from __future__ import annotations

from importlib.util import find_spec

collect_ignore = [] if find_spec("pyspiel") else ["test_spiel.py"]

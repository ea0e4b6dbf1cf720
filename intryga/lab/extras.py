"""What may be missing: the packages that only the lab needs, and the sentence for who has not installed them."""

from __future__ import annotations

from importlib.util import find_spec

from intryga.kernel.game import Mistake

EXTRAS = {
    "lab": ("numpy", "gymnasium", "pettingzoo", "polars", "pyarrow"),
    "report": ("polars", "matplotlib"),
    "tune": ("cma",),
    "openspiel": ("pyspiel",),
    "ray": ("ray",),
}


def how_to_get(extra: str) -> str:
    return f"the extra `{extra}`; install it with: pip install 'intryga[{extra}]'"


def need(extra: str, what: str) -> None:
    """Before a command begins: is everything there that it will import?"""
    if any(find_spec(package) is None for package in EXTRAS[extra]):
        raise Mistake(f"{what} needs {how_to_get(extra)}")

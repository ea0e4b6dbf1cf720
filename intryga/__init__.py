"""Intryga: a table for games of court intrigue."""

from intryga import engine

__version__ = "0.1.0"

engine.install()    # before any rule is imported, so that every rule comes from the same engine

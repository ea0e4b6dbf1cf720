"""A small command of its own, for scripts that run before anything else is there: python -m intryga.engine."""

from __future__ import annotations

import argparse

from intryga import engine
from intryga.engine.sources import Sources


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m intryga.engine", description="The compiled engine of Intryga.")
    commands = parser.add_subparsers(dest="command", required=True)
    build = commands.add_parser("build", help="compile the engine, unless it is compiled already")
    build.add_argument("--background", action="store_true", help="start the build and return at once")
    commands.add_parser("status", help="say which engine runs, and why")
    commands.add_parser("path", help="name the cache folder of the present sources")
    choice = parser.parse_args()
    if choice.command == "status":
        print("{}: {}".format(*engine.status()))
        return 0
    if choice.command == "path":
        print(Sources().folder())
        return 0
    if choice.background:
        engine.build_in_background()
        return 0
    return _build()


def _build() -> int:
    try:
        result = engine.build()
    except KeyboardInterrupt:
        print("Stopped; the engine is as it was.")
        return 130
    print(result.sentence)
    return result.outcome


if __name__ == "__main__":
    raise SystemExit(main())

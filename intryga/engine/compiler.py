"""Compile modules with mypyc. Run by builder.py, in a process and a folder of its own: compiler.py GROUP:FILE…

The result appears in the subfolder `out`.
"""

from __future__ import annotations

import os
import sys
from importlib import import_module

from mypyc.build import mypycify
from setuptools import setup

# Calls between functions of one library need not go through the tables of the linker: measured 1.3 times faster.
# A row can be read from its end too, and gcc would count along where that would be: 9 instructions a cell instead of 7.
FLAGS = ["-fno-semantic-interposition", "-fno-plt", "-fno-ivopts"] if sys.platform == "linux" else []
# The third level takes a fifth longer to compile, and a decision as many instructions: Spiskowcy 6,170 and 6,330,
# Strażnik Kluczy 12,670 and 12,370.
LEVEL = "2"


def main(arguments: list[str]) -> None:
    groups: dict[str, list[str]] = {}
    for argument in arguments:
        group, _, file = argument.partition(":")
        groups.setdefault(group, []).append(file)
    # An empty --config-file keeps the settings of folders above, whatever they are, out of the build.
    options = ["--strict", "--config-file="]
    files = [file for group in groups.values() for file in group]
    separate: list[tuple[list[str], str | None]] = [(group, name) for name, group in groups.items()]
    extensions = mypycify([*options, *files], opt_level=LEVEL, debug_level="0", separate=separate)
    for extension in extensions:
        extension.extra_compile_args = [*extension.extra_compile_args, *FLAGS]
    # The longest first: else one core compiles the largest game alone when all else is done.
    extensions.sort(key=lambda extension: -sum(map(os.path.getsize, extension.sources)))
    together = ["--parallel", str(os.cpu_count() or 1)]
    setup(
        name="intryga_engine",
        packages=[],
        ext_modules=extensions,
        script_args=["build_ext", "--build-lib", "out", *together],
    )
    # What does not load is not finished.
    sys.path.insert(0, "out")
    for group in groups:
        import_module(group + "__mypyc")


if __name__ == "__main__":
    main(sys.argv[1:])

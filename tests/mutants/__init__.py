"""Mutants: the rules of a game with one small fault each. What no test notices is a gap in the tests.

    python -m tests.mutants [GAME…]     as `make mutants` does; goes on where it was stopped

Every fault is tried against the game's scenarios, then its golden games, then its tests (`checks.py`), on the plain
engine, as far as they come through the line with the fault (`reach.py`); those first that have noticed another fault in
the same function. Faults that none of them notices have survived; those that change nothing a player could notice stand
in `GAME.toml` beside this file, each with the reason. The others are the list of what to write next. A later run tries
again what survived, and what is new (`build/mutants` remembers). `--every 4` tries a quarter.

Only rules are tried. Modules of words, data, pages, samplers and advice to bots have judges of their own: `NOT_RULES`
and `NOT_RULES_EITHER` in `__main__.py` name them.

The tools for this (mutmut, Cosmic Ray) know neither scenarios nor rule numbers, and start a process for each fault,
which takes longer than all scenarios of a game together. Ours fork.
"""

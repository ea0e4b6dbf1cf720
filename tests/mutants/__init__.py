"""Mutants: the rules of a game with one small fault each. What no test notices is a gap in the tests.

    python -m tests.mutants [GAME…]     as `make mutants` does; goes on where it was stopped

Every fault is tried against the game's scenarios, then its tests, then its golden games, on the plain engine, as far
as they come through the function with the fault (`reach.py`). Faults that none of them notices have survived; those
that change nothing a player could notice stand in `GAME.toml` beside this file, each with the reason. The others are
the list of what to write next. A game with thousands of faults is tried in part: `--every 4`.

The tools for this (mutmut, Cosmic Ray) know neither scenarios nor rule numbers, and start a process for each fault,
which takes longer than all scenarios of a game together. Ours fork.
"""

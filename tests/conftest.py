"""How much is tried. `ci` is the same on every run; `explore` is for long nights (`make explore`)."""

import os

from hypothesis import HealthCheck, settings

from intryga import engine

_CALM = [HealthCheck.too_slow, HealthCheck.data_too_large]
settings.register_profile("ci", max_examples=4, derandomize=True, deadline=None, suppress_health_check=_CALM)
settings.register_profile("explore", max_examples=400, deadline=None, suppress_health_check=_CALM)
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "ci"))

# Interpreted toys cannot extend compiled classes.
collect_ignore = ["kernel/test_windows.py", "tables/windows"] if engine.name() == "compiled" else []

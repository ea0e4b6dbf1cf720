"""The command, as in tests/cli."""

from tests.cli.conftest import here as here

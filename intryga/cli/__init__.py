"""The one command, `intryga`."""

from __future__ import annotations

import errno
import sys
from collections.abc import Sequence
from io import TextIOWrapper

import typer

from intryga.cli.app import app
from intryga.cli.harmless import harmless
from intryga.kernel.actions import UnknownAction
from intryga.kernel.game import Mistake

BAD_INPUT = 2
NO_ROOM = (errno.ENOSPC, errno.EDQUOT, errno.EFBIG)    # on the disk, or no more than one may take of it
INTERRUPTED = 130


def main() -> None:
    sys.exit(run(sys.argv[1:]))


def run(arguments: Sequence[str]) -> int:
    """Gives the exit status. Here, and only here, what a person got wrong becomes a sentence on stderr."""
    for stream in (sys.stdin, sys.stdout, sys.stderr):
        if isinstance(stream, TextIOWrapper):
            stream.reconfigure(errors="replace")    # what cannot be read or shown shall not stop the rest
    try:
        status = app(arguments, prog_name="intryga", standalone_mode=False)
    except (Mistake, UnknownAction, typer.TyperException) as error:
        message = error.format_message() if isinstance(error, typer.TyperException) else str(error)
        print("intryga:", harmless(" ".join(message.split())), file=sys.stderr)
        return BAD_INPUT
    except OSError as error:
        if error.errno not in NO_ROOM:
            raise
        print("intryga: nothing more can be written:", error.strerror, file=sys.stderr)
        return BAD_INPUT
    if status == INTERRUPTED:
        print("\nGoodbye.", file=sys.stderr)
    return status if isinstance(status, int) else 0

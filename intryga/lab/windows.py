"""How numpy looks at what the engine writes."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from numpy.typing import NDArray


def window(buffer: Any, of: str) -> NDArray[Any]:
    """An array of what lies there, without copying: `of` is the sort of its numbers. The engine alone writes."""
    import numpy as np

    array = np.frombuffer(buffer, of)
    array.flags.writeable = False    # a buffer of the compiled engine is not anyway, one of plain Python would be
    return array

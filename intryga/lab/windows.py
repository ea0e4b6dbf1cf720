"""How numpy looks at what the engine writes."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from intryga.lab.extras import how_to_get

try:
    import numpy as np
except ImportError as missing:
    raise ImportError(f"games as arrays need {how_to_get('lab')}") from missing

if TYPE_CHECKING:
    from numpy.typing import NDArray


def window(buffer: Any, of: type[np.generic]) -> NDArray[Any]:
    """An array of what lies there, without copying. The engine alone writes."""
    array = np.frombuffer(buffer, of)
    array.flags.writeable = False    # a buffer of the compiled engine is not anyway, one of plain Python would be
    return array

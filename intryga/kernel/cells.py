"""The array type of the engine: flat rows of machine numbers, and adding up a stretch of them.

Compiled modules see `librt.vecs.vec`, whose items are unboxed and whose copy is one memcpy. Interpreted ones get plain
lists, which are faster there, and for narrow numbers arrays, into which others (numpy) can look as into a vec. All are
built with `vec[i64](...)`, read and written by index and copied with `[:]`; nothing else is used. What `total` does in
a loop when compiled, Python has a function for (decision 55). This module is never compiled: the choice below is made
at run time.
"""

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from librt.vecs import vec as vec

    from intryga.kernel.totals import total as total
else:
    from array import array
    from functools import partial

    from mypy_extensions import i16, i32, i64, u8

    class vec:    # noqa: N801
        _makers = {  # noqa: RUF012
            i64: list,
            i32: partial(array, "i"),
            i16: partial(array, "h"),
            u8: partial(array, "B"),
            float: partial(array, "d"),
        }

        def __class_getitem__(cls, item):
            return cls._makers.get(item, list)

    def total(cells, begin, end):
        return sum(cells[begin:end])

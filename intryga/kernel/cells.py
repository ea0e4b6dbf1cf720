"""The one array type of the engine: flat rows of machine integers.

Compiled modules see `librt.vecs.vec`, whose items are unboxed and whose copy is one memcpy; interpreted ones get
plain lists, which are faster there. Both are built with `vec[i64](...)`, read and written by index and copied with
`[:]`; nothing else is used. This module is never compiled: the choice below is made at run time.
"""

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from librt.vecs import vec as vec
else:
    vec = list

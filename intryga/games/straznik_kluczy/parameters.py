"""What operations need: a number, or a range of numbers."""

from __future__ import annotations

from typing import Any, Final

from mypy_extensions import i64

from intryga.kernel.language import Amount, Book, Language, Parameter, Teller
from intryga.kernel.places import Place

COUNT: Final[Amount] = Amount("n", 1, 20)
PACKED: Final[i64] = 16    # a range is one number: least * 16 + most


class Range(Parameter):
    """Two numbers with a hyphen between them, packed into one."""

    def check(self, place: Place, scope: list[str], language: Language) -> None:
        least, hyphen, most = str(place.get(self.name)).partition("-")
        if not (hyphen and least.isdigit() and most.isdigit() and 1 <= int(least) <= int(most) <= 9):
            raise place.wrong(self.name, f"two numbers from 1 to 9, as in 3-4, not {place.get(self.name)!r}")

    def write(self, content: Any, book: Book) -> i64:
        least, _, most = str(content).partition("-")
        return int(least) * PACKED + int(most)

    def tell(self, content: Any, teller: Teller, said: dict[str, Any]) -> None:
        said["least"], _, said["most"] = str(content).partition("-")

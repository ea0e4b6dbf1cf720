"""The components and options of Strażnik Kluczy in the form its steps read."""

from __future__ import annotations

from collections.abc import Mapping

from mypy_extensions import i64

from intryga.games.straznik_kluczy.cards import AI_BOARDS, BUILDINGS, RIBBONS
from intryga.games.straznik_kluczy.pages import Pages, Table, count_icons, numbers, permanent
from intryga.games.straznik_kluczy.printed import (
    CastleRules,
    ChestTiles,
    Folk,
    ManuscriptTiles,
    PlayerCards,
    PublicBuildings,
    Segments,
    Slots,
    Solo,
    Spots,
    Track,
)
from intryga.kernel.cells import vec
from intryga.kernel.effects import Programmed


class Points:
    def __init__(self, components: Table, third_ai_chest: i64) -> None:
        scoring = components["scoring"]
        self.buildings = vec[i64]([points for building in BUILDINGS for points in scoring[building]])    # type * 4 + n
        self.tier = vec[i64](scoring["castle_tier"])
        self.manuscript_set = vec[i64](scoring["manuscript_set"])
        self.leader: i64 = scoring["castle_leader"]
        self.unpaid: i64 = scoring["unpaid_debt"]
        self.paid: i64 = scoring["paid_debt"]
        self.acquired: i64 = scoring["acquired_deed"]
        self.approved: i64 = scoring["approved_deed"]
        self.places = vec[i64](scoring["places"])
        self.places_of_two = vec[i64](scoring["places_of_two"])
        self.chests = vec[i64](scoring["chest"])
        self.ai_chests = numbers([*scoring["ai_chest"], third_ai_chest])
        self.ai_resource: i64 = scoring["ai_resource"]
        bonuses = {block["ribbon"]: block for block in components["cleric_bonus"]}
        self.bonus = vec[i64]([bonuses[ribbon]["points"] for ribbon in RIBBONS])


class Setup:
    def __init__(self, components: Table) -> None:
        setup = components["setup"]
        self.hand: i64 = setup["hand"]
        self.hand_limit: i64 = setup["hand_limit"]
        self.fewest_cards: i64 = setup["fewest_cards"]
        self.more_pairs: i64 = setup["pairs_more_than_players"]
        self.heroes_shown: i64 = setup["heroes_shown"]
        self.chests_shown: i64 = setup["chests_shown"]
        # By the number of people, from 0.
        self.debts = numbers([0, *setup["debts_above_poverty"]])
        self.deeds = numbers([0, *setup["deeds_above_prosperity"]])
        self.side = numbers([0, *[int(side == "many") for side in setup["board_side"]]])
        self.workers: i64 = components["supply"]["workers"]


class Options:
    """What this table has chosen."""

    def __init__(self, options: Mapping[str, str | int | bool]) -> None:
        self.expansion = bool(options["expansion"])    # STR-027
        board = str(options["ai_board"])
        self.ai_board: i64 = -1 if board == "random" else AI_BOARDS.index(f"ai_{board}")    # STR-326
        self.extra_schemes: i64 = int(options["ai_extra_schemes"])    # STR-315
        self.removal_destroys = bool(options["self_removal_counts_as_destroy"])    # STR-R07
        self.hero_to_hand = options["player_card_hero_to"] == "hand"    # STR-R08
        self.must_move = bool(options["viscount_must_move"])    # STR-R11
        self.public_links = bool(options["public_building_links"])    # STR-R12
        self.public_counts = bool(options["public_building_counts"])    # STR-R13


class Rules(Programmed):
    """What is printed on the components, and what this table has chosen."""

    def __init__(self, components: Table, options: Mapping[str, str | int | bool], book: Pages) -> None:
        self.folk = Folk(components["townsfolk"], book)
        self.manuscripts = ManuscriptTiles(components["manuscript"], book)
        self.chests = ChestTiles(components["chest"], book)
        self.player_cards = PlayerCards(components["player_card"], book)
        self.slots = Slots(components["slot"], components["ai_board"], book)
        self.public = PublicBuildings(components["public_building"], book)
        self.spots = Spots(components["segment"], book)
        self.segments = Segments(components["segment"], book)
        self.track = Track(components["collision"], book)
        self.castle = CastleRules(components, book)
        self.points = Points(components, int(options["ai_chest_points"]))
        self.setup = Setup(components)
        self.solo = Solo(components, book)
        self.options = Options(options)
        self.meeting: i64 = book.add([["rearrange"]], "meeting", "")    # Viscounts on one space (STR-063)
        actions = components["actions"]
        self.public_in_view = self.options.expansion or bool(actions["public_in_view_of_base_game"])
        prices = actions["building_price"]
        self.building_price = vec[i64]([prices[building] for building in BUILDINGS])
        # Icons under the belt until a card covers them: people first, then the AI boards; three spaces of five icons.
        headers: list[i64] = []
        for block in (components["start_icons"], *[{"first": [], **board} for board in components["ai_board"]]):
            for space in ("first", "second", "third"):
                headers += count_icons(block[space])
        self.headers = vec[i64](headers)
        bonuses = {block["ribbon"]: block for block in components["cleric_bonus"]}
        self.bonus_icons = vec[i64]([count for ribbon in RIBBONS for count in permanent(bonuses[ribbon]["standing"])])
        self.sources = book.sources
        self.written = book.written
        super().__init__(book.program())

    def cause(self, at: i64) -> tuple[str, str]:
        """Whence the program at this place comes."""
        for end, cause, what in self.sources:
            if at < end:
                return cause, what
        return "", ""


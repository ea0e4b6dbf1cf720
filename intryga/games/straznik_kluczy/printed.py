"""What is printed on cards, tiles and boards of Strażnik Kluczy, as flat rows of numbers.

A program (see kernel/language.py) is named by where it begins, 0 for none. An icon, a moment or a building is its place
in the lists of cards.py, -1 for none.
"""

from __future__ import annotations

from mypy_extensions import i64

from intryga.games.straznik_kluczy.cards import (
    AI_BOARDS,
    BUILDINGS,
    INSTEAD,
    MOMENTS,
    RESOURCES,
    RIBBONS,
    SCHEMES,
    SLOTS,
    SPACES,
)
from intryga.games.straznik_kluczy.pages import (
    ANY_NUMBER,
    Condition,
    Pages,
    Table,
    also,
    amount,
    count_icons,
    icon_of,
    permanent,
)
from intryga.kernel.cells import vec


class Folk:
    """Townsfolk."""

    def __init__(self, cards: list[Table], book: Pages) -> None:
        self.copies = vec[i64]([card["copies"] for card in cards])
        self.of_keys = vec[i64]([int(card["set"] == "keys") for card in cards])
        ids = [card["id"] for card in cards]
        self.replaced = vec[i64]([int(f"{name}_k" in ids) for name in ids])    # among starting cards (STR-024)
        self.cost = vec[i64]([card["cost"] for card in cards])
        self.icons = vec[i64]([count for card in cards for count in count_icons(card["icons"])])
        self.when = vec[i64]([MOMENTS.index(card["when"]) for card in cards])
        self.effect = vec[i64]([book.add(card["effect"], "ability", card["id"]) for card in cards])
        self.hire = vec[i64]([book.add(card["hire"], "hired", card["id"]) for card in cards])
        leaves = [any("remove_self" in option for option in card["effect"]) for card in cards]
        self.leaves = vec[i64]([int(mark) for mark in leaves])
        # Modifiers of payments (STR-164, STR-165): the icon they make, or -1; `also` has a bit for each of PURSE.
        self.pair_as = vec[i64]([icon_of(card["standing"], "pair") for card in cards])
        self.silver_pair_as = vec[i64]([icon_of(card["standing"], "silver_pair") for card in cards])
        self.doubles = vec[i64]([icon_of(card["standing"], "double") for card in cards])
        self.also = vec[i64]([also(card["standing"]) for card in cards])
        self.modifies = vec[i64]([int(bool(card["standing"])) for card in cards])


class ManuscriptTiles:
    def __init__(self, tiles: list[Table], book: Pages) -> None:
        self.of_keys = vec[i64]([int(tile["set"] == "keys") for tile in tiles])
        self.cost = vec[i64]([tile["cost"] for tile in tiles])
        self.ribbon = vec[i64]([RIBBONS.index(tile["ribbon"]) for tile in tiles])
        self.grey = vec[i64]([int(tile["grey_back"]) for tile in tiles])
        self.effect = vec[i64]([book.add(tile["effect"], "manuscript", tile["id"]) for tile in tiles])
        self.counts = [str(tile["counts"]) for tile in tiles]    # what it scores, or empty
        self.per = vec[i64]([max(tile["per"], 1) for tile in tiles])


class ChestTiles:
    """Chests, or those of the AI: `turns` is the icon that a converting one takes, -1 for one that pays on entry."""

    def __init__(self, tiles: list[Table], book: Pages) -> None:
        self.condition = Condition([tile["condition"] for tile in tiles])
        self.makes = vec[i64]([count for tile in tiles for count in count_icons(tile["becomes"])])
        turns = [self.condition.icon[i] if tiles[i]["becomes"] else -1 for i in range(len(tiles))]
        self.turns = vec[i64](turns)
        self.effect = vec[i64]([book.add(tile.get("effect", []), "chest", tile["id"]) for tile in tiles])


class PlayerCards:
    def __init__(self, cards: list[Table], book: Pages) -> None:
        self.of_keys = vec[i64]([int(card["set"] == "keys") for card in cards])
        self.start = vec[i64]([SPACES.index("at_" + card["start"].replace(".", "_")) for card in cards])
        self.gains = vec[i64]([book.add(card["gains"], "player_card", card["id"]) for card in cards])
        self.effect = vec[i64]([book.add(card["effect"], "player_card", card["id"]) for card in cards])
        # The space its building is bound to, -1 for none (STR-011, STR-033).
        bound = [SPACES.index(f"at_{card['spot']}") if card["spot"] else -1 for card in cards]
        self.bound = vec[i64](bound)
        self.at_end = vec[i64]([int(card["at_end"]) for card in cards])


class Slots:
    """What slots do when open. A row of nine for people, then one for each AI board."""

    def __init__(self, own: list[Table], boards: list[Table], book: Pages) -> None:
        slots: list[tuple[Table, str]] = []
        for blocks in (own, *[board["slots"] for board in boards]):
            named = {f"{slot['type']}_{slot['number']}": slot for slot in blocks}
            slots += [(named[name], name) for name in SLOTS]
        self.icons = vec[i64]([count for slot, _ in slots for count in permanent(slot["standing"])])
        self.when = vec[i64]([MOMENTS.index(slot["when"]) for slot, _ in slots])
        self.condition = Condition([slot["condition"] for slot, _ in slots])
        self.effect = vec[i64]([book.add(slot["effect"], "slot", name) for slot, name in slots])
        self.free_step = vec[i64]([amount(slot["standing"], "free_step") for slot, _ in slots])
        self.dismissal = vec[i64]([amount(slot["standing"], "dismissal_price") for slot, _ in slots])    # 0: none
        self.hand_limit = vec[i64]([amount(slot["standing"], "hand_limit") for slot, _ in slots])


class PublicBuildings:
    def __init__(self, blocks: list[Table], book: Pages) -> None:
        self.type = vec[i64]([BUILDINGS.index(block["type"]) for block in blocks])
        self.cost = vec[i64]([block["cost"] for block in blocks])
        self.points = vec[i64]([block["points"] for block in blocks])
        self.built = vec[i64]([book.add(block["built"], "public", block["id"]) for block in blocks])
        self.when = vec[i64]([MOMENTS.index(block["when"]) for block in blocks])
        self.condition = Condition([block["condition"] for block in blocks])
        self.effect = vec[i64]([book.add(block["effect"], "public", block["id"]) for block in blocks])
        self.icons = vec[i64]([count for block in blocks for count in permanent(block["standing"])])
        self.ignores = vec[i64]([amount(block["standing"], "ignore_criminal") for block in blocks])


class Spots:
    """Building spots, first those of the side for few players, then of that for many; 25 each."""

    def __init__(self, segments: list[Table], book: Pages) -> None:
        exists: list[i64] = []
        bank: list[i64] = []
        effect: list[i64] = []
        link: list[i64] = []
        for side in ("few", "many"):
            for segment in segments:
                for n in range(5):
                    there = n < len(segment[side])
                    spot: Table = segment[side][n] if there else {"side": "left", "effect": [], "link": []}
                    name = f"{segment['id']}{n + 1}"
                    exists.append(int(there))
                    bank.append(int(spot["side"] == "right"))
                    effect.append(book.add(spot["effect"], "spot", name))
                    link.append(book.add(spot["link"], "link", name))
        self.exists = vec[i64](exists)
        self.bank = vec[i64](bank)    # LEFT or RIGHT of the river
        self.effect = vec[i64](effect)
        self.link = vec[i64](link)    # to the next spot clockwise


class Segments:
    """What is printed on the segments beside the spots."""

    def __init__(self, segments: list[Table], book: Pages) -> None:
        trades = [(segment[f"trade_{side}"], segment["id"]) for segment in segments for side in ("left", "right")]
        self.merchants = vec[i64]([trade["merchants"] for trade, _ in trades])    # segment * 2 + side
        self.exchange = vec[i64]([book.add(trade["effect"], "trade", name) for trade, name in trades])
        cards = [(segment["printed_card"], segment["id"]) for segment in segments]
        self.card_cost = vec[i64]([card["cost"] for card, _ in cards])
        self.card_icons = vec[i64]([count for card, _ in cards for count in count_icons(card["icons"])])
        self.card_hire = vec[i64]([book.add(card["hire"], "hired", name) for card, name in cards])
        tiles = [(segment["printed_manuscript"], segment["id"]) for segment in segments]
        self.tile_cost = vec[i64]([tile["cost"] for tile, _ in tiles])
        self.tile_effect = vec[i64]([book.add(tile["effect"], "manuscript", name) for tile, name in tiles])


class Track:
    """What a collision brings, by the space of the track from 1 to 7; place 0 is empty."""

    def __init__(self, blocks: list[Table], book: Pages) -> None:
        spaces: list[Table] = [{"owner": [], "ai_owner": [], "condition": "", "others": []}, *blocks]
        self.owner = vec[i64]([book.add(space["owner"], "collision", "") for space in spaces])
        self.ai_owner = vec[i64]([book.add(space["ai_owner"], "collision", "") for space in spaces])
        self.condition = Condition([space["condition"] for space in spaces])
        self.others = vec[i64]([book.add(space["others"], "collision", "") for space in spaces])


class CastleRules:
    def __init__(self, components: Table, book: Pages) -> None:
        castle = components["castle"]
        sections = components["castle_section"]
        self.section = vec[i64]([book.add(block["effect"], "section", block["id"]) for block in sections])
        self.third_tier: i64 = book.add(castle["third_tier"], "section", "")
        self.bumped = vec[i64]([book.add(castle[name], "bumped", "") for name in ("bumped_first", "bumped_second")])
        self.capacity: i64 = castle["capacity"]
        self.threshold: i64 = castle["threshold"]
        self.leader_hand: i64 = amount(components["castle_leader"]["standing"], "hand_limit")
        self.prices = vec[i64](components["actions"]["workers_price"])    # of 1, 2, 3, 4 workers


class Solo:
    """The AI: its boards, schemes, chests (STR-300 to 335)."""

    def __init__(self, components: Table, book: Pages) -> None:
        boards = {board["id"]: board for board in components["ai_board"]}
        ordered = [boards[name] for name in AI_BOARDS]
        self.focus = vec[i64]([book.add(board["focus"], "slot", board["id"]) for board in ordered])
        self.pool = vec[i64]([int(board["pool"]) for board in ordered])
        self.start = vec[i64]([book.add(board["start"], "player_card", board["id"]) for board in ordered])
        # Which resource `any` is, in PURSE: the first below its number, three pairs for each board.
        chart: list[i64] = []
        for board in ordered:
            pairs: list[i64] = []
            for line in board["chart"]:
                resource, _, below = line.partition(":")
                pairs += [RESOURCES.index(resource) + 1, int(below) if below else ANY_NUMBER]
            chart += (pairs * 3)[:6]
        self.chart = vec[i64](chart)
        order = [SLOTS.index(f"{slot['type']}_{slot['number']}") for board in ordered for slot in board["slots"]]
        self.slot_order = vec[i64](order)    # board * 9 + place: its slots from left to right
        removed = [int(scheme in board["removed"]) for board in ordered for scheme in SCHEMES]
        self.removed = vec[i64](removed)    # board * 17 + scheme
        schemes = components["scheme"]
        self.of_keys = vec[i64]([int(scheme["set"] == "keys") for scheme in schemes])
        self.future = vec[i64]([int(scheme["kind"] == "future") for scheme in schemes])
        self.icons = vec[i64]([count for scheme in schemes for count in count_icons(scheme["icons"])])
        self.row1 = vec[i64]([book.add(scheme["row1"], "played", scheme["id"]) for scheme in schemes])
        self.row2 = vec[i64]([book.add(scheme["row2"], "played", scheme["id"]) for scheme in schemes])
        self.move = vec[i64]([scheme["move"] for scheme in schemes])
        # Row 4 by its options, three for each scheme; the first possible one is done.
        row4: list[i64] = []
        for scheme in schemes:
            starts = [book.add([option], "played", scheme["id"]) for option in scheme["row4"]]
            row4 += [*starts, 0, 0, 0][:3]
        self.row4 = vec[i64](row4)
        self.chests = ChestTiles(components["ai_chest"], book)
        instead = components["ai_instead"]
        self.instead = vec[i64]([book.add(instead[name], "ability", "") for name in INSTEAD])
        self.fewest_workers: i64 = components["actions"]["ai_fewest_workers"]

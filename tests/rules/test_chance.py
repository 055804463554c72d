"""Sealed chance: the documented stream, unbiased numbers, a Fisher-Yates walk, and a counter."""

import hashlib
from itertools import islice

import pytest

from engine.chance import Chance, colon_seal
from engine.events import DeckShuffled
from engine.setup import Setup, new_game, whole_deck
from tests.rules.table import SEED, board


def words(seed: str) -> list[int]:
    """The first words of a seed's stream, as the documentation has them."""
    blocks = (hashlib.sha256(bytes.fromhex(seed) + i.to_bytes(8, "big")).digest() for i in range(40))
    stream = b"".join(blocks)
    return [int.from_bytes(stream[place : place + 8], "big") for place in range(0, len(stream), 8)]


def shuffled_by_the_book(cards: str, stream: list[int]) -> str:
    deck, read = list(cards), iter(stream)
    for last in range(len(deck) - 1, 0, -1):
        limit = last + 1
        word = next(word for word in read if word < 2**64 - 2**64 % limit)
        deck[last], deck[word % limit] = deck[word % limit], deck[last]
    return "".join(deck)


def test_the_seal_is_the_hash_of_the_games_id_and_the_seed() -> None:
    game, _ = new_game(board(), Setup("europe", 2), "evening", SEED)
    assert game.table.seal == hashlib.sha256(f"evening:{SEED}".encode()).hexdigest()
    assert game.table.seal == colon_seal("evening", SEED)


def test_the_stream_is_the_documented_one() -> None:
    chance = Chance(SEED)
    assert [chance.below(2**32) for _ in range(9)] == [word % 2**32 for word in words(SEED)[:9]]
    assert chance.counter == 9


def test_the_first_deck_is_shuffled_by_the_book() -> None:
    game, events = new_game(board(), Setup("europe", 2, starter=0), "evening", SEED)
    first = next(event for event in events if isinstance(event, DeckShuffled))
    cards = whole_deck(game.table.rules)
    assert cards == "".join(color * 12 for color in "PBOWGYKR") + "L" * 14
    assert first.order == shuffled_by_the_book(cards, words(SEED))
    assert first.counter == 109


def test_a_stream_can_be_read_on_from_any_counter() -> None:
    whole = Chance(SEED)
    numbers = [whole.below(1000) for _ in range(20)]
    for counter in range(20):
        later = Chance(SEED, counter)
        assert [later.below(1000) for _ in range(20 - counter)] == numbers[counter:]


def test_words_that_would_favour_small_numbers_are_skipped_and_counted() -> None:
    limit = 2**63 + 1
    chance = Chance(SEED)
    kept = [word for word in words(SEED) if word < limit]
    assert [chance.below(limit) for _ in range(5)] == list(islice(kept, 5))
    assert chance.counter == words(SEED).index(kept[4]) + 1


def test_a_shuffle_leaves_what_it_was_given_alone() -> None:
    cards = ["R", "B", "G"]
    assert sorted(Chance(SEED).shuffled(cards)) == sorted(cards)
    assert cards == ["R", "B", "G"]


def test_every_order_of_three_comes_up_about_as_often() -> None:
    chance = Chance(SEED)
    orders = ["".join(chance.shuffled("RGB")) for _ in range(600)]
    assert {order: orders.count(order) // 60 for order in set(orders)}.keys() == {
        "RGB", "RBG", "GRB", "GBR", "BRG", "BGR",
    }  # fmt: skip
    assert all(70 < orders.count(order) < 130 for order in set(orders))


@pytest.mark.parametrize("seed", ["", "00", "g" * 64, "0" * 63, "0" * 66])
def test_a_seed_is_64_hexadecimal_digits(seed: str) -> None:
    with pytest.raises(ValueError, match=r"seed|hexadecimal"):
        Chance(seed)


def test_the_same_seed_is_the_same_game_and_another_seed_another() -> None:
    first, again = (new_game(board(), Setup("mega", 4), "evening", SEED) for _ in range(2))
    assert first == again
    other, _ = new_game(board(), Setup("mega", 4), "evening", "0" * 64)
    assert other.deck != first[0].deck

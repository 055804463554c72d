"""Pictures and their descriptions show nothing that a seat cannot know."""

from PIL import Image, ImageChops

from bot.text.alt_text import board_alt, hand_alt
from bot.text.i18n import phrases
from engine.view import view_for
from render.board import board_png
from render.draw.palette import default_palette
from render.draw.png import png
from tests.pictures import NAMES, at, opened, secrecy_pair

EN = phrases("en")


# What a seat cannot know


def test_picture_and_description_are_the_same_in_twin_games() -> None:
    one, other = (view_for(world, 0) for world in secrecy_pair())
    assert board_png(one, NAMES) == board_png(other, NAMES)
    assert board_alt(one, NAMES, EN) == board_alt(other, NAMES, EN)
    assert hand_alt(one, EN) == hand_alt(other, EN)


def test_the_other_seat_sees_that_the_games_differ() -> None:
    one, other = (view_for(world, 1) for world in secrecy_pair())
    assert hand_alt(one, EN) != hand_alt(other, EN)


def test_a_player_and_a_spectator_get_the_same_description_of_the_board() -> None:
    game = at(hands=["RRRL", "KKKK"], tickets=[[1, 2], [3, 4]])
    assert board_alt(view_for(game, 0), NAMES, EN) == board_alt(view_for(game, None), NAMES, EN)


# The files


def test_a_png_has_the_paints_of_the_palette() -> None:
    image = Image.new("RGB", (256, 3))
    image.putdata([tuple(default_palette()[3 * n : 3 * n + 3]) for n in range(256)] * 3)
    assert max(ImageChops.difference(image, opened(png(image))).tobytes()) <= 8

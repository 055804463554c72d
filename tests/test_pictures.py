"""Pictures: what a picture and its words do not tell."""

from PIL import Image, ImageChops

from bot.text.alt_text import board_alt, hand_alt
from bot.text.i18n import phrases
from engine.view import view_for
from render.board import board_png
from render.draw.palette import usual_palette
from render.draw.png import png
from tests.pictures import NAMES, at, opened, secrecy_pair

EN = phrases("en")


# What a seat cannot know


def test_neither_the_board_nor_words_tell_twin_worlds_apart() -> None:
    one, other = (view_for(world, 0) for world in secrecy_pair())
    assert board_png(one, NAMES) == board_png(other, NAMES)
    assert board_alt(one, NAMES, EN) == board_alt(other, NAMES, EN)
    assert hand_alt(one, EN) == hand_alt(other, EN)


def test_the_other_sees_that_the_worlds_differ() -> None:
    one, other = (view_for(world, 1) for world in secrecy_pair())
    assert hand_alt(one, EN) != hand_alt(other, EN)


def test_the_words_of_the_board_are_the_same_for_its_player_and_for_a_stranger() -> None:
    game = at(hands=["RRRL", "KKKK"], tickets=[[1, 2], [3, 4]])
    assert board_alt(view_for(game, 0), NAMES, EN) == board_alt(view_for(game, None), NAMES, EN)


# The files


def test_a_png_holds_the_paints_of_the_palette_as_near_as_eyes_can_tell() -> None:
    image = Image.new("RGB", (256, 3))
    image.putdata([tuple(usual_palette()[3 * n : 3 * n + 3]) for n in range(256)] * 3)
    assert max(ImageChops.difference(image, opened(png(image))).tobytes()) <= 8

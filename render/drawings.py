"""All that the bot draws. It calls these functions by name (see bot.workers.drawings)."""

from render.board import board_png, closeup_png, map_png, turn_png
from render.board_shapes import map_webp, shapes_json
from render.emoji import emoji_png
from render.film import film_gif
from render.hand import hand_png
from render.leaderboard import leaderboard_png
from render.legend import legend_png
from render.lesson import lesson_png
from render.my_tickets import my_tickets_png
from render.photo import photo
from render.preview import preview_png
from render.score import score_png
from render.statistics_card import statistics_png
from render.ticket import tickets_png
from render.tunnel import tunnel_png

__all__ = [
    "board_png",
    "closeup_png",
    "emoji_png",
    "film_gif",
    "hand_png",
    "leaderboard_png",
    "legend_png",
    "lesson_png",
    "map_png",
    "map_webp",
    "my_tickets_png",
    "photo",
    "preview_png",
    "score_png",
    "shapes_json",
    "statistics_png",
    "tickets_png",
    "tunnel_png",
    "turn_png",
]

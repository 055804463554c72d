"""Who has a seat on Discord: the hand of a player who was replaced is shown to nobody else."""

from datetime import timedelta

from tests.discord_bot import DiscordBot, DiscordPlayer

DAY = timedelta(days=1)


async def playing(bot: DiscordBot) -> tuple[DiscordPlayer, DiscordPlayer, DiscordPlayer]:
    """Anna, who opened the game, Boris, and Mallory, who watches."""
    await bot.in_play("Anna", "Boris")
    anna, boris, mallory = await bot.add_players("Anna", "Boris", "Mallory")
    return anna, boris, mallory


async def test_a_form_that_is_open_when_the_seat_is_lost_keeps_no_ticket(club: DiscordBot) -> None:
    await club.start_game("Anna", "Boris")
    anna, boris, mallory = await club.add_players("Anna", "Boris", "Mallory")
    await boris.user.runs("/ticket")
    assert boris.user.form is not None
    (field,) = [part for part in boris.user.form["components"] if part["type"] == 18]
    label = field["label"]
    offered = [row["label"] for row in field["component"]["options"]]
    await club.fake_guild.the_owner().runs("/gameadmin replace", player="2")
    await club.settle()
    await boris.user.submits({label: offered[:2]})
    assert boris.user.heard.startswith(("That button is out of date", "A computer is already playing"))
    await club.clock.move_on(DAY)
    await mallory.user.runs("/game join")
    assert await anna.seat() == 0


async def test_the_nickname_of_a_player_in_the_server_is_the_name_of_their_seat(club: DiscordBot) -> None:
    anna, _ = await club.in_play("Anna", "Boris")
    seat = (await club.match()).waiting_for[0]
    anna.account.name = "Red Baron"
    await anna.clicks("draw deck")
    await club.settle()
    assert (await club.match()).roster.names[seat] == "Red Baron"
    await anna.clicks("draw deck")
    await club.settle()
    assert "Red Baron" in club.last.text

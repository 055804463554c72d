"""Who has a seat on Discord: the hand of a player who was replaced is shown to nobody else."""

from datetime import timedelta

from tests.discord_bot import DiscordBot, DiscordPlayer

DAY = timedelta(days=1)

WATCH = "You are not playing in this game, but you are welcome to watch."


async def playing(bot: DiscordBot) -> tuple[DiscordPlayer, DiscordPlayer, DiscordPlayer]:
    """Anna, who opened the game, Boris, and Mallory, who watches."""
    await bot.in_play("Anna", "Boris")
    anna, boris, mallory = await bot.add_players("Anna", "Boris", "Mallory")
    return anna, boris, mallory


async def test_a_stand_in_keeps_nothing_when_the_owner_is_back(club: DiscordBot) -> None:
    anna, boris, mallory = await playing(club)
    await club.fake_guild.the_owner().runs("/gameadmin replace", player="2")
    await club.clock.move_on(DAY)
    await club.settle()
    await mallory.user.runs("/game join")
    await club.settle()
    if await mallory.seat() not in (await club.match()).waiting_for:
        await anna.types("draw deck")
        await anna.types("draw deck")
        await club.settle()
    await mallory.user.runs("/hand")
    panel, (dm, *_) = mallory.user.answer, mallory.user.sees(mallory.user.dm)
    assert panel is not None
    before = (await club.match()).seq
    assert await boris.user.presses("Come back", at=boris.user.dm) == (
        "Welcome back! You are playing again, and \u2068Mallory\u2069 now watches."
    )
    await club.settle()
    assert dm.gone, "the hand"
    (note,) = mallory.user.sees(mallory.user.dm)
    assert "\u2068Boris\u2069 plays this seat now. You are welcome to watch." in note.text
    assert note.attachments == []
    assert note.labels == []
    assert await mallory.user.presses_code(panel.buttons[0]["custom_id"], panel) == WATCH
    assert (await club.match()).seq == before + 1
    for command, part in (("/draw", "card"), ("/claim", "route"), ("/keep", "tickets"), ("/station", "city")):
        assert await mallory.user.completes(command, part, "") == []
    assert "All seats are taken" in await mallory.user.runs("/game join")


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

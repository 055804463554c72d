import pytest

from bot.model.identity import Chat, Person


def test_a_person_is_written_as_platform_and_id() -> None:
    assert str(Person("local", "ab12")) == "local:ab12"


@pytest.mark.parametrize("line", ["local:ab12", "telegram:-100123:45", "discord:81384788765712384"])
def test_an_address_is_read_back_from_its_line(line: str) -> None:
    assert str(Person.parse(line)) == line
    assert str(Chat.parse(line)) == line


def test_an_id_may_have_colons() -> None:
    assert Chat.parse("telegram:-100123:45") == Chat("telegram", "-100123:45")


@pytest.mark.parametrize("line", ["", "ab12", "local:", ":ab12"])
def test_an_invalid_address_is_refused(line: str) -> None:
    with pytest.raises(ValueError, match="not an address"):
        Person.parse(line)


def test_a_platform_has_no_colon() -> None:
    with pytest.raises(ValueError, match="not an address"):
        Person("lo:cal", "ab12")


def test_a_person_and_a_chat_of_one_id_are_two_destinations() -> None:
    assert len({Person("telegram", "7"), Chat("telegram", "7")}) == 2

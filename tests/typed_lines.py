"""What a person types for the line of an action."""

from engine.view import View


def as_typed(line: str, view: View) -> str:
    """What a person with this view types. Tickets are their places in the offer: `keep 1 3`."""
    verb, _, numbers = line.partition(" ")
    if verb != "keep" or numbers == "none":
        return line
    places = sorted(view.offer.index(int(number)) + 1 for number in numbers.split(","))
    return f"keep {' '.join(map(str, places))}"

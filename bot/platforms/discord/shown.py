"""What private messages show by their owners' own doing."""

from collections import OrderedDict

_KNOWN = 500


class Shown:
    """Remembers answers that took a panel's place: what stands there already need not be written over it.

    Such an answer says more than the panel, such as which card was drawn. Forgotten, it is only said again.
    """

    def __init__(self) -> None:
        self._contents: OrderedDict[int, str] = OrderedDict()

    def note(self, message: int, content: str) -> None:
        """A message is about to show this."""
        self._contents[message] = content
        while len(self._contents) > _KNOWN:
            self._contents.popitem(last=False)

    def has(self, message: int, content: str) -> bool:
        """Whether a message shows this, perhaps below something else."""
        return bool(content) and self._contents.get(message, "").endswith(content)

    def forget(self, message: int) -> None:
        """A message shows something else."""
        self._contents.pop(message, None)

"""Pictures as Telegram shows them: it squeezes what is wider than 1280 pixels, so we do it better before."""

import asyncio
from collections import OrderedDict
from hashlib import blake2b
from io import BytesIO

import telegram
from PIL import Image

from bot.model.message import Picture

WIDEST = 1280
_QUALITY = 90
_PNG = b"\x89PNG"
_KNOWN = 2000


class Photos:
    """What Telegram has of our pictures: what was sent once need not be sent again, but named."""

    def __init__(self) -> None:
        self._names: OrderedDict[bytes, str] = OrderedDict()

    def name(self, picture: Picture) -> str | None:
        """What a picture is called there; None where it was not sent yet."""
        return self._names.get(_digest(picture))

    def keep(self, picture: Picture, sent: telegram.Message | bool) -> None:
        """A picture was sent in a message, and so has a name."""
        if isinstance(sent, telegram.Message) and sent.photo:
            self._names[_digest(picture)] = sent.photo[-1].file_id
        if len(self._names) > _KNOWN:
            self._names.popitem(last=False)

    def forget(self, picture: Picture) -> None:
        """The name is good no more."""
        self._names.pop(_digest(picture), None)


def _digest(picture: Picture) -> bytes:
    return blake2b(picture.png, digest_size=16).digest()


async def photo_of(picture: Picture) -> bytes:
    """A picture as a JPEG within 1280 pixels a side, made beside the event loop."""
    return await asyncio.to_thread(fitted, picture.png)


def fitted(png: bytes) -> bytes:
    """A JPEG in which letters stay sharp; what is no PNG is left as it is."""
    if not png.startswith(_PNG):
        return png
    with Image.open(BytesIO(png)) as opened:
        image = opened.convert("RGB")
    image.thumbnail((WIDEST, WIDEST), Image.Resampling.LANCZOS)
    written = BytesIO()
    image.save(written, "JPEG", quality=_QUALITY, subsampling=0)
    return written.getvalue()

"""Pictures as Telegram shows them: it squeezes what is wider than 1280 pixels, so we do it better before."""

import asyncio
from io import BytesIO

from PIL import Image

from bot.message import Picture

WIDEST = 1280
_QUALITY = 90
_PNG = b"\x89PNG"


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

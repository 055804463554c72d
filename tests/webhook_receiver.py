"""The web address that a chat names: what it is sent, and whether it fails."""

URL = "https://hook.example.org/secret-path?token=s3cret"


class WebhookReceiver:
    """Takes what is sent to a web address, or fails."""

    def __init__(self) -> None:
        self.got: list[dict[str, object]] = []
        self.why = ""
        """Why it fails."""
        self.urls: set[str] = set()
        self.tries = 0
        """How often something was sent to it."""

    async def __call__(self, url: str, secret: str, content: dict[str, object], *_: object) -> str:
        self.tries += 1
        self.urls.add(url)
        if not self.why:
            self.got.append(dict(content))
        return self.why

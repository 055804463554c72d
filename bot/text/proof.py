"""The proof that nobody changed the cards: seal, contributions and secret, for posts and for /seal."""

from bot.matches.match import Match
from bot.matches.roster import Status
from bot.text.i18n import Phrases
from engine.chance import Contribution, colon_seal

_SHORT = 20
"""Digits of a seal that posts show: enough that nobody finds another secret for them. `/seal` has all 64."""

_MOST = 8
"""Contributions that one line of details has; `/seal` has all."""


def lobby_details(match: Match, phrases: Phrases) -> str:
    """The seal, and what everybody has contributed, before the game begins."""
    seal = short_seal(match.roster.seal)
    if not seal:
        return ""
    if not any(contribution.id or contribution.word for _, contribution in match.roster.contributions):
        return phrases.say("details-lobby-seal", seal=seal)
    return phrases.say("details-lobby", seal=seal, contributions=_contributions(match, phrases))


def start_details(match: Match, phrases: Phrases) -> str:
    """What decided the cards, in the first post of the game: all contributions, without the names."""
    roster, game = match.roster, match.game
    if not roster.seal:
        return phrases.say("details-seal", game=match.id, seal=short_seal(game.table.seal)) if game else ""
    values = [_value(one, phrases) for _, one in roster.contributions if one.id or one.word]
    return phrases.say("details-start", contributions=_listed(values)) if values else ""


def end_details(match: Match, phrases: Phrases) -> str:
    """Where everybody finds what it takes to check the cards when the game is over."""
    is_sealed = match.roster.seal or (match.game and match.game.table.seal)
    return phrases.say("details-end") if is_sealed else ""


def _secret(match: Match, phrases: Phrases) -> str:
    """What nobody could know before the end: the secret, or the seed of an older game."""
    if match.roster.deck_secret:
        return phrases.say("details-secret", secret=match.roster.deck_secret)
    return phrases.say("details-seed", seed=match.game.table.seed) if match.game else ""


def proof_text(match: Match, phrases: Phrases) -> str:
    """How the cards were drawn, and how anybody can check it."""
    roster, say = match.roster, phrases.say
    of_seed = match.game.table.seal if match.game else ""
    lines = [say("seal-title", game=match.id)]
    if roster.seal:
        is_earlier = roster.seal == colon_seal(match.id, roster.deck_secret)
        lines.append(say("seal-of-secret-colon" if is_earlier else "seal-of-secret", seal=roster.seal))
        lines.append(say("seal-contributions", contributions=_contributions(match, phrases, most=None)))
    else:
        lines.append(say("seal-alone"))
        if match.game:
            lines.append(say("seal-of-seed", seal=of_seed))
    if roster.status is Status.OVER:
        check = say("seal-check", seal=roster.seal) if roster.seal else say("seal-check-moves")
        lines += [_secret(match, phrases), check]
    elif roster.seal:
        lines.append(say("seal-before-start" if roster.status is Status.LOBBY else "seal-before-end"))
    return "\n".join(lines)


def short_seal(seal: str) -> str:
    """The beginning of a seal; "" for none."""
    return f"{seal[:_SHORT]}…" if seal else ""


def _contributions(match: Match, phrases: Phrases, most: int | None = _MOST) -> str:
    """What everybody contributed, in order. Somebody who joined and then started the game is there twice."""
    contributions = match.roster.contributions
    named = [
        phrases.say(
            "contribution-of",
            name=name,
            again="yes" if name in (earlier for earlier, _ in contributions[:place]) else "no",
            contribution=_value(contribution, phrases),
        )
        for place, (name, contribution) in enumerate(contributions)
    ]
    return _listed(named, most)


def _value(contribution: Contribution, phrases: Phrases) -> str:
    word = phrases.say("contribution-word", word=contribution.word) if contribution.word else ""
    return " ".join(filter(None, (contribution.id, word))) or "–"


def _listed(items: list[str], most: int | None = _MOST) -> str:
    """The last items where there are too many."""
    return ", ".join(items if most is None or len(items) <= most else ["…", *items[-most:]])

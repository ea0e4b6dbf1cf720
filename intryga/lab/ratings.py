"""Ratings of bots from the games they played, by an established library (the extra `lab`)."""

from __future__ import annotations

import msgspec


class Rating(msgspec.Struct, frozen=True):
    """Skill and how sure that is; a bot of unknown skill begins at 25 ± 8.3."""

    skill: float
    error: float


def ratings(entrants: int, games: list[tuple[list[int], list[float]]]) -> list[Rating] | None:
    """By entrant, from who sat where and won how much of the victory, game after game (Plackett and Luce's model as
    Weng and Lin update it). None where the library is missing."""
    try:
        from openskill.models import PlackettLuce
    except ImportError:
        return None
    model = PlackettLuce()
    known = [model.rating() for _ in range(entrants)]
    for chairs, shares in games:
        after = model.rate([[known[entrant]] for entrant in chairs], scores=list(shares))
        for entrant in set(chairs):    # copies at one table learn together
            own = [team[0] for team, there in zip(after, chairs, strict=True) if there == entrant]
            mu = sum(rating.mu for rating in own) / len(own)
            sigma = sum(rating.sigma for rating in own) / len(own)
            known[entrant] = model.rating(mu=mu, sigma=sigma)
    return [Rating(rating.mu, rating.sigma) for rating in known]

"""Limits that follow from the figures: certificates of players, trains and sizes of companies."""

from __future__ import annotations

from typing import TYPE_CHECKING

from stellwerk.trains import trains_of

if TYPE_CHECKING:
    from stellwerk.figures import FaceFigure
    from stellwerk.position import Position
    from stellwerk.rules.arranged_figures import Arranged
    from stellwerk.rules.share_questions import ShareRules
    from stellwerk.rules.train_questions import TrainRules


def limit_of_certificates(rules: Arranged, position: Position) -> int:
    """How many certificates a player may hold."""
    return rules.figures.certificate_limit[str(len(position.players))]


def certificates_of(rules: ShareRules, position: Position, player: str) -> int:
    """How many of a player's certificates count against the limit: shares, and private companies where they do."""
    held = rules.register.count(position, player)
    if rules.privates_count:
        held += list(position.privates.values()).count(player)
    if rules.all_count_to_limit:
        return held
    for company in rules.companies_in_play(position):
        if not rules.counts_to_limit(position, company):
            held -= len(rules.register.at(position, company, player))
    return held


def limited_trains(rules: TrainRules, position: Position, company: str) -> list[str]:
    """The cards of a company that count against the train limit."""
    by_name = rules.cards.by_name
    return [card for card, face in trains_of(position, company) if rules.counts_as_train(by_name[face])]


def may_own(rules: Arranged, company: str, face: FaceFigure) -> bool:
    """May this company own such a train?"""
    figures = rules.figures
    return figures.size_rank(face.size) <= figures.size_rank(rules.companies[company].size)


def may_acquire(rules: Arranged, company: str, target: str) -> bool:
    """May the one take the other over, a smaller one or a part of its own?"""
    if rules.companies[target].part_of == company:
        return True
    larger, smaller = (rules.figures.size_rank(rules.companies[c].size) for c in (company, target))
    return larger > smaller

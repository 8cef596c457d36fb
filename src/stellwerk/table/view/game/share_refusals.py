"""Why a share cannot be bought or sold, in the few words a table has room for."""

from __future__ import annotations

from stellwerk.table.view.words.texts import Speech


def short_reason(say: Speech, code: str) -> str:
    """A refusal's code in two or three words."""
    known = {
        "ownership-limit": say("limit reached"),
        "no-cash": say("too dear"),
        "sold-before": say("sold this round"),
        "certificate-limit": say("certificate limit"),
        "over-limit": say("sell first"),
        "loan": say("loan first"),
        "not-available": say("not yet"),
        "no-certificate": say("sold out"),
        "no-sale-yet": say("no sales yet"),
        "one-sale": say("sold this turn"),
        "pool-limit": say("pool is full"),
        "director-stays": say("no other director"),
        "no-shares": say("no certificate fits"),
        "closed": say("no opening left"),
        "one-purchase": say("bought this turn"),
    }
    return known.get(code, say("not now"))

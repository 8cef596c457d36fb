"""Where things lie in the kernel's two flat rows of integers: `g`, the graph, and `s`, the state of a search."""

from __future__ import annotations

NOTHING = -(10**9)
"""Less than any value: this way leads nowhere."""

UNKNOWN = NOTHING - 1
"""Not worked out yet."""

SWITCH, CITYLIKE, TOWNLIKE, OTHERLIKE = range(4)
"""Sorts of nodes."""

# The first places of g: the mode's limits, then where records begin.
(
    STOPS, CITIES, TOWNS, PASSED, FREE, INNER, SKIPS,  # the range and how it counts
    SLACK,  # what bonuses can add
    FAR,  # what free towns, and ends with only one exit used, can add on a whole route
    BUDGETS,  # how many states what is left of the range can have
    NODES, ARCS, NODES_AT, ARCS_AT,
    RANK_FROM, RANK_TO,  # the stops that use up the range, dearest first
    BONUS_FROM, BONUS_TO, NEEDED,  # bonus records, and how many of them are conditions
    FRAME, FRAMES_AT, GAINS_AT, SORTS_AT, OPTIONS_AT, USED_AT, ONCE_AT, VISITED_AT,  # places in s
    HEAD,
) = range(28)  # fmt: skip

# A node in g.
(
    FIRST, LAST,  # its arcs
    SORT, GAIN,
    OPTIONAL,  # may be passed uncounted
    GO,  # a route may go on from here
    END_A, END_B,  # bits of the pairs of ends it can be one side of
    PLACES,  # bits of the tagged places it touches
    N_ONCE_FROM, N_ONCE_TO,  # what a route may visit once
    WORTH,  # its gain less half of what its cheapest exits cost
    NODE_SIZE,
) = range(13)  # fmt: skip

# An arc in g.
(
    TO, FERRY,
    FERRY_GAIN,  # what a location counts that is crossed so
    HOP,  # what free towns can add on the way to the next city
    PRICE,
    A_PLACES,
    UNIT_FROM, UNIT_TO,  # the pieces of track it uses
    SUCC_FROM, SUCC_TO,  # the arcs that can follow it
    A_ONCE_FROM, A_ONCE_TO,
    ARC_SIZE,
) = range(13)  # fmt: skip

# A bonus in g: amount, and where its needs lie as pairs of mask and count.
AMOUNT, NEED_FROM, NEED_TO, BONUS_SIZE = range(4)

# The first places of s.
DEPTH, SPLIT, STATUS, POS, BEST, STEPS, FOUND, KEEP, STATE = range(9)
"""`KEEP` 1: keep all routes worth more than `BEST`; 0: keep only a better one."""
RUNNING, DONE, FULL = range(3)

# A frame in s.
(
    NODE, POINTER, ARC,
    SAVED,  # a location's gain before a ferry changed it
    VALUE, CITIES_LEFT, STOPS_LEFT, PASSED_BY, SEEN,
    HOP_LEFT,  # what free towns may still add before the next city
    PLACE,  # the location it stands at
    COUNT,  # locations so far
    TABLE,  # with SKIPS: the most that j counted stops can be worth
) = range(13)  # fmt: skip

"""What a route is worth and what it can still become: the kernel's values and bounds.

Everything here and in `kernel.py` is integers in flat rows (`layout.py` tells where things lie), so that the same
source runs as plain Python on lists and, compiled by numba, on arrays (`engine.py`); both give the same results.

The bounds say what the rest of an arm can add at most: the best walk from here, where a walk may come back to stops
it has seen; or the dearest stops not yet visited, however the track lies.
"""

from __future__ import annotations

from collections.abc import Sequence

from stellwerk.routes.layout import (
    AMOUNT,
    ARC,
    ARC_SIZE,
    ARCS,
    ARCS_AT,
    BONUS_FROM,
    BONUS_SIZE,
    BONUS_TO,
    BUDGETS,
    CITIES,
    CITIES_LEFT,
    CITYLIKE,
    COUNT,
    END_A,
    END_B,
    FAR,
    FERRY,
    FIRST,
    FRAME,
    FRAMES_AT,
    FREE,
    GAIN,
    GAINS_AT,
    GO,
    HOP,
    HOP_LEFT,
    INNER,
    LAST,
    NEED_FROM,
    NEED_TO,
    NEEDED,
    NODE,
    NODE_SIZE,
    NODES_AT,
    NOTHING,
    OPTIONAL,
    OPTIONS_AT,
    OTHERLIKE,
    PLACE,
    PRICE,
    RANK_FROM,
    RANK_TO,
    SEEN,
    SKIPS,
    SLACK,
    SORT,
    SORTS_AT,
    SPLIT,
    STOPS,
    STOPS_LEFT,
    SUCC_FROM,
    SUCC_TO,
    SWITCH,
    TABLE,
    TO,
    TOWNLIKE,
    TOWNS,
    UNKNOWN,
    VALUE,
    VISITED_AT,
    WORTH,
)

Ints = Sequence[int]
Row = list[int]


def step_bound(g: Ints, w: Ints, arc: int, cities: int, stops: int) -> int:
    """What an arc and all after it can add, from what is left of the range."""
    width = g[BUDGETS]
    stride = g[STOPS] + 1
    here = arc * width + (cities * stride if width > stride else 0) + stops
    a = g[ARCS_AT] + arc * ARC_SIZE
    n = g[NODES_AT] + g[a + TO] * NODE_SIZE
    sort = g[n + SORT]
    extra = g[a + HOP] - g[a + PRICE]
    if sort == SWITCH or g[a + FERRY] == 1 or (sort == TOWNLIKE and g[FREE] == 1):
        return w[here] + extra
    best = w[here] + extra if g[n + OPTIONAL] == 1 else NOTHING
    if stops < 1:
        return best
    if width > stride and sort == CITYLIKE:
        if cities < 1:
            return best
        here -= stride
    found = g[n + GAIN] + w[here - 1] + extra
    return found if found > best else best


def relax_bounds(g: Ints, w: Row, v: Row, end: int, cities: int, stops: int) -> None:
    """Fill in what can be added after each arc with this much of the range left (`end`: for ending there).

    `v` keeps what each arc and all after it can add, so that it is worked out anew only where something changed.
    """
    width = g[BUDGETS]
    stride = g[STOPS] + 1
    budget = (cities * stride if width > stride else 0) + stops
    for arc in range(g[ARCS]):
        v[arc] = step_bound(g, w, arc, cities, stops)
    changed = True
    while changed:
        changed = False
        a = g[ARCS_AT] + g[ARCS] * ARC_SIZE
        for arc in range(g[ARCS] - 1, -1, -1):
            a -= ARC_SIZE
            n = g[NODES_AT] + g[a + TO] * NODE_SIZE
            best = w[arc * width + budget]
            before = best
            if end > best and (g[n + END_A] | g[n + END_B]) != 0:
                best = end
            if g[n + GO] == 1:
                for i in range(g[a + SUCC_FROM], g[a + SUCC_TO]):
                    found = v[g[i]]
                    if found > best:
                        best = found
            if best > before:
                w[arc * width + budget] = best
                v[arc] = step_bound(g, w, arc, cities, stops)
                changed = True


def bounds_of_arm(g: Ints, w: Row, v: Row) -> None:
    """What one arm can add after each arc, for every state of the range; `w` comes filled with NOTHING."""
    stride = g[STOPS] + 1
    for cities in range(g[BUDGETS] // stride):
        for stops in range(stride):
            relax_bounds(g, w, v, 0, cities, stops)


def bound_of_both_arms(g: Ints, w: Ints, ends: Ints, both: Row, arc: int, budget: int) -> int:
    """What can be added after an arc of the first arm: the rest of it, and a second arm on what is left then.

    `ends` says what the second arm can add. What was found is kept in `both`.
    """
    at, stride = arc * g[BUDGETS], g[STOPS] + 1
    best = both[at + budget]
    if best != UNKNOWN:
        return best
    best = NOTHING
    cities, stops = budget // stride, budget % stride
    for c in range(cities + 1):
        first, rest = at + c * stride, (cities - c) * stride + stops
        for k in range(stops + 1):
            found = w[first + k] + ends[rest - k]
            if found > best:
                best = found
    both[at + budget] = best
    return best


def from_root(g: Ints, w: Ints, root: int, ends: Row) -> None:
    """What one arm from the root can add, for every state of the range."""
    stride = g[STOPS] + 1
    n = g[NODES_AT] + root * NODE_SIZE
    for budget in range(g[BUDGETS]):
        best = 0
        if g[n + GO] == 1:
            for arc in range(g[n + FIRST], g[n + LAST]):
                best = max(best, step_bound(g, w, arc, budget // stride, budget % stride))
        ends[budget] = best


def count_bits(bits: int) -> int:
    """How many bits are set."""
    count = 0
    while bits != 0:
        bits &= bits - 1
        count += 1
    return count


def bonus_value(g: Ints, seen: int) -> int:
    """The bonuses for the places touched; NOTHING when a place that the run needs is missing."""
    total = 0
    for row in range(g[BONUS_TO] - g[BONUS_FROM]):
        b = g[BONUS_FROM] + row * BONUS_SIZE
        if b >= g[BONUS_TO]:
            break
        enough = True
        for i in range(g[b + NEED_FROM], g[b + NEED_TO], 2):
            if count_bits(seen & g[i]) < g[i + 1]:
                enough = False
        if enough:
            total += g[b + AMOUNT]
        elif row < g[NEEDED]:
            return NOTHING
    return total


def value_counted(g: Ints, s: Ints, i: int, one: int, two: int) -> int:
    """What a location counts: the two ends only once, the others `inner` times."""
    gain = s[g[GAINS_AT] + i]
    return gain // g[INNER] if i in (one, two) else gain


def value_chosen(g: Ints, s: Ints, count: int, one: int, two: int) -> int:
    """The value of the locations that count when some may be skipped: those that must, then the dearest."""
    sorts, options = g[SORTS_AT], g[OPTIONS_AT]
    total, stops, cities, towns, left, taken = 0, g[STOPS], g[CITIES], g[TOWNS], count, 0
    for i in range(count):
        if s[options + i] == 0:
            total += value_counted(g, s, i, one, two)
            left -= 1
            cities -= 1 if s[sorts + i] == CITYLIKE else 0
            towns -= 1 if s[sorts + i] == TOWNLIKE else 0
            stops -= 0 if s[sorts + i] == TOWNLIKE and g[FREE] == 1 else 1
    if stops < 0 or cities < 0 or towns < 0:
        return NOTHING
    while left > 0:
        best, at = -1, -1
        for i in range(count):
            if s[options + i] == 1 and (taken >> i) & 1 == 0 and value_counted(g, s, i, one, two) > best:
                best, at = value_counted(g, s, i, one, two), i
        taken |= 1 << at
        left -= 1
        town = s[sorts + at] == TOWNLIKE
        free = town and g[FREE] == 1
        if (free or stops > 0) and (towns > 0 if town else cities > 0 or s[sorts + at] == OTHERLIKE):
            total += best
            stops -= 0 if free else 1
            towns -= 1 if town else 0
            cities -= 1 if s[sorts + at] == CITYLIKE else 0
    return total


def value_if_ended(g: Ints, s: Ints, depth: int) -> int:
    """What the route is worth if it ends here; NOTHING if it may not."""
    f = g[FRAMES_AT] + depth * g[FRAME]
    o = g[FRAMES_AT] + (s[SPLIT] - 1 if s[SPLIT] >= 0 else 0) * g[FRAME]
    a, b = g[NODES_AT] + s[f + NODE] * NODE_SIZE, g[NODES_AT] + s[o + NODE] * NODE_SIZE
    if (g[a + END_A] & g[b + END_B]) | (g[a + END_B] & g[b + END_A]) == 0:
        return NOTHING
    if s[f + COUNT] < 2:
        return NOTHING
    one, two = s[f + PLACE], s[o + PLACE]
    worth = s[f + VALUE]
    if g[SKIPS] == 1:
        worth += value_chosen(g, s, s[f + COUNT], one, two)
    elif g[INNER] != 1:
        for i in (one, two):
            worth -= s[g[GAINS_AT] + i] - value_counted(g, s, i, one, two)
    return worth + bonus_value(g, s[f + SEEN])


def ceiling_of_frame(g: Ints, s: Ints, w: Ints, ends: Ints, both: Row, depth: int) -> int:
    """What no route that goes on from this frame can exceed."""
    f = g[FRAMES_AT] + depth * g[FRAME]
    width, arc = g[BUDGETS], s[f + ARC]
    first = s[SPLIT] < 0
    if g[SKIPS] == 0:
        stride = g[STOPS] + 1
        budget = (s[f + CITIES_LEFT] * stride if width > stride else 0) + s[f + STOPS_LEFT]
        best = bound_of_both_arms(g, w, ends, both, arc, budget) if first else w[arc * width + budget]
        return s[f + VALUE] + best + s[f + HOP_LEFT] + g[SLACK]
    best = NOTHING
    for j in range(width):
        if s[f + TABLE + j] > NOTHING // 2:
            budget = width - 1 - j
            rest = bound_of_both_arms(g, w, ends, both, arc, budget) if first else w[arc * width + budget]
            if s[f + TABLE + j] + rest > best:
                best = s[f + TABLE + j] + rest
    return s[f + VALUE] + best + s[f + HOP_LEFT] + g[SLACK]


def ceiling_by_stops(g: Ints, s: Ints, depth: int) -> int:
    """What no route from this frame can exceed, however the track lies: the dearest stops not yet visited.

    Stops that no route passes can only be its ends.
    """
    f = g[FRAMES_AT] + depth * g[FRAME]
    skips = g[SKIPS] == 1
    stops = g[STOPS] if skips else s[f + STOPS_LEFT]
    cities = g[CITIES] if skips else s[f + CITIES_LEFT]
    t = f + TABLE + stops
    visited = g[VISITED_AT]
    dead_ends = 2 if s[SPLIT] < 0 else 1
    total = 0
    best = s[t] if skips else 0
    for i in range(g[RANK_FROM], g[RANK_TO]):
        if stops == 0:
            break
        node = g[i]
        n = g[NODES_AT] + node * NODE_SIZE
        if g[n + WORTH] <= 0:
            break
        city = g[n + SORT] == CITYLIKE
        if s[visited + node] != 0 or (city and cities == 0):
            continue
        if g[n + GO] == 0:
            if dead_ends == 0:
                continue
            dead_ends -= 1
        cities -= 1 if city else 0
        total += g[n + WORTH]
        stops -= 1
        if skips:
            t -= 1
            if total + s[t] > best:
                best = total + s[t]
    return s[f + VALUE] + (best if skips else total) + g[FAR] + g[SLACK]

"""The inner loop of the search: depth first over routes, in flat rows of integers (see `limits.py`).

A route is grown from a station (the root) in two arms: the first arm ends somewhere, then the second one starts
at the root again, over a later exit than the first, so that each route is met once.
"""

from __future__ import annotations

from stellwerk.routes.bounds import Ints, Row, ceiling_by_stops, ceiling_of_frame, value_if_ended
from stellwerk.routes.layout import (
    A_ONCE_FROM,
    A_ONCE_TO,
    A_PLACES,
    ARC,
    ARC_SIZE,
    ARCS_AT,
    BEST,
    BUDGETS,
    CITIES,
    CITIES_LEFT,
    CITYLIKE,
    COUNT,
    DEPTH,
    DONE,
    END_A,
    END_B,
    FERRY,
    FERRY_GAIN,
    FIRST,
    FOUND,
    FRAME,
    FRAMES_AT,
    FREE,
    FULL,
    GAIN,
    GAINS_AT,
    GO,
    HOP,
    HOP_LEFT,
    KEEP,
    LAST,
    N_ONCE_FROM,
    N_ONCE_TO,
    NODE,
    NODE_SIZE,
    NODES_AT,
    NOTHING,
    ONCE_AT,
    OPTIONAL,
    OPTIONS_AT,
    PASSED,
    PASSED_BY,
    PLACE,
    PLACES,
    POINTER,
    POS,
    PRICE,
    RUNNING,
    SAVED,
    SEEN,
    SKIPS,
    SLACK,
    SORT,
    SORTS_AT,
    SPLIT,
    STATUS,
    STEPS,
    STOPS,
    STOPS_LEFT,
    SWITCH,
    TABLE,
    TO,
    TOWNLIKE,
    UNIT_FROM,
    UNIT_TO,
    USED_AT,
    VALUE,
    VISITED_AT,
)


def is_free(g: Ints, s: Ints, arc: int) -> bool:
    """Is the track free, and may the route come to where the arc leads?"""
    a = g[ARCS_AT] + arc * ARC_SIZE
    used, once = g[USED_AT], g[ONCE_AT]
    for i in range(g[a + UNIT_FROM], g[a + UNIT_TO]):
        if s[used + g[i]] != 0:
            return False
    n = g[NODES_AT] + g[a + TO] * NODE_SIZE
    if s[g[VISITED_AT] + g[a + TO]] != 0 and g[n + SORT] != SWITCH:
        return False
    for i in range(g[a + A_ONCE_FROM], g[a + A_ONCE_TO]):
        if s[once + g[i]] != 0:
            return False
    if g[a + FERRY] == 0:
        for i in range(g[n + N_ONCE_FROM], g[n + N_ONCE_TO]):
            if s[once + g[i]] != 0:
                return False
    return True


def mark_node(g: Ints, s: Row, node: int, by: int) -> None:
    """Visit a node (`by` 1) or take the visit back (-1)."""
    n = g[NODES_AT] + node * NODE_SIZE
    s[g[VISITED_AT] + node] += by
    for i in range(g[n + N_ONCE_FROM], g[n + N_ONCE_TO]):
        s[g[ONCE_AT] + g[i]] += by


def mark_arc(g: Ints, s: Row, arc: int, by: int) -> None:
    """Take the track, hexes and stop of an arc (`by` 1) or give them back (-1)."""
    a = g[ARCS_AT] + arc * ARC_SIZE
    for i in range(g[a + UNIT_FROM], g[a + UNIT_TO]):
        s[g[USED_AT] + g[i]] += by
    for i in range(g[a + A_ONCE_FROM], g[a + A_ONCE_TO]):
        s[g[ONCE_AT] + g[i]] += by
    mark_node(g, s, g[a + TO], by)


def count_in_table(g: Ints, s: Row, f: int, node: int) -> bool:
    """The most that j counted stops are worth, with one more stop to choose from."""
    n = g[NODES_AT] + node * NODE_SIZE
    t, gain = f + TABLE, g[n + GAIN]
    if g[n + SORT] == TOWNLIKE and g[FREE] == 1:
        for j in range(t, t + g[BUDGETS]):
            s[j] += gain
        return True
    alive, optional = False, g[n + OPTIONAL] == 1
    for j in range(t + g[BUDGETS] - 1, t - 1, -1):
        best = s[j] if optional else NOTHING
        if j > t and s[j - 1] > NOTHING // 2 and s[j - 1] + gain > best:
            best = s[j - 1] + gain
        s[j] = best
        alive = alive or best > NOTHING // 2
    return alive


def count_stop(g: Ints, s: Row, f: int, node: int) -> bool:
    """Add a new location to a frame; False when the range does not allow it."""
    n = g[NODES_AT] + node * NODE_SIZE
    sort, gain = g[n + SORT], g[n + GAIN]
    if sort == CITYLIKE:
        s[f + PASSED_BY] += 1
        if s[f + PASSED_BY] > g[PASSED]:
            return False
    at = s[f + COUNT]
    s[f + COUNT] = at + 1
    s[f + PLACE] = at
    s[g[GAINS_AT] + at] = gain
    s[g[SORTS_AT] + at] = sort
    s[g[OPTIONS_AT] + at] = g[n + OPTIONAL]
    s[f + SEEN] |= g[n + PLACES]
    free = sort == TOWNLIKE and g[FREE] == 1
    s[f + HOP_LEFT] = s[f + HOP_LEFT] - gain if free else 0
    if g[SKIPS] == 1:
        return count_in_table(g, s, f, node)
    s[f + VALUE] += gain
    if free:
        return True
    s[f + STOPS_LEFT] -= 1
    if sort == CITYLIKE:
        s[f + CITIES_LEFT] -= 1
    return s[f + STOPS_LEFT] >= 0 and s[f + CITIES_LEFT] >= 0


def enter_frame(g: Ints, s: Row, depth: int, arc: int) -> bool:
    """Make the next frame for an arc; False when the range does not allow it."""
    before = g[FRAMES_AT] + depth * g[FRAME]
    f = before + g[FRAME]
    for i in range(g[FRAME]):
        s[f + i] = s[before + i]
    a = g[ARCS_AT] + arc * ARC_SIZE
    node = g[a + TO]
    n = g[NODES_AT] + node * NODE_SIZE
    s[f + NODE] = node
    s[f + ARC] = arc
    s[f + POINTER] = g[n + FIRST]
    s[f + VALUE] -= g[a + PRICE]
    s[f + SEEN] |= g[a + A_PLACES]
    if g[a + HOP] != 0:
        s[f + HOP_LEFT] = g[a + HOP]
    if g[n + SORT] == SWITCH:
        return True
    if g[a + FERRY] == 0:
        return count_stop(g, s, f, node)
    at = g[GAINS_AT] + s[f + PLACE]
    s[f + SAVED] = s[at]
    if g[SKIPS] == 0:
        s[f + VALUE] += g[a + FERRY_GAIN] - s[at]
    s[at] = g[a + FERRY_GAIN]
    s[f + SEEN] |= g[n + PLACES]
    return True


def undo_ferry(g: Ints, s: Row, depth: int) -> None:
    """A location that was crossed by a ferry counts again what it did before."""
    f = g[FRAMES_AT] + depth * g[FRAME]
    if g[g[ARCS_AT] + s[f + ARC] * ARC_SIZE + FERRY] == 1:
        s[g[GAINS_AT] + s[f + PLACE]] = s[f + SAVED]


def leave_frame(g: Ints, s: Row, depth: int) -> None:
    """Undo a frame."""
    arc = s[g[FRAMES_AT] + depth * g[FRAME] + ARC]
    if arc < 0:
        s[SPLIT] = -1
    else:
        undo_ferry(g, s, depth)
        mark_arc(g, s, arc, -1)


def record_route(g: Ints, s: Row, out: Row, depth: int, worth: int) -> None:
    """Write down the route that ends here: alone if only the best is wanted, else after those found before."""
    if s[KEEP] == 0:
        s[POS] = 0
        s[FOUND] = 0
    pos = s[POS]
    if pos + depth + 3 > len(out):
        s[STATUS] = FULL
        return
    out[pos] = s[g[FRAMES_AT] + NODE]
    out[pos + 1] = worth
    out[pos + 2] = depth
    for d in range(1, depth + 1):
        out[pos + 2 + d] = s[g[FRAMES_AT] + d * g[FRAME] + ARC]
    s[POS] = pos + depth + 3
    s[FOUND] += 1


def turn_to_second_arm(g: Ints, s: Row, ends: Ints, depth: int) -> bool:
    """End the first arm here and start the second one at the root, if that can pay."""
    root = g[FRAMES_AT]
    f = root + depth * g[FRAME]
    n = g[NODES_AT] + s[f + NODE] * NODE_SIZE
    if s[SPLIT] >= 0 or depth == 0 or g[n + SORT] == SWITCH or (g[n + END_A] | g[n + END_B]) == 0:
        return False
    if g[g[NODES_AT] + s[root + NODE] * NODE_SIZE + GO] == 0:
        return False
    width = g[BUDGETS]
    stride = g[STOPS] + 1
    rest = NOTHING
    if g[SKIPS] == 0:
        rest = ends[(s[f + CITIES_LEFT] * stride if width > stride else 0) + s[f + STOPS_LEFT]]
    else:
        for j in range(width):
            rest = max(rest, s[f + TABLE + j] + ends[width - 1 - j])
    if s[f + VALUE] + rest + g[SLACK] <= s[BEST]:
        return False
    second = f + g[FRAME]
    for i in range(g[FRAME]):
        s[second + i] = s[f + i]
    s[second + NODE] = s[root + NODE]
    s[second + PLACE] = 0
    s[second + ARC] = -1
    s[second + HOP_LEFT] = 0
    s[second + POINTER] = s[root + g[FRAME] + ARC] + 1
    s[SPLIT] = depth + 1
    return True


def begin_at_root(g: Ints, s: Row, root: int) -> None:
    """Put the first frame of a root on the stack."""
    f = g[FRAMES_AT]
    for i in range(g[FRAME]):
        s[f + i] = 0
    s[f + NODE] = root
    s[f + ARC] = -1
    s[f + POINTER] = g[g[NODES_AT] + root * NODE_SIZE + FIRST]
    s[f + CITIES_LEFT] = g[CITIES]
    s[f + STOPS_LEFT] = g[STOPS]
    fits = count_stop(g, s, f, root)
    mark_node(g, s, root, 1)
    s[DEPTH] = 0
    s[SPLIT] = -1
    s[STATUS] = RUNNING if fits else DONE


def advance_over_arc(g: Ints, s: Row, w: Ints, ends: Ints, both: Row, depth: int, arc: int) -> bool:
    """Go over an arc if that can lead to a good route."""
    if not is_free(g, s, arc):
        return False
    s[STEPS] += 1
    if not enter_frame(g, s, depth, arc):
        return False
    if ceiling_of_frame(g, s, w, ends, both, depth + 1) > s[BEST] and ceiling_by_stops(g, s, depth + 1) > s[BEST]:
        mark_arc(g, s, arc, 1)
        return True
    undo_ferry(g, s, depth + 1)
    return False


def note_route(g: Ints, s: Row, out: Row, depth: int) -> None:
    """Note the route that ends here, if it is good."""
    if g[g[NODES_AT] + s[g[FRAMES_AT] + depth * g[FRAME] + NODE] * NODE_SIZE + SORT] != SWITCH:
        worth = value_if_ended(g, s, depth)
        if worth > s[BEST]:
            record_route(g, s, out, depth, worth)
            if s[KEEP] == 0:
                s[BEST] = worth


def search_on(g: Ints, s: Row, w: Ints, ends: Ints, both: Row, out: Row, steps: int) -> int:
    """Search on from where the state stands, for so many steps; the status tells when all is done.

    `w` bounds what an arm can add after each arc, `ends` what a second arm can add, `both` what a first arm and a
    second one can add together.
    """
    until = s[STEPS] + steps
    depth = s[DEPTH]
    while s[STATUS] == RUNNING and s[STEPS] < until:
        f = g[FRAMES_AT] + depth * g[FRAME]
        n = g[NODES_AT] + s[f + NODE] * NODE_SIZE
        arc = s[f + POINTER]
        if arc < g[n + LAST] and (g[n + GO] == 1 or depth == 0):
            s[f + POINTER] = arc + 1
            if advance_over_arc(g, s, w, ends, both, depth, arc):
                depth += 1
                note_route(g, s, out, depth)
        elif s[f + ARC] >= 0 and arc <= g[n + LAST] and turn_to_second_arm(g, s, ends, depth):
            s[f + POINTER] = g[n + LAST] + 1
            depth += 1
        elif depth == 0:
            s[STATUS] = DONE
        else:
            leave_frame(g, s, depth)
            depth -= 1
    s[DEPTH] = depth
    return s[STATUS]

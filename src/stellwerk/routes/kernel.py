"""The inner loops of the search: bounds by dynamic programming, and depth first search over routes.

Everything here is integers in flat sequences, so that the same source runs as plain Python on lists and, compiled
by numba, on arrays (`compiled.py`); both give the same results. `model.py` makes the sequences.

A route is grown from a station (the root) in two arms: the first arm ends somewhere, then the second one starts
at the root again, over a later exit than the first, so that each route is met once. The bounds say what the rest of
an arm can add at most: the best walk from here, where a walk may come back to stops it has seen.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

Ints = Sequence[int]

NOTHING = -(10**9)
"""Less than any value: this way leads nowhere."""

SWITCH, CITYLIKE, TOWNLIKE, OTHERLIKE = range(4)
DEPTH, SPLIT, STATUS, POS, BEST, STEPS, FOUND, KEEP = range(8)
"""Places in `Stack.state`; `KEEP` 1: keep all routes above the threshold `BEST`, 0: only a better one."""
RUNNING, DONE, FULL = range(3)
STOPS, CITIES, TOWNS, PASSED, FREE, INNER, SKIPS, SLACK, BUDGETS, NEEDED, FAR = range(11)
"""Places in `Graph.rule`; `SLACK` is what bonuses can add, `NEEDED` how many bonus rows are conditions,
`FAR` what free towns can add on a whole route."""


class Graph(NamedTuple):
    """A network as one mode sees it."""

    first: Ints  # node: its first arc; the arcs of a node follow each other
    to: Ints  # arc: where it leads
    unit_first: Ints
    unit: Ints  # arc: the pieces of track it uses
    succ_first: Ints
    succ: Ints  # arc: the arcs that can follow it
    arc_once_first: Ints
    arc_once: Ints
    node_once_first: Ints
    node_once: Ints  # what a route may visit once
    ferry: Ints  # arc: 1 for a ferry
    ferry_gain: Ints  # arc: what a location counts when it is crossed so
    places: Ints  # node, then arc: bits of the tagged places touched
    sort: Ints  # node: switch, city, town, other
    gain: Ints  # node: its value in this mode, `inner` included
    optional: Ints  # node: 1 if it may be passed uncounted
    go: Ints  # node: 1 if a route may go on from here
    end_a: Ints
    end_b: Ints  # node: bits of the pairs of ends it can be one side of
    rank: Ints  # the stops that use up the range, dearest first
    hop: Ints  # arc: what free towns can add on the way to the next city
    price: Ints  # arc
    bonus: Ints
    need_first: Ints
    need_mask: Ints
    need_count: Ints
    rule: Ints


class Stack(NamedTuple):
    """Where a search stands; it can be left and taken up again."""

    node: list[int]
    pointer: list[int]
    arc: list[int]
    value: list[int]
    cities: list[int]  # left of the range in cities
    stops: list[int]  # left of the range in stops
    passed: list[int]  # cities on the way
    seen: list[int]  # bits of places
    hop: list[int]  # what free towns may still add before the next city
    place: list[int]  # the location a frame stands at
    saved: list[int]  # a location's gain before a ferry changed it
    count: list[int]  # locations so far
    gains: list[int]  # by location
    sorts: list[int]
    options: list[int]
    table: list[int]  # by frame: the most that j counted stops can be worth
    used: list[int]  # by unit
    once: list[int]
    visited: list[int]  # by node; roots that had their turn are visited for good
    out: list[int]  # routes found: root, worth, length, arcs (-1: the second arm starts)
    state: list[int]


def step(g: Graph, w: Ints, arc: int, cities: int, stops: int) -> int:
    """What an arc and all after it can add, from what is left of the range."""
    rule = g.rule
    width, stride = rule[BUDGETS], rule[STOPS] + 1
    here = arc * width + (cities * stride if width > stride else 0) + stops
    rest = w[here]
    node = g.to[arc]
    sort = g.sort[node]
    extra = g.hop[arc] - g.price[arc]
    if sort == SWITCH or (sort == TOWNLIKE and rule[FREE] == 1):
        return rest + extra
    if g.ferry[arc] == 1:
        return rest + extra
    best = rest + extra if g.optional[node] == 1 else NOTHING
    if stops < 1:
        return best
    if width > stride and sort == CITYLIKE:
        if cities < 1:
            return best
        here -= stride
    return max(best, g.gain[node] + w[here - 1] + extra)


def relax(g: Graph, w: list[int], ends: Ints, cities: int, stops: int) -> None:
    """Fill in what can be added after each arc with this much of the range left (`ends`: for ending there)."""
    rule, to, sort, go, first, succ = g.rule, g.to, g.sort, g.go, g.succ_first, g.succ
    end_a, end_b = g.end_a, g.end_b
    width, stride = rule[BUDGETS], rule[STOPS] + 1
    budget = (cities * stride if width > stride else 0) + stops
    changed = True
    while changed:
        changed = False
        for arc in range(len(to) - 1, -1, -1):
            node = to[arc]
            best = w[arc * width + budget]
            before = best
            if sort[node] != SWITCH and (end_a[node] | end_b[node]) != 0 and ends[budget] > best:
                best = ends[budget]
            if go[node] == 1:
                for i in range(first[arc], first[arc + 1]):
                    found = step(g, w, succ[i], cities, stops)
                    if found > best:
                        best = found
            if best > before:
                w[arc * width + budget] = best
                changed = True


def bounds(g: Graph, w: list[int], ends: Ints) -> None:
    """What can be added after each arc, for every state of the range; `w` comes filled with NOTHING."""
    width = g.rule[BUDGETS]
    stride = g.rule[STOPS] + 1
    for cities in range(width // stride):
        for stops in range(stride):
            relax(g, w, ends, cities, stops)


def from_root(g: Graph, w: Ints, root: int, ends: list[int]) -> None:
    """What one arm from the root can add, for every state of the range."""
    width = g.rule[BUDGETS]
    stride = g.rule[STOPS] + 1
    for budget in range(width):
        best = 0
        if g.go[root] == 1:
            for arc in range(g.first[root], g.first[root + 1]):
                best = max(best, step(g, w, arc, budget // stride, budget % stride))
        ends[budget] = best


def popcount(bits: int) -> int:
    """How many bits are set."""
    count = 0
    while bits:
        bits &= bits - 1
        count += 1
    return count


def extras(g: Graph, seen: int) -> int:
    """The bonuses for the places touched; NOTHING when a place that the run needs is missing."""
    bonus, first, mask, count = g.bonus, g.need_first, g.need_mask, g.need_count
    total = 0
    for row in range(len(bonus)):
        enough = True
        for i in range(first[row], first[row + 1]):
            if popcount(seen & mask[i]) < count[i]:
                enough = False
        if enough:
            total += bonus[row]
        elif row < g.rule[NEEDED]:
            return NOTHING
    return total


def chosen(g: Graph, s: Stack, count: int, one: int, two: int) -> int:
    """The value of the locations that count when some may be skipped: those that must, then the dearest."""
    rule, gains, sorts, options = g.rule, s.gains, s.sorts, s.options
    total, stops, cities, towns = 0, rule[STOPS], rule[CITIES], rule[TOWNS]
    inner, freely = rule[INNER], rule[FREE] == 1
    left = count
    for i in range(count):
        if options[i] == 0:
            total += gains[i] // inner if i == one or i == two else gains[i]
            left -= 1
            cities -= 1 if sorts[i] == CITYLIKE else 0
            towns -= 1 if sorts[i] == TOWNLIKE else 0
            stops -= 0 if sorts[i] == TOWNLIKE and freely else 1
    if stops < 0 or cities < 0 or towns < 0:
        return NOTHING
    taken = 0
    while left > 0:
        best, at = -1, -1
        for i in range(count):
            gain = gains[i] // inner if i == one or i == two else gains[i]
            if options[i] == 1 and (taken >> i) & 1 == 0 and gain > best:
                best, at = gain, i
        taken |= 1 << at
        left -= 1
        town = sorts[at] == TOWNLIKE
        free = town and freely
        if (free or stops > 0) and (towns > 0 if town else cities > 0 or sorts[at] == OTHERLIKE):
            total += best
            stops -= 0 if free else 1
            towns -= 1 if town else 0
            cities -= 1 if sorts[at] == CITYLIKE else 0
    return total


def ending(g: Graph, s: Stack, depth: int) -> int:
    """What the route is worth if it ends here; NOTHING if it may not."""
    split = s.state[SPLIT]
    other = split - 1 if split >= 0 else 0
    a, b = s.node[depth], s.node[other]
    if (g.end_a[a] & g.end_b[b]) | (g.end_b[a] & g.end_a[b]) == 0:
        return NOTHING
    if s.count[depth] < 2:
        return NOTHING
    one, two = s.place[depth], s.place[other]
    worth = s.value[depth]
    if g.rule[SKIPS] == 1:
        worth += chosen(g, s, s.count[depth], one, two)
    elif g.rule[INNER] != 1:
        inner = g.rule[INNER]
        worth -= (s.gains[one] - s.gains[one] // inner) + (s.gains[two] - s.gains[two] // inner)
    return worth + extras(g, s.seen[depth])


def ceiling(g: Graph, s: Stack, w: Ints, depth: int) -> int:
    """What no route that goes on from this frame can exceed."""
    rule = g.rule
    width = rule[BUDGETS]
    here = s.arc[depth] * width
    if rule[SKIPS] == 0:
        stride = rule[STOPS] + 1
        here += (s.cities[depth] * stride if width > stride else 0) + s.stops[depth]
        return s.value[depth] + w[here] + s.hop[depth] + rule[SLACK]
    table, best = s.table, NOTHING
    base = depth * width
    here += width - 1
    for j in range(width):
        found = table[base + j] + w[here - j]
        if found > best:
            best = found
    return s.value[depth] + best + s.hop[depth] + rule[SLACK]


def distinct(g: Graph, s: Stack, depth: int) -> int:
    """What no route from this frame can exceed, however the track lies: the dearest stops not yet visited."""
    rule, rank, visited, sort, gain, table = g.rule, g.rank, s.visited, g.sort, g.gain, s.table
    skips = rule[SKIPS] == 1
    stops = rule[STOPS] if skips else s.stops[depth]
    cities = rule[CITIES] if skips else s.cities[depth]
    here = depth * rule[BUDGETS] + stops
    total = 0
    best = table[here] if skips else 0
    for i in range(len(rank)):
        node = rank[i]
        if stops == 0:
            break
        if visited[node] != 0 or (sort[node] == CITYLIKE and cities == 0):
            continue
        cities -= 1 if sort[node] == CITYLIKE else 0
        total += gain[node]
        stops -= 1
        if skips:
            here -= 1
            if total + table[here] > best:
                best = total + table[here]
    return s.value[depth] + (best if skips else total) + rule[FAR] + rule[SLACK]


def is_free(g: Graph, s: Stack, arc: int) -> bool:
    """Is the track free, and may the route come to where the arc leads?"""
    first, unit, used = g.unit_first, g.unit, s.used
    for i in range(first[arc], first[arc + 1]):
        if used[unit[i]] != 0:
            return False
    node = g.to[arc]
    if s.visited[node] != 0 and g.sort[node] != SWITCH:
        return False
    once, first, listed = s.once, g.arc_once_first, g.arc_once
    for i in range(first[arc], first[arc + 1]):
        if once[listed[i]] != 0:
            return False
    if g.ferry[arc] == 0:
        first, listed = g.node_once_first, g.node_once
        for i in range(first[node], first[node + 1]):
            if once[listed[i]] != 0:
                return False
    return True


def mark(g: Graph, s: Stack, arc: int, by: int) -> None:
    """Take the track, hexes and stop of an arc (`by` 1) or give them back (-1)."""
    first, listed, used = g.unit_first, g.unit, s.used
    for i in range(first[arc], first[arc + 1]):
        used[listed[i]] += by
    once, first, listed = s.once, g.arc_once_first, g.arc_once
    for i in range(first[arc], first[arc + 1]):
        once[listed[i]] += by
    node = g.to[arc]
    s.visited[node] += by
    first, listed = g.node_once_first, g.node_once
    for i in range(first[node], first[node + 1]):
        once[listed[i]] += by


def copy_frame(g: Graph, s: Stack, depth: int) -> None:
    """The next frame starts as this one."""
    s.value[depth + 1] = s.value[depth]
    s.cities[depth + 1] = s.cities[depth]
    s.stops[depth + 1] = s.stops[depth]
    s.passed[depth + 1] = s.passed[depth]
    s.seen[depth + 1] = s.seen[depth]
    s.hop[depth + 1] = s.hop[depth]
    s.place[depth + 1] = s.place[depth]
    s.count[depth + 1] = s.count[depth]
    if g.rule[SKIPS] == 1:
        table, width = s.table, g.rule[BUDGETS]
        for j in range(depth * width, depth * width + width):
            table[j + width] = table[j]


def count_stop(g: Graph, s: Stack, depth: int, node: int) -> bool:
    """Add a new location to a frame; False when the range does not allow it."""
    sort, gain = g.sort[node], g.gain[node]
    if sort == CITYLIKE:
        s.passed[depth] += 1
        if s.passed[depth] > g.rule[PASSED]:
            return False
    at = s.count[depth]
    s.count[depth] = at + 1
    s.place[depth] = at
    s.gains[at] = gain
    s.sorts[at] = sort
    s.options[at] = g.optional[node]
    s.seen[depth] |= g.places[node]
    free = sort == TOWNLIKE and g.rule[FREE] == 1
    s.hop[depth] = s.hop[depth] - gain if free else 0
    if g.rule[SKIPS] == 1:
        return count_in_table(g, s, depth, node)
    s.value[depth] += gain
    if free:
        return True
    s.stops[depth] -= 1
    if sort == CITYLIKE:
        s.cities[depth] -= 1
    return s.stops[depth] >= 0 and s.cities[depth] >= 0


def count_in_table(g: Graph, s: Stack, depth: int, node: int) -> bool:
    """The most that j counted stops are worth, with one more stop to choose from."""
    table, width = s.table, g.rule[BUDGETS]
    base, gain = depth * width, g.gain[node]
    if g.sort[node] == TOWNLIKE and g.rule[FREE] == 1:
        for j in range(base, base + width):
            table[j] += gain
        return True
    alive, optional = False, g.optional[node] == 1
    for j in range(base + width - 1, base - 1, -1):
        best = table[j] if optional else NOTHING
        if j > base and table[j - 1] > NOTHING // 2 and table[j - 1] + gain > best:
            best = table[j - 1] + gain
        table[j] = best
        alive = alive or best > NOTHING // 2
    return alive


def enter(g: Graph, s: Stack, depth: int, arc: int) -> bool:
    """Make the next frame for an arc; False when the range does not allow it."""
    copy_frame(g, s, depth)
    d = depth + 1
    node = g.to[arc]
    s.node[d] = node
    s.arc[d] = arc
    s.pointer[d] = g.first[node]
    s.value[d] -= g.price[arc]
    s.seen[d] |= g.places[len(g.sort) + arc]
    if g.hop[arc] != 0:
        s.hop[d] = g.hop[arc]
    if g.sort[node] == SWITCH:
        return True
    if g.ferry[arc] == 0:
        return count_stop(g, s, d, node)
    at = s.place[depth]
    s.saved[d] = s.gains[at]
    if g.rule[SKIPS] == 0:
        s.value[d] += g.ferry_gain[arc] - s.gains[at]
    s.gains[at] = g.ferry_gain[arc]
    s.seen[d] |= g.places[node]
    return True


def leave(g: Graph, s: Stack, depth: int) -> None:
    """Undo a frame."""
    arc = s.arc[depth]
    if arc < 0:
        s.state[SPLIT] = -1
        return
    if g.ferry[arc] == 1:
        s.gains[s.place[depth]] = s.saved[depth]
    mark(g, s, arc, -1)


def record(g: Graph, s: Stack, depth: int, worth: int) -> None:
    """Write down the route that ends here: alone if only the best is wanted, else after those found before."""
    st = s.state
    if st[KEEP] == 0:
        st[POS] = 0
        st[FOUND] = 0
    pos = st[POS]
    if pos + depth + 3 > len(s.out):
        st[STATUS] = FULL
        return
    s.out[pos] = s.node[0]
    s.out[pos + 1] = worth
    s.out[pos + 2] = depth
    for d in range(1, depth + 1):
        s.out[pos + 2 + d] = s.arc[d]
    st[POS] = pos + depth + 3
    st[FOUND] += 1


def turn(g: Graph, s: Stack, ends: Ints, depth: int) -> bool:
    """End the first arm here and start the second one at the root, if that can pay."""
    node = s.node[depth]
    if s.state[SPLIT] >= 0 or depth == 0 or g.sort[node] == SWITCH or g.go[s.node[0]] == 0:
        return False
    if (g.end_a[node] | g.end_b[node]) == 0:
        return False
    width = g.rule[BUDGETS]
    stride = g.rule[STOPS] + 1
    rest = NOTHING
    if g.rule[SKIPS] == 0:
        budget = (s.cities[depth] * stride if width > stride else 0) + s.stops[depth]
        rest = ends[budget]
    else:
        for j in range(width):
            rest = max(rest, s.table[depth * width + j] + ends[width - 1 - j])
    if s.value[depth] + rest + g.rule[SLACK] <= s.state[BEST]:
        return False
    copy_frame(g, s, depth)
    s.node[depth + 1] = s.node[0]
    s.place[depth + 1] = 0
    s.arc[depth + 1] = -1
    s.hop[depth + 1] = 0
    s.pointer[depth + 1] = s.arc[1] + 1
    s.state[SPLIT] = depth + 1
    return True


def begin(g: Graph, s: Stack, root: int) -> None:
    """Put the first frame of a root on the stack."""
    s.node[0] = root
    s.arc[0] = -1
    s.pointer[0] = g.first[root]
    s.value[0] = 0
    s.cities[0] = g.rule[CITIES]
    s.stops[0] = g.rule[STOPS]
    s.passed[0] = 0
    s.seen[0] = 0
    s.hop[0] = 0
    s.count[0] = 0
    if g.rule[SKIPS] == 1:
        for j in range(g.rule[BUDGETS]):
            s.table[j] = 0
    fits = count_stop(g, s, 0, root)
    s.visited[root] += 1
    for i in range(g.node_once_first[root], g.node_once_first[root + 1]):
        s.once[g.node_once[i]] += 1
    s.state[DEPTH] = 0
    s.state[SPLIT] = -1
    s.state[STATUS] = RUNNING if fits else DONE


def finish(g: Graph, s: Stack, root: int) -> None:
    """A root has had its turn: routes of later roots pass it by."""
    for i in range(g.node_once_first[root], g.node_once_first[root + 1]):
        s.once[g.node_once[i]] -= 1


def advance(g: Graph, s: Stack, w1: Ints, w2: Ints, depth: int, arc: int) -> bool:
    """Go over an arc, note the route if it is good, and say whether to search on from there."""
    if not is_free(g, s, arc):
        return False
    s.state[STEPS] += 1
    if not enter(g, s, depth, arc):
        return False
    d = depth + 1
    bound = ceiling(g, s, w1 if s.state[SPLIT] < 0 else w2, d)
    if bound > s.state[BEST] and distinct(g, s, d) > s.state[BEST]:
        mark(g, s, arc, 1)
        return True
    if g.ferry[arc] == 1:
        s.gains[s.place[d]] = s.saved[d]
    return False


def search(g: Graph, s: Stack, w1: Ints, w2: Ints, ends: Ints, steps: int) -> int:
    """Search on from where the stack stands, for so many steps; the state tells when all is done."""
    st = s.state
    until = st[STEPS] + steps
    depth = st[DEPTH]
    while st[STATUS] == RUNNING and st[STEPS] < until:
        node = s.node[depth]
        arc = s.pointer[depth]
        if arc < g.first[node + 1] and (g.go[node] == 1 or depth == 0):
            s.pointer[depth] = arc + 1
            if advance(g, s, w1, w2, depth, arc):
                depth += 1
                if g.sort[s.node[depth]] != SWITCH:
                    worth = ending(g, s, depth)
                    if worth > st[BEST]:
                        record(g, s, depth, worth)
                        if st[KEEP] == 0:
                            st[BEST] = worth
        elif s.arc[depth] >= 0 and arc <= g.first[node + 1] and turn(g, s, ends, depth):
            s.pointer[depth] = g.first[node + 1] + 1
            depth += 1
        elif depth == 0:
            st[STATUS] = DONE
        else:
            leave(g, s, depth)
            depth -= 1
    st[DEPTH] = depth
    return st[STATUS]

"""The rules of docs/best-execution.md: derives a match again from its record, and says in words what does not agree."""

import json
from collections import Counter, defaultdict
from itertools import accumulate
from typing import NamedTuple

ONE = 10**18
SETS_MAX = 50_000  # of makers, tried for one match


def amount(said):
    """Units of 10⁻¹⁸ in a decimal text."""
    whole, _, places = said.lstrip("-").partition(".")
    if not (whole + places).isdigit() or len(places) > 18:
        raise ValueError(f"{said} is not an amount")
    return (-1 if said.startswith("-") else 1) * int(whole + places.ljust(18, "0"))


def text(units):
    return ("-" if units < 0 else "") + f"{abs(units) // ONE}.{abs(units) % ONE:018d}".rstrip("0").rstrip(".")


# --- One pair --------------------------------------------------------------------------------------------------------


class Part(NamedTuple):
    """A maker's share: the levels taken, what it is asked to sell and buy, its share of the user's limit in quote (None on
    an inner leg), the symbols of what it sells and buys, and the pair of its leg of a route."""

    maker: int
    levels: list
    sell: int
    buy: int
    limit: int
    symbols: tuple
    leg: tuple


class Order(NamedTuple):
    """What is exchanged on one side of a pair's book, and what is on offer there."""

    symbols: tuple  # of base and quote
    sells_base: bool
    base: int
    quote: int
    units: tuple  # the smallest amounts of base and quote
    makers_max: int
    small_part: int
    surplus_min: int  # None: makers are asked for the limit
    exact: str
    min_part: dict
    levels: dict  # by maker, best first: (sorted by this, place, price, amount, maker)
    leg: tuple = None

    @property
    def sign(self):
        return 1 if self.sells_base else -1  # 1 if a higher price is better for the user

    def makers(self):
        return sorted((each for each in self.levels if self.levels[each]), key=lambda each: self.levels[each][0])

    def in_order(self, makers):
        return sorted(level for maker in makers for level in self.levels[maker])

    def part(self, maker, levels, base, quote, limit):
        """A maker's part of so much base and quote, as the maker sees it."""
        sell, buy = (quote, base) if self.sells_base else (base, quote)
        return Part(maker, levels, sell, buy, limit, self.symbols[:: -self.sign], self.leg)

    def quote_of(self, part):
        return part.sell if self.sells_base else part.buy


def read_order(record, base, quote, **more):
    """One side of a book in a record; base and quote are [symbol, amount]."""
    min_part, levels, sells_base = {}, defaultdict(list), record["side"] == "bids"
    for offer in record.get("offers", []):
        maker = offer["maker"]
        if maker in levels:
            raise ValueError(f"maker {maker} is recorded twice")
        min_part[maker] = amount(offer.get("min_part", "0"))
        for price, size, place in offer["levels"]:
            levels[maker].append(((-1 if sells_base else 1) * amount(price), place, amount(price), amount(size), maker))
        levels[maker].sort()
    units = tuple(10 ** (18 - record["divisibility"][of]) for of in ("base", "quote"))
    least = amount(record["surplus_min"]) if "surplus_min" in record else None
    sizes = (base[0], quote[0]), sells_base, amount(base[1]), amount(quote[1]), units, record.get("makers_max", 0)
    return Order(*sizes, amount(record["small_part"]), least, record.get("exact"), min_part, levels, **more)


def read_leg(leg):
    return read_order(leg, (leg["base"], "0"), (leg["quote"], "0"), leg=(leg["base"], leg["quote"]))


class Match:
    """One line of a record: what the order wanted, what was on offer, and how the service allocated it."""

    def __init__(self, line):
        record = json.loads(line)
        self.at_ms, self.is_whole = record.get("at_ms"), "offers" in record
        base, quote = (record["sell"], record["buy"])[:: 1 if record["side"] == "bids" else -1]
        self.order = order = read_order(record, base, quote)
        self.routes = [[read_leg(leg) for leg in route["legs"]] for route in record.get("routes", [])]
        # The user's limit is in quote, or in the base of a leg: the amount, its unit, and whether the user gets it.
        self.limit, self.unit = (order.base, order.units[0]) if order.exact else (order.quote, order.units[1])
        self.is_bought = order.sells_base != bool(order.exact)
        self.parts = [self.read_part(part) for part in record["parts"]]

    def read_part(self, part):
        (sells, sell), (buys, buy) = ((symbol, amount(said)) for symbol, said in (part["sell"], part["buy"]))
        leg = (part["leg"]["base"], part["leg"]["quote"]) if "leg" in part else None
        asked = None if leg else sell if self.is_bought else buy
        limit = amount(part["limit_quote"]) if "limit_quote" in part else asked
        levels = [(amount(price), amount(size)) for price, size in part["levels"]]
        return Part(part["maker"], levels, sell, buy, limit, (sells, buys), leg)

    def asked(self, part):
        """What a part gives or wants of the token that the user's limit is in."""
        return part.sell if self.is_bought else part.buy

    def rank(self, parts):
        """What makes an allocation better: first no small part, then the surplus over the user's limit, times 10¹⁸."""
        if not self.routes and not self.order.exact:
            return rank(self.order, parts)
        given = sum(self.asked(part) for part in parts if part.limit is not None)
        return False, (self.limit - given if self.is_bought else given - self.limit) * ONE


def rank(order, parts):
    has_small = len(parts) > 1 and any(part.sell < order.small_part for part in parts)
    return has_small, -order.sign * (worth(part.levels for part in parts) - order.quote * ONE)


def worth(taken):
    return sum(price * size for levels in taken for price, size in levels)


def walk(levels, base):
    """Takes base from levels in priority order: [(price, amount)] by maker, or None if they hold too little."""
    taken = {}
    for _, _, price, size, maker in levels:
        step = min(size, base)
        taken.setdefault(maker, []).append((price, step))
        base -= step
        if base == 0:
            return taken
    return None


def split_quote(quote, values, unit):
    """The user's quote in proportion to the values, by largest remainder; the last units go first to empty shares."""
    if len(values) == 1:
        return [quote // unit * unit]
    total, units = sum(values), quote // unit
    shares = [divmod(units * value, total) for value in values]
    left = units - sum(share for share, _ in shares)
    by_remainder = sorted(range(len(values)), key=lambda at: (shares[at][0] != 0, -shares[at][1], at))
    more = set(by_remainder[:left])
    return [(share + (at in more)) * unit for at, (share, _) in enumerate(shares)]


def rounded(value, unit, up):
    return -(-value // unit) * unit if up else value // unit * unit


def asked_quote(order, limit, value):
    """What a maker is asked for: what its levels give, if that beats its share of the limit by enough to be delivered."""
    if order.surplus_min is None:
        return limit
    given = rounded(value, ONE * order.units[1], up=not order.sells_base) // ONE
    surplus = order.sign * (given - limit)
    return given if surplus > 0 and surplus >= order.surplus_min else limit


def allocate(order, makers):
    """How these makers would fill the order: its rank and parts, or None if they cannot or one is not needed."""
    taken = walk(order.in_order(makers), order.base)
    if taken is None or len(taken) < len(makers):
        return None
    values = [worth([levels]) for levels in taken.values()]
    parts = []
    for (maker, levels), value, limit in zip(taken.items(), values, split_quote(order.quote, values, order.units[1])):
        base, quote = sum(size for _, size in levels), asked_quote(order, limit, value)
        parts.append(order.part(maker, levels, base, quote, limit))
    ranked = rank(order, parts)
    is_refused = any(part.sell < max(1, order.min_part[part.maker]) or part.buy == 0 for part in parts)
    return None if is_refused or ranked[1] > 0 else (ranked, parts)


def surplus_bound(order, makers, size):
    """What no set of this size can beat that begins with some makers and goes on from a place with `more` others. At any
    price a total is at most the base at that price and what the makers' better levels are worth above it."""

    def with_rest(values):
        """The values, and for each place and count the sum of the largest values from there on."""
        rest, largest = [[0] * (size + 1)], []
        for value in reversed(values):
            largest = sorted([*largest, value], reverse=True)[:size]
            rest.append([*accumulate(largest + [0] * (size - len(largest)), initial=0)])
        return values, rest[::-1]

    def above(maker, price):
        return sum(max(0, order.sign * (level[2] - price)) * level[3] for level in order.levels[maker])

    def bound(chosen, following, more):
        def most(of):
            return sum(of[0][at] for at in chosen) + of[1][following][more]

        if most(depth) < order.base:
            return -1
        value = min(order.sign * order.base * price + most(gains) for price, gains in above_prices)
        return value - order.sign * order.quote * ONE

    depth = with_rest([sum(level[3] for level in order.levels[maker]) for maker in makers])
    prices = [*dict.fromkeys(level[2] for level in order.in_order(makers))]
    sample = prices[:: max(1, len(prices) // 12)] + prices[-1:]
    above_prices = [(price, with_rest([above(maker, price) for maker in makers])) for price in sample]
    return bound


def best_allocation(order):
    """The best allocation by the rules: (rank, parts) or None, and whether every set that could be better was tried."""
    makers, best, tried = order.makers(), None, 0

    def could_win(surplus):
        return surplus >= 0 and (best is None or (False, -surplus) < best[0])

    def extend(bound, chosen, size):
        """Tries sets in order of priority, smaller ones first: of equally good ones the first wins."""
        nonlocal best, tried
        if len(chosen) == size and could_win(bound(chosen, 0, 0)):
            tried += 1
            found = allocate(order, [makers[at] for at in chosen])
            best = found if found and (best is None or found[0] < best[0]) else best
        more = size - len(chosen)
        for at in range(chosen[-1] + 1 if chosen else 0, len(makers) - more + 1 if more else 0):
            if tried > SETS_MAX or not could_win(bound(chosen, at, more)):
                return
            extend(bound, [*chosen, at], size)

    for size in range(1, min(order.makers_max, len(makers)) + 1):
        extend(surplus_bound(order, makers, size), [], size)
    return best, tried <= SETS_MAX


# --- Routes ----------------------------------------------------------------------------------------------------------

UNLIMITED = 10**60  # the limit of legs that have none of their own


class Uncertain(Exception):
    """There are more sets of makers than are tried."""


def best_of(order):
    best, is_certain = best_allocation(order)
    if not is_certain:
        raise Uncertain
    return best and best[1]


def fill_base(order, for_user):
    """The best makers for the exact base; the quote is rounded to the makers' good, or to the user's."""

    def rounded_to_user(part):
        given = rounded(worth([part.levels]), ONE * order.units[1], up=order.sells_base) // ONE
        base, quote = (part.buy, part.sell) if order.sells_base else (part.sell, part.buy)
        quote = max(quote, given) if order.sells_base else min(quote, given) or quote
        return order.part(part.maker, part.levels, base, quote, part.limit)

    parts = best_of(order)
    return [rounded_to_user(part) for part in parts] if parts and for_user else parts


def fill_quote(order, for_user):
    """The makers that give the most base for the exact quote, or want the least."""
    makers, is_sold, (unit, quote_unit) = order.makers(), not order.sells_base, order.units
    dearest = max((level[2] for maker in makers for level in order.levels[maker]), default=0)
    allowance = rounded(dearest * unit, ONE, up=True) // ONE if for_user else 0
    better = unit if is_sold else -unit

    def base_of(chosen):
        left, base = order.quote * ONE, 0
        for _, _, price, size, _ in order.in_order(chosen):
            if price * size >= left:
                up = is_sold == for_user
                return rounded(base + rounded(left, price, up) // price, unit, up)
            left, base = left - price * size, base + size
        return None

    def match(base):
        quote = order.quote + (allowance if is_sold else -allowance)
        parts = best_of(order._replace(base=base, quote=quote, surplus_min=None)) if min(base, quote) > 0 else None
        if not parts or not allowance:
            return parts
        shares = zip(parts, split_quote(order.quote, [worth([part.levels]) for part in parts], quote_unit))
        return [order.part(each[0], each[1], each.sell if is_sold else each.buy, share, share) for each, share in shares]

    def is_within(base):
        return base > 0 and (base >= order.base if is_sold else base <= order.base)

    ideal = base_of(makers)
    if ideal is None or not is_within(ideal):
        return None
    if found := match(ideal):
        return found
    # The best levels belong to too many makers: the best of single ones and of those with the best levels, improved.
    sets = [[maker] for maker in makers] + [makers[:count] for count in range(2, min(order.makers_max, len(makers)) + 1)]
    bases = sorted((base for each in sets if (base := base_of(each)) is not None), reverse=is_sold)
    base, parts = next(((base, parts) for base in bases if (parts := match(base))), (0, None))
    for _ in range(16):
        if not parts or not (found := match(base + better)):
            break
        base, parts = base_of([part.maker for part in found]) or base + better, found
    return (match(base) or parts) if parts and is_within(base) else None


def exactly(order, is_sell, size, makers_max, for_user):
    """An order or leg that sells or buys exactly so much, whatever that gives or takes."""
    order, other = order._replace(makers_max=makers_max, surplus_min=0), 0 if is_sell else UNLIMITED
    if order.sells_base == is_sell:
        return fill_base(order._replace(base=size, quote=other), for_user)
    return fill_quote(order._replace(base=other, quote=size), for_user)


def along(match, route, base, makers_max, for_user):
    """The makers of a route for so much base: what one leg yields or needs of the middle token, the other takes or gives."""
    is_sell, best = match.order.sells_base, None
    for makers in range(1, makers_max):
        inner = exactly(route[not is_sell], is_sell, base, makers, for_user)
        middle = sum(part.sell if is_sell else part.buy for part in inner or [])
        outer = inner and exactly(route[is_sell], is_sell, middle, makers_max - makers, for_user)
        found = outer and [part._replace(limit=None) for part in inner] + outer
        best = found if found and (best is None or match.rank(found) < match.rank(best)) else best
    return best


def implied(match, route, counts):
    """The levels of a route in the pair that it connects, rounded once, against the user: (price, amount)."""
    is_sell, sides = match.order.sells_base, []
    for leg, count in zip(route, counts):
        sizes = [(size * ONE, price * size) for _, _, price, size, _ in leg.in_order(leg.makers()[:count])]
        sides.append([size if leg.sells_base else size[::-1] for size in sizes])  # (given, got) of the user's view
    sells, buys = sides
    left = [sells[0][1], buys[0][0]] if sells and buys else []
    while sells and buys:
        (sold, got), (given, bought), step = sells[0], buys[0], min(left)
        above, below = (got * bought, sold * given) if is_sell else (sold * given, got * bought)
        price = rounded(above * ONE, below, up=not is_sell) // below
        exact = step * sold // got if is_sell else step * bought // given
        size = rounded(exact // ONE, match.order.units[0], up=False)
        if size > 0 and price > 0:
            yield price, size
        left = [each - step for each in left]
        for at, side in enumerate((sells, buys)):
            if left[at] == 0:
                side.pop(0)
                left[at] = side[0][1 - at] if side else 0


def levels_of(match, way):
    """All levels of some sources, best first: (price, amount, source). None is the order's own pair, a number a route."""
    found, order = [], match.order
    for source, counts in way.items():
        levels = order.in_order(order.makers()[: counts[0]]) if source is None else []
        found += [(price, size, None) for _, _, price, size, _ in levels]
        routed = [] if source is None else implied(match, match.routes[source], counts)
        found += [(*level, source) for level in routed]
    return sorted(found, key=lambda level: -order.sign * level[0])


def shares_of(levels, base):
    """How much base each source fills if all levels are taken in order; nothing if they hold less."""
    shares = {}
    for _, size, source in levels if sum(size for _, size, _ in levels) >= base else ():
        if base > 0:
            shares[source] = shares.get(source, 0) + min(base, size)
        base -= size
    return shares


def ways(sources, most):
    """All ways to use some of these sources with so many makers, on each leg of a route."""
    if not sources:
        return [{}]
    source, *others = sources
    counts = range(1, most + 1)
    each = [(n,) for n in counts] if source is None else [(n, m) for n in counts for m in counts if n + m <= most]
    return ways(others, most) + [{source: of, **way} for of in each for way in ways(others, most - sum(of))]


def together(match, way, for_user):
    """Several sources, each with the share that the makers with its best levels give if all levels are taken in order."""
    shares, order, parts = shares_of(levels_of(match, way), match.order.base), match.order, []
    for source, base in shares.items() if len(shares) > 1 else ():
        makers = sum(way[source])
        own = exactly(order, order.sells_base, base, makers, for_user) if source is None else None
        found = own if source is None else along(match, match.routes[source], base, makers, for_user)
        if not found:
            return None
        parts += found
    return parts


def share_limit(match, parts):
    """The parts with their shares of the user's limit, or None if they do not reach it. A maker whose surplus is not worth
    its delivery is asked for its share."""
    asked = [match.asked(part) for part in parts or [] if part.limit is not None]
    sign = 1 if match.is_bought else -1
    if not asked or sign * (sum(asked) - match.limit) < 0:
        return None
    shares, shared = iter(split_quote(match.limit, asked, match.unit)), []
    for part in parts:
        if part.limit is not None:
            part = part._replace(limit=next(shares))
            if 0 != sign * (match.asked(part) - part.limit) < (match.order.surplus_min or 0):
                part = part._replace(**{"sell" if match.is_bought else "buy": part.limit})
        shared.append(part)
    return shared


def best_parts(match):
    """What the rules give: every source alone, and several together; the first of the best."""
    order = match.order
    if order.exact:
        return share_limit(match, fill_quote(order, False))
    if not match.routes or order.makers_max < 2:
        return best_of(order)

    def reached(find):
        """Rounded to the makers' good if that reaches the limit, or else to the user's."""
        return share_limit(match, find(False)) or share_limit(match, find(True))

    base, most, numbers = order.base, order.makers_max, range(len(match.routes))
    alone = [reached(lambda user, route=route: along(match, route, base, most, user)) for route in match.routes]
    shares = shares_of(levels_of(match, everyone(match)), base)
    used = [] if len(shares) == 1 and any(alone) else [way for way in ways([None, *numbers], most) if len(way) > 1]
    several = [reached(lambda user, way=way: together(match, way, user)) for way in used]
    return min(filter(None, [best_of(order), *alone, *several]), key=match.rank, default=None)


def everyone(match):
    return dict.fromkeys([None, *range(len(match.routes))], (None, None))


def judge(match):
    """What is wrong with a match, in words; nothing if it is the best by the rules."""
    if not match.is_whole:
        return []
    problems, is_certain, is_plain = [], True, not match.routes and not match.order.exact
    offers = {order.leg: order.levels for order in (match.order, *(leg for route in match.routes for leg in route))}
    for part in match.parts:
        offered = {price: size for _, _, price, size, _ in offers.get(part.leg, {}).get(part.maker, [])}
        for price, size in part.levels:
            if size > offered.get(price, 0):
                gives = f"maker {part.maker} gives {text(size)} at {text(price)}"
                problems.append(f"a level is missing: {gives}, {text(offered.get(price, 0))} is recorded")
    try:
        found, is_certain = best_allocation(match.order) if is_plain else ((None, best_parts(match)), True)
    except Uncertain:
        return problems
    best = found and found[1]
    if best is None:
        return problems + ["the recorded levels do not reach the order's limit"] * is_certain
    is_rank, rule = match.rank(match.parts), match.rank(best)
    if match.parts == best or (not is_certain and is_rank <= rule):
        return problems
    makers, more = ", ".join(str(part.maker) for part in best), is_rank[1] - rule[1]
    asked, by_rule = ([(part.maker, part.leg) for part in parts] for parts in (match.parts, best))
    if more > 0 and rule[0] <= is_rank[0]:
        given = f"{text(-(-more // ONE))} {match.order.symbols[0 if match.order.exact else 1]} more"
        problems.append(f"not the best on offer: makers {makers} would give {given}")
    elif asked != by_rule:
        problems.append(f"not the parts that the rules give: makers {makers} have priority, or are fewer")
    for part, other in zip(match.parts, best):
        if (part.maker, part.leg) == (other.maker, other.leg) and part != other:
            both = ((each, "none" if each.limit is None else text(each.limit)) for each in (part, other))
            said, by_rules = (f"{text(each.sell)} for {text(each.buy)}, limit {limit}" for each, limit in both)
            problems.append(f"maker {part.maker} is asked for {said}; by the rules {by_rules}")
    return problems


def judge_book(match, book):
    """Levels that a reader saw just before, and that are not recorded although the order would have taken them."""
    order, recorded, levels, before = match.order, Counter(), levels_of(match, everyone(match)), 0
    worst = [price for part in match.parts for price, _ in part.levels if part.leg is None]
    for price, size, _ in levels:
        recorded[price] += size
        worst += [price] if match.routes and before < order.base else []
        before += size
    worst = min(order.sign * price for price in worst)
    shown = ((amount(price), amount(size)) for price, size in book["bids" if order.sells_base else "asks"])
    return [
        f"a level is missing: {text(size)} at {text(price)} was shown, {text(recorded[price])} is recorded"
        for price, size in shown
        if order.sign * price > worst and recorded[price] < size
    ]

"""Checks that a trade was the best on offer, with nothing but its trace, the ledger and docs/best-execution.md.

checker.py TRACE GATEWAY [BOOK]   TRACE: GET /trade/trades/:subintent_id. GATEWAY: a Gateway's URL, or its answer about
                                  the transaction (/transaction/committed-details, raw_hex and balance_changes).
                                  BOOK: the order book (GET /trade/order_book) that you saw just before.
checker.py --matches FILE         only derives matches again, one record a line

Each argument is a file or a URL. Whatever does not agree is a line `DIFFERENCE: …`, and makes the exit code 1.
"""

import hashlib
import json
import sys
import urllib.request
from collections import Counter, defaultdict
from itertools import accumulate
from pathlib import Path
from typing import NamedTuple

import radix_engine_toolkit as toolkit

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


# --- The match again -------------------------------------------------------------------------------------------------


class Part(NamedTuple):
    """A maker's share: the levels taken, what it is asked to sell and buy, and its share of the user's limit in quote."""

    maker: int
    levels: list
    sell: int
    buy: int
    limit: int


class Match:
    """One line of a record: what the order wanted, what was on offer, and how the service allocated it."""

    def __init__(self, line):
        record = json.loads(line)
        self.at_ms, self.sells_base = record.get("at_ms"), record["side"] == "bids"
        self.sign = 1 if self.sells_base else -1  # 1 if a higher price is better for the user
        base, quote = (record["sell"], record["buy"]) if self.sells_base else (record["buy"], record["sell"])
        self.base, self.quote, self.quote_symbol = amount(base[1]), amount(quote[1]), quote[0]
        self.unit = 10 ** (18 - record["divisibility"]["quote"])
        self.makers_max, self.small_part = record["makers_max"], amount(record["small_part"])
        self.surplus_min = amount(record["surplus_min"]) if "surplus_min" in record else None
        self.is_whole = "offers" in record
        self.min_part, self.levels = {}, defaultdict(list)
        for offer in record.get("offers", []):
            maker = offer["maker"]
            if maker in self.levels:
                raise ValueError(f"maker {maker} is recorded twice")
            self.min_part[maker] = amount(offer.get("min_part", "0"))
            for price, size, place in offer["levels"]:
                self.levels[maker].append((self.sign * -amount(price), place, amount(price), amount(size), maker))
            self.levels[maker].sort()
        self.parts = [self.read_part(part) for part in record["parts"]]

    def read_part(self, part):
        sell, buy = amount(part["sell"][1]), amount(part["buy"][1])
        limit = amount(part["limit_quote"]) if "limit_quote" in part else sell if self.sells_base else buy
        return Part(part["maker"], [(amount(price), amount(size)) for price, size in part["levels"]], sell, buy, limit)

    def rank(self, parts):
        """What makes an allocation better: first no small part, then the surplus over the user's limit, times 10¹⁸."""
        has_small = len(parts) > 1 and any(part.sell < self.small_part for part in parts)
        value = sum(price * size for part in parts for price, size in part.levels)
        return has_small, -self.sign * (value - self.quote * ONE)


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


def asked_quote(match, limit, value):
    """What a maker is asked for: what its levels give, if that beats its share of the limit by enough to be delivered."""
    if match.surplus_min is None:
        return limit
    given = value // ONE if match.sells_base else -(-value // ONE)
    given = given // match.unit * match.unit if match.sells_base else -(-given // match.unit) * match.unit
    surplus = match.sign * (given - limit)
    return given if surplus > 0 and surplus >= match.surplus_min else limit


def allocate(match, makers):
    """How these makers would fill the order: its rank and parts, or None if they cannot or one is not needed."""
    taken = walk(sorted(level for maker in makers for level in match.levels[maker]), match.base)
    if taken is None or len(taken) < len(makers):
        return None
    values = [sum(price * size for price, size in levels) for levels in taken.values()]
    parts = []
    for (maker, levels), value, limit in zip(taken.items(), values, split_quote(match.quote, values, match.unit)):
        base, quote = sum(size for _, size in levels), asked_quote(match, limit, value)
        parts.append(Part(maker, levels, *((quote, base) if match.sells_base else (base, quote)), limit))
    rank = match.rank(parts)
    is_refused = any(part.sell < max(1, match.min_part[part.maker]) or part.buy == 0 for part in parts)
    return None if is_refused or rank[1] > 0 else (rank, parts)


def surplus_bound(match, makers, size):
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
        return sum(max(0, match.sign * (level[2] - price)) * level[3] for level in match.levels[maker])

    def bound(chosen, following, more):
        def most(of):
            return sum(of[0][at] for at in chosen) + of[1][following][more]

        if most(depth) < match.base:
            return -1
        worth = min(match.sign * match.base * price + most(gains) for price, gains in above_prices)
        return worth - match.sign * match.quote * ONE

    depth = with_rest([sum(level[3] for level in match.levels[maker]) for maker in makers])
    prices = [*dict.fromkeys(level[2] for level in sorted(level for maker in makers for level in match.levels[maker]))]
    sample = prices[:: max(1, len(prices) // 12)] + prices[-1:]
    above_prices = [(price, with_rest([above(maker, price) for maker in makers])) for price in sample]
    return bound


def best_allocation(match):
    """The best allocation by the rules: (rank, parts) or None, and whether every set that could be better was tried."""
    makers = sorted((each for each in match.levels if match.levels[each]), key=lambda each: match.levels[each][0])
    best, tried = None, 0

    def could_win(surplus):
        return surplus >= 0 and (best is None or (False, -surplus) < best[0])

    def extend(bound, chosen, size):
        """Tries sets in order of priority, smaller ones first: of equally good ones the first wins."""
        nonlocal best, tried
        if len(chosen) == size and could_win(bound(chosen, 0, 0)):
            tried += 1
            found = allocate(match, [makers[at] for at in chosen])
            best = found if found and (best is None or found[0] < best[0]) else best
        more = size - len(chosen)
        for at in range(chosen[-1] + 1 if chosen else 0, len(makers) - more + 1 if more else 0):
            if tried > SETS_MAX or not could_win(bound(chosen, at, more)):
                return
            extend(bound, [*chosen, at], size)

    for size in range(1, min(match.makers_max, len(makers)) + 1):
        extend(surplus_bound(match, makers, size), [], size)
    return best, tried <= SETS_MAX


def judge(match):
    """What is wrong with a match, in words; nothing if it is the best by the rules."""
    if not match.is_whole:
        return []
    problems = []
    for part in match.parts:
        offered = {price: size for _, _, price, size, _ in match.levels.get(part.maker, [])}
        for price, size in part.levels:
            if size > offered.get(price, 0):
                gives = f"maker {part.maker} gives {text(size)} at {text(price)}"
                problems.append(f"a level is missing: {gives}, {text(offered.get(price, 0))} is recorded")
    best, is_certain = best_allocation(match)
    if best is None:
        return problems + ["the recorded levels do not reach the order's limit"] * is_certain
    rank, rule = match.rank(match.parts), best[0]
    if match.parts == best[1] or (not is_certain and rank <= rule):
        return problems
    makers, more = ", ".join(str(part.maker) for part in best[1]), rank[1] - rule[1]
    if more > 0 and rule[0] <= rank[0]:
        given = f"{text(-(-more // ONE))} {match.quote_symbol} more"
        problems.append(f"not the best on offer: makers {makers} would give {given}")
    elif [part.maker for part in match.parts] != [part.maker for part in best[1]]:
        problems.append(f"not the parts that the rules give: makers {makers} have priority, or are fewer")
    for part, other in zip(match.parts, best[1]):
        if part.maker == other.maker and part != other:
            said, by_rules = (f"{text(each.sell)} for {text(each.buy)}, limit {text(each.limit)}" for each in (part, other))
            problems.append(f"maker {part.maker} is asked for {said}; by the rules {by_rules}")
    return problems


def judge_book(match, book):
    """Levels that a reader saw just before, and that are not recorded although the order would have taken them."""
    recorded = Counter()
    for _, _, price, size, _ in (level for levels in match.levels.values() for level in levels):
        recorded[price] += size
    worst = min(match.sign * price for part in match.parts for price, _ in part.levels)
    shown = ((amount(price), amount(size)) for price, size in book["bids" if match.sells_base else "asks"])
    return [
        f"a level is missing: {text(size)} at {text(price)} was shown, {text(recorded[price])} is recorded"
        for price, size in shown
        if match.sign * price > worst and recorded[price] < size
    ]


# --- The ledger ------------------------------------------------------------------------------------------------------

TAKE, CALL_METHOD, YIELD_TO_CHILD = "0", "65", "97"
LIMIT_ORDER = "65 0 10 96 0 0 96 65 96".split()  # the last instructions of a limit order


def plain(node):
    """A decoded value: lists for tuples and arrays, an enum as [variant, …], texts for everything else."""
    if "entries" in node:
        return [[plain(entry["key"]), plain(entry["value"])] for entry in node["entries"]]
    if "elements" in node:
        return [plain(element) for element in node["elements"]]
    if "fields" in node:
        return [node[key] for key in ("variant_id",) if key in node] + [plain(field) for field in node["fields"]]
    return node.get("hex", node.get("value"))


def decode(raw, network_id):
    as_json = toolkit.ManifestSborStringRepresentation.JSON(toolkit.SerializationMode.PROGRAMMATIC)
    return plain(json.loads(toolkit.manifest_sbor_decode_to_string_representation(raw, as_json, network_id, None)))


class Intent:
    """A subintent of the transaction, with what it says if it is a limit order or the service's outer around one."""

    def __init__(self, name, core, signatures):
        self.id, self.hash = name.as_str(), name.bytes().hex()
        _, _, message, self.children, self.instructions = core
        self.message = message[1][1][1] if message[0] == "1" and message[1][1][0] == "0" else None
        self.signatures = signatures
        self.is_order = [instruction[0] for instruction in self.instructions[-9:]] == LIMIT_ORDER
        if self.is_order:
            withdraw, sell, returned, _, platform, settlement = self.instructions[-9:-3]
            ((bought, least),) = returned[1]
            self.account, self.has_prefix = withdraw[1], len(self.instructions) > len(LIMIT_ORDER) + 1
            self.sell, self.buy = (sell[1], amount(sell[2])), (bought, amount(least[1]))
            self.platform_fee, self.settlement_fee = amount(platform[2]), amount(settlement[2])

    def payments(self):
        """What an outer takes off the worktop: [(method and account, or None if it goes inside, resource, amount)]."""
        return [
            ((then[2], then[1]) if then[0] == CALL_METHOD else None, take[1], amount(take[2]))
            for take, then in zip(self.instructions, self.instructions[1:])
            if take[0] == TAKE and then[0] in (CALL_METHOD, YIELD_TO_CHILD)
        ]

    def paid(self, to, resource):
        """What an outer gives to an account as surplus, or inside as the rebate."""
        receiver = to and ("try_deposit_or_refund", to)
        return sum(paid for given, paid_in, paid in self.payments() if (given, paid_in) == (receiver, resource))


class Transaction:
    """A committed transaction, read from its bytes by the official toolkit, which also verifies all signatures."""

    def __init__(self, details, network_id):
        raw = bytes.fromhex(details["raw_hex"])
        notarized = toolkit.NotarizedTransactionV2.from_payload_bytes(raw)
        notarized.statically_validate(network_id)
        self.id = notarized.intent_hash().as_str()
        of_key = toolkit.derive_preallocated_account_address_from_public_key
        self.signers = {of_key(key, network_id).as_str() for key in notarized.signer_public_keys()}
        _, ((_, _, subintents), _, signatures), _ = decode(raw, network_id)
        names = notarized.signed_transaction_intent().transaction_intent().non_root_subintents()
        self.intents = [
            Intent(name.subintent_hash(), core, signed) for name, (core,), signed in zip(names, subintents, signatures)
        ]
        self.changes = defaultdict(int)
        for change in details["balance_changes"]["fungible_balance_changes"]:
            self.changes[change["entity_address"], change["resource_address"]] += amount(change["balance_change"])

    def inner(self, subintent_id):
        return next((intent for intent in self.intents if intent.id == subintent_id), None)

    def outer(self, inner):
        return next((intent for intent in self.intents if intent.children == [inner.hash]), None)


def check_signed(trace, transaction, network_id):
    """The bytes in the trace are what was signed, with the signatures that the ledger has."""
    for said in (each for item in trace["items"] for each in (item, item.get("outer", {}))):
        if "signed_partial_transaction" not in said:
            continue
        try:
            raw = bytes.fromhex(said["signed_partial_transaction"])
            signed = toolkit.SignedPartialTransactionV2.from_payload_bytes(raw)
            signed.statically_validate(network_id)
            found = signed.root_subintent_hash().as_str()
            problem = f"are those of {found}" if found != said["subintent_id"] else ""
            committed = transaction.inner(found)
            if committed is not None and decode(raw, network_id)[2] != committed.signatures:
                problem = "have other signatures on the ledger"
        except (ValueError, toolkit.RadixEngineToolkitError) as error:
            problem = f"are not validly signed: {error}"
        if problem:
            yield f"the bytes of {said['subintent_id']} {problem}"


def check_order(trace, order, outer):
    """What the trace says of the order is what was signed, and its fees are those that the outer took."""
    limits, fee = trace["limit_order"], trace["fee"]
    said = (trace["account"], amount(limits["sell"]["amount"]), amount(limits["buy"]["amount"]))
    if said != (order.account, order.sell[1], order.buy[1]):
        yield f"{said[0]} is said to sell {text(said[1])} for {text(said[2])}, signed is {order.sell} for {order.buy}"
    said = (amount(fee["anthic_amount"]), amount(fee["settlement_amount"]), amount(trace["rebate"]["amount"]))
    fees = (order.platform_fee, order.settlement_fee, outer.paid(None, order.sell[0]))
    if said != fees:
        said, fees = ("{}, {} and {}".format(*map(text, each)) for each in (said, fees))
        yield f"fees and rebate are said to be {said}, on the ledger are {fees}"
    taken = sum(paid for to, resource, paid in outer.payments() if to and to[1] != order.account)
    if taken != order.platform_fee:
        yield f"the outer takes {text(taken)} as the platform fee, signed is {text(order.platform_fee)}"


def settled_parts(trace, matches, transaction):
    """The parts that settled, each with its match and the fill that its maker signed, and what does not agree."""
    settled, problems = [], []
    said = list(trace["parts"])
    for match in matches:
        for part in match.parts:
            found = next((each for each in said if is_said(match, part, each)), None)
            if found is None:
                problems.append(f"the part of maker {part.maker} is recorded, but not in the trace")
                continue
            said.remove(found)
            fill = transaction.inner(found["fill"]["subintent_id"]) if "fill" in found else None
            if fill is not None:
                settled.append((match, part, fill))
    problems += [f"the part of {each['maker']} is in the trace, but not recorded" for each in said]
    return settled, problems


def is_said(match, part, said):
    """Whether the trace's part is this one of the record."""
    sell, buy = (amount(said["limit_order"][side]["amount"]) for side in ("sell", "buy"))
    levels = [(amount(price), amount(size)) for price, size in said["levels"]]
    return (said["asked_at_ms"], sell, buy, levels) == (match.at_ms, part.sell, part.buy, part.levels)


def check_fills(settled, order, first):
    """What was settled adds up to the order, and every maker gave what it was asked for, or more."""
    base = sum(part.buy if first.sells_base else part.sell for _, part, _ in settled)
    sums = (base, sum(part.limit for _, part, _ in settled))
    wanted = (order.sell[1], order.buy[1]) if first.sells_base else (order.buy[1], order.sell[1])
    for what, found in (("the parts add up to", sums), ("it was matched as", (first.base, first.quote))):
        if found != wanted:
            yield f"{what} {text(found[0])} for {text(found[1])}, the order is {text(wanted[0])} for {text(wanted[1])}"
    for _, part, fill in settled:
        if (fill.sell[0], fill.buy[0]) != (order.buy[0], order.sell[0]):
            yield f"maker {part.maker} trades other tokens than the order"
        if fill.sell[1] < part.sell or fill.buy[1] > part.buy:
            gave = f"{text(fill.sell[1])} for {text(fill.buy[1])}"
            yield f"maker {part.maker} gave {gave}, asked for {text(part.sell)} for {text(part.buy)}"


def check_surplus(settled, order, transaction):
    """What makers gave beyond the user's limit went to the user, unless it is not worth its delivery."""
    first = settled[0][0]
    if first.surplus_min is None:
        return
    if first.sells_base:
        due = [(transaction.outer(fill), order.buy[0], fill.sell[1] - part.limit) for _, part, fill in settled]
    else:
        more = sum(max(0, part.limit - fill.buy[1]) for _, part, fill in settled)
        due = [(transaction.outer(order), order.sell[0], more)]
    for outer, resource, surplus in due:
        owed = surplus if surplus > 0 and surplus >= first.surplus_min else 0
        given = outer.paid(order.account, resource)
        if given != owed:
            yield f"the surplus is {text(owed)} of {resource}, the outer {outer.id} gives {text(given)}"


def check_balances(transaction, accounts):
    """Everyone got at least what they signed for, less fees, with rebate and surplus, in all items together."""
    least = defaultdict(int)
    for inner in (intent for intent in transaction.intents if intent.is_order):
        outer = transaction.outer(inner)
        least[inner.account, inner.sell[0]] -= inner.sell[1] + inner.platform_fee + inner.settlement_fee
        least[inner.account, inner.sell[0]] += outer.paid(None, inner.sell[0])
        least[inner.account, inner.buy[0]] += inner.buy[1]
        for to, resource, paid in outer.payments():
            if to and to[0] == "try_deposit_or_refund":
                least[to[1], resource] += paid
    for (account, resource), due in least.items():
        changed = transaction.changes[account, resource]
        if account in accounts and changed < due:
            yield f"{account} has {text(changed)} of {resource}, at least {text(due)} is due"


def check_trade(trace, details, book=None):
    """What was checked, each with what does not agree; up to the first thing without which nothing more can be said."""
    network_id = {"txid_rdx": 1, "txid_tdx_2_": 2, "txid_sim": 242}[trace["transaction_id"].rpartition("1")[0]]
    transaction = Transaction(details, network_id)
    yield "signatures", check_signed(trace, transaction, network_id)
    order = transaction.inner(trace["subintent_id"])
    is_committed = transaction.id == trace["transaction_id"] and details["transaction_status"] == "CommittedSuccess"
    if order is None or not is_committed:
        yield "transaction", [f"{trace['transaction_id']} is not one in which the ledger settled the order"]
        return
    outer = transaction.outer(order)
    owner = "its own key" if order.account in transaction.signers else "whom the ledger lets use it"
    yield f"transaction {transaction.id}, signed for {order.account} by {owner}", []
    yield "order and fees", check_order(trace, order, outer)
    record = trace.get("match_record", "")
    said = f"accord-match-v1:{hashlib.sha256(record.encode()).hexdigest()}" if record else None
    is_same = record and said == outer.message
    yield "commitment", [] if is_same else [f"the record's is {said}, the ledger has {outer.message}"]
    matches = []
    try:
        matches = [Match(line) for line in record.split("\n")]
    except (ValueError, KeyError, TypeError) as error:
        yield "record", [f"a line is no match: {error!r}"]
    for number, match in enumerate(matches, 1):
        yield f"match {number} of {len(matches)}{'' if match.is_whole else ', without its levels'}", judge(match)
    if matches and book is not None:
        yield "order book", judge_book(matches[0], book)
    settled, problems = settled_parts(trace, matches, transaction)
    yield "parts", problems or ["none settled with the order"] * (not settled)
    if settled:
        yield "fills", check_fills(settled, order, matches[0])
        yield "surplus", check_surplus(settled, order, transaction)
    accounts = {intent.account for intent in [order, *(fill for _, _, fill in settled)] if not intent.has_prefix}
    yield "balances", check_balances(transaction, accounts)


# --- What is said about it -------------------------------------------------------------------------------------------


def read(source, body=None):
    """The JSON of a file or of a URL."""
    if not source.startswith("http"):
        return json.loads(Path(source).read_text(encoding="utf8"))
    request = urllib.request.Request(source, body and json.dumps(body).encode(), {"content-type": "application/json"})
    with urllib.request.urlopen(request, timeout=40) as answer:
        return json.load(answer)


def checks_of_trade(source, gateway, *book):
    trace = read(source)
    if trace["state"] != "settled":
        sys.exit(f"the order is {trace['state']}: there is a record once it has settled")
    asked = {"intent_hash": trace["transaction_id"], "opt_ins": {"raw_hex": True, "balance_changes": True}}
    url = f"{gateway.rstrip('/')}/transaction/committed-details" if gateway.startswith("http") else gateway
    return check_trade(trace, read(url, asked)["transaction"], *map(read, book))


def main(arguments):
    if len(arguments) not in (2, 3):
        sys.exit(__doc__)
    is_list, differences, count = arguments[0] == "--matches", 0, 0
    lines = open(arguments[1], encoding="utf8") if is_list else []
    listed = ((f"match {number}", judge(Match(line))) for number, line in enumerate(lines, 1))
    for count, (what, problems) in enumerate(listed if is_list else checks_of_trade(*arguments), 1):
        found = [f"DIFFERENCE: {what}: {problem}" for problem in problems]
        differences += len(found)
        if found or not is_list:
            print("\n".join(found or [f"agrees: {what}"]))
    print(f"{count} {'matches' if is_list else 'checks'}, {differences} differences")
    sys.exit(differences > 0)


if __name__ == "__main__":
    main(sys.argv[1:])

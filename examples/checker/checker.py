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
from pathlib import Path

import radix_engine_toolkit as toolkit
from rules import Match, amount, judge, judge_book, text

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
    """What was settled adds up to the order, of every token; every maker gave what it was asked for, or more."""
    base, quote = first.order.symbols
    of, sold, asked, limit = {base: order.sell[0], quote: order.buy[0]}, Counter(), Counter(), 0
    if not first.order.sells_base:
        of = {base: order.buy[0], quote: order.sell[0]}
    for _, part, fill in settled:
        sold[part.symbols[0]] += part.sell
        asked[part.symbols[1]] += part.buy
        limit += part.limit if quote in part.symbols else 0
        for symbol, (resource, _) in zip(part.symbols, (fill.sell, fill.buy)):
            if of.setdefault(symbol, resource) != resource:
                yield f"maker {part.maker} trades another token than {symbol}"
        if fill.sell[1] < part.sell or fill.buy[1] > part.buy:
            gave = f"{text(fill.sell[1])} for {text(fill.buy[1])}"
            yield f"maker {part.maker} gave {gave}, asked for {text(part.sell)} for {text(part.buy)}"
    sums = ((asked if first.order.sells_base else sold)[base], limit)
    wanted = (order.sell[1], order.buy[1]) if first.order.sells_base else (order.buy[1], order.sell[1])
    for what, found in (("the parts add up to", sums), ("it was matched as", (first.order.base, first.order.quote))):
        if found != wanted:
            yield f"{what} {text(found[0])} for {text(found[1])}, the order is {text(wanted[0])} for {text(wanted[1])}"
    for symbol in {*sold, *asked} - {base, quote}:
        if sold[symbol] != asked[symbol]:
            yield f"makers sell {text(sold[symbol])} {symbol} and buy {text(asked[symbol])}"


def check_surplus(settled, order, transaction):
    """What makers gave beyond the user's limit went to the user, unless it is not worth its delivery."""
    first, quote = settled[0][0].order, settled[0][0].order.symbols[1]
    if first.surplus_min is None:
        return
    closing = [(part, fill) for _, part, fill in settled if quote in part.symbols]
    if first.sells_base:
        due = [(transaction.outer(fill), order.buy[0], fill.sell[1] - part.limit) for part, fill in closing]
    else:
        more = sum(max(0, part.limit - fill.buy[1]) for part, fill in closing)
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

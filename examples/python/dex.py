"""A DEX in Python: sells the base of a pair on the running local network. dex.py [network.json [amount token least-amount token]]"""

import sys
from decimal import ROUND_DOWN, Decimal

from limit_order import LimitOrders, in_units, text
from service import amount_of, call, network_file, refuse

network = network_file()
base_url = network["base_url"]
orders = LimitOrders(network, network["users"][0], "taker")
# The service's book says the price; the least amount is what we do not go below.
amount, base, lowest, quote = sys.argv[2:] or ("100", "XRD", "4.5", "xUSDC")

# Takes bids, best first, until the amount is covered.
sell = {"symbol": base, "amount": amount}
left, bought = Decimal(sell["amount"]), Decimal(0)
for price, offered in call(f"{base_url}/trade/order_book?base={base}&quote={quote}")["bids"]:
    taken = min(left, amount_of(offered))
    left, bought = left - taken, bought + taken * amount_of(price)
if left > 0:
    refuse(f"the book holds {text(Decimal(amount) - left)} of {amount} {base}: is a maker running?")
# Half a percent less, so that the order still matches when the book has moved.
least = in_units(bought * Decimal("0.995"), orders.tokens[quote], ROUND_DOWN)
if least < Decimal(lowest):
    refuse(f"the book gives {text(least)} {quote}")

signed = orders.sign(sell, {"symbol": quote, "amount": text(least)}, 45)
submitted = call(f"{base_url}/trade/orders", {"signed_partial_transaction": signed})
order_id = submitted["success_response"]["subintent_id"]
state = "accepted"
while state not in ("settled", "unfilled", "expired", "cancelled"):
    state = call(f"{base_url}/trade/orders/{order_id}?wait=30")["state"]
print(order_id, state)
sys.exit(0 if state == "settled" else 1)

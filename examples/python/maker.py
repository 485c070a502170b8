"""A market maker in Python: quotes a pair on the local network, and fills what matches. maker.py [network.json [maker-2]]"""

import asyncio
import json
import sys
import time
from collections import deque
from decimal import ROUND_DOWN, Decimal, localcontext

import websockets
from limit_order import LimitOrders, in_units
from service import Refused, amount_of, network_file, refuse

network = network_file()
name = sys.argv[2] if len(sys.argv) > 2 else "maker-1"
account = next(maker for maker in network["makers"] if maker["name"] == name)
fills = LimitOrders(network, account, "maker")
BASE, QUOTE, BID, ASK, AMOUNT = {
    "maker-1": ("XRD", "xUSDC", "0.04995", "0.05005", "10000"),
    "maker-2": ("xETH", "xUSDC", "2997", "3003", "10"),
}[name]
BOOK = {"pair": {"base": BASE, "quote": QUOTE}, "bids": [[BID, AMOUNT]], "asks": [[ASK, AMOUNT]]}


def check(order):
    """Refuses an order that is not in time or not at our prices."""
    sell, buy = order["limit_order"]["sell"], order["limit_order"]["buy"]
    if order["fill"] != {"sell": buy, "buy": sell}:
        refuse("the fill is not the mirror image of the order")
    if order["fill_before_ms"] <= time.time() * 1000:
        refuse("the order had to be filled before now")
    side = {(BASE, QUOTE): "bids", (QUOTE, BASE): "asks"}.get((sell["symbol"], buy["symbol"]))
    if side is None:
        refuse("the order is of a pair that we do not quote")
    sold, bought = amount_of(sell["amount"]), amount_of(buy["amount"])
    if not sold or not bought:
        refuse("the order buys or sells nothing")
    price, most = (Decimal(each) for each in BOOK[side][0])
    base_unit, quote_unit = (Decimal(1).scaleb(-fills.tokens[each]["divisibility"]) for each in (BASE, QUOTE))
    rounding = quote_unit + base_unit * price
    with localcontext(prec=80):
        for each, amount in ((sell, sold), (buy, bought)):
            if amount != in_units(amount, fills.tokens[each["symbol"]], ROUND_DOWN):
                refuse(f"the order has more decimals than {each['symbol']} has")
        if (sold if side == "bids" else bought) > most:
            refuse("the order is for more than we quote")
        if side == "bids" and bought > sold * price + rounding:
            refuse("the order is above our bid")
        if side == "asks" and sold + rounding < bought * price:
            refuse("the order is below our ask")


async def answer(socket, order):
    """`fill` is what to sign: the mirror image of the user's order. The shortest expiry that is accepted is the safest."""
    try:
        check(order)
        signed = await asyncio.to_thread(fills.sign, order["fill"]["sell"], order["fill"]["buy"], 13)
    except Refused as refusal:
        print(refusal, flush=True)
        return
    params = {"order_id": order["id"], "signed_partial_transaction": signed}
    await socket.send(json.dumps({"jsonrpc": "2.0", "id": order["id"], "method": "platform.fills.fill", "params": params}))


async def run():
    answers, known = set(), deque(maxlen=1000)  # an order may come twice: in another session, or after a broken line
    async with websockets.connect(network["flash_url"], additional_headers={"SERVICE-API-KEY": account["api_key"]}) as socket:
        for number, (method, params) in enumerate(
            [
                ("platform.new_orders.start_stream", {}),
                ("platform.fill_execution.start_stream", {"enabled": True, "historical_starting_point": 0}),
                ("platform.price_books.on_change", BOOK),
            ]
        ):
            await socket.send(json.dumps({"jsonrpc": "2.0", "id": number, "method": method, "params": params}))
        async for text in socket:
            message = json.loads(text)
            if not isinstance(message, dict):
                continue
            if message.get("method") == "platform.new_orders.new":
                if message["params"]["id"] in known:
                    continue
                known.append(message["params"]["id"])
                task = asyncio.create_task(answer(socket, message["params"]))
                answers.add(task)
                task.add_done_callback(answers.discard)
            elif message.get("method") == "maker.fill_execution.next":
                update = message["params"]
                outcome = update["change"].get("completed", {}).get("outcome", "started")
                print(update["sequence_number"], outcome, flush=True)
                if outcome == "Settled":  # what has settled stays subtracted from a book until the next one
                    await socket.send(json.dumps({"jsonrpc": "2.0", "method": "platform.price_books.on_change", "params": BOOK}))
            elif "error" in message or message.get("method") == "platform.error":
                print("refused:", text, flush=True)
    sys.exit("the service closed the connection")  # a program of yours reconnects


asyncio.run(run())

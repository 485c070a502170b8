"""A market maker in Python: quotes XRD/xUSDC on the local network, and fills what matches. maker.py [network.json]"""

import asyncio
import json
import time
from decimal import Decimal, localcontext

import websockets
from limit_order import LimitOrders, network_file

network = network_file()
account = next(maker for maker in network["makers"] if not maker["bot"])
fills = LimitOrders(network, account, "maker")


BOOK = {"pair": {"base": "XRD", "quote": "xUSDC"}, "bids": [["0.04995", "10000"]], "asks": [["0.05005", "10000"]]}


def why_not(order):
    """What is wrong with an order that we are sent; None if it is in time and at our prices."""
    sell, buy = order["limit_order"]["sell"], order["limit_order"]["buy"]
    if order["fill"] != {"sell": buy, "buy": sell}:
        return "the fill is not the mirror image of the order"
    if order["fill_before_ms"] <= time.time() * 1000:
        return "the order had to be filled before now"
    sold, bought = Decimal(sell["amount"]), Decimal(buy["amount"])
    unit = Decimal(1).scaleb(-fills.tokens["xUSDC"]["divisibility"])  # which rounding may cost
    with localcontext(prec=80):
        if (sell["symbol"], buy["symbol"]) == ("XRD", "xUSDC"):
            return None if bought <= sold * Decimal(BOOK["bids"][0][0]) + unit else "the order is above our bid"
        if (sell["symbol"], buy["symbol"]) == ("xUSDC", "XRD"):
            return None if sold + unit >= bought * Decimal(BOOK["asks"][0][0]) else "the order is below our ask"
    return "the order is of a pair that we do not quote"


async def answer(socket, order):
    """`fill` is what to sign: the mirror image of the user's order. The shortest expiry that is accepted is the safest."""
    reason = why_not(order)
    if reason is not None:
        print("not signed:", reason, flush=True)
        return
    signed = await asyncio.to_thread(fills.sign, order["fill"]["sell"], order["fill"]["buy"], 13)
    params = {"order_id": order["id"], "signed_partial_transaction": signed}
    await socket.send(json.dumps({"jsonrpc": "2.0", "id": order["id"], "method": "platform.fills.fill", "params": params}))


async def run():
    answers = set()
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
            if message.get("method") == "platform.new_orders.new":
                task = asyncio.create_task(answer(socket, message["params"]))
                answers.add(task)
                task.add_done_callback(answers.discard)
            elif message.get("method") == "maker.fill_execution.next":
                update = message["params"]
                print(update["sequence_number"], update["change"].get("completed", {}).get("outcome", "started"), flush=True)
            elif "error" in message or message.get("method") == "platform.error":
                print("refused:", text, flush=True)


asyncio.run(run())

"""Reads the book, and a quote for selling 100 XRD, by a client that openapi-generator made."""

import sys

from openapi_client import ApiClient, Configuration, OrderBookApi, OrdersApi
from openapi_client.models import GivenAmount, GivenPair, QuoteRequest, QuoteSell

with ApiClient(Configuration(host=sys.argv[1])) as client:
    book = OrderBookApi(client).get_order_book("XRD", "xUSDC")
    sell = QuoteSell(pair=GivenPair(base="XRD", quote="xUSDC"), sell=GivenAmount(symbol="XRD", amount="100"))
    quote = OrdersApi(client).quote_order(QuoteRequest(sell))
    print(book.timestamp_ms, book.bids[0][0], quote.total.amount)

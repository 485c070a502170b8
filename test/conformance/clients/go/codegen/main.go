// Reads the book, and a quote for selling 100 XRD, by a client that oapi-codegen made.
package main

import (
	"context"
	"fmt"
	"log"
	"os"

	"accord.test/clients/trade"
)

func main() {
	client, err := trade.NewClientWithResponses(os.Args[1])
	if err != nil {
		log.Fatal(err)
	}
	params := &trade.GetOrderBookParams{Base: "XRD", Quote: "xUSDC"}
	book, err := client.GetOrderBookWithResponse(context.Background(), params)
	if err != nil {
		log.Fatal(err)
	}
	var request trade.QuoteRequest
	sell := trade.QuoteSell{
		Pair: trade.GivenPair{Base: "XRD", Quote: "xUSDC"},
		Sell: trade.GivenAmount{Symbol: "XRD", Amount: "100"},
	}
	if err := request.FromQuoteSell(sell); err != nil {
		log.Fatal(err)
	}
	quote, err := client.QuoteOrderWithResponse(context.Background(), request)
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(book.JSON200.TimestampMs, book.JSON200.Bids[0][0], quote.JSON200.Total.Amount)
}

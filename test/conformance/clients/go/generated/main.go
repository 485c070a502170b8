// Reads the book, and a quote for selling 100 XRD, by a client that openapi-generator made.
package main

import (
	"context"
	"fmt"
	"log"
	"os"

	openapi "accord.test/clients/openapi"
)

func main() {
	configuration := openapi.NewConfiguration()
	configuration.Servers = openapi.ServerConfigurations{{URL: os.Args[1]}}
	client := openapi.NewAPIClient(configuration)
	book, _, err := client.OrderBookAPI.GetOrderBook(context.Background()).Base("XRD").Quote("xUSDC").Execute()
	if err != nil {
		log.Fatal(err)
	}
	sell := openapi.NewQuoteSell(*openapi.NewGivenPair("XRD", "xUSDC"), *openapi.NewGivenAmount("XRD", "100"))
	request := openapi.QuoteSellAsQuoteRequest(sell)
	quote, _, err := client.OrdersAPI.QuoteOrder(context.Background()).QuoteRequest(request).Execute()
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(book.TimestampMs, book.Bids[0][0], quote.Total.Amount)
}

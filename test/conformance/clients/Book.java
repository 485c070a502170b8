import org.openapitools.client.ApiClient;
import org.openapitools.client.api.OrderBookApi;
import org.openapitools.client.api.OrdersApi;
import org.openapitools.client.model.GivenAmount;
import org.openapitools.client.model.GivenPair;
import org.openapitools.client.model.QuoteRequest;
import org.openapitools.client.model.QuoteSell;
import org.openapitools.client.model.ShownOrderBook;

/** Reads the book, and a quote for selling 100 XRD, by a client that openapi-generator made. */
class Book {
	public static void main(String[] args) throws Exception {
		var client = new ApiClient();
		client.updateBaseUri(args[0]);
		ShownOrderBook book = new OrderBookApi(client).getOrderBook("XRD", "xUSDC", null, null);
		long time = book.getTimestampMs();
		var sell = new QuoteSell()
			.pair(new GivenPair().base("XRD").quote("xUSDC"))
			.sell(new GivenAmount().symbol("XRD").amount("100"));
		var quote = new OrdersApi(client).quoteOrder(new QuoteRequest(sell));
		System.out.println(time + " " + book.getBids().get(0).get(0) + " " + quote.getTotal().getAmount());
	}
}

import { row, type Section } from './row.ts'
import { files as f } from './test-files.ts'

/** What the interfaces have beyond the specification. */
export const additionSections: readonly Section[] = [
	{
		title: 'Additions to the Trade API',
		rows: [
			row(
				'GET /trade/orders/:subintent_id, with `wait`',
				f.followOrder('answers with the final state as soon as there is one'),
				f.followOrder('answers with the state of then when the time is over'),
			),
			row(
				'POST /trade/orders/status',
				f.followOrder('answers for many orders in the order asked, each once, and names those it does not know'),
			),
			row(
				'GET /trade/orders/:subintent_id/events',
				f.followOrder('tells every state of the order as it comes, and ends after the final one'),
				f.followOrder('resumes after Last-Event-ID, and tells who has the final event that there is nothing more'),
			),
			row(
				'GET /trade/order_book: `sequence`, `timestamp`, `depth`, ETag',
				f.followBook('has a number that grows with each change, and the time of the last one'),
				f.followBook('shows at most as many levels a side as asked for'),
				f.followBook('is not sent again to who has it, until it changes'),
			),
			row(
				'GET /trade/order_book/stream',
				f.followBook(
					'tells the book, then every change without a gap: whoever applies them has the book as it is shown',
				),
				f.followBook('begins with the book as it is now, wherever one left'),
			),
			row('POST /trade/quote'),
			row('POST /trade/orders/check'),
			row(
				'DELETE /trade/orders/:subintent_id',
				f.cancelOrder('an order that nobody has filled is cancelled by its signer, and gives back what was reserved'),
				f.cancelOrder('a wallet’s proof of ownership cancels, for the dApp and origin that it was made for'),
				f.cancelOrder('of a cancellation and a fill at the same time one wins, and what is answered is what holds'),
			),
			row('GET /version, /limits'),
			row('GET /health/live, /health/ready'),
			row(
				'Rate limits per address and per key, with their headers',
				f.tradeApp('error: one request too many is rate_limited, with Retry-After, until the minute is over'),
				f.tradeApp('error: where a key is taken its requests are counted, whatever header it comes in'),
			),
			row(
				'Browsers may ask what takes no key, and nothing else',
				f.tradeApp('lets browsers of any origin ask what takes no key, and read what it is told'),
				f.tradeApp('lets no browser of another origin ask what takes a key, however the path is written'),
			),
			row(
				'Bodies are bounded in size and depth; unknown fields are refused by name',
				f.tradeApp('error: a body beyond the limit is body_too_large, and the submission did not succeed'),
				f.tradeApp('error: a field that does not exist is unknown_field, and the submission did not succeed'),
			),
		],
	},
	{
		title: 'Additions for makers',
		rows: [
			row('GET /maker/books'),
			row('GET /maker/orders'),
			row('GET /maker/stats'),
			row('GET /maker/limits'),
			row(
				'POST /maker/pause, /maker/resume',
				f.priceBooks('a paused maker’s books do not count until it goes on, and both are announced'),
			),
			row('The circuit breaker: doubling pauses, automatic return, `maker.breaker.changed`'),
			row('A cap on what a maker has open in a pair'),
			row(
				'platform.new_orders.reject',
				f.rejectPart(
					'a rejected part gives its reservation back at once, keeps the reason, and everybody concerned is woken',
				),
				f.rejectPart('the same rejection again succeeds and changes nothing'),
			),
			row('What was rejected or timed out is re-routed while time is left'),
			row(
				'`min_amounts`',
				f.priceBooks('the least amount of a part is the least that a session which takes orders for the pair wants'),
			),
			row(
				'`cancel_on_disconnect`',
				f.priceBooks(
					'a session that asked for it takes its books along at once, and leaves those of the maker’s other sessions',
				),
				f.priceBooks('a session that asked for it takes all of its maker’s books along'),
			),
			row('`dead_man_timer_s`'),
			row(
				'platform.price_books.cancel_all',
				f.priceBooks('all books of a maker are withdrawn, or those of some pairs, and counted once'),
			),
			row('A key that is revoked closes its sessions'),
			row('Messages per second are bounded'),
		],
	},
	{
		title: 'Additions for solvers',
		rows: [
			row(
				'`since` and `events=1`: one log of publications and withdrawals',
				f.solverEvents(
					'publications and withdrawals have one numbering without holes; what is withdrawn is no longer published',
				),
				f.solverEvents('a bundle says what is in it and how long it lives; its withdrawal how it ended'),
			),
			row('A cursor survives a restart and never skips'),
			row(
				'A slow solver is cut and loses nothing when it resumes',
				f.outgoing('error: a peer that does not read is closed as slow_consumer instead of buffered for'),
			),
		],
	},
	{
		title: 'Specifications',
		rows: [
			row(
				'OpenAPI 3.1, AsyncAPI 3 and OpenRPC, valid under their official schemas',
				f.documents('openapi.json is valid under the schema of OpenAPI 3.1'),
				f.documents('asyncapi.json is valid under the schema of AsyncAPI 3'),
				f.documents('openrpc.json is valid under the schema of OpenRPC'),
			),
			row(
				'An example for every request and answer',
				f.examples('gives every operation an example of its request and of each answer with a body'),
				f.documents('examples of the documents fit the schemas beside them'),
			),
			row(
				'They allow exactly what the service reads',
				f.documents('what the documents allow is what the service reads'),
			),
			row('Served at /openapi.json, /asyncapi.json, /openrpc.json and /docs'),
			row('Every response and message of the test suite validates'),
			row('Every documented status and code is produced by some test'),
			row('10,000 fuzzed requests get only documented answers'),
		],
	},
]

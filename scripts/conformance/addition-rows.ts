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
			row(
				'POST /trade/quote',
				f.quoteAndCheck('gives the limit order of an exact amount, with fee, total, levels, rounding and validity'),
				f.quoteAndCheck('slippage makes the other side worse, and the fee goes by the final sell amount'),
				f.quoteAndCheck(
					'with an account it goes by that account’s level, and the manifest it composes is accepted and settles',
				),
			),
			row(
				'POST /trade/orders/check',
				f.quoteAndCheck('a good order is valid, with its terms and its estimated cost, and nothing of it is kept'),
				f.quoteAndCheck('an unsigned one lacks nothing but its signature, as a subintent and as a manifest'),
				f.quoteAndCheck('everything that is wrong is told at once: fees, expiry, liquidity and funds'),
			),
			row(
				'DELETE /trade/orders/:subintent_id',
				f.cancelOrder('an order that nobody has filled is cancelled by its signer, and gives back what was reserved'),
				f.cancelOrder('a wallet’s proof of ownership cancels, for the dApp and origin that it was made for'),
				f.cancelOrder('of a cancellation and a fill at the same time one wins, and what is answered is what holds'),
			),
			row(
				'GET /trade/trades, /trade/trades/:subintent_id',
				f.trades(
					'a settled trade is listed with its price, and its trace has every manifest up to the ledger’s transaction',
				),
				f.trades('what makers signed is shown once the order is published, not before'),
				f.trades('trades come newest first, in pages, of one pair or of all'),
				f.trades('while the ledger cannot be asked the trace is there without its transaction, and has it later'),
			),
			row(
				'GET /version, /limits',
				f.serviceItself('GET /version names program, interface and network'),
				f.serviceItself('GET /limits tells what is kept to'),
			),
			row(
				'GET /health/live, /health/ready',
				f.serviceItself('the process is live and ready, whatever its limits'),
				f.serviceItself('error: without the ledger it is not ready, and says so for itself'),
				f.serviceItself('error: while it stops it is live, but not ready, and refuses everything else'),
			),
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
			row(
				'GET /maker/books',
				f.makerEndpoints('a book is shown as sent, with what is left and what is promised to whom, and to nobody else'),
				f.makerEndpoints('no_stream, withdrawn'),
			),
			row(
				'GET /maker/orders',
				f.makerEndpoints('orders are listed newest first with what came of each, by page, state and pair'),
			),
			row(
				'GET /maker/stats',
				f.makerEndpoints('stats count the last 24 hours: answers, their latency, how fills ended, sessions'),
			),
			row(
				'GET /maker/limits',
				f.makerEndpoints('limits say what is allowed and used: sessions, rates, levels, exposure by pair'),
			),
			row(
				'POST /maker/pause, /maker/resume',
				f.priceBooks('a paused maker’s books do not count until it goes on, and both are announced'),
				f.makerEndpoints(
					'takes all books out of matching at once, for a maker with open parts that stay fillable, until it resumes',
				),
				f.makerEndpoints('a pause outlives a restart'),
			),
			row(
				'A circuit breaker for makers who do not answer: smoothed miss rate over a minimum sample',
				f.silentMakers(
					'a silent maker is paused, told and asked nothing more; it returns by itself, and the next pause is twice as long',
				),
				f.breaker('too few answers pause nobody, nor does a rate below the bound'),
				f.breaker('no more is read than counts'),
				f.breaker('a silent maker is paused once, whoever sees it, and says why while it lasts; then it begins anew'),
				f.breakerRule('is a fraction, which silence raises and a fill lowers'),
			),
			row(
				'Doubling pauses, automatic return, forgetting after a good time',
				f.breaker('each pause is twice as long as the one before, and shorter again after a good time'),
				f.breaker('a pause that is taken back is gone with what had led to it'),
				f.breakerRule('never longer than the longest'),
				f.breakerRule('half after a good time'),
			),
			row(
				'Rejecting counts less than silence, and never for parts below 10 settlement fees',
				f.silentMakers('rejecting counts less: a maker that rejects three orders and fills the fourth goes on'),
				f.silentMakers('rejecting parts below ten settlement fees never counts'),
				f.breaker('silence counts whole, a rejection less, a fill for the maker; what is still asked not at all'),
				f.breaker('rejecting a part below ten settlement fees of the token sold never counts'),
			),
			row(
				'What is not the maker’s fault does not count',
				f.silentMakers('an order that its user cancels is no miss of its maker'),
				f.breaker(
					'neither a part whose order was cancelled meanwhile counts, nor one that the service was late to time out',
				),
			),
			row(
				'`maker.breaker.changed`: the maker is told',
				f.flashSessions(
					'the circuit breaker’s pause and its end are told to every session with the new orders stream on',
				),
				f.silentMakers(
					'a silent maker is paused, told and asked nothing more; it returns by itself, and the next pause is twice as long',
				),
			),
			row(
				'A cap on what a maker has open in a pair',
				f.whatMakersAllow(
					'a maker may have so much open in a pair: no more is shown or asked, and what settles makes room',
				),
				f.whatMakersAllow('the cap is the same for each pair at the operator’s prices'),
				f.matchQueue('error: makers who have promised all they may are not asked for more, until some of it has ended'),
			),
			row(
				'platform.new_orders.reject',
				f.rejectPart(
					'a rejected part gives its reservation back at once, keeps the reason, and everybody concerned is woken',
				),
				f.rejectPart('the same rejection again succeeds and changes nothing'),
				f.flashSessions('frees the liquidity at once and ends the part, said once or twice'),
			),
			row(
				'What was rejected or timed out is re-routed while time is left',
				f.reroute(
					'a rejected part is asked of another maker at the very same amounts, who is told of it as of any order',
				),
				f.reroute('a part that timed out is asked of others too, and neither maker that failed is asked again'),
				f.reroute('of a split order the other fills stay, and with the new one it is published whole'),
				f.reroute('run by several nodes at once, each part is re-routed once'),
				f.reroute('no time left: with 9 s less a millisecond until a fill it holds expires, nobody else is asked'),
				f.splitOrders(
					'a maker rejects its part: another is asked at the same amounts, and the order settles with both fills',
				),
				f.splitOrders(
					'a maker does not answer: when its time is over another is asked, and the order settles with both fills',
				),
				f.splitOrders(
					'nobody is left to take a rejected part: the order ends unfilled, the other fill is released, nobody loses anything',
				),
			),
			row(
				'`min_amounts`',
				f.whatMakersAllow('a maker that wants larger parts is passed over for a smaller one, though the book shows it'),
				f.priceBooks('the least amount of a part is the least that a session which takes orders for the pair wants'),
				f.flashSessions(
					'min_amounts: a session is not sent a part that sells less, and is sent one that sells so much',
				),
			),
			row(
				'`cancel_on_disconnect`',
				f.priceBooks(
					'a session that asked for it takes its books along at once, and leaves those of the maker’s other sessions',
				),
				f.priceBooks('a session that asked for it takes all of its maker’s books along'),
				f.flashSessions('cancel_on_disconnect session: at once those that it set last, and no others'),
				f.flashSessions('cancel_on_disconnect account: at once all books of the maker'),
			),
			row(
				'`dead_man_timer_s`',
				f.flashSessions(
					'a dead-man timer withdraws books when nothing is sent for so long; a ping keeps them, a new book counts again',
				),
				f.flashSessions('a dead-man timer for the account withdraws all books; without one nothing is withdrawn'),
			),
			row(
				'platform.price_books.cancel_all',
				f.priceBooks('all books of a maker are withdrawn, or those of some pairs, and counted once'),
				f.flashSessions(
					'cancel_all withdraws the books of all sessions, or those of some pairs, before it is answered',
				),
			),
			row(
				'A key that is revoked closes its sessions',
				f.flashSessions(
					'error: unauthorized: a key that is revoked while connected closes its sessions as 4001, and opens none',
				),
			),
			row(
				'Messages per second are bounded',
				f.messageGate('as many as a second allows pass at once, as many again are refused, then the connection is cut'),
				f.flashRefusals(
					'error: rate_limited: calls beyond the rate are refused; as many again, and the connection is cut as 4029',
				),
			),
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
				f.solverStream(
					'with events a bundle has its id, cursor, expiry and subintents, and its withdrawal says how it ended',
				),
				f.solverStream('since a cursor: bundles still open and withdrawals after it; without events the bundles alone'),
			),
			row(
				'A cursor survives a restart and never skips',
				f.solverStream('a cursor outlives a restart: nothing is missed or repeated, whatever happened meanwhile'),
			),
			row(
				'A slow solver is cut and loses nothing when it resumes',
				f.solverSockets(
					'error: slow_consumer: a solver that does not read is cut as 4008, and resumes without losing or repeating one',
				),
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
			row(
				'Served at /openapi.json, /asyncapi.json, /openrpc.json and /docs, which works offline',
				f.docs('serves the three documents as the contract writes them'),
				f.docs('the reference of the Trade API takes its script and its document from the service itself'),
				f.docs('the pages of the sockets tell every method, message, field and error'),
			),
			row(
				'Every response and message that the test suite sees validates',
				f.recorder('error: an answer or a message that the documents do not have ends the test of its network'),
			),
			row(
				'Every documented code and every documented status of every operation is produced by some test',
				f.everyRequest('error: bodies that are no JSON, too large, of another type, or with other fields'),
				f.everyRequest('error: more requests than an address or a key may make in a minute'),
				f.everyRequest('error: a database that is gone, overrun or broken'),
				f.everyCode('every code that an interface documents has a test that provokes it'),
				f.everyCode('every code of the table is documented somewhere, or is the clients’ own'),
				f.unseenStatuses('a status is seen with any of its codes, and only of its operation'),
				f.everyCode('every row of the conformance table is shown by tests that exist'),
			),
			row(
				'10,000 fuzzed requests get only documented answers',
				f.fuzz('10,000 random requests get only what is documented, and never a failure of the service'),
				f.fuzz('random messages to /flash are answered as documented, and the session goes on or is closed by name'),
			),
		],
	},
	{
		title: 'SDK',
		rows: [
			row(
				'The whole public contract, typed',
				f.sdkContract('no operation of the public contract is without the SDK, but for documents'),
				f.sdkContract('getTradeInfo: the SDK asks it, and gives its answer typed'),
				f.sdkContract('submitOrder: the SDK asks it, and gives its answer typed'),
			),
			row(
				'Installed from its package, on Node ≥ 20 and in browsers',
				f.sdkPacked('the packed SDK trades in a plain project on the Node that the machine has'),
				f.sdkPacked(
					'Vite bundles DexClient and SolverClient without anything of Node, and the bundle works with the platform alone',
				),
			),
			row(
				'Errors are typed codes; what may be repeated is tried again',
				f.sdkDex('error: a refusal is a TradeError with its code and violations'),
				f.sdkDex('a read is tried again while the service is busy'),
				f.sdkDex('a submission is tried again while the service is busy: the same order gets the same answer'),
			),
			row(
				'Streams that are cut go on without a miss or a repeat',
				f.followOrderSdk('a stream that is cut in its middle goes on after the last event, without a miss or a repeat'),
				f.followBookSdk('a stream that is cut goes on with the whole book'),
				f.sdkMaker('the fill log goes on after a reconnection without a miss or a repeat'),
				f.sdkSolverEvents('a connection that is cut goes on after the last event, without a miss or a repeat'),
			),
			row(
				'Decimal strings end to end, slippage and rounding',
				f.slippage('what is bought may be less by the slippage, rounded down to the token, never to nothing'),
				f.slippage('what is sold may be more by the slippage, rounded up to the token'),
				f.sdkDexOrders('the service’s quote comes with its amounts as text, to the last digit'),
			),
			row(
				'A maker’s own endpoints, options and notices',
				f.sdkMakerApi('orders are asked for with the key, by state and pair, page by page'),
				f.sdkMaker('the options of the new orders stream are sent, and sent again; stopping it says so'),
				f.sdkMaker('what the circuit breaker does is told'),
			),
			row(
				'A DEX, a maker and a solver written from the documents, each under 60 lines',
				f.userExamples('the DEX, the maker and the solver of examples/ settle a trade among themselves'),
			),
		],
	},
	{
		title: 'The operator’s own interface',
		rows: [
			row(
				'A port and a key of its own',
				f.operatorMakers('error: without the operator’s key nothing is told or done, whatever the path'),
				f.operatorMakers(
					'the operator’s paths are not on the port of the participants, and browsers get no leave to ask them',
				),
			),
			row(
				'Makers, accounts, levels',
				f.operatorMakers('a maker is registered with accounts and level, takes more accounts, and is listed'),
				f.operatorMakers('the level of any account is set and holds for its next order'),
			),
			row(
				'Keys: shown once, rotated with an overlap, revoked at once',
				f.operatorMakers('an issued key opens sessions at once, and is shown again nowhere'),
				f.operatorMakers(
					'a rotated key and its sessions go on until the overlap is over, then they are closed as 4001',
				),
				f.operatorMakers('a revoked key closes its sessions at once, and revoking it again changes nothing'),
			),
			row(
				'Pauses by the operator',
				f.operatorMakers('a paused maker’s book is taken from everybody, until the operator resumes it'),
				f.operatorMakers('resuming ends the circuit breaker’s pause too, but not the maker’s own'),
			),
			row(
				'Orders of everybody, and the trace of each',
				f.operatorOrders('orders are listed newest first, in pages, by state and by account'),
				f.operatorOrders('one order is shown with the bytes that were accepted'),
				f.operatorOrders('the trace of a trade names its makers and has their answers and every manifest'),
			),
			row(
				'Overview and doctor',
				f.operatorOrders('the overview tells how the service stands'),
				f.operatorOrders('the doctor passes what is well, and tells what is not and what to do'),
			),
			row(
				'Metrics, their dashboard, and logs without secrets',
				f.metrics('a trade is counted once and each of its stages timed; what is refused is counted by its code'),
				f.metrics('the dashboard shows every metric of ours, and asks for none that is not there'),
				f.logs('the lines that matter of a trade are logged with the ids of request, order and maker'),
				f.logs('no key of anybody is in any line, whatever was done with it'),
			),
		],
	},
]

import { row, type Section, untested } from './row.ts'
import { files as f } from './test-files.ts'

const coming = 'coming with the on-ledger component'

/** The specification from "Endpoints" to "Versioning". */
export const interfaceSections: readonly Section[] = [
	{
		title: 'Endpoints, Trade API',
		rows: [
			row('GET /network/status', f.service('shows tokens, pairs, levels, accounts and the ledger’s state')),
			row(
				'GET /trade/info',
				f.examples('every example fits its schema and has no member that the schema does not name'),
				f.service('settles a user’s order with a maker’s fill, each step told to those concerned'),
			),
			row(
				'GET /trade/account_addresses/:address',
				f.service('shows tokens, pairs, levels, accounts and the ledger’s state'),
				f.service('error: a token instead of an account is invalid_address'),
			),
			row('GET /trade/tokens', f.service('shows tokens, pairs, levels, accounts and the ledger’s state')),
			row('GET /trade/token_pairs', f.service('shows tokens, pairs, levels, accounts and the ledger’s state')),
			row(
				'GET /trade/accounts',
				f.service('shows tokens, pairs, levels, accounts and the ledger’s state'),
				f.service('error: accounts without a key is unauthorized'),
			),
			row(
				'GET /trade/order_book',
				f.service('settles a user’s order with a maker’s fill, each step told to those concerned'),
				f.service('error: an inverted pair is unknown_pair'),
			),
			row(
				'POST /trade/orders',
				f.service('settles a user’s order with a maker’s fill, each step told to those concerned'),
				f.service('error: bytes that are no order are refused, and the submission did not succeed'),
			),
			untested('GET /instamint/info', coming),
			untested('GET /instamint/accounts', coming),
			row(
				'POST /construction/compose',
				f.compose('the composed manifest is the specification’s text'),
				f.compose('fees and liquidity are not checked in composing'),
			),
			row(
				'POST /construction/parse',
				f.construction('parse tells what would be refused, beside the limit order it still can read'),
			),
			row(
				'POST /construction/create_subintent',
				f.construction('a created subintent carries the hash to sign, of its own bytes, and the asked expiry'),
			),
			row(
				'POST /construction/sign',
				f.construction('a Secp256k1 signature needs no key, and several signatures are put together'),
			),
			row(
				'POST /orders, as the walk-through has it',
				f.examples('every example fits its schema and has no member that the schema does not name'),
			),
			row(
				'The order book can be polled',
				f.orderBookView('many changes in a row make few rebuilds, and the last one is shown'),
			),
			row('DEX submit flow', f.sdkDex('a whole trade: quote, compose, create, sign, submit, follow')),
		],
	},
	{
		title: 'Flash Liquidity API',
		rows: [
			row(
				'JSON-RPC 2.0 in both directions',
				f.jsonRpc('two peers understand each other'),
				f.jsonRpc('a mixed batch'),
				f.jsonRpc('always answers valid JSON-RPC or nothing, whatever it receives'),
			),
			row(
				'platform.price_books.on_change',
				f.service('settles a user’s order with a maker’s fill, each step told to those concerned'),
				f.service('error: a refused notification is answered by platform.error'),
			),
			row(
				'platform.new_orders.start_stream, restricted to pairs',
				f.newOrderStreams('sends a session the pairs that it asked for, and a maker its own orders only'),
			),
			row(
				'platform.new_orders.new',
				f.newOrderStreams('sends what is open at once, and each order once however often it is woken'),
			),
			row(
				'platform.fills.fill',
				f.submitFill('a fill is written with its started entry before it is answered'),
				f.fillsRefused(
					'a fill that fills nothing valid is told to nobody, and the right one settles after all of them',
				),
			),
			row(
				'platform.fill_execution.start_stream, both forms of the starting point',
				f.service('a session that comes later gets the whole fill log, from any number'),
			),
			row(
				'maker.fill_execution.next',
				f.service('settles a user’s order with a maker’s fill, each step told to those concerned'),
			),
			row(
				'Ping',
				f.service('answers both pings'),
				f.outgoing('drops a socket that is silent for ten beats, and keeps one that answers pings'),
			),
			row(
				'Rule 1: each update replaces the book of the pair it names; empty stops it',
				f.priceBooks('the newest book takes the place of the earlier one; an empty one ends it'),
			),
			row(
				'Rule 2: only orders that match the newest book are forwarded; each consumes liquidity',
				f.matchQueue('orders that arrive together never get more than the book holds'),
				f.orderBookView('reservations come off as soon as they are announced, and back when they are released'),
			),
			row(
				'Rule 3: N, N+1, … up to the present, then live',
				f.numberedStream('gives every subscriber each entry after its number once, in order, whenever it joins'),
			),
			row(
				'Rule 4: only after the stream was started',
				f.liquidityOnce('a book counts only while a session of its maker takes new orders'),
			),
			row(
				'Rule 5 (not shown): rejecting an order',
				f.rejectPart(
					'a rejected part gives its reservation back at once, keeps the reason, and everybody concerned is woken',
				),
			),
			row('Rule 6 (not shown): ping methods', f.service('answers both pings')),
			row(
				'Multi-session rule 1: books of all sessions are one list, the last update counts',
				f.priceBooks('it stays when another session set it meanwhile, and goes with that one'),
			),
			row(
				'Multi-session rule 2: new orders go to every session with the stream on',
				f.makersSilent('an order is sent to every session of its maker, any of them may fill it, and all are told'),
			),
			row(
				'Multi-session rule 3: fill updates go to every session with the stream on',
				f.makersSilent('an order is sent to every session of its maker, any of them may fill it, and all are told'),
			),
		],
	},
	{
		title: 'Solver API',
		rows: [
			row(
				'new_subintent_bundle: a notification with id null and hex params',
				f.examples('so does every example of the sockets'),
				f.service('settles a user’s order with a maker’s fill, each step told to those concerned'),
			),
			row(
				'Bundles are sent as soon as available',
				f.referenceSolver('a trade settles and the solver tells its profit'),
			),
			row(
				'Procedure 1 and 2: strip the outer, parse the inner',
				f.bundles(
					'a filled order is published: the user’s item first, each wrapped by the service, the bytes inside unchanged',
				),
			),
			row(
				'Procedure 3: the root subintent',
				f.ledgerSettle('16 items settle in one root, and a 17th is refused before anything is built'),
			),
			row(
				'Procedure 4: sign and submit; the rewards go to the solver',
				f.referenceSolver('a trade settles and the solver tells its profit'),
				f.settleExact('a user sells XRD for xUSDC, and every balance changes by exactly what was composed'),
			),
		],
	},
	{
		title: 'Authentication',
		rows: [
			row(
				'Header SERVICE-API-KEY',
				f.service('error: an upgrade with a key that nobody has is unauthorized'),
				f.accounts('an issued key opens its maker’s door until it is revoked, and is kept only as a hash'),
			),
			row(
				'Trade API: only where accounts are asked for',
				f.examples('takes a key exactly where a maker speaks of itself'),
			),
			row(
				'Flash Liquidity API: in the connection request',
				f.service('error: an upgrade without a key is unauthorized'),
			),
			row(
				'Solver API: none',
				f.service('settles a user’s order with a maker’s fill, each step told to those concerned'),
			),
			row(
				'Users authorize by signing the subintent',
				f.previewJudge("error: a stranger's signature is refused as not_account_owner"),
			),
		],
	},
	{
		title: 'Events',
		rows: [
			row(
				'platform.new_orders.new',
				f.makersSilent('an order is sent to every session of its maker, any of them may fill it, and all are told'),
			),
			row(
				'maker.fill_execution.next, started',
				f.submitFill('a fill is written with its started entry before it is answered'),
			),
			row(
				'maker.fill_execution.next, completed',
				f.settlement('what is committed is settled: order, fill, log, reservation and bundle, and both are told'),
			),
			row(
				'maker.fill_execution.next, historical',
				f.service('a session that comes later gets the whole fill log, from any number'),
			),
			row(
				'new_subintent_bundle',
				f.numberedStream('gives every subscriber each entry after its number once, in order, whenever it joins'),
			),
		],
	},
	{
		title: 'Errors, limits, versioning',
		rows: [
			row(
				'A valid fill yields started; an invalid one an error',
				f.fillsRefused(
					'a fill that fills nothing valid is told to nobody, and the right one settles after all of them',
				),
			),
			row(
				'Orders that do not match a maker’s newest book are not forwarded to it',
				f.submitOrder('error: what matches nothing is refused before the ledger is asked about it'),
			),
			row(
				'What is past its expiry is assumed to fail',
				f.onTheLedger('an expired order is refused, and both sides are told'),
			),
			row(
				'REST errors are problem documents',
				f.problem('writes the whole document'),
				f.tradeApp('error: errors[] points to each field'),
			),
			row(
				'JSON-RPC errors carry the same document',
				f.jsonRpc('an error carries the problem document, and a crash no secret'),
			),
			row(
				'Limit: expiry 15 to 60 s',
				f.expiry('an order expires 15 to 60 s after the second in which it was received'),
			),
			row('Limit: execution cost 5 XRD', f.previewJudge('error: one unit beyond any of these is refused')),
			row(
				'Limit: exactly 3 YIELD_TO_PARENT',
				f.limitOrderSchema('no instruction can be left out, doubled, moved or replaced'),
			),
			row(
				'Limit: buy amount rounded down',
				f.limitOrderFromBook('selling base: the proceeds are the exact sum, rounded down once'),
			),
			row('Limit: fees rounded up', f.fee('cuts the product at 18 places before rounding up')),
			row(
				'Versions and what they promise',
				f.examples('every example fits its schema and has no member that the schema does not name'),
				f.documents('openapi.json is valid under the schema of OpenAPI 3.1'),
			),
		],
	},
]

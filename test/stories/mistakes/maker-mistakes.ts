import type { FlashSocket, Wire } from '../../network/flash-socket.ts'
import { refusedUpgrade } from '../../network/flash-socket.ts'
import type { TestMaker } from '../../network/test-maker.ts'
import type { TestNetwork } from '../../network/test-network.ts'
import { limitOrder, placeOrder } from '../../network/test-user.ts'
import type { Mistakes } from './mistake.ts'

const pair = { base: 'XRD', quote: 'xUSDC' }

/** A maker that writes its own client for JSON-RPC, and a solver that writes one. */
export function makerMistakes(network: TestNetwork, session: FlashSocket, maker: TestMaker): Mistakes {
	const text = ({ error }: Wire) => `${error.code} ${error.data.code}: ${error.data.detail}`
	const answer = async (message: string) => {
		session.send(message)
		const { method, params, ...response } = await session.next()
		return method === undefined ? text(response) : `${method} of ${params.method}, ${text({ error: params })}`
	}
	const call = (method: string, params?: unknown) => answer(JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }))
	const book = (more: object) => call('platform.price_books.on_change', { pair, bids: [], asks: [], ...more })
	const fill = (order_id: unknown, signed_partial_transaction: unknown) =>
		call('platform.fills.fill', { order_id, signed_partial_transaction })
	const orders = (params: unknown) => call('platform.new_orders.start_stream', params)
	const log = (params: unknown) => call('platform.fill_execution.start_stream', params)
	const key = { 'service-api-key': maker.account.apiKey }
	const refused = async (url: string, headers: Record<string, string> = {}) => {
		const { status, code, detail } = await refusedUpgrade(url, headers)
		return `${status} ${code}: ${detail}`
	}
	const asked = async () => {
		const before = maker.newOrders.length
		await placeOrder(network, network.users[before % 3], { sell: '100 XRD', buy: '5 xUSDC' })
		return await maker.asked(before + 1)
	}
	const solver = (query: string) => refused(`${network.solverUrl}/subintent-stream${query}`)
	return {
		'a fill that gives too little': [
			async () => {
				const order = await asked()
				const less = {
					...order.fill,
					sell: { ...order.fill.sell, amount: (order.fill.sell.amount - 10n ** 15n) as never },
				}
				return fill(order.id, maker.sign({ fill: less }).signedPartialTransaction)
			},
			'1031 fill_amount_mismatch: Fill does not match the order: expected to sell at least 5 xUSDC, found 4.999 xUSDC',
		],
		'a fill that expires in an hour': [
			async () => {
				const order = await asked()
				return fill(order.id, maker.sign(order, { expiresInS: 3600 }).signedPartialTransaction)
			},
			'1033 invalid_expiry: Expiry not allowed: expected a maximum timestamp from <seconds> to <seconds>, in seconds since 1970, found <seconds>, <n> s too late',
		],
		'a fill by another key': [
			async () => {
				const order = await asked()
				const keyPairs = [network.users[0]?.keyPair ?? maker.account.keyPair]
				return fill(order.id, maker.sign(order, { keyPairs }).signedPartialTransaction)
			},
			'1036 not_account_owner: the signatures do not allow a withdrawal from account_sim1297f7kymyzjlvrx9anlahytxr5tjfyd3v84zpszes5fsah4pkk8js9: sign with the key, or all the keys, that own it',
		],
		'a message that is not JSON': [
			() => answer("{'method': 'ping'}"),
			'-32700 malformed_json: The body or message is not valid JSON.',
		],
		'no batch': [() => answer('[]'), '-32600 invalid_request: a batch may not be empty'],
		'version 1 of JSON-RPC': [
			() => answer('{"jsonrpc": "1.0", "method": "ping", "id": 1}'),
			'-32600 invalid_request: expected a JSON-RPC 2.0 object {jsonrpc: "2.0", method, params, id}, with params an object, found an object {jsonrpc, method, id}',
		],
		'a method by half its name': [
			() => call('fills.fill', {}),
			"-32601 method_not_found: there is no method 'fills.fill': did you mean 'platform.fills.fill'?",
		],
		'a book without an id': [
			() => answer(JSON.stringify({ jsonrpc: '2.0', method: 'platform.price_books.on_change', params: { pair } })),
			'platform.error of platform.price_books.on_change, 1105 invalid_price_book: Invalid price book: /bids, expected an array of [price, amount], found nothing; and 1 more. Your book of XRD/xUSDC is withdrawn: send a new one.',
		],
		'params as an array': [
			() => call('platform.fills.fill', ['5f0c', '4d']),
			'-32602 validation_failed: Invalid parameters: expected an object {order_id, signed_partial_transaction}, found an array of 2',
		],
		'no params': [
			() => call('platform.fills.fill'),
			'-32602 validation_failed: Invalid parameters: expected an object {order_id, signed_partial_transaction}, found nothing',
		],
		'a book as an array': [
			() => call('platform.price_books.on_change', [pair, [], []]),
			'1105 invalid_price_book: Invalid price book: /pair, expected an object {base, quote} of two symbols, found nothing',
		],
		'levels as numbers': [
			() => book({ bids: [[0.05, 100]] }),
			'1105 invalid_price_book: Invalid price book: /bids/0/0, expected a decimal in quotes with at most 18 decimal places, found the number 0.05; and 1 more. Your book of XRD/xUSDC is withdrawn: send a new one.',
		],
		'levels as objects': [
			() => book({ bids: [{ price: '0.05', amount: '100' }] }),
			'1105 invalid_price_book: Invalid price book: /bids/0, expected an array [price, amount] of two decimals in quotes, found an object {price, amount}. Your book of XRD/xUSDC is withdrawn: send a new one.',
		],
		'levels that are not sorted': [
			() =>
				book({
					bids: [
						['0.04', '100'],
						['0.05', '100'],
					],
				}),
			'1105 invalid_price_book: Invalid price book: /bids/1/0, expected below 0.04, since the best price comes first, found 0.05. Your book of XRD/xUSDC is withdrawn: send a new one.',
		],
		'two levels of one price': [
			() =>
				book({
					asks: [
						['0.06', '100'],
						['0.060', '100'],
					],
				}),
			'1105 invalid_price_book: Invalid price book: /asks/1/0, expected above 0.06, since the best price comes first, found 0.06. Your book of XRD/xUSDC is withdrawn: send a new one.',
		],
		'too many levels': [
			() => book({ bids: Array.from({ length: 51 }, (_, at) => [`0.0${90 - at}`, '1']) }),
			'1105 invalid_price_book: Invalid price book: /bids, expected at most 50 levels, found 51. Your book of XRD/xUSDC is withdrawn: send a new one.',
		],
		'bids above the asks': [
			() => book({ bids: [['0.07', '1']], asks: [['0.06', '1']] }),
			'1105 invalid_price_book: Invalid price book: /bids/0/0, expected at most the best ask, 0.06, found 0.07. Your book of XRD/xUSDC is withdrawn: send a new one.',
		],
		'a level of nothing': [
			() => book({ bids: [['0.05', '0']] }),
			'1105 invalid_price_book: Invalid price book: /bids/0/1, expected more than 0, found "0". Your book of XRD/xUSDC is withdrawn: send a new one.',
		],
		'a book without asks': [
			() => book({ asks: undefined }),
			'1105 invalid_price_book: Invalid price book: /asks, expected an array of [price, amount], found nothing. Your book of XRD/xUSDC is withdrawn: send a new one.',
		],
		'the pair of a book as text': [
			() => book({ pair: 'XRD/xUSDC' }),
			'1105 invalid_price_book: Invalid price book: /pair, expected an object {base, quote} of two symbols, found "XRD/xUSDC"',
		],
		'the pair of a book swapped': [
			() => book({ pair: { base: 'xUSDC', quote: 'XRD' } }),
			'1027 unknown_pair: makers do not quote xUSDC/XRD: expected XRD/xUSDC',
		],
		'a pair that makers do not quote': [
			() => book({ pair: { base: 'DOGE', quote: 'xUSDC' } }),
			'1027 unknown_pair: makers do not quote DOGE/xUSDC: expected a pair of GET /trade/token_pairs that makers quote',
		],
		'a fill of no order': [
			() =>
				fill(
					'5f0c6f3c',
					maker.sign({ fill: limitOrder({ sell: '5 xUSDC', buy: '100 XRD' }) }).signedPartialTransaction,
				),
			'1100 unknown_order: There is no order with this id, or it is not yours.',
		],
		'a fill with 0x': [() => fill('5f0c6f3c', '0x4d2208'), '1001 invalid_hex: expected hexadecimal digits without 0x'],
		'a fill as an order’s number': [
			() => fill(17, '4d2208'),
			'-32602 validation_failed: Invalid parameters: /order_id, expected text in quotes, found the number 17',
		],
		'a field in another case': [
			() => call('platform.fills.fill', { orderId: '5f0c', signedPartialTransaction: '4d' }),
			'-32602 unknown_field: Unknown field: /orderId, expected one of order_id, signed_partial_transaction',
		],
		'a rejection of no order': [
			() => call('platform.new_orders.reject', { order_id: '5f0c6f3c' }),
			'1100 unknown_order: There is no order with this id, or it is not yours.',
		],
		'a reason too long': [
			() => call('platform.new_orders.reject', { order_id: '5f0c6f3c', reason: 'x'.repeat(300) }),
			'-32602 validation_failed: Invalid parameters: /reason, expected at most 256 characters, found "xxxxxxxxxxxxxxxx…" of 300 characters',
		],
		'an option that does not exist': [
			() => orders({ cancelOnDisconnect: true }),
			'-32602 unknown_field: Unknown field: /cancelOnDisconnect, expected one of enabled, token_pairs, min_amounts, cancel_on_disconnect, dead_man_timer_s',
		],
		'an option of another type': [
			() => orders({ cancel_on_disconnect: true }),
			'-32602 validation_failed: Invalid parameters: /cancel_on_disconnect, expected one of "session", "account", found true',
		],
		'a dead-man timer as text': [
			() => orders({ dead_man_timer_s: '60' }),
			'-32602 validation_failed: Invalid parameters: /dead_man_timer_s, expected a number without quotes, found "60"',
		],
		'a dead-man timer of zero': [
			() => orders({ dead_man_timer_s: 0 }),
			'-32602 validation_failed: Invalid parameters: /dead_man_timer_s, expected at least 1, found the number 0',
		],
		'pairs as text': [
			() => orders({ token_pairs: ['XRD/xUSDC'] }),
			'-32602 validation_failed: Invalid parameters: /token_pairs/0, expected an object {base, quote}, found "XRD/xUSDC"',
		],
		'a least amount as a number': [
			() => orders({ min_amounts: { XRD: 100 } }),
			'-32602 validation_failed: Invalid parameters: /min_amounts/XRD, expected a decimal in quotes, such as "1.5", with at most 18 decimal places and no exponent, found the number 100',
		],
		'a fill log from −1': [
			() => log({ historical_starting_point: -1 }),
			'-32602 validation_failed: Invalid parameters: /historical_starting_point, expected at least 0, found the number -1',
		],
		'a fill log from the future': [
			() => log({ historical_starting_point: 1_000_000 }),
			'1107 sequence_ahead: the log ends at 0: expected to start at 1 or before',
		],
		'a fill log as text': [
			() => log({ historical_starting_point: '1' }),
			'-32602 validation_failed: Invalid parameters: /historical_starting_point, expected a number without quotes, or an object {at_sequence_number}, found "1"',
		],
		'a fill log of another service': [
			() => log({ historical_starting_point: 1, incarnation: 'abc' }),
			'1108 log_restarted: the service was restored from a backup: the log is <incarnation> now, no longer abc',
		],
		'a session with a wrong key': [
			() => refused(network.flashUrl, { 'service-api-key': 'my-key' }),
			'401 unauthorized: the API key is unknown or revoked: ask the operator for a valid one',
		],
		'a session without a key': [
			() => refused(network.flashUrl),
			'401 unauthorized: expected an API key in the header SERVICE-API-KEY, found none',
		],
		'a session at another path': [
			() => refused(`${network.flashUrl}/ws`, key),
			'404 not_found: there is no WebSocket at /flash/ws: GET /docs lists all paths',
		],
		'a solver since a date': [
			() => solver('?events=1&since=2026-01-01'),
			'422 validation_failed: Invalid parameters: /since, expected a cursor of this stream, as in its messages, found "2026-01-01"',
		],
		'a solver since the future': [
			() => solver('?events=1&since=1000000'),
			'422 sequence_ahead: the log ends at 0: expected to start at 1 or before',
		],
		'a solver of another service': [
			() => solver('?events=1&since=0xabc'),
			'422 validation_failed: Invalid parameters: /since, expected a cursor of this stream, as in its messages, found 0xabc',
		],
		'a solver with events=true': [
			() => solver('?events=true'),
			'422 validation_failed: Invalid parameters: /events, expected one of "0", "1", found "true"',
		],
		'a solver at another path': [
			() => refused(`${network.solverUrl}/stream`),
			'404 not_found: there is no WebSocket at /stream: GET /docs lists all paths',
		],
	}
}

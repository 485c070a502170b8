import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { ErrorCode, ErrorItem, WireOf } from '@accord/protocol'
import { untilShown } from '../network/book-text.ts'
import { type FlashSocket, openFlash, refusedUpgrade, xrdBook } from '../network/flash-socket.ts'
import { startTestNetwork, type TestMakerAccount, type TestNetwork } from '../network/test-network.ts'
import { placeOrder } from '../network/test-user.ts'

const setBook = 'platform.price_books.on_change'
const newOrders = 'platform.new_orders.start_stream'
const rejectOrder = 'platform.new_orders.reject'
const fillLog = 'platform.fill_execution.start_stream'
const pair = { base: 'XRD', quote: 'xUSDC' }
const perSecond = 400

let network: TestNetwork
let maker: TestMakerAccount
let session: FlashSocket

before(async () => {
	const limits = { messages_per_second: perSecond, requests_per_minute_per_key: 500 }
	network = await startTestNetwork({ users: 2, makers: 2, solvers: 0, settings: { limits } })
	maker = network.makers[0] ?? assert.fail()
	session = await openFlash(network, maker)
	await session.ask(newOrders)
	await session.ask(setBook, xrdBook(['0.05', '1000']))
	await untilShown(network, { pair: 'XRD/xUSDC', bids: ['0.05 1000'] })
})
after(() => network?.stop())

describe('calls that are refused', () => {
	type Call = { method: string; params?: unknown; code: ErrorCode; errors?: string[] }
	const calls: Record<string, Call> = {
		'a method that does not exist': { method: 'platform.none', code: 'method_not_found' },
		'new orders of pairs that are not traded': {
			method: newOrders,
			params: { token_pairs: [{ base: 'xUSDC', quote: 'XRD' }, pair, { base: 'A', quote: 'B' }] },
			code: 'unknown_pair',
			errors: ['/token_pairs/0 unknown_pair', '/token_pairs/2 unknown_pair'],
		},
		'least amounts of unknown tokens': {
			method: newOrders,
			params: { min_amounts: { ABC: '1', XRD: '1', DEF: '2' } },
			code: 'unknown_token',
			errors: ['/min_amounts/ABC unknown_token', '/min_amounts/DEF unknown_token'],
		},
		'a negative least amount': {
			method: newOrders,
			params: { min_amounts: { XRD: '-1' } },
			code: 'validation_failed',
			errors: ['/min_amounts/XRD validation_failed'],
		},
		'a least amount that is not a decimal': {
			method: newOrders,
			params: { min_amounts: { XRD: '1e3' } },
			code: 'invalid_decimal',
			errors: ['/min_amounts/XRD invalid_decimal'],
		},
		'a scope that does not exist': {
			method: newOrders,
			params: { cancel_on_disconnect: 'none' },
			code: 'validation_failed',
			errors: ['/cancel_on_disconnect validation_failed'],
		},
		'a dead-man timer of 0 s': {
			method: newOrders,
			params: { dead_man_timer_s: 0 },
			code: 'validation_failed',
			errors: ['/dead_man_timer_s validation_failed'],
		},
		'a dead-man timer of over an hour': {
			method: newOrders,
			params: { dead_man_timer_s: 3601 },
			code: 'validation_failed',
		},
		'cancelling books of a pair that is not traded': {
			method: 'platform.price_books.cancel_all',
			params: { token_pairs: [{ base: 'XRD', quote: 'XRD' }] },
			code: 'unknown_pair',
			errors: ['/token_pairs/0 unknown_pair'],
		},
		'cancelling books of something that is not a list': {
			method: 'platform.price_books.cancel_all',
			params: { token_pairs: 'all' },
			code: 'validation_failed',
		},
		'rejecting without an order': {
			method: rejectOrder,
			params: {},
			code: 'validation_failed',
			errors: ['/order_id validation_failed'],
		},
		'rejecting for a reason of 257 characters': {
			method: rejectOrder,
			params: { order_id: 'x', reason: 'r'.repeat(257) },
			code: 'validation_failed',
			errors: ['/reason validation_failed'],
		},
		'rejecting with a field that does not exist': {
			method: rejectOrder,
			params: { order_id: 'x', why: 'because' },
			code: 'unknown_field',
			errors: ['/why unknown_field'],
		},
		'rejecting an unknown order': { method: rejectOrder, params: { order_id: 'x' }, code: 'unknown_order' },
		'filling without a signature': {
			method: 'platform.fills.fill',
			code: 'validation_failed',
		},
		'filling with a field that does not exist': {
			method: 'platform.fills.fill',
			params: { order_id: 'x', signed_partial_transaction: '', id: 1 },
			code: 'unknown_field',
			errors: ['/id unknown_field'],
		},
		'a fill log from something that is not a number': {
			method: fillLog,
			params: { historical_starting_point: -1 },
			code: 'validation_failed',
		},
		'a fill log from a fraction': {
			method: fillLog,
			params: { historical_starting_point: 1.5 },
			code: 'validation_failed',
		},
		'a fill log from a text': {
			method: fillLog,
			params: { historical_starting_point: '5' },
			code: 'validation_failed',
		},
		'new orders of a field that does not exist': {
			method: newOrders,
			params: { pairs: [pair] },
			code: 'unknown_field',
			errors: ['/pairs unknown_field'],
		},
		'a fill log with a field that does not exist': {
			method: fillLog,
			params: { from: 1 },
			code: 'unknown_field',
			errors: ['/from unknown_field'],
		},
		'a fill log from beyond all exact numbers': {
			method: fillLog,
			params: { historical_starting_point: 2 ** 53 },
			code: 'validation_failed',
		},
		'a fill log from beyond its end': {
			method: fillLog,
			params: { historical_starting_point: { at_sequence_number: 2 } },
			code: 'sequence_ahead',
		},
	}
	for (const [what, { method, params, code, errors }] of Object.entries(calls)) {
		test(`error: ${code}: ${what}`, async () => {
			const { data } = await session.refused(code, method, params)
			if (errors !== undefined) assert.deepEqual(placesOf(data?.errors), errors)
			assert.equal(data?.instance, method)
		})
	}

	test('error: unknown_field: an unknown option is refused by name, with the known ones', async () => {
		const { data } = await session.refused('unknown_field', newOrders, { pairs: [pair] })
		const known = 'enabled, token_pairs, min_amounts, cancel_on_disconnect, dead_man_timer_s'
		assert.equal(data?.detail, `Unknown field: /pairs, expected one of ${known}`)
	})

	test('error: a refused start_stream changes nothing: the book still counts', async () => {
		await untilShown(network, { pair: 'XRD/xUSDC', bids: ['0.05 1000'] })
	})

	test('error: unknown_order, fill_too_late: an order that belongs to another maker, or has ended, is not rejected', async () => {
		network.clock.freeze()
		await placeOrder(network, network.users[0], { sell: '100 XRD', buy: '5 xUSDC' })
		const { id: order_id } = await session.received('platform.new_orders.new')
		const foreign = await openFlash(network, network.makers[1] ?? assert.fail())
		await foreign.refused('unknown_order', rejectOrder, { order_id })
		network.clock.advance(4)
		await session.refused('fill_too_late', rejectOrder, { order_id })
		await session.refusedNotification('fill_too_late', rejectOrder, { order_id })
		network.clock.thaw()
	})

	test('error: busy: of more calls at once than may run, those beyond are refused and the others answered', async () => {
		const batch = Array.from({ length: 64 }, (_, id) => {
			return { jsonrpc: '2.0', id: `b${id}`, method: rejectOrder, params: { order_id: 'x' } }
		})
		session.send(JSON.stringify(batch))
		await session.refused('busy', rejectOrder, { order_id: 'x' })
		const answers = await session.next()
		assert.equal(answers.length, 64)
		for (const { error } of answers) assert.equal(error.data.code, 'unknown_order')
	})
})

describe('too much', () => {
	// shows maker addition: Messages per second are limited
	test('error: rate_limited: calls beyond the rate are refused; after as many again the connection is cut as 4029', async () => {
		const busy = await openFlash(network, maker)
		network.clock.freeze()
		for (let n = 0; n < perSecond; n++) busy.notify('ping')
		const { data } = await busy.refused('rate_limited', 'ping')
		assert.equal(data?.retry_after_s, 1)
		network.clock.advance(1)
		assert.equal((await busy.ask('ping')).pong, true)
		for (let n = 0; n < 2 * perSecond; n++) busy.notify('ping')
		assert.deepEqual(await busy.closed, [4029, 'rate_limited'])
		network.clock.thaw()
	})

	test('error: rate_limited: each call of a batch counts', async () => {
		const busy = await openFlash(network, maker)
		network.clock.freeze()
		// The limit is the maker’s, not the session’s.
		network.clock.advance(3)
		const batch = JSON.stringify(Array.from({ length: 64 }, (_, id) => ({ jsonrpc: '2.0', method: 'ping', id })))
		const passed: number[] = []
		for (let sent = 0; sent < 7; sent++) {
			busy.send(batch)
			const answers: { error?: object }[] = await busy.next()
			passed.push(answers.filter(({ error }) => error === undefined).length)
		}
		assert.deepEqual(passed, [64, 64, 64, 64, 64, 64, 16])
		network.clock.thaw()
	})

	test('error: busy: more sessions of a maker than allowed', async () => {
		const other = network.makers[1] ?? assert.fail()
		const open = await Promise.all(Array.from({ length: 63 }, () => openFlash(network, other)))
		const { code, status } = await refusedUpgrade(network.flashUrl, { 'service-api-key': other.apiKey })
		assert.deepEqual([code, status], ['busy', 503])
		open[0]?.close()
		await open[0]?.closed
		await openFlash(network, other)
	})

	test('error: rate_limited: more connections of a key than requests allowed', async () => {
		const codes: string[] = []
		for (let n = 0; n <= 200 && codes.at(-1) !== 'rate_limited'; n++) {
			codes.push((await refusedUpgrade(network.flashUrl, { 'service-api-key': 'nobodys' })).code)
		}
		assert.deepEqual([...new Set(codes)], ['unauthorized', 'rate_limited'])
	})
})

function placesOf(errors: readonly WireOf<typeof ErrorItem>[] | undefined): string[] {
	return (errors ?? []).map(({ pointer, rule }) => `${pointer} ${rule}`)
}

import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import { TradeError } from '../error/trade-error.ts'
import type { JsonRpcParams } from './json-rpc-message.ts'
import { JsonRpcPeer, type JsonRpcPeerOptions } from './json-rpc-peer.ts'

const limits = { maxBatch: 10, maxPendingRequests: 3, requestTimeoutMs: 1000 }
const sum = (params: JsonRpcParams | undefined) => (params as number[]).reduce((a, b) => a + b, 0)
const subtract = (params: JsonRpcParams | undefined) => {
	const { minuend, subtrahend } = Array.isArray(params)
		? { minuend: params[0], subtrahend: params[1] }
		: (params as Record<string, number>)
	return Number(minuend) - Number(subtrahend)
}
const methods = {
	subtract,
	sum,
	get_data: () => ['hello', 5],
	update: () => {},
	foobar: () => {},
	notify_sum: () => {},
	notify_hello: () => {},
	later: async (params: JsonRpcParams | undefined) => params,
	refuse: () => {
		throw new TradeError('no_liquidity', 'nothing there')
	},
	refuse_later: async () => {
		throw new TradeError('fill_too_late')
	},
	crash: () => {
		throw new Error('secret')
	},
}

function peerWith(options: Partial<JsonRpcPeerOptions<undefined>> = {}) {
	const sent: string[] = []
	const told: string[] = []
	const peer = new JsonRpcPeer({
		send: text => sent.push(text),
		methods,
		context: undefined,
		limits,
		onRefusedNotification: (method, error) =>
			told.push(`${method} ${error instanceof TradeError ? error.code : 'crashed'}`),
		onInternalError: (method, error) => told.push(`internal: ${method} ${error}`),
		...options,
	})
	return { peer, sent, told }
}

async function answer(text: string): Promise<unknown> {
	const { peer, sent } = peerWith()
	await peer.receive(text)
	assert(sent.length <= 1)
	return sent[0] === undefined ? undefined : withoutData(JSON.parse(sent[0]))
}

function withoutData(message: unknown): unknown {
	if (Array.isArray(message)) return message.map(withoutData)
	const { error, ...rest } = message as { error?: { code: number; data: { code: string } } }
	return error === undefined ? rest : { ...rest, error: error.code }
}

const failed = (error: number, id: unknown = null) => ({ jsonrpc: '2.0', error, id })
const succeeded = (result: unknown, id: unknown) => ({ jsonrpc: '2.0', result, id })

describe("the standard's own examples", () => {
	const examples: [string, string, unknown][] = [
		[
			'positional parameters',
			'{"jsonrpc": "2.0", "method": "subtract", "params": [42, 23], "id": 1}',
			succeeded(19, 1),
		],
		[
			'positional parameters, the other way',
			'{"jsonrpc": "2.0", "method": "subtract", "params": [23, 42], "id": 2}',
			succeeded(-19, 2),
		],
		[
			'named parameters',
			'{"jsonrpc": "2.0", "method": "subtract", "params": {"subtrahend": 23, "minuend": 42}, "id": 3}',
			succeeded(19, 3),
		],
		[
			'named parameters, the other way',
			'{"jsonrpc": "2.0", "method": "subtract", "params": {"minuend": 42, "subtrahend": 23}, "id": 4}',
			succeeded(19, 4),
		],
		['a notification', '{"jsonrpc": "2.0", "method": "update", "params": [1,2,3,4,5]}', undefined],
		['a notification without parameters', '{"jsonrpc": "2.0", "method": "foobar"}', undefined],
		// shows error: method_not_found
		['a non-existent method', '{"jsonrpc": "2.0", "method": "nothing", "id": "1"}', failed(-32601, '1')],
		// shows error: malformed_json
		['invalid JSON', '{"jsonrpc": "2.0", "method": "foobar, "params": "bar", "baz]', failed(-32700)],
		// shows error: invalid_request
		['an invalid request object', '{"jsonrpc": "2.0", "method": 1, "params": "bar"}', failed(-32600)],
		[
			'a batch of invalid JSON',
			'[{"jsonrpc": "2.0", "method": "sum", "params": [1,2,4], "id": "1"},{"jsonrpc": "2.0", "method"]',
			failed(-32700),
		],
		// shows error: invalid_request
		['an empty array', '[]', failed(-32600)],
		['an invalid batch that is not empty', '[1]', [failed(-32600)]],
		['an invalid batch', '[1,2,3]', [failed(-32600), failed(-32600), failed(-32600)]],
		// shows Flash API: JSON-RPC 2.0 in both directions
		[
			'a mixed batch',
			`[{"jsonrpc": "2.0", "method": "sum", "params": [1,2,4], "id": "1"},
			{"jsonrpc": "2.0", "method": "notify_hello", "params": [7]},
			{"jsonrpc": "2.0", "method": "subtract", "params": [42,23], "id": "2"},
			{"foo": "boo"},
			{"jsonrpc": "2.0", "method": "foo.get", "params": {"name": "myself"}, "id": "5"},
			{"jsonrpc": "2.0", "method": "get_data", "id": "9"}]`,
			[succeeded(7, '1'), succeeded(19, '2'), failed(-32600), failed(-32601, '5'), succeeded(['hello', 5], '9')],
		],
		[
			'a batch of notifications',
			'[{"jsonrpc": "2.0", "method": "notify_sum", "params": [1,2,4]},{"jsonrpc": "2.0", "method": "notify_hello", "params": [7]}]',
			undefined,
		],
	]
	for (const [title, text, expected] of examples) it(title, async () => assert.deepEqual(await answer(text), expected))
})

describe('messages that count as requests', () => {
	const cases: [string, string, unknown][] = [
		['an id of null is answered', '{"jsonrpc":"2.0","method":"get_data","id":null}', succeeded(['hello', 5], null)],
		['an empty text is an id', '{"jsonrpc":"2.0","method":"get_data","id":""}', succeeded(['hello', 5], '')],
		['a fraction is an id', '{"jsonrpc":"2.0","method":"get_data","id":1.5}', succeeded(['hello', 5], 1.5)],
		['an id of another type is invalid', '{"jsonrpc":"2.0","method":"get_data","id":{}}', failed(-32600)],
		['another version is invalid', '{"jsonrpc":"1.0","method":"get_data","id":1}', failed(-32600)],
		['a version of null is invalid', '{"jsonrpc":null,"method":"get_data","id":1}', failed(-32600)],
		['no version is 2.0', '{"method":"get_data","id":1}', succeeded(['hello', 5], 1)],
		[
			'parameters of null are none',
			'{"jsonrpc":"2.0","method":"get_data","params":null,"id":1}',
			succeeded(['hello', 5], 1),
		],
		['null is invalid', 'null', failed(-32600)],
		['a text is invalid', '"get_data"', failed(-32600)],
		['no text at all does not parse', '', failed(-32700)],
		['a batch in a batch is invalid', '[[]]', [failed(-32600)]],
		['a result of nothing is null', '{"jsonrpc":"2.0","method":"update","id":1}', succeeded(null, 1)],
		['an inherited name is no method', '{"jsonrpc":"2.0","method":"toString","id":1}', failed(-32601, 1)],
		['nor is __proto__', '{"jsonrpc":"2.0","method":"__proto__","id":1}', failed(-32601, 1)],
		['a later answer', '{"jsonrpc":"2.0","method":"later","params":[1],"id":1}', succeeded([1], 1)],
		['a refusal', '{"jsonrpc":"2.0","method":"refuse","id":1}', failed(1040, 1)],
		['a later refusal', '{"jsonrpc":"2.0","method":"refuse_later","id":1}', failed(1101, 1)],
		['a crash', '{"jsonrpc":"2.0","method":"crash","id":1}', failed(-32603, 1)],
		['a response that nobody asked for is ignored', '{"jsonrpc":"2.0","result":1,"id":99}', undefined],
		['so is a broken response', '{"jsonrpc":"2.0","error":"no","id":{}}', undefined],
	]
	for (const [title, text, expected] of cases) it(title, async () => assert.deepEqual(await answer(text), expected))

	it('numeric ids come back digit for digit, in a batch too', async () => {
		const ids = ['9007199254740993', '1.0', '-0', '1e400', '12345678901234567890123', '5', '0.1']
		const { peer, sent } = peerWith()
		for (const id of ids) await peer.receive(`{"params":{"id":7.0,"a":[{"id":1}]},"id": ${id},"method":"get_data"}`)
		await peer.receive(`[${ids.map(id => `{"method":"nothing","id":${id}}`).join()}]`)
		const [batch, ...single] = [sent.at(-1), ...sent.slice(0, -1)]
		assert.deepEqual(
			single,
			ids.map(id => `{"jsonrpc":"2.0","result":["hello",5],"id":${id}}`),
		)
		assert.deepEqual(
			batch?.match(/"id":[^}]*/g),
			ids.map(id => `"id":${id}`),
		)
	})

	it('answers in a batch keep their order, whichever is ready first', async () => {
		const batch = ['later', 'get_data', 'later'].map((method, id) => ({ jsonrpc: '2.0', method, params: [id], id }))
		assert.deepEqual(await answer(JSON.stringify(batch)), [
			succeeded([0], 0),
			succeeded(['hello', 5], 1),
			succeeded([2], 2),
		])
	})

	it('error: a batch with one call too many', async () => {
		const call = { jsonrpc: '2.0', method: 'get_data', id: 1 }
		assert.equal(((await answer(JSON.stringify(Array(10).fill(call)))) as unknown[]).length, 10)
		assert.deepEqual(await answer(JSON.stringify(Array(11).fill(call))), failed(-32600))
	})

	// shows limits: JSON-RPC errors carry the same document
	it('an error carries the problem document, and a crash no secret', async () => {
		const { peer, sent, told } = peerWith()
		await peer.receive('{"jsonrpc":"2.0","method":"refuse","id":1}')
		await peer.receive('{"jsonrpc":"2.0","method":"crash","id":2}')
		const { error } = JSON.parse(sent[0] ?? '')
		assert.deepEqual(
			[error.message, error.data.code, error.data.detail, error.data.instance],
			['No liquidity', 'no_liquidity', 'nothing there', 'refuse'],
		)
		assert(!sent[1]?.includes('secret'))
		assert.deepEqual(told, ['internal: crash Error: secret'])
	})

	// shows Flash API: JSON-RPC 2.0 in both directions
	it('always answers valid JSON-RPC or nothing, whatever it receives', async () => {
		await fc.assert(
			fc.asyncProperty(
				fc.oneof(
					fc.string(),
					fc.json(),
					fc.array(fc.anything()).map(all => JSON.stringify(all) ?? ''),
				),
				async text => {
					const { peer, sent } = peerWith()
					await peer.receive(text)
					for (const reply of sent) assert.match(reply, /^\[?\{"jsonrpc":"2\.0"/)
				},
			),
		)
	})
})

describe('notifications', () => {
	it('are done when receive returns, and answered by nothing', () => {
		const seen: unknown[] = []
		const { peer, sent } = peerWith({ methods: { note: params => void seen.push(params) } })
		void peer.receive('{"jsonrpc":"2.0","method":"note","params":{"a":1}}')
		assert.deepEqual([seen, sent], [[{ a: 1 }], []])
	})

	// shows error: method_not_found
	it('a refused one is reported, not answered', async () => {
		const { peer, sent, told } = peerWith()
		for (const method of ['refuse', 'refuse_later', 'nothing', 'crash']) {
			await peer.receive(JSON.stringify({ jsonrpc: '2.0', method }))
		}
		assert.deepEqual(sent, [])
		assert.deepEqual(told, [
			'refuse no_liquidity',
			'refuse_later fill_too_late',
			'nothing method_not_found',
			'internal: crash Error: secret',
			'crash crashed',
		])
	})
})

it('methods are given the context', async () => {
	const sent: string[] = []
	const who = (_: unknown, context: { maker: string }) => context.maker
	const peer = new JsonRpcPeer({ send: text => sent.push(text), methods: { who }, context: { maker: 'm1' }, limits })
	await peer.receive('{"jsonrpc":"2.0","method":"who","id":1}')
	assert.deepEqual(JSON.parse(sent[0] ?? ''), succeeded('m1', 1))
})

// shows error: busy
it('error: more calls at once than allowed are refused as busy', async () => {
	let finish = () => {}
	const ready = new Promise<void>(resolve => {
		finish = resolve
	})
	const { peer, sent } = peerWith({ methods: { slow: () => ready } })
	const call = (id: number) => peer.receive(JSON.stringify({ jsonrpc: '2.0', method: 'slow', id }))
	const calls = [call(1), call(2), call(3), call(4)]
	await calls[3]
	assert.deepEqual(
		sent.map(text => withoutData(JSON.parse(text))),
		[failed(-32050, 4)],
	)
	finish()
	await Promise.all(calls)
	await call(5)
	assert.deepEqual(
		sent.map(text => JSON.parse(text).id),
		[4, 1, 2, 3, 5],
	)
})

it('a method that answers at once is not held up by the calls that are running', async () => {
	const slow = () => new Promise(() => {})
	const now = () => 'now'
	const { peer, sent } = peerWith({ methods: { slow, now }, immediate: new Set(['now']) })
	for (const id of [1, 2, 3]) void peer.receive(JSON.stringify({ jsonrpc: '2.0', method: 'slow', id }))
	await peer.receive('{"jsonrpc":"2.0","method":"now","id":4}')
	assert.deepEqual(
		sent.map(text => JSON.parse(text)),
		[succeeded('now', 4)],
	)
})

describe('our own requests', () => {
	// shows Flash API: JSON-RPC 2.0 in both directions
	it('two peers understand each other', async () => {
		const left = peerWith({ send: text => void right.peer.receive(text) })
		const right = peerWith({ send: text => void left.peer.receive(text) })
		assert.equal(await left.peer.request('subtract', { minuend: 3, subtrahend: 1 }), 2)
		assert.deepEqual(await right.peer.request('get_data'), ['hello', 5])
		await assert.rejects(left.peer.request('refuse'), {
			name: 'TradeError',
			code: 'no_liquidity',
			message: 'nothing there',
		})
		await assert.rejects(left.peer.request('nothing'), { code: 'method_not_found' })
		left.peer.notify('nothing')
		assert.deepEqual(right.told, ['nothing method_not_found'])
	})

	it('understands the error of a server that knows nothing of problem documents', async () => {
		const { peer } = peerWith()
		const asked = [peer.request('a'), peer.request('b'), peer.request('c')]
		void peer.receive('{"jsonrpc":"2.0","id":1,"error":{"code":-32601,"message":"Method not found"}}')
		void peer.receive('{"jsonrpc":"2.0","id":2,"error":{"code":-5,"message":"Odd","data":"text"}}')
		void peer.receive('[{"jsonrpc":"2.0","id":3,"result":null}]')
		await assert.rejects(asked[0] as Promise<unknown>, { code: 'method_not_found', message: 'Method not found' })
		await assert.rejects(asked[1] as Promise<unknown>, {
			code: 'internal',
			message: 'Odd',
			extra: { json_rpc_code: -5 },
		})
		assert.equal(await asked[2], null)
	})

	it('error: one request more than may wait', async () => {
		const { peer, sent } = peerWith()
		const waiting = [1, 2, 3].map(() => peer.request('a'))
		await assert.rejects(peer.request('a'), { code: 'busy' })
		assert.equal(sent.length, 3)
		void peer.receive('{"jsonrpc":"2.0","id":1,"result":true}')
		assert.equal(await waiting[0], true)
		void peer.request('a').catch(() => {})
		assert.equal(sent.length, 4)
		peer.close()
		await Promise.allSettled(waiting)
	})

	// shows error: request_timeout
	it('error: an answer that does not come in time, and one that comes too late is ignored', async () => {
		const timers: { delayMs: number; fn: () => void; cancelled: boolean }[] = []
		const schedule = (delayMs: number, fn: () => void) => {
			const timer = { delayMs, fn, cancelled: false }
			timers.push(timer)
			return () => {
				timer.cancelled = true
			}
		}
		const { peer } = peerWith({ schedule })
		const [late, good] = [peer.request('a'), peer.request('b')]
		void peer.receive('{"jsonrpc":"2.0","id":2,"result":2}')
		assert.equal(await good, 2)
		assert.deepEqual(
			timers.map(timer => [timer.delayMs, timer.cancelled]),
			[
				[1000, false],
				[1000, true],
			],
		)
		timers[0]?.fn()
		await assert.rejects(late, { code: 'request_timeout' })
		await peer.receive('{"jsonrpc":"2.0","id":1,"result":1}')
	})

	it('a closed conversation ends all that wait, takes nothing and sends nothing', async () => {
		const { peer, sent } = peerWith()
		const waiting = peer.request('a')
		peer.close(new TradeError('slow_consumer'))
		await assert.rejects(waiting, { code: 'slow_consumer' })
		await assert.rejects(peer.request('a'), { code: 'connection_closed' })
		peer.notify('a')
		await peer.receive('{"jsonrpc":"2.0","method":"get_data","id":1}')
		assert.equal(sent.length, 1)
	})
})

import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import { type FlashSocket, openFlash, type Wire } from '../network/flash-socket.ts'
import { startTestNetwork, type TestNetwork } from '../network/test-network.ts'
import { until } from '../network/until.ts'

let network: TestNetwork
let session: FlashSocket

before(async () => {
	network = await startTestNetwork({ users: 0, makers: 1, solvers: 0, settings: { limits: { message_bytes: 4096 } } })
	session = await openFlash(network, network.makers[0] ?? assert.fail())
})
after(() => network?.stop())

/** The answer to a message, errors as their number; the ping after it shows that nothing else arrived. */
async function answersTo(text: string): Promise<unknown[]> {
	session.send(text)
	await session.ask('ping')
	return session.messages.splice(0).map(readAnswer)
}

function readAnswer(message: Wire): unknown {
	if (Array.isArray(message)) return message.map(readAnswer)
	const { jsonrpc, id, result, error, method, params } = message
	assert.equal(jsonrpc, '2.0')
	if (method !== undefined) return { method, of: params.method, code: params.code }
	assert.equal(typeof (error ?? result), 'object')
	return error === undefined ? { id, pong: result.pong } : { id, error: error.code }
}

const parseError = { id: null, error: -32700 }
const invalid = { id: null, error: -32600 }

// The examples of the standard (JSON-RPC 2.0, section 7), with our methods in place of subtract, sum and get_data.
const examples: Record<string, { sent: string; answered: unknown[] }> = {
	'a call with named parameters': {
		sent: '{"jsonrpc": "2.0", "method": "platform.ping", "params": {}, "id": 3}',
		answered: [{ id: 3, pong: true }],
	},
	'a call without parameters, its id a text': {
		sent: '{"jsonrpc": "2.0", "method": "ping", "id": "9"}',
		answered: [{ id: '9', pong: true }],
	},
	'positional parameters, which no method here takes': {
		sent: '{"jsonrpc": "2.0", "method": "platform.fills.fill", "params": [42, 23], "id": 1}',
		answered: [{ id: 1, error: -32602 }],
	},
	'a notification': { sent: '{"jsonrpc": "2.0", "method": "ping", "params": [1,2,3,4,5]}', answered: [] },
	'a notification of a method that does not exist': {
		sent: '{"jsonrpc": "2.0", "method": "foobar"}',
		answered: [{ method: 'platform.error', of: 'foobar', code: -32601 }],
	},
	'a method that does not exist': {
		sent: '{"jsonrpc": "2.0", "method": "foobar", "id": "1"}',
		answered: [{ id: '1', error: -32601 }],
	},
	'no JSON': { sent: '{"jsonrpc": "2.0", "method": "foobar, "params": "bar", "baz]', answered: [parseError] },
	'no request object': { sent: '{"jsonrpc": "2.0", "method": 1, "params": "bar"}', answered: [invalid] },
	'a batch that is not JSON': {
		sent: '[{"jsonrpc": "2.0", "method": "sum", "params": [1,2,4], "id": "1"}, {"jsonrpc": "2.0", "method"]',
		answered: [parseError],
	},
	'an empty batch': { sent: '[]', answered: [invalid] },
	'a batch of no requests': { sent: '[1]', answered: [[invalid]] },
	'a batch of three non-requests': { sent: '[1,2,3]', answered: [[invalid, invalid, invalid]] },
	'a batch of calls, notifications and nonsense': {
		sent: `[
			{"jsonrpc": "2.0", "method": "ping", "id": "1"},
			{"jsonrpc": "2.0", "method": "ping"},
			{"jsonrpc": "2.0", "method": "platform.ping", "params": {}, "id": "2"},
			{"foo": "boo"},
			{"jsonrpc": "2.0", "method": "foo.get", "params": {"name": "myself"}, "id": "5"},
			{"jsonrpc": "2.0", "method": "ping", "id": "9"}
		]`,
		answered: [
			[{ id: '1', pong: true }, { id: '2', pong: true }, invalid, { id: '5', error: -32601 }, { id: '9', pong: true }],
		],
	},
	'a batch of notifications alone': {
		sent: '[{"jsonrpc": "2.0", "method": "ping"}, {"jsonrpc": "2.0", "method": "ping", "params": {}}]',
		answered: [],
	},
}

for (const [what, { sent, answered }] of Object.entries(examples)) {
	test(`the standard's example: ${what}`, async () => {
		assert.deepEqual(await answersTo(sent), answered)
	})
}

// Messages by clients that know the deployed service's published examples, or use another language's JSON library.
const lenient: Record<string, { sent: string; answered: unknown[] }> = {
	'a call without a version': { sent: '{"method": "ping", "id": 1}', answered: [{ id: 1, pong: true }] },
	'a notification without a version': {
		sent: '{"method": "foobar"}',
		answered: [{ method: 'platform.error', of: 'foobar', code: -32601 }],
	},
	'null for no parameters': { sent: '{"method": "ping", "params": null, "id": 1}', answered: [{ id: 1, pong: true }] },
	'null for no option': {
		sent: '{"method": "platform.fill_execution.start_stream", "params": {"enabled": false, "historical_starting_point": null, "incarnation": null}, "id": 1}',
		answered: [{ id: 1, pong: undefined }],
	},
	'null for no list': {
		sent: '{"method": "platform.price_books.cancel_all", "params": {"token_pairs": null}, "id": 1}',
		answered: [{ id: 1, pong: undefined }],
	},
}

for (const [what, { sent, answered }] of Object.entries(lenient)) {
	test(`accepted: ${what}`, async () => assert.deepEqual(await answersTo(sent), answered))
}

test('error: another version is refused', async () => {
	for (const version of ['"1.0"', '2.0', '2', '""', 'null']) {
		assert.deepEqual(await answersTo(`{"jsonrpc": ${version}, "method": "ping", "id": 1}`), [invalid])
	}
})

test('a numeric id comes back digit for digit', async () => {
	const ids = ['9007199254740993', '12345678901234567890', '1.0', '1e3', '-0', '7']
	const came: string[] = []
	session.socket.on('message', data => came.push(String(data)))
	for (const id of ids) session.send(`{"jsonrpc": "2.0", "method": "ping", "id": ${id}}`)
	session.send(`[${ids.map(id => `{"jsonrpc": "2.0", "method": "ping", "id": ${id}}`).join()}]`)
	await until('the batch', () => came.some(text => text.startsWith('[')))
	session.messages.splice(0)
	const idsIn = (text: string) => text.match(/(?<="id":)[^,}]+/g) ?? []
	const isBatch = (text: string) => text.startsWith('[')
	for (const answers of [came.filter(isBatch), came.filter(text => !isBatch(text))]) {
		assert.deepEqual(answers.flatMap(idsIn), ids)
	}
})

test('error: a batch of more calls than allowed is refused as a whole', async () => {
	const batch = Array.from({ length: 65 }, (_, id) => ({ jsonrpc: '2.0', method: 'ping', id }))
	assert.deepEqual(await answersTo(JSON.stringify(batch)), [invalid])
	assert.equal(((await answersTo(JSON.stringify(batch.slice(1)))) as [unknown[]])[0].length, 64)
})

test('both sides ping: the service answers WebSocket pings, and sends its own', async () => {
	const { socket } = session
	const answered = new Promise<string>(resolve => socket.once('pong', data => resolve(String(data))))
	const pinged = new Promise<string>(resolve => socket.once('ping', () => resolve('pinged')))
	socket.ping('are you there')
	assert.equal(await answered, 'are you there')
	assert.equal(await Promise.race([pinged, pause(7_000, 'no ping', { ref: false })]), 'pinged')
})

test('error: text that is not UTF-8 closes the connection as 1007', async () => {
	const other = await openFlash(network, network.makers[0] ?? assert.fail())
	other.socket.send(Buffer.from([0x22, 0xff, 0xfe, 0x22]), { binary: false })
	assert.equal((await other.closed)[0], 1007)
})

test('error: body_too_large: a message beyond the limit closes the connection as 1009', async () => {
	const large = await openFlash(network, network.makers[0] ?? assert.fail())
	const fitting = JSON.stringify({ jsonrpc: '2.0', method: 'ping', params: {}, id: 1 })
	large.send(fitting + ' '.repeat(4096 - fitting.length))
	assert.equal((await large.next()).result.pong, true)
	large.send(fitting + ' '.repeat(4097 - fitting.length))
	assert.equal((await large.closed)[0], 1009)
})

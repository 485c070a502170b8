import assert from 'node:assert/strict'
import type { Socket } from 'node:net'
import { after, before, test } from 'node:test'
import { problemWire } from '@accord/protocol'
import { metricOf } from '../network/metric.ts'
import { operatorSetting } from '../network/operator-request.ts'
import { addresses, connectRaw, statusFrom, statusOfFirst, upgradeOf } from '../network/raw-client.ts'
import { startTestNetwork, type TestNetwork } from '../network/test-network.ts'
import { until } from '../network/until.ts'

let network: TestNetwork

before(async () => {
	network = await startTestNetwork({ users: 1, makers: 2, solvers: 1, settings: operatorSetting })
})
after(() => network?.stop())

const keyOf = (index: number) => network.makers[index]?.apiKey ?? assert.fail(`there is no maker ${index}`)
const sessions = () => metricOf(network, 'accord_sessions{kind="maker"}')

/** Sends one request on its own connection; returns the whole answer, until the connection ends. */
async function refusalOf(sending: string): Promise<{ head: string; status: number; code: string }> {
	const socket = await connectRaw(network, { from: addresses.hostile, sending })
	const text = await wholeOf(socket)
	const [head = '', body = ''] = text.split('\r\n\r\n')
	const { status, code } = problemWire.parse(JSON.parse(body))
	assert.match(head, new RegExp(`^HTTP/1.1 ${status} `))
	assert.match(head, /^content-type: application\/problem\+json$/m)
	return { head, status, code }
}

async function wholeOf(socket: Socket): Promise<string> {
	let text = ''
	for await (const chunk of socket) text += chunk
	return text
}

/** An upgrade with other lines than those of `upgradeOf`. */
function changed(path: string, change: (head: string) => string, headers?: Record<string, string>): string {
	const usual = upgradeOf(path, headers)
	const other = change(usual)
	assert.notEqual(other, usual)
	return other
}

const faults: Readonly<Record<string, (head: string) => string>> = {
	'no Sec-WebSocket-Key': head => head.replace(/sec-websocket-key: .*\r\n/, ''),
	'a key that is empty': head => head.replace(/(sec-websocket-key: ).*\r\n/, '$1\r\n'),
	'a key of 15 bytes': head => head.replace(/(sec-websocket-key: ).*\r\n/, `$1${btoa('x'.repeat(15))}\r\n`),
	'two keys': head => head.replace(/(sec-websocket-key: .*\r\n)/, '$1$1'),
	'no version': head => head.replace(/sec-websocket-version: .*\r\n/, ''),
	'another version': head => head.replace('version: 13', 'version: 14'),
	'a subprotocol that is not a token': head => head.replace('\r\n\r\n', '\r\nsec-websocket-protocol: a b, ,\r\n\r\n'),
}

for (const [fault, change] of Object.entries(faults)) {
	test(`an upgrade with ${fault} is answered with a problem document, and holds nothing`, async () => {
		for (const path of ['/subintent-stream', '/flash']) {
			const { head, status, code } = await refusalOf(changed(path, change, { 'service-api-key': keyOf(0) }))
			assert.deepEqual([status, code], [400, 'invalid_request'], path)
			assert.match(head, /^sec-websocket-version: 13$/m)
		}
		await until('no session to be left', async () => (await sessions()) === 0)
		assert.equal(await statusFrom(`${network.service.url}/trade/tokens`, addresses.honest), 200)
	})
}

// Browsers send a page's Origin with its WebSockets. The service ignores it: a page can do no more than anyone, since a
// key is a header, which no page can add to a WebSocket and no browser adds on its own, as it does cookies.
test('a page of another origin gets nothing of a maker’s: a key counts only in its header, where no page can put it', async () => {
	const key = keyOf(0)
	const origin = 'https://evil.example'
	const ways: Readonly<Record<string, string>> = {
		'nothing at all': upgradeOf('/flash', { origin }),
		'an origin that is null': upgradeOf('/flash', { origin: 'null' }),
		'a cookie': upgradeOf('/flash', { origin, cookie: `service-api-key=${key}; SERVICE-API-KEY=${key}` }),
		'the URL': upgradeOf(`/flash?service-api-key=${key}&SERVICE-API-KEY=${key}`, { origin }),
		'a subprotocol': upgradeOf('/flash', { origin, 'sec-websocket-protocol': key }),
		'a name and password': upgradeOf('/flash', { origin, authorization: `Basic ${btoa(`${key}:${key}`)}` }),
	}
	for (const [way, sending] of Object.entries(ways)) {
		const { head, status, code } = await refusalOf(sending)
		assert.deepEqual([status, code], [401, 'unauthorized'], way)
		assert.doesNotMatch(head, /^(set-cookie|access-control-.*|www-authenticate: basic)/im, way)
	}
	assert.equal(await sessions(), 0)
})

test('the solvers’ stream, which takes no key, is open to pages of any origin', async () => {
	const sending = upgradeOf('/subintent-stream', { origin: 'https://evil.example' })
	const socket = await connectRaw(network, { from: addresses.honest, sending })
	assert.equal(await statusOfFirst(socket), 101)
	socket.destroy()
})

test('two keys in one request are never tried one after the other', async () => {
	const [own, other] = [keyOf(0), keyOf(1)]
	const twice: Readonly<Record<string, [string, string][]>> = {
		'the same key twice': [
			['service-api-key', own],
			['SERVICE-API-KEY', own],
		],
		'the keys of two makers': [
			['service-api-key', own],
			['service-api-key', other],
		],
		'a wrong key, then a right one': [
			['service-api-key', 'wrong'],
			['service-api-key', own],
		],
		'two keys in one header': [['service-api-key', `${own}, ${other}`]],
		'a wrong key, and a right one in the other header': [
			['service-api-key', 'wrong'],
			['anthic-api-key', own],
		],
	}
	for (const [what, headers] of Object.entries(twice)) {
		const lines = headers.map(([name, value]) => `${name}: ${value}\r\n`).join('')
		const request = `GET /maker/books HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n${lines}\r\n`
		const upgrade = upgradeOf('/flash').replace(/\r\n$/, `${lines}\r\n`)
		for (const sending of [request, upgrade]) {
			const { status, code } = await refusalOf(sending)
			assert.deepEqual([status, code], [401, 'unauthorized'], what)
		}
	}
	assert.equal(await sessions(), 0)
})

import assert from 'node:assert/strict'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { type TestContext, test } from 'node:test'
import { setImmediate as turn } from 'node:timers/promises'
import { TradeError, toProblem } from '@accord/protocol'
import { checkSolverMessage, FlashConversation } from './check-message.ts'
import { Recorder } from './recorder.ts'

type Answer = (response: ServerResponse) => void

const headers = { 'x-request-id': '1', 'ratelimit-limit': '9', 'ratelimit-remaining': '8', 'ratelimit-reset': '7' }

/** What the recorder reports about an answer to a GET. */
async function faultsOf(t: TestContext, path: string, answer: Answer): Promise<string> {
	const server = createServer((_request, response) => answer(response))
	await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
	t.after(() => server.close())
	const { port } = server.address() as AddressInfo
	const recorder = new Recorder({ port })
	await fetch(`http://127.0.0.1:${port}${path}`).then(response => response.text())
	await turn()
	try {
		recorder.stop()
		return ''
	} catch (error) {
		return String((error as assert.AssertionError).actual)
	}
}

const json = (status: number, body: unknown, more = headers): Answer => {
	return response => {
		response.writeHead(status, {
			'content-type': status < 400 ? 'application/json' : 'application/problem+json',
			...more,
		})
		response.end(JSON.stringify(body))
	}
}

// shows documents: Every response and message that the test suite sees validates
test('error: an answer or a message that the documents do not have ends the test of its network', async t => {
	const pairs = { token_pairs: [{ base: 'XRD', quote: 'xUSDC' }] }
	const refused = toProblem(new TradeError('unknown_order'), { requestId: '1' })
	assert.match(
		await faultsOf(t, '/trade/token_pairs', json(200, { token_pairs: 1 })),
		/listTokenPairs|getTokenPairs 200/,
	)
	assert.match(await faultsOf(t, '/trade/token_pairs', json(404, refused)), /getTokenPairs 404 is not documented/)
	assert.match(await faultsOf(t, '/trade/token_pairs', json(418, pairs)), /getTokenPairs 418 is not documented/)
	assert.match(await faultsOf(t, '/nowhere', json(200, pairs)), /GET \/nowhere is answered 200/)
	const [headless] = [await faultsOf(t, '/version', json(200, {}, {} as typeof headers))]
	assert.match(headless, /getVersion 200/)
})

test('error: messages are checked against the documents by the call they answer', () => {
	const flash = new FlashConversation()
	flash.sent('{"jsonrpc":"2.0","id":1,"method":"platform.ping"}')
	const [wrong] = flash.received('{"jsonrpc":"2.0","id":1,"result":{"pong":"yes"}}')
	assert.match(String(wrong?.faults), /flash ping result/)
	const [right] = flash.received('{"jsonrpc":"2.0","id":1,"result":{"pong":true,"timestamp_ms":1}}')
	assert.deepEqual(right?.faults, [])
	const [strange] = flash.received('{"jsonrpc":"2.0","method":"platform.whatever","params":{}}')
	assert.match(String(strange?.faults), /not documented/)
	assert.equal(
		checkSolverMessage('{"jsonrpc":"2.0","id":null,"method":"new_subintent_bundle","params":1}').faults.length,
		1,
	)
})

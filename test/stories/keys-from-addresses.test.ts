import assert from 'node:assert/strict'
import { once } from 'node:events'
import { after, before, test } from 'node:test'
import type { AuditPage, IssuedApiKey, IssuedOperatorKey, WireOf } from '@accord/protocol'
import { WebSocket } from 'ws'
import { runCommand } from '../../packages/cli/src/program-fixture.ts'
import { documents } from '../conformance/documented.ts'
import { askOperator, operatorKey, operatorSetting, refusedOperator } from '../network/operator-request.ts'
import { startTestNetwork, type TestNetwork } from '../network/test-network.ts'
import { until } from '../network/until.ts'

// A key that is stolen opens nothing from elsewhere, if the operator has bound it to addresses.

const there = '198.51.100.7'
const elsewhere = '203.0.113.9'
const ofMaker = ['198.51.100.0/24', '2001:db8::/32']

let proxied: TestNetwork
let direct: TestNetwork

before(async () => {
	const start = (trusted: string[]) =>
		startTestNetwork({ makers: 1, solvers: 0, settings: { ...operatorSetting, trusted_proxies: trusted } })
	proxied = await start(['127.0.0.1'])
	direct = await start([])
})
after(async () => {
	await proxied?.stop()
	await direct?.stop()
})

type From = { readonly apiKey: string; readonly from: string }

/** The status and code of a maker's request, sent on by a proxy for this address. */
async function rest({ service }: TestNetwork, { apiKey, from }: From): Promise<string> {
	const headers = { 'service-api-key': apiKey, 'x-forwarded-for': from }
	const response = await fetch(`${service.url}/trade/accounts`, { headers })
	return `${response.status} ${((await response.json()) as { code?: string }).code ?? 'ok'}`
}

type Operations = Readonly<Record<string, { readonly security?: unknown; readonly responses: object }>>

/** The operations with a maker's key that are not refused from this address. */
async function servedElsewhere({ apiKey, from }: From): Promise<string[]> {
	const headers = { 'service-api-key': apiKey, 'x-forwarded-for': from, 'content-type': 'application/json' }
	const keyed = Object.entries<Operations>(documents.rest.paths).flatMap(([path, operations]) =>
		Object.entries(operations).flatMap(([method, { security, responses }]) =>
			security !== undefined && '403' in responses ? [{ path, method }] : [],
		),
	)
	assert.ok(keyed.length > 10)
	const asked = keyed.map(async ({ path, method }) => {
		const request = { method: method.toUpperCase(), headers, ...(method === 'post' && { body: '{}' }) }
		const { status } = await fetch(`${proxied.service.url}${path}`, request)
		return status === 403 ? [] : [`${method} ${path}: ${status}`]
	})
	return (await Promise.all(asked)).flat()
}

function openSocket({ flashUrl }: TestNetwork, { apiKey, from }: From): WebSocket {
	const socket = new WebSocket(flashUrl, { headers: { 'service-api-key': apiKey, 'x-forwarded-for': from } })
	socket.on('error', () => undefined)
	return socket
}

/** The status of an upgrade. */
async function upgrade(network: TestNetwork, from: From): Promise<number> {
	const socket = openSocket(network, from)
	const opened = once(socket, 'open').then(() => 101)
	const refused = once(socket, 'unexpected-response').then(([, response]) => response.statusCode as number)
	const status = await Promise.race([opened, refused])
	socket.terminate()
	return status
}

async function issueKey(network: TestNetwork): Promise<WireOf<typeof IssuedApiKey>> {
	return await askOperator(network, `POST /operator/makers/${network.makers[0]?.name}/keys`, { body: {} })
}

type Acts = { readonly act: string; readonly subject: string; readonly count: number }

/** The audit log's entries about these acts, once there are so many. */
async function untilActs(network: TestNetwork, { act, subject, count }: Acts) {
	const acts = async () => {
		const { entries } = await askOperator<WireOf<typeof AuditPage>>(network, 'GET /operator/audit?limit=1000')
		return entries.filter(entry => entry.act === act && entry.subject === subject)
	}
	await until('the entries of the audit log', async () => (await acts()).length === count)
	return await acts()
}

// shows error: address_not_allowed
test('a maker’s key that is bound to networks is refused from elsewhere, over REST and WebSocket', async () => {
	const { key_id: keyId, api_key: apiKey } = await issueKey(proxied)
	assert.equal(await rest(proxied, { apiKey, from: elsewhere }), '200 ok')
	const body = { allowed_from: ofMaker }
	const set = await askOperator(proxied, `PUT /operator/keys/${keyId}/allowed-from`, { body })
	assert.deepEqual(set.allowed_from, ofMaker)
	for (const from of [there, '2001:db8:1::1']) {
		assert.equal(await rest(proxied, { apiKey, from }), '200 ok')
		assert.equal(await upgrade(proxied, { apiKey, from }), 101)
	}
	for (const from of [elsewhere, '2001:db9::1', `${there}, ${elsewhere}`]) {
		assert.equal(await rest(proxied, { apiKey, from }), '403 address_not_allowed', from)
		assert.equal(await upgrade(proxied, { apiKey, from }), 403, from)
	}
	assert.deepEqual(await servedElsewhere({ apiKey, from: elsewhere }), [])
	// The key that takes its place is bound to the same.
	const rotated = await askOperator<WireOf<typeof IssuedApiKey>>(proxied, `POST /operator/keys/${keyId}/rotate`, {
		body: {},
	})
	assert.equal(await rest(proxied, { apiKey: rotated.api_key, from: elsewhere }), '403 address_not_allowed')
	await askOperator(proxied, `PUT /operator/keys/${keyId}/allowed-from`, { body: { allowed_from: [] } })
	assert.equal(await rest(proxied, { apiKey, from: elsewhere }), '200 ok')
	const acts = await untilActs(proxied, { act: 'key_addresses_set', subject: keyId, count: 2 })
	assert.deepEqual(
		acts.map(({ detail }) =>
			[detail.before, detail.after].map(key => (key as { allowed_from?: unknown }).allowed_from),
		),
		[
			[undefined, ofMaker],
			[ofMaker, undefined],
		],
	)
})

// shows decision 37: X-Forwarded-For is trusted from trusted proxies only
test('X-Forwarded-For from anyone but a trusted proxy opens nothing', async () => {
	const { key_id: keyId, api_key: apiKey } = await issueKey(direct)
	await askOperator(direct, `PUT /operator/keys/${keyId}/allowed-from`, { body: { allowed_from: ofMaker } })
	assert.equal(await rest(direct, { apiKey, from: there }), '403 address_not_allowed')
	assert.equal(await upgrade(direct, { apiKey, from: there }), 403)
	await askOperator(direct, `PUT /operator/keys/${keyId}/allowed-from`, { body: { allowed_from: ['127.0.0.1'] } })
	assert.equal(await rest(direct, { apiKey, from: elsewhere }), '200 ok')
})

test('when a key is bound, its sessions from elsewhere are closed, and no others', async () => {
	const { key_id: keyId, api_key: apiKey } = await issueKey(proxied)
	const [kept, closed] = [there, elsewhere].map(from => openSocket(proxied, { apiKey, from })) as [WebSocket, WebSocket]
	await Promise.all([kept, closed].map(socket => once(socket, 'open')))
	const [code] = await Promise.all([
		once(closed, 'close').then(([found]) => found as number),
		askOperator(proxied, `PUT /operator/keys/${keyId}/allowed-from`, { body: { allowed_from: ofMaker } }),
	])
	assert.equal(code, 4001)
	const pong = once(kept, 'pong')
	kept.ping()
	await pong
	kept.terminate()
})

test('an operator’s key can be bound, too, by the command, which shows it', async () => {
	const issued = await askOperator<WireOf<typeof IssuedOperatorKey>>(direct, 'POST /operator/operator-keys', {
		body: { name: 'night-shift', role: 'viewer' },
	})
	const endpoint = ['--operator', direct.service.operatorUrl ?? '']
	const env = { ACCORD_OPERATOR_KEY: operatorKey }
	const key = issued.operator_key
	await askOperator(direct, 'GET /operator/makers', { key })
	const bound = await runCommand(['operator-keys', 'allow', 'night-shift', '198.51.100.0/24', ...endpoint], env)
	assert.match(bound.out, /only from\s+198\.51\.100\.0\/24/)
	await refusedOperator(direct, 'GET /operator/makers', { key, code: 'address_not_allowed' })
	const freed = await runCommand(['operator-keys', 'allow', 'night-shift', ...endpoint], env)
	assert.doesNotMatch(freed.out, /only from/)
	await askOperator(direct, 'GET /operator/makers', { key })
	await untilActs(direct, { act: 'operator_key_addresses_set', subject: issued.key_id, count: 2 })
})

test('error: what is no address or network, and an unknown key, are refused', async () => {
	const { key_id: keyId } = await issueKey(direct)
	for (const range of ['10.0.0.0/33', 'example.com', '10.0.0'])
		await refusedOperator(direct, `PUT /operator/keys/${keyId}/allowed-from`, {
			body: { allowed_from: [range] },
			code: 'validation_failed',
		})
	for (const path of ['keys', 'operator-keys'] as const)
		await refusedOperator(direct, `PUT /operator/${path}/unknown/allowed-from`, {
			body: { allowed_from: [] },
			code: 'unknown_key',
		})
})

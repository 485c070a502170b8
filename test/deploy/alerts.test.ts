import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { after, before, describe, test } from 'node:test'
import { operatorSetting } from '../network/operator-request.ts'
import { startTestNetwork, type TestNetwork } from '../network/test-network.ts'

const alerts = readFileSync(new URL('../../deploy/prometheus-alerts.yaml', import.meta.url), 'utf8')

describe('a service that has just started', () => {
	let network: TestNetwork
	let samples: ReadonlyMap<string, number>

	before(async () => {
		network = await startTestNetwork({ users: 1, makers: 1, solvers: 0, settings: operatorSetting })
		await network.drain()
		const text = await (await fetch(`${network.service.operatorUrl}/metrics`)).text()
		const lines = text.split('\n').filter(line => line !== '' && !line.startsWith('#'))
		samples = new Map(lines.map(line => [line.slice(0, line.lastIndexOf(' ')), Number(line.split(' ').at(-1))]))
	})
	after(() => network?.stop())

	// shows decision 52: Every counter starts at 0, and every alert is tested
	test('shows every label that an alert looks for, so that the first of a kind counts as an increase', () => {
		const selectors = [...alerts.matchAll(/\b(accord_\w+)\{([^}]*)\}/g)].map(([, name = '', labels = '']) => {
			const wanted = [...labels.matchAll(/(\w+)="([^"]*)"/g)].map(([, label, value]) => `${label}="${value}"`)
			return { name, wanted }
		})
		const shown = [...samples.keys()]
		const missing = selectors.filter(
			({ name, wanted }) => !shown.some(key => key.startsWith(name) && wanted.every(label => key.includes(label))),
		)
		assert.ok(selectors.length > 20)
		assert.deepEqual(missing, [])
		const others = [...alerts.matchAll(/\b(?:process|nodejs)_\w+/g)].map(([name]) => name)
		assert.deepEqual([others.length > 3, others.filter(name => !samples.has(name))], [true, []])
	})

	// shows decision 52: Every counter starts at 0, and every alert is tested
	test('counts events that have not happened yet as 0', () => {
		const never = [
			...['busy', 'internal', 'no_liquidity', 'orders_paused', 'ledger_unavailable', 'database_unavailable'].map(
				code => `accord_orders_refused_total{code="${code}"}`,
			),
			...['settled', 'expired', 'unfilled', 'cancelled'].map(state => `accord_orders_ended_total{state="${state}"}`),
			...['busy', 'fill_too_late', 'already_filled'].map(code => `accord_fills_refused_total{code="${code}"}`),
			...['500', '503', '422', '200'].map(
				status => `accord_http_requests_total{method="POST",route="/trade/orders",status="${status}"}`,
			),
			...['http', 'flash', 'solver', 'operator'].map(name => `accord_unauthorized_total{interface="${name}"}`),
			...['all', 'address', 'pipelined'].map(limit => `accord_connections_refused_total{limit="${limit}"}`),
			...['ledgerState', 'preview', 'submit'].map(call => `accord_gateway_failures_total{call="${call}"}`),
			...['publish bundles', 'track settlements', 'order journal'].map(
				loop => `accord_loop_failures_total{loop="${loop}"}`,
			),
			'accord_sockets_closed_total{interface="flash",code="1011"}',
			'accord_log_lines_total{level="error"}',
			'accord_log_lines_omitted_total',
		]
		assert.deepEqual(
			never.map(name => [name, samples.get(name)]),
			never.map(name => [name, 0]),
		)
	})

	test('knows how large its database is, and that no key is about to expire', () => {
		assert.ok((samples.get('accord_database_bytes') ?? 0) > 1_000_000)
		assert.equal(samples.get('accord_api_key_expiry_seconds'), undefined)
	})

	// shows decision 52: Every counter starts at 0, and every alert is tested
	test('counts wrong keys at every interface', async () => {
		const { url, operatorUrl } = network.service
		const key = { 'service-api-key': 'a-key-that-does-not-exist' }
		assert.equal((await fetch(`${url}/maker/books`, { headers: key })).status, 401)
		assert.equal((await fetch(`${operatorUrl}/operator/makers`)).status, 401)
		const text = await (await fetch(`${operatorUrl}/metrics`)).text()
		assert.match(text, /^accord_unauthorized_total\{interface="http"\} 1$/m)
		assert.match(text, /^accord_unauthorized_total\{interface="operator"\} 1$/m)
	})
})

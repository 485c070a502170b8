import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { type Doctor, TradeError, type WireOf } from '@accord/protocol'
import { FailingDatabase } from '../network/failing-database.ts'
import { askOperator, operatorSetting, refusedOperator } from '../network/operator-request.ts'
import { startTestNetwork, type TestNetwork } from '../network/test-network.ts'

let network: TestNetwork
let failing: FailingDatabase

before(async () => {
	failing = await FailingDatabase.open()
	network = await startTestNetwork({ database: failing.database, settings: operatorSetting })
	await askOperator(network, 'GET /operator/overview')
	failing.failure = new TradeError('database_unavailable')
})
after(async () => {
	failing.failure = undefined
	await network?.stop()
	await failing.close()
})

test('error: without the database nothing can be read or changed', async () => {
	const code = 'database_unavailable'
	await refusedOperator(network, 'GET /operator/overview', { code })
	await refusedOperator(network, 'GET /operator/orders', { code })
	await refusedOperator(network, 'POST /operator/makers', { body: { name: 'x', accounts: [] }, code })
	await refusedOperator(network, 'DELETE /operator/keys/0000', { code })
})

test('the doctor names the checks that fail, and says once what to do', async () => {
	const { ok, checks } = await askOperator<WireOf<typeof Doctor>>(network, 'GET /operator/doctor')
	const failed = checks.filter(check => !check.ok && check.advice !== undefined).map(({ name }) => name)
	assert.equal(ok, false)
	assert.deepEqual(
		failed.filter(name => name !== 'loops'),
		['database', 'keys', 'fees', 'makers', 'quotes', 'solvers', 'orders', 'fills', 'settings'],
	)
	const { advice } = checks.find(({ name }) => name === 'database') ?? {}
	assert.match(advice ?? '', /If a standby waits, promote it/)
	const unchecked = checks.filter(({ detail }) => detail === 'not checked without the database')
	assert.deepEqual(
		unchecked.map(({ name }) => name),
		['keys', 'fees', 'makers', 'orders', 'fills', 'settings'],
	)
})

test('metrics are served, except those counted in the database', async () => {
	const response = await fetch(`${network.service.operatorUrl}/metrics`)
	const text = await response.text()
	assert.equal(response.status, 200)
	assert.match(text, /^accord_sessions\{kind="maker"\} 0$/m)
	assert.doesNotMatch(text, /^accord_(orders_open\{|fills_open |database_answer_seconds )/m)
	assert.match(text, /^accord_build_info\{/m)
})

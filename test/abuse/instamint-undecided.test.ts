import assert from 'node:assert/strict'
import { test } from 'node:test'
import { auditLog } from '../network/audit-log.ts'
import { GatewayProxy, noPath } from '../network/gateway-proxy.ts'
import { customerOf, instamintOf } from '../network/instamint-customers.ts'
import { askOperator, operatorSetting, refusedOperator } from '../network/operator-request.ts'
import { startTestNetwork } from '../network/test-network.ts'

// A Gateway that may or may not accept a transaction, and does not report its fate.

// shows decision 59: An act on the ledger without a known outcome is reported as such, and repeating it does nothing twice
// shows error: transaction_undecided
test('an act without an outcome is undecided and blocks others, and repeating it does it only once', async t => {
	const proxy = await GatewayProxy.start()
	const network = await startTestNetwork({
		users: 2,
		makers: 1,
		solvers: 0,
		gatewayProxy: proxy,
		settings: operatorSetting,
	})
	t.after(async () => {
		await network.stop()
		proxy.stop()
	})
	const account = network.users[0]?.account ?? ''
	const add = 'POST /operator/instamint/customers'
	const body = { account, allowance_xrd: '1000' }
	proxy.failing = /\/transaction\/submit/
	const first = await refusedOperator(network, add, { body, code: 'transaction_undecided' })
	const named = /txid_sim1\w+/.exec(first.detail ?? '')?.[0]
	proxy.failing = noPath
	const other = await refusedOperator(network, 'POST /operator/instamint/pause', { code: 'transaction_undecided' })
	assert.match(other.detail ?? '', new RegExp(named ?? 'no id'))

	proxy.failing = /\/transaction\/status/
	await refusedOperator(network, add, { body, code: 'transaction_undecided' })
	proxy.failing = noPath
	assert.equal((await instamintOf(network)).customers.filter(customer => customer.account === account).length, 1)
	await refusedOperator(network, add, { body, code: 'customer_exists' })
	assert.equal((await askOperator(network, 'POST /operator/instamint/pause')).paused, true)
	const acts = (await auditLog(network)).filter(({ act }) => act === 'instamint_customer_added')
	assert.deepEqual(
		acts.map(({ detail }) => (detail.after as { transaction_id: string }).transaction_id),
		acts.map(() => named),
	)
	assert.equal((await customerOf(network, { account })).allowance_xrd, '1000')
})

test('acts requested at once are done one after the other, and more than nine are refused', async t => {
	const network = await startTestNetwork({ users: 1, makers: 1, solvers: 0, settings: operatorSetting })
	t.after(() => network.stop())
	const allowances = Array.from({ length: 30 }, (_, at) => String(at))
	const url = `${network.service.operatorUrl}/operator/instamint/allowance`
	const statuses = await Promise.all(
		allowances.map(async allowance_xrd => {
			const response = await fetch(url, {
				method: 'PUT',
				headers: { authorization: `Bearer ${operatorSetting.operator.key}`, 'content-type': 'application/json' },
				body: JSON.stringify({ customer_id: 1, allowance_xrd }),
			})
			const { code } = (await response.json()) as { code?: string }
			return code ?? 'done'
		}),
	)
	const counts = Object.groupBy(statuses, status => status)
	assert.deepEqual(Object.keys(counts).toSorted(), ['busy', 'done'])
	assert.ok((counts.done?.length ?? 0) >= 9)
})

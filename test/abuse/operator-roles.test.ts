import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { allowsRole, type IssuedOperatorKey, type OperatorRole, operatorRoles, type WireOf } from '@accord/protocol'
import { type Operation, operatorOperations } from '@accord/protocol/contract'
import { askOperator, operatorKey, operatorSetting, refusedOperator } from '../network/operator-request.ts'
import { startTestNetwork, type TestNetwork } from '../network/test-network.ts'

// Abuse case 54: one key shared by everyone can be neither restricted nor revoked for one of them, and does not show who
// acted.

let network: TestNetwork
const keys = new Map<OperatorRole, WireOf<typeof IssuedOperatorKey>>()

before(async () => {
	network = await startTestNetwork({ settings: operatorSetting })
	for (const role of operatorRoles) keys.set(role, await issue(`the.${role}`, role))
})
after(() => network?.stop())

async function issue(name: string, role: OperatorRole): Promise<WireOf<typeof IssuedOperatorKey>> {
	return askOperator<WireOf<typeof IssuedOperatorKey>>(network, 'POST /operator/operator-keys', {
		body: { name, role },
	})
}

function keyOf(role: OperatorRole): string {
	return keys.get(role)?.operator_key ?? ''
}

const callOf = ({ method, path }: Operation) =>
	`${method.toUpperCase()} ${path.replaceAll(/\{\w+\}/g, 'x')}` as Parameters<typeof refusedOperator>[1]

// shows error: forbidden
// shows decision 34: Operators' keys have names and roles
test('error: no role can do what needs a higher one', async () => {
	const refused: string[] = []
	for (const operation of Object.values<Operation>(operatorOperations)) {
		const { auth } = operation
		if (auth === 'none' || auth === 'key' || auth === 'integrator') continue
		for (const role of operatorRoles.filter(one => !allowsRole(one, auth))) {
			const { detail } = await refusedOperator(network, callOf(operation), { key: keyOf(role), code: 'forbidden' })
			assert.equal(detail, `this takes the role ${auth}; the.${role} is ${role}`)
			refused.push(`${role} ${operation.id}`)
		}
	}
	assert.deepEqual(
		refused.filter(each => /pause|issueOperatorKey$/i.test(each)),
		['viewer pauseMakerByOperator', 'viewer issueOperatorKey', 'operator issueOperatorKey', 'viewer pauseInstamint'],
	)
	assert.deepEqual((await askOperator(network, 'GET /operator/makers/maker-1')).pauses, [])
})

test('error: an id with a zero character, which no database can store', async () => {
	const calls = ['GET /operator/makers/%00', 'GET /operator/orders/%00', 'GET /operator/orders/%00/trace'] as const
	for (const call of [...calls, 'DELETE /operator/keys/%00', 'DELETE /operator/operator-keys/%00'] as const)
		await refusedOperator(network, call, { code: 'validation_failed' })
})

test('each role does its own tasks', async () => {
	await askOperator(network, 'GET /operator/overview', { key: keyOf('viewer') })
	await askOperator(network, 'POST /operator/makers/maker-1/pause', { key: keyOf('operator') })
	await askOperator(network, 'POST /operator/makers/maker-1/resume', { key: keyOf('operator') })
	const { keys: listed } = await askOperator(network, 'GET /operator/operator-keys', { key: keyOf('admin') })
	assert.deepEqual(
		listed.map(({ name, role, created_by }: WireOf<typeof IssuedOperatorKey>) => [name, role, created_by]),
		operatorRoles.map(role => [`the.${role}`, role, 'configuration']),
	)
	assert(!JSON.stringify(listed).includes(keyOf('viewer')))
})

// shows error: name_taken
test('error: a revoked key opens nothing, and its name is free again', async () => {
	const body = { name: 'night-shift', role: 'viewer' }
	const { key_id: keyId, operator_key: key } = await issue('night-shift', 'viewer')
	await refusedOperator(network, 'POST /operator/operator-keys', { body, code: 'name_taken' })
	await askOperator(network, 'GET /operator/overview', { key })
	const revoked = await askOperator(network, `DELETE /operator/operator-keys/${keyId}`)
	assert.equal(revoked.state, 'revoked')
	assert.deepEqual(await askOperator(network, `DELETE /operator/operator-keys/${keyId}`), revoked)
	await refusedOperator(network, 'GET /operator/overview', { key, code: 'unauthorized' })
	await issue('night-shift', 'viewer')
	await refusedOperator(network, 'DELETE /operator/operator-keys/0000', { code: 'unknown_key' })
})

test('error: no key takes the name of the configuration’s, or one that a log cannot hold', async () => {
	const tried = (name: string, code: 'name_taken' | 'validation_failed') =>
		refusedOperator(network, 'POST /operator/operator-keys', { body: { name, role: 'admin' }, code })
	await tried('configuration', 'name_taken')
	for (const name of ['', 'a b', 'a\nb', 'x'.repeat(65)]) await tried(name, 'validation_failed')
	await askOperator(network, 'GET /operator/operator-keys', { key: operatorKey })
})

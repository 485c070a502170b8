import assert from 'node:assert/strict'
import { createHash, randomBytes } from 'node:crypto'
import { after, before, test } from 'node:test'
import { flashMethods } from '@accord/protocol'
import { sql } from 'kysely'
import { type FlashSocket, openFlash } from '../network/flash-socket.ts'
import { askOperator, operatorKey, operatorSetting } from '../network/operator-request.ts'
import { connectMaker, silent, type TestMaker } from '../network/test-maker.ts'
import { startTestNetwork, type TestNetwork } from '../network/test-network.ts'
import { placeOrder } from '../network/test-user.ts'

// Response times are not measured: on a shared machine that proves nothing. These tests show why they reveal nothing:
// keys are known only by their hash, and anything that is not the caller's own is answered like something that does not
// exist, byte for byte.

let network: TestNetwork
let maker: TestMaker

before(async () => {
	network = await startTestNetwork({ users: 1, makers: 2, solvers: 1, settings: operatorSetting })
	const books = [{ pair: 'XRD/xUSDC', bids: ['0.05 1000'] }]
	maker = await connectMaker(network, network.makers[0], { books, answer: silent })
})
after(() => network?.stop())

/** The answer to a request with this key, without the parts that always differ. */
async function answerTo(url: string, headers: Record<string, string>): Promise<string> {
	const response = await fetch(url, { headers })
	assert.equal(response.status, 401)
	const body = (await response.json()) as Record<string, unknown>
	const own = ['date', 'x-request-id', 'ratelimit-remaining', 'ratelimit-reset']
	const rest = [...response.headers].filter(([name]) => !own.includes(name))
	return JSON.stringify([response.status, rest, { ...body, request_id: '' }])
}

const swapLast = (key: string) => key.slice(0, -1) + (key.endsWith('A') ? 'B' : 'A')
const shaOf = (key: string) => createHash('sha256').update(key).digest('hex')

test('a key is stored as its hash only, so that no part of it is ever compared', async () => {
	const { api_key: issued } = await askOperator(network, 'POST /operator/makers/maker-1/keys', { body: {} })
	const { operator_key: operators } = await askOperator(network, 'POST /operator/operator-keys', {
		body: { name: 'alice', role: 'viewer' },
	})
	const { rows } = await sql<{ row: string }>`
		select row_to_json(k)::text as row from api_key k union all select row_to_json(o)::text from operator_key o
	`.execute(network.service.db)
	const stored = rows.map(({ row }) => row).join('\n')
	for (const key of [issued, operators]) {
		assert.ok(stored.includes(shaOf(key)))
		assert.ok(!stored.includes(key.slice(0, -20)) && !stored.includes(key.slice(20)), 'only what it is recognised by')
	}
})

test('a wrong key gets the same answer, byte for byte, however close it is to a right one', async () => {
	const { api_key: right, key_id: keyId } = await askOperator(network, 'POST /operator/makers/maker-1/keys', {
		body: {},
	})
	const { api_key: revoked, key_id: revokedId } = await askOperator(network, 'POST /operator/makers/maker-1/keys', {
		body: {},
	})
	await askOperator(network, `DELETE /operator/keys/${revokedId}`)
	const wrong = [
		swapLast(right),
		right.slice(0, -1),
		`${right}A`,
		right.toUpperCase(),
		keyId,
		shaOf(right),
		revoked,
		'x',
	]
	const url = `${network.service.url}/maker/books`
	const answers = await Promise.all(wrong.map(key => answerTo(url, { 'service-api-key': key })))
	assert.equal(new Set(answers).size, 1, [...new Set(answers)].join('\n'))

	const near = [swapLast(operatorKey), operatorKey.slice(1), `${operatorKey}0`, operatorKey.toUpperCase(), 'x']
	const asked = near.map(key =>
		answerTo(`${network.service.operatorUrl}/operator/makers`, { authorization: `Bearer ${key}` }),
	)
	assert.equal(new Set(await Promise.all(asked)).size, 1)
})

test('an order of another maker is answered like one that does not exist, byte for byte', async () => {
	await network.clock.standStill(async () => {
		await placeOrder(network, network.users[0], { sell: '100 XRD', buy: '5 xUSDC' })
		const asked = await maker.asked()
		const bytes = maker.sign(asked).signedPartialTransaction
		const [, account] = network.makers
		const other = await openFlash(network, account ?? assert.fail('there is no second maker'))
		const ids = [asked.id, randomBytes(16).toString('hex')]
		for (const send of [fillOf(bytes), reject]) {
			const errors = []
			for (const id of ids) errors.push(JSON.stringify(await send(other, id)).replaceAll(id, 'ID'))
			assert.equal(errors[0], errors[1])
		}
		await maker.fill(asked)
	})
})

const fillOf = (signed_partial_transaction: string) => (session: FlashSocket, order_id: string) =>
	session.refused('unknown_order', flashMethods.fill, { order_id, signed_partial_transaction })
const reject = (session: FlashSocket, order_id: string) =>
	session.refused('unknown_order', flashMethods.rejectOrder, { order_id })

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { CommittedRoots } from './committed-roots.ts'

type Details = Awaited<ReturnType<ConstructorParameters<typeof CommittedRoots>[0]['gateway']['committedDetails']>>

const market = { networkId: 242, tokenByAddress: () => undefined }

function setUp(committedDetails: (transactionId: string) => Promise<Details>) {
	const errors: unknown[] = []
	const gateway = { committedDetails }
	return { errors, roots: new CommittedRoots({ gateway, market, onError: error => errors.push(error) }) }
}

test('error: without an answer of the Gateway there is no root, and the next call asks it again', async () => {
	let calls = 0
	const { roots, errors } = setUp(async () => {
		calls += 1
		throw new Error('gone')
	})
	assert.deepEqual([await roots.root('txid_1'), await roots.root('txid_1')], [undefined, undefined])
	assert.deepEqual([calls, errors.length], [2, 2])
})

test('concurrent calls for one root share a request; a ninth request at once returns undefined', async () => {
	const asked: string[] = []
	const { promise, reject } = Promise.withResolvers<Details>()
	const { roots, errors } = setUp(transactionId => {
		asked.push(transactionId)
		return promise
	})
	const waiting = [1, 1, 2, 3, 4, 5, 6, 7, 8].map(n => roots.root(`txid_${n}`))
	assert.equal(await roots.root('txid_9'), undefined)
	assert.deepEqual(
		asked,
		[1, 2, 3, 4, 5, 6, 7, 8].map(n => `txid_${n}`),
	)
	reject(new Error('gone'))
	await Promise.all(waiting)
	assert.equal(errors.length, 8)
	void roots.root('txid_9')
	assert.equal(asked.at(-1), 'txid_9')
})

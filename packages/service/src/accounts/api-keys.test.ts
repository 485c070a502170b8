import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, test } from 'node:test'
import { setImmediate as turn } from 'node:timers/promises'
import { inProcessBus } from '../bus/bus.ts'
import type { OpenDatabase } from '../db/open-database.ts'
import { openTestDatabase } from '../testing/open-test-database.ts'
import {
	ApiKeyUses,
	apiKeys,
	authenticate,
	issueApiKey,
	limitedApiKeys,
	revokeApiKey,
	rotateApiKey,
} from './api-keys.ts'
import { registerMaker } from './makers.ts'

const startMs = 1_700_000_000_000
const day = 86_400_000

describe('API keys of a maker', () => {
	let opened: OpenDatabase
	let makerId = ''
	let nowMs = startMs
	const clock = { nowMs: () => nowMs, wakeAt: () => () => {} }
	const bus = inProcessBus({ onError: assert.ifError })
	const deps = () => ({ database: opened.db, clock, bus })
	before(async () => {
		opened = await openTestDatabase()
	})
	after(() => opened.close())
	beforeEach(async () => {
		nowMs = startMs
		makerId = (await registerMaker(deps(), { name: 'a maker', accounts: [] })).makerId
	})

	test('an issued key has an id and a label, and its displayed form reveals neither the key nor its hash', async () => {
		const { apiKey, ...shown } = await issueApiKey(deps(), { makerId, label: 'frankfurt' })
		assert.deepEqual(await apiKeys(deps(), makerId), [shown])
		assert.deepEqual(
			{ ...shown, keyId: shown.keyId.length },
			{ keyId: 16, makerId, label: 'frankfurt', prefix: apiKey.slice(0, 12), state: 'valid', createdAtMs: startMs },
		)
		assert.deepEqual(await authenticate(deps(), apiKey), {
			makerId,
			keyId: shown.keyId,
			allowedFrom: null,
		})
	})

	test('a rotated key stays valid until the overlap ends, and the new key has its label', async () => {
		const old = await issueApiKey(deps(), { makerId, label: 'frankfurt' })
		const { replaces, ...issued } = await rotateApiKey(deps(), { keyId: old.keyId, overlapMs: day })
		assert.deepEqual([replaces.expiresAtMs, issued.label, issued.makerId], [startMs + day, 'frankfurt', makerId])
		nowMs = startMs + day - 1
		assert.deepEqual(
			[await authenticate(deps(), old.apiKey), await authenticate(deps(), issued.apiKey)].map(found => found?.keyId),
			[old.keyId, issued.keyId],
		)
		assert.deepEqual([...(await limitedApiKeys(deps(), [old.keyId, issued.keyId])).keys()], [])
		nowMs += 1
		assert.equal(await authenticate(deps(), old.apiKey), undefined)
		assert.deepEqual([...(await limitedApiKeys(deps(), [old.keyId, issued.keyId])).keys()], [old.keyId])
	})

	test('without overlap the old key expires at once, and subscribers are notified', async () => {
		const old = await issueApiKey(deps(), { makerId })
		let notified = 0
		const unsubscribe = bus.subscribe('api_key', () => {
			notified += 1
		})
		const { replaces } = await rotateApiKey(deps(), { keyId: old.keyId, overlapMs: 0 })
		await turn()
		unsubscribe()
		assert.equal(replaces.state, 'expired')
		assert.deepEqual([await authenticate(deps(), old.apiKey), notified], [undefined, 1])
	})

	test('rotating again never extends a key’s lifetime', async () => {
		const old = await issueApiKey(deps(), { makerId })
		await rotateApiKey(deps(), { keyId: old.keyId, overlapMs: 1000 })
		const { replaces } = await rotateApiKey(deps(), { keyId: old.keyId, overlapMs: day })
		assert.equal(replaces.expiresAtMs, startMs + 1000)
	})

	// shows error: unknown_key
	// shows error: key_ended
	test('error: unknown, revoked and expired keys cannot be rotated, and no new key is issued', async () => {
		const revoked = await issueApiKey(deps(), { makerId })
		const expired = await issueApiKey(deps(), { makerId })
		await revokeApiKey(deps(), { keyId: revoked.keyId })
		await rotateApiKey(deps(), { keyId: expired.keyId, overlapMs: 0 })
		const rotate = (keyId: string) => rotateApiKey(deps(), { keyId, overlapMs: day })
		await assert.rejects(rotate('0000'), { code: 'unknown_key' })
		await assert.rejects(rotate(revoked.keyId), { code: 'key_ended' })
		await assert.rejects(rotate(expired.keyId), { code: 'key_ended' })
		assert.equal((await apiKeys(deps(), makerId)).length, 3)
	})

	test('revoking a key again keeps the first revocation time', async () => {
		const { keyId } = await issueApiKey(deps(), { makerId })
		await revokeApiKey(deps(), { keyId })
		nowMs += 5000
		const again = await revokeApiKey(deps(), { keyId })
		assert.equal(again?.revokedAtMs, startMs)
		assert.equal(await revokeApiKey(deps(), { keyId: 'unknown' }), undefined)
	})

	test('the time of last use is written at most once a minute', async () => {
		const { keyId } = await issueApiKey(deps(), { makerId })
		const uses = new ApiKeyUses({ ...deps(), onError: assert.ifError })
		const used = async () => (await apiKeys(deps(), makerId)).map(({ lastUsedAtMs }) => lastUsedAtMs)
		assert.deepEqual(await used(), [undefined])
		for (const passedMs of [0, 59_999]) {
			nowMs = startMs + passedMs
			await uses.note(keyId)
		}
		assert.deepEqual(await used(), [startMs])
		nowMs = startMs + 60_000
		await uses.note(keyId)
		assert.deepEqual(await used(), [startMs + 60_000])
	})
})

import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { setImmediate as turn } from 'node:timers/promises'
import { type Clock, Decimal } from '@accord/protocol'
import { inProcessBus } from '../bus/bus.ts'
import type { OpenDatabase } from '../db/open-database.ts'
import { openTestDatabase } from '../testing/open-test-database.ts'
import { accountsOfMaker, levelOf, setLevel } from './accounts-table.ts'
import { authenticate, importApiKey, issueApiKey, limitedApiKeys, revokeApiKey } from './api-keys.ts'
import { registerConfigured, registerMaker } from './makers.ts'

const clock: Clock = { nowMs: () => 1_700_000_000_000, wakeAt: () => () => {} }

describe('accounts', () => {
	let opened: OpenDatabase
	before(async () => {
		opened = await openTestDatabase()
	})
	after(() => opened.close())
	const bus = inProcessBus({ onError: assert.ifError })
	const deps = () => ({ database: opened.db, clock, bus })
	const makerOf = async (apiKey: string) => (await authenticate(deps(), apiKey))?.makerId

	test('a maker that is registered again keeps its accounts and gets the new ones', async () => {
		await registerMaker(deps(), { name: 'old', makerId: 'anna', accounts: ['account_a'] })
		await registerMaker(deps(), { name: 'new', makerId: 'anna', accounts: ['account_b', 'account_a'] })
		assert.deepEqual(await accountsOfMaker(opened.db, 'anna'), ['account_a', 'account_b'])
		assert.deepEqual(await opened.db.selectFrom('maker').select('name').where('maker_id', '=', 'anna').execute(), [
			{ name: 'new' },
		])
	})

	test('makers registered without an id each get a new one', async () => {
		const first = await registerMaker(deps(), { name: 'x', accounts: [] })
		const second = await registerMaker(deps(), { name: 'x', accounts: [] })
		assert.match(first.makerId, /^[0-9a-f]{32}$/)
		assert.notEqual(first.makerId, second.makerId)
	})

	// shows error: account_taken
	test("error: another maker's account is refused, and the whole registration is rolled back", async () => {
		await registerMaker(deps(), { name: 'owner', makerId: 'owner', accounts: ['account_c'] })
		await assert.rejects(
			registerMaker(deps(), { name: 'thief', makerId: 'thief', accounts: ['account_c'] }),
			/another maker/,
		)
		assert.deepEqual(await opened.db.selectFrom('maker').selectAll().where('maker_id', '=', 'thief').execute(), [])
	})

	// shows authentication: Header SERVICE-API-KEY
	test('an issued key is valid until it is revoked, and is stored only as a hash', async () => {
		const { makerId } = await registerMaker(deps(), { name: 'carl', accounts: [] })
		const { apiKey, keyId } = await issueApiKey(deps(), { makerId })
		assert.equal(await makerOf(apiKey), makerId)
		assert.equal(await authenticate(deps(), `${apiKey}x`), undefined)
		assert.equal(await authenticate(deps(), ''), undefined)
		assert.equal(
			JSON.stringify(await opened.db.selectFrom('api_key').select(['key_hash', 'prefix']).execute()).includes(apiKey),
			false,
		)
		assert.equal((await revokeApiKey(deps(), { keyId }))?.revokedAtMs, clock.nowMs())
		assert.equal(await authenticate(deps(), apiKey), undefined)
	})

	test('revoking one of two keys leaves the other valid; an unknown key is reported', async () => {
		const { makerId } = await registerMaker(deps(), { name: 'dora', accounts: [] })
		const first = await issueApiKey(deps(), { makerId })
		const second = await issueApiKey(deps(), { makerId })
		const keyIds = [first, second].map(async ({ apiKey }) => (await authenticate(deps(), apiKey))?.keyId ?? '')
		const [firstId = '', secondId = ''] = await Promise.all(keyIds)
		const messages: object[] = []
		const unsubscribe = bus.subscribe('api_key', message => messages.push(message))
		assert.equal((await revokeApiKey(deps(), { apiKey: first.apiKey }))?.keyId, firstId)
		assert.equal(await revokeApiKey(deps(), { apiKey: 'unknown' }), undefined)
		await turn()
		unsubscribe()
		assert.deepEqual([[...(await limitedApiKeys(deps(), [firstId, secondId])).keys()], messages], [[firstId], [{}]])
		assert.equal(await authenticate(deps(), first.apiKey), undefined)
		assert.equal(await makerOf(second.apiKey), makerId)
	})

	test('error: configured keys are refused outside the local network, and if they belong to another maker', async () => {
		const { makerId } = await registerMaker(deps(), { name: 'emil', accounts: [] })
		const key = { makerId, apiKey: 'play-key-of-emil' }
		await assert.rejects(importApiKey({ ...deps(), networkId: 2 }, key), /only on network 242/)
		await importApiKey({ ...deps(), networkId: 242 }, key)
		await importApiKey({ ...deps(), networkId: 242 }, key)
		assert.equal(await makerOf('play-key-of-emil'), makerId)
		const other = await registerMaker(deps(), { name: 'fritz', accounts: [] })
		await assert.rejects(
			importApiKey({ ...deps(), networkId: 242 }, { ...key, makerId: other.makerId }),
			/another maker/,
		)
	})

	// shows fees: Account level
	test('an account is at level 0 until another level is set', async () => {
		assert.equal(await levelOf(opened.db, 'account_z'), 0)
		await setLevel(opened.db, { address: 'account_z', level: 1 })
		await setLevel(opened.db, { address: 'account_z', level: 2 })
		assert.equal(await levelOf(opened.db, 'account_z'), 2)
	})

	test('everything in the configuration is registered on every start', async () => {
		const level = { takerFee: Decimal.parse('0.001'), makerFee: Decimal.zero }
		const config = {
			networkId: 242,
			levels: [level, level, level],
			makers: [{ name: 'gerd', accounts: ['account_g'], apiKey: 'play-key-of-gerd' }],
			accountLevels: [{ address: 'account_u', level: 1 }],
		}
		await registerConfigured(deps(), config)
		await registerConfigured(deps(), config)
		assert.equal(await makerOf('play-key-of-gerd'), 'gerd')
		assert.equal(await levelOf(opened.db, 'account_u'), 1)
		await assert.rejects(registerConfigured(deps(), { ...config, levels: [level] }), /^Error: levels: /)
	})
})

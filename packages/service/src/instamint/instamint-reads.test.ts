import assert from 'node:assert/strict'
import { test } from 'node:test'
import { GatewayError, type LedgerState, type PreviewReceipt } from '@accord/ledger'
import { Decimal } from '@accord/protocol'
import { pino } from 'pino'
import { InstamintReads } from './instamint-reads.ts'

const component = 'component_sim1cqrswpc8qurswpc8qurswpc8qurswpc8qurswpc8qurswpc8vappw7'
const badge = 'resource_sim1t5qszqgpqyqszqgpqyqszqgpqyqszqgpqyqszqgpqyqszqgpfmhap8'
const account = 'account_sim129s0np5uzsyv8qelmndrmp3pqhsx9x666ptpvk00tgvvjgfeuyt06z'

const none = { kind: 'Enum', variant_id: '0', fields: [] }
const some = (value: unknown) => ({ kind: 'Enum', variant_id: '1', fields: [value] })
const decimal = (value: string) => ({ kind: 'Decimal', value })
const customer = {
	kind: 'Tuple',
	fields: [
		{ kind: 'Reference', value: account },
		decimal('1000'),
		{ kind: 'Bool', value: false },
		{ kind: 'Map', key_kind: 'Reference', value_kind: 'Decimal', entries: [] },
	],
}

/** A Gateway whose ledger has a component with this many customers, and advances as the test determines. */
function openGateway({ customers = 0 } = {}) {
	const gateway = {
		stateVersion: 10,
		calls: [] as string[],
		isDown: false,
		/** Called after each preview. */
		goesOn: false,
		failure: undefined as string | undefined,
		ledgerState: async (): Promise<LedgerState> => {
			gateway.calls.push('ledgerState')
			if (gateway.isDown) throw new GatewayError('unavailable', 'down')
			return { network: 'simulator', stateVersion: gateway.stateVersion, epoch: 5, round: 1, proposerTimestampMs: 0 }
		},
		preview: async (): Promise<PreviewReceipt & { stateVersion: number }> => {
			gateway.calls.push('preview')
			const page = gateway.calls.filter(call => call === 'preview').length - 1
			const { stateVersion, failure } = gateway
			if (gateway.goesOn) gateway.stateVersion += 1
			const ids = Array.from({ length: 6 }, (_, at) => page * 6 + at + 1)
			const status = {
				kind: 'Tuple',
				fields: [
					{ kind: 'Reference', value: badge },
					{ kind: 'Bool', value: false },
					{ kind: 'I64', value: '600' },
					{ kind: 'U64', value: String(customers) },
				],
			}
			const tokens = { kind: 'Map', key_kind: 'Reference', value_kind: 'Tuple', entries: [] }
			const ofCustomers = ids.flatMap(id => (id > customers ? [none, none] : [some(customer), some(decimal('0.5'))]))
			return {
				status: failure === undefined ? 'Succeeded' : 'Failed',
				...(failure === undefined ? {} : { errorMessage: failure }),
				costXrd: Decimal.zero,
				executionUnits: 0,
				outputs: failure === undefined ? [status, tokens, ...ofCustomers] : [],
				stateVersion,
			}
		},
	}
	const clock = { atMs: 0, nowMs: () => clock.atMs }
	const log = pino({ level: 'silent' })
	return { clock, gateway, reads: new InstamintReads({ clock, gateway, log, networkId: 242, component }) }
}

test('the component is read again only when the ledger has advanced', async () => {
	const { gateway, reads } = openGateway({ customers: 1 })
	const state = await reads.state()
	assert.equal(await reads.state(), state)
	assert.deepEqual(gateway.calls, ['ledgerState', 'preview', 'ledgerState'])
	gateway.stateVersion += 1
	assert.equal((await reads.state()).stateVersion, 11)
	assert.deepEqual(state, {
		stateVersion: 10,
		component,
		badge,
		isPaused: false,
		priceValidityS: 600,
		tokens: new Map(),
		customers: [
			{
				id: 1,
				account,
				allowanceXrd: Decimal.parse('1000'),
				isPaused: false,
				loans: new Map(),
				loanValueXrd: Decimal.parse('0.5'),
			},
		],
	})
})

test('a request during a read gets the next one, together with all others waiting', async () => {
	const { gateway, reads } = openGateway()
	const first = reads.state()
	await Promise.resolve()
	const others = [reads.state(), reads.state()]
	gateway.stateVersion += 1
	const versions = await Promise.all([first, ...others])
	assert.equal(versions[1], versions[2])
	assert.equal(versions[1]?.stateVersion, 11)
	assert.equal(gateway.calls.filter(call => call === 'ledgerState').length, 2)
})

test('the recent state is read at most every 5 s, however fast the ledger advances', async () => {
	const { clock, gateway, reads } = openGateway()
	const state = await reads.recentState()
	gateway.stateVersion += 1
	clock.atMs += 5_000
	assert.equal(await reads.recentState(), state)
	assert.equal((await reads.state()).stateVersion, 11)
	assert.equal(await reads.recentState(), state)
	clock.atMs += 1
	assert.equal((await reads.recentState()).stateVersion, 11)
})

test('many customers are read in several previews, also while the ledger advances: as of the first', async () => {
	const { gateway, reads } = openGateway({ customers: 40 })
	const everyone = Array.from({ length: 40 }, (_, at) => at + 1)
	const read = async () => {
		gateway.calls.length = 0
		const { customers, stateVersion } = await reads.state()
		return [stateVersion, customers.map(({ id }) => id)]
	}
	assert.deepEqual(await read(), [10, everyone])
	gateway.goesOn = true
	gateway.stateVersion += 1
	assert.deepEqual(await read(), [11, everyone])
	assert.equal(gateway.calls.filter(call => call === 'preview').length, 7)
})

test('error: a failed read fails only its own callers, and the next one reads again', async () => {
	const { gateway, reads } = openGateway()
	gateway.isDown = true
	await assert.rejects(reads.state(), { code: 'ledger_unavailable' })
	gateway.isDown = false
	gateway.failure = 'there is no such component'
	await assert.rejects(reads.state(), { code: 'instamint_not_offered' })
	gateway.failure = undefined
	assert.equal((await reads.state()).badge, badge)
})

test('error: more customers than are read', async () => {
	const { reads } = openGateway({ customers: 257 })
	await assert.rejects(reads.state(), { code: 'instamint_not_offered' })
})

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { GatewayError, type SignedLimitOrder } from '@accord/ledger'
import { component, resources, secondKey, signedOrder, stranger, user, userKey } from '../testing/order-fixture.ts'
import { PrefixCode, requireUnused } from './prefix-uses.ts'

const faucetPackage = 'package_sim1pkgxxxxxxxxxfaucetxxxxxxxxx000034355863xxxxxxxxxhkrefh'
const faucet = 'component_sim1cptxxxxxxxxxfaucetxxxxxxxxx000527798379xxxxxxxxxhkrefh'
const genesisHelper = 'component_sim1cptxxxxxxxxxgenssxxxxxxxxxx000977302539xxxxxxxxxkjv3q6'

const callMethod = (address: string) => `CALL_METHOD Address("${address}") "swap";`
const unnamed = [
	`ALLOCATE_GLOBAL_ADDRESS Address("${faucetPackage}") "Faucet" AddressReservation("made") NamedAddress("new");`,
	`CALL_FUNCTION Address("${faucetPackage}") "Faucet" "new" AddressReservation("made");`,
	'CALL_METHOD NamedAddress("new") "swap";',
]
const orderWith = (...lines: string[]) => signedOrder({ edit: order => [...lines, ...order] })

/** A Gateway that knows the package of one component, as the engine's own tests show; it counts what it was asked. */
function codeOf(listed: readonly string[] = []) {
	const asked: string[] = []
	const packagesOf = async (components: readonly string[]) => {
		asked.push(...components)
		if (components.includes(genesisHelper)) throw new GatewayError('not_found', 'no such entity')
		return new Map(components.flatMap(each => (each === faucet ? [[each, faucetPackage] as const] : [])))
	}
	const clock = { nowMs: () => 0 }
	const known = new PrefixCode({ gateway: { packagesOf }, listed, clock, limits: { prefixPreviewsPerMinute: 2 } })
	return { usesOf: (order: SignedLimitOrder) => known.usesOf(order, 'client'), asked }
}

test('an order without foreign code uses nothing, and costs no request', async () => {
	const { usesOf, asked } = codeOf()
	const own = [`CALL_METHOD Address("${user}") "withdraw" Address("${resources.XRD}") Decimal("1");`]
	for (const order of [orderWith(), orderWith(...own)]) assert.deepEqual(await usesOf(order), { code: [], signers: [] })
	assert.deepEqual(asked, [])
})

test('each package counts once, with all signers; a component of unknown package counts itself', async () => {
	const { usesOf, asked } = codeOf()
	const lines = [callMethod(faucet), callMethod(component), `CALL_FUNCTION Address("${faucetPackage}") "Faucet" "new";`]
	const order = signedOrder({ edit: manifest => [...lines, ...manifest], keyPairs: [userKey, secondKey] })
	const uses = { code: [component, faucetPackage], signers: [user, stranger].sort() }
	assert.deepEqual(await usesOf(order), uses)
	assert.deepEqual(await usesOf(order), uses)
	assert.deepEqual(asked, [faucet, component, component])
})

test('a listed package is free, by its functions and its components', async () => {
	const { usesOf } = codeOf([faucetPackage])
	const listed = orderWith(callMethod(faucet), `CALL_FUNCTION Address("${faucetPackage}") "Faucet" "new";`)
	assert.deepEqual(await usesOf(listed), { code: [], signers: [] })
	assert.deepEqual((await usesOf(orderWith(callMethod(faucet), callMethod(component)))).code, [component])
})

test('what exists only in the transaction, or is not on the ledger, is not free either', async () => {
	const { usesOf } = codeOf([faucetPackage])
	assert.deepEqual((await usesOf(orderWith(...unnamed))).code, ['unnamed'])
	assert.deepEqual((await usesOf(orderWith(callMethod(genesisHelper)))).code, [genesisHelper])
})

// shows error: rate_limited
test('error: a client that asks about ever more unknown components is limited, and known ones stay free', async () => {
	const { usesOf } = codeOf()
	const known = orderWith(callMethod(faucet))
	await usesOf(known)
	await usesOf(orderWith(callMethod(component)))
	await assert.rejects(usesOf(orderWith(callMethod(component))), { code: 'rate_limited' })
	assert.deepEqual((await usesOf(known)).code, [faucetPackage])
})

test('a refusal comes before a use, and says how long it lasts', () => {
	const uses = { code: ['package_1', 'package_2'], signers: ['account_1'] }
	const now = (states: Record<string, { orderHash: string | undefined; refusedUntilMs: number }>) => () =>
		requireUnused(uses, { states: new Map(Object.entries(states)), nowMs: 1_000 })
	const [free, used] = [
		{ orderHash: undefined, refusedUntilMs: 1_000 },
		{ orderHash: 'aa', refusedUntilMs: 0 },
	]
	now({})()
	now({ package_1: free, package_2: free, account_2: used })()
	assert.throws(now({ package_2: used }), { code: 'too_many_open_orders' })
	assert.throws(now({ account_1: used }), { code: 'too_many_open_orders' })
	const refused = { orderHash: undefined, refusedUntilMs: 2_001 }
	assert.throws(now({ package_1: used, package_2: refused }), { code: 'package_paused', extra: { retry_after_s: 2 } })
})

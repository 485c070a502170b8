import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { fundedParticipant, startTestLedger, type TestLedger } from '../../../../test/fixtures/ledger.ts'
import { treasuryMarkers } from '../../../../test/network/treasury-markers.ts'
import type { Markers } from '../codec.ts'
import { deriveKeyPair } from '../keys/key-pair.ts'
import { composeTransaction } from '../transaction/transaction.ts'
import type { AccountOwner } from '../transaction/transfer.ts'
import { checkMarkers, type MarkerCheck } from './check-markers.ts'
import { badgeOf } from './marker-manifests.ts'
import { createMarkers } from './marker-transactions.ts'

let ledger: TestLedger
let markers: Markers
let stranger: AccountOwner

const networkId = 242
const sound: MarkerCheck = { faults: [], otherKeys: [] }
const other = deriveKeyPair({ seed: 'markers', name: 'other', curve: 'Secp256k1' })

before(async () => {
	ledger = await startTestLedger()
	markers = ledger.markers
	stranger = await fundedParticipant(ledger, { name: 'stranger', funds: { XRD: '10000' } })
	await fundedParticipant(ledger, { name: 'service', funds: { XRD: '100' } })
})
after(() => ledger?.stop())

const service = () => ledger.service.keyPair
const check = (changed: Partial<Markers> = {}, keys = [service()]) =>
	checkMarkers(ledger.gateway, { markers: { ...markers, ...changed }, keys, networkId })

/** Submits a manifest that this owner signs and pays; returns the engine's refusal. */
function refusal(owner: AccountOwner, ...instructions: readonly string[]): string | undefined {
	ledger.ledger.tick()
	const { epoch } = ledger.ledger.info
	const manifest = [`CALL_METHOD Address("${owner.account}") "lock_fee" Decimal("50");`, ...instructions].join('\n')
	const window = { startEpoch: epoch, endEpoch: epoch + 2 }
	const { notarizedTransaction } = composeTransaction({ manifest, window, keyPair: owner.keyPair, networkId })
	const { outcome, errorMessage } = ledger.ledger.submit(notarizedTransaction)
	return outcome === 'CommittedSuccess' ? undefined : (errorMessage ?? outcome)
}

const rule = (...badges: readonly string[]) =>
	`Enum<2u8>(Enum<0u8>(Enum<4u8>(Array<Enum>(${badges.map(badge => `Enum<0u8>(NonFungibleGlobalId("${badge}"))`).join(', ')}))))`
const anyone = 'Enum<AccessRule::AllowAll>()'

test('the local ledger’s markers belong to its service', async () => {
	assert.deepEqual(await check(), sound)
})

test('markers are made for one key or two, of either curve, and anyone can pay for them', async () => {
	for (const keys of [[other], [service(), other]]) {
		const made = await treasuryMarkers(ledger, keys)
		assert.equal(new Set(Object.values(made)).size, 3)
		assert.deepEqual(await check(made, keys), sound)
	}
	const { service: creator } = ledger
	const made = await createMarkers(ledger.gateway, { creator, keys: [creator.keyPair], networkId })
	assert.deepEqual(await check(made.markers), sound)
})

test('error: nobody but the service mints, burns, deposits, withdraws or changes a rule', async () => {
	const { box, order, fill } = markers
	const own = `CALL_METHOD Address("${stranger.account}")`
	const xrd = ledger.resource('XRD')
	const takeXrd = [
		`${own} "withdraw" Address("${xrd}") Decimal("1");`,
		`TAKE_ALL_FROM_WORKTOP Address("${xrd}") Bucket("xrd");`,
	]
	const attempts: readonly (readonly string[])[] = [
		...[order, fill].map(marker => [
			`MINT_FUNGIBLE Address("${marker}") Decimal("1");`,
			`${own} "deposit_batch" Expression("ENTIRE_WORKTOP");`,
		]),
		[`CALL_METHOD Address("${box}") "burn" Address("${order}") Decimal("0");`],
		[`CALL_METHOD Address("${box}") "withdraw" Address("${order}") Decimal("0");`],
		[`CALL_METHOD Address("${box}") "deposit_batch" Expression("ENTIRE_WORKTOP");`],
		[...takeXrd, `CALL_METHOD Address("${box}") "try_deposit_or_abort" Bucket("xrd") Enum<0u8>();`],
		[`CALL_METHOD Address("${box}") "set_default_deposit_rule" Enum<0u8>();`],
		[`CALL_METHOD Address("${box}") "set_resource_preference" Address("${xrd}") Enum<0u8>();`],
		[`CALL_METHOD Address("${box}") "lock_fee" Decimal("0");`],
		[`CALL_METHOD Address("${box}") "securify";`, `${own} "deposit_batch" Expression("ENTIRE_WORKTOP");`],
		[`SET_OWNER_ROLE Address("${box}") ${anyone};`],
		[`SET_OWNER_ROLE Address("${order}") ${anyone};`],
		...['minter', 'minter_updater', 'burner', 'burner_updater', 'withdrawer', 'depositor', 'recaller', 'freezer'].map(
			role => [`SET_ROLE Address("${fill}") Enum<0u8>() "${role}" ${anyone};`],
		),
	]
	for (const attempt of attempts) {
		const found = refusal(stranger, ...attempt)
		assert.match(found ?? 'nothing', /Unauthorized|DepositIsDisallowed/, attempt.join('\n'))
	}
	assert.deepEqual(await check(), sound)
})

test('error: what does not exist, or is something else, is named', async () => {
	const gone = await treasuryMarkers(await otherLedger(), [service()])
	const usdc = ledger.resource('xUSDC')
	const { instamint, service: own } = ledger
	const cases: [Partial<Markers>, ...faults: string[]][] = [
		[{ order: gone.order }, `the order marker ${gone.order} is not on the ledger`],
		[{ fill: gone.fill }, `the fill marker ${gone.fill} is not on the ledger`],
		[{ box: gone.box }, `the box ${gone.box} is not on the ledger`],
		[{ order: usdc }, `the order marker ${usdc} has 6 decimal places, not 18`],
		[{ fill: instamint.badge }, `the fill marker ${instamint.badge} is not a fungible resource`],
		[{ fill: own.account }, `the fill marker ${own.account} is not a fungible resource`],
		[{ box: markers.order }, `the box ${markers.order} is not an account`],
		[
			{ box: own.account },
			`the owner of the box ${own.account} cannot be changed: it is not a made account`,
			`the box ${own.account} accepts deposits of strangers`,
		],
	]
	for (const [changed, ...faults] of cases) assert.deepEqual(await check(changed), { faults, otherKeys: [] })
})

/** A ledger with other addresses of the same network. */
async function otherLedger(): Promise<TestLedger> {
	const another = await startTestLedger()
	after(() => another.stop())
	return another
}

test('error: each wrong rule is named', async t => {
	const verbs = {
		minter: 'can be minted',
		minter_updater: 'can have its minters changed',
		burner: 'can be burnt',
		burner_updater: 'can have its burners changed',
	}
	const [ownBadge, otherBadge] = [badgeOf(service(), networkId), badgeOf(other, networkId)]
	const ownName = `the service’s Ed25519 key ${service().publicKey}`
	const expectations = (phrase: string): [rule: string, MarkerCheck][] => [
		[anyone, { faults: [`${phrase} by anyone`], otherKeys: [] }],
		[
			rule(otherBadge),
			{ faults: [`${phrase}, but not by ${ownName}`], otherKeys: [`${phrase} by another key, ${otherBadge}`] },
		],
		[rule(otherBadge, ownBadge), { faults: [], otherKeys: [`${phrase} by another key, ${otherBadge}`] }],
		[
			rule(ownBadge, otherBadge).replace('Enum<4u8>', 'Enum<3u8>'),
			{ faults: [`${phrase} under a rule other than any of the service’s keys`], otherKeys: [] },
		],
	]
	for (const [role, verb] of Object.entries(verbs))
		await t.test(role, async () => {
			const made = await treasuryMarkers(ledger, [service()])
			for (const [changed, expected] of expectations(`the fill marker ${made.fill} ${verb}`)) {
				const fresh = await treasuryMarkers(ledger, [service()])
				assert.equal(
					refusal(ledger.service, `SET_ROLE Address("${fresh.fill}") Enum<0u8>() "${role}" ${changed};`),
					undefined,
				)
				const found = JSON.stringify(await check(fresh)).replaceAll(fresh.fill, made.fill)
				assert.deepEqual(JSON.parse(found), expected)
			}
		})
	await t.test('the owner of the box', async () => {
		const made = await treasuryMarkers(ledger, [service()])
		for (const [changed, expected] of expectations(`the box ${made.box} can be used`)) {
			const fresh = await treasuryMarkers(ledger, [service()])
			assert.equal(refusal(ledger.service, `SET_OWNER_ROLE Address("${fresh.box}") ${changed};`), undefined)
			const found = JSON.stringify(await check(fresh)).replaceAll(fresh.box, made.box)
			assert.deepEqual(JSON.parse(found), expected)
		}
	})
	await t.test('the deposit rule of the box', async () => {
		const fresh = await treasuryMarkers(ledger, [service()])
		const accept = `CALL_METHOD Address("${fresh.box}") "set_default_deposit_rule" Enum<0u8>();`
		assert.equal(refusal(ledger.service, accept), undefined)
		assert.deepEqual(await check(fresh), {
			faults: [`the box ${fresh.box} accepts deposits of strangers`],
			otherKeys: [],
		})
	})
})

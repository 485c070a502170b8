import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { Decimal } from '@accord/protocol'
import {
	fundedParticipant,
	presentWindow,
	signedOrder,
	startTestLedger,
	type TestLedger,
} from '../../../../test/fixtures/ledger.ts'
import { treasuryMarkers } from '../../../../test/network/treasury-markers.ts'
import {
	bindingOf,
	type Item,
	intentHeader,
	type Markers,
	outerManifest,
	randomMarkerAmount,
	readItem,
} from '../codec.ts'
import type { KeyPair } from '../keys/key-pair.ts'
import { composeRoot } from '../limit-order/signed-root.ts'
import { createSubintent, signSubintent } from '../transaction/subintent.ts'
import type { AccountOwner } from '../transaction/transfer.ts'
import { checkMarkers } from './check-markers.ts'
import { badgeOf } from './marker-manifests.ts'
import { setMarkerKeys } from './marker-transactions.ts'

const networkId = 242
const funds = { XRD: '10000', xUSDC: '1000' }
const sound = { faults: [], otherKeys: [] }

let ledger: TestLedger
let user: AccountOwner
let maker: AccountOwner
let solver: AccountOwner
let former: AccountOwner
let current: AccountOwner

before(async () => {
	ledger = await startTestLedger()
	const owner = (name: string) => fundedParticipant(ledger, { name, funds })
	user = await owner('user-1')
	maker = await owner('maker-1')
	solver = await owner('solver-1')
	former = await owner('service')
	current = await fundedParticipant(ledger, { name: 'service-2', curve: 'Secp256k1', funds })
})
after(() => ledger?.stop())

type Side = {
	readonly owner: AccountOwner
	readonly sell: readonly [string, string]
	readonly buy: readonly [string, string]
}

/** A bundle of an order and its fill, each in an outer that one of the service's keys signed. */
function bundle(markers: Markers, { order, fill }: { readonly order: KeyPair; readonly fill: KeyPair }): Item[] {
	const amount = randomMarkerAmount()
	const item = (role: 'order' | 'fill', side: Side, keyPair: KeyPair): Item => {
		const inner = signedOrder(ledger, { ...side, verifiedBy: keyPair })
		const manifest = outerManifest({
			innerId: inner.info.subintentId,
			sellResource: ledger.resource(side.sell[1]),
			platformFee: Decimal.parse('0.1'),
			rebate: Decimal.parse('0.2'),
			serviceAccount: former.account,
			binding: bindingOf(markers, { role, amount }),
		})
		const subintent = createSubintent({ manifest, header: intentHeader({ networkId, window: presentWindow(ledger) }) })
		const children = [inner.signedPartialTransaction]
		const signed = signSubintent({ subintent, keyPairs: [keyPair], networkId, children })
		return readItem(signed.signedPartialTransaction, networkId)
	}
	return [
		item('order', { owner: user, sell: ['100', 'XRD'], buy: ['4.9', 'xUSDC'] }, order),
		item('fill', { owner: maker, sell: ['4.9', 'xUSDC'], buy: ['100', 'XRD'] }, fill),
	]
}

/** Settles items in one root; returns the engine's refusal. */
function settle(items: readonly Item[]): string | undefined {
	ledger.ledger.tick()
	const lockFeeXrd = Decimal.parse('12')
	const root = composeRoot({ solver, items, networkId, window: presentWindow(ledger), lockFeeXrd })
	const { outcome, errorMessage } = ledger.ledger.submit(root.notarizedTransaction)
	return outcome === 'CommittedSuccess' ? undefined : (errorMessage ?? outcome)
}

test('while the key is changed, bundles of both keys settle in one root; a retired key binds nothing', async () => {
	const [old, young] = [former.keyPair, current.keyPair]
	const markers = await treasuryMarkers(ledger, [old])
	const check = (...keys: KeyPair[]) => checkMarkers(ledger.gateway, { markers, keys, networkId })
	const change = (...keys: KeyPair[]) =>
		setMarkerKeys(ledger.gateway, { markers, keys, signers: [current, former], networkId })
	const ofOld = () => bundle(markers, { order: old, fill: old })
	const ofYoung = () => bundle(markers, { order: young, fill: young })

	const open = ofOld()
	assert.equal(settle(ofOld()), undefined)
	assert.match(settle(ofYoung()) ?? '', /Unauthorized/)
	const lacking = `the markers and the box do not belong to the service’s Secp256k1 key ${young.publicKey}`
	assert.deepEqual(await check(young, old), { faults: [lacking], otherKeys: [] })

	await change(young, old)
	assert.deepEqual(await check(young, old), sound)
	const retired = `the markers and the box belong to another key, too: ${badgeOf(old, networkId)}`
	assert.deepEqual(await check(young), { faults: [], otherKeys: [retired] })
	const mixed = bundle(markers, { order: young, fill: old })
	const mixedToo = bundle(markers, { order: old, fill: young })
	assert.equal(settle([...open, ...ofYoung(), ...mixed, ...mixedToo]), undefined)

	const tooLate = ofOld()
	await change(young)
	assert.deepEqual(await check(young), sound)
	assert.match(settle(tooLate) ?? '', /Unauthorized/)
	assert.equal(settle(ofYoung()), undefined)
	await assert.rejects(
		setMarkerKeys(ledger.gateway, { markers, keys: [old], signers: [former], networkId }),
		/none of the keys can change the markers:\n {2}account_\w+: .*Unauthorized/,
	)
})

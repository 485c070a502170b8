import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { Decimal } from '@accord/protocol'
import {
	fundedParticipant,
	presentWindow,
	signedOrder,
	startTestLedger,
	type TestLedger,
	type TestOrder,
	wrappedOrder,
} from '../../../../test/fixtures/ledger.ts'
import { treasuryMarkers } from '../../../../test/network/treasury-markers.ts'
import { bindingOf, type Item, type Markers, randomMarkerAmount } from '../codec.ts'
import type { KeyPair } from '../keys/key-pair.ts'
import { composeRoot } from '../limit-order/signed-root.ts'
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

/** A bundle of an order and its fill, each in an outer that one of the service's keys signed. */
function bundle(
	markers: Markers,
	{ order, fill }: { readonly order: AccountOwner; readonly fill: AccountOwner },
): Item[] {
	const amount = randomMarkerAmount()
	const bound = (role: 'order' | 'fill', terms: Omit<TestOrder, 'verifiedBy'>, signer: AccountOwner) =>
		wrappedOrder(ledger, signedOrder(ledger, { ...terms, verifiedBy: signer.keyPair }), {
			binding: bindingOf(markers, { role, amount }),
			service: { ...signer, account: ledger.service.account },
		})
	return [
		bound('order', { owner: user, sell: ['100', 'XRD'], buy: ['4.9', 'xUSDC'] }, order),
		bound('fill', { owner: maker, sell: ['4.9', 'xUSDC'], buy: ['100', 'XRD'] }, fill),
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
	const ofOld = () => bundle(markers, { order: former, fill: former })
	const ofYoung = () => bundle(markers, { order: current, fill: current })

	const open = ofOld()
	assert.equal(settle(ofOld()), undefined)
	assert.match(settle(ofYoung()) ?? '', /Unauthorized/)
	const lacking = `the markers and the box do not belong to the service’s Secp256k1 key ${young.publicKey}`
	assert.deepEqual(await check(young, old), { faults: [lacking], otherKeys: [] })

	await change(young, old)
	assert.deepEqual(await check(young, old), sound)
	const retired = `the markers and the box belong to another key, too: ${badgeOf(old, networkId)}`
	assert.deepEqual(await check(young), { faults: [], otherKeys: [retired] })
	const mixed = bundle(markers, { order: current, fill: former })
	const mixedToo = bundle(markers, { order: former, fill: current })
	assert.equal(settle([...open, ...ofYoung(), ...mixed, ...mixedToo]), undefined)

	const tooLate = ofOld()
	await change(young)
	assert.deepEqual(await check(young), sound)
	assert.match(settle(tooLate) ?? '', /Unauthorized/)
	assert.equal(settle(ofYoung()), undefined)
	await assert.rejects(
		setMarkerKeys(ledger.gateway, { markers, keys: [old], signers: [former], networkId }),
		/none of the keys can change the markers:\n {2}by account_\w+: .*Unauthorized/,
	)
})

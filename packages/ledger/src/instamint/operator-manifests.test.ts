import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Decimal } from '@accord/protocol'
import { accountAddress, intentHeader, notarize, prepareTransaction, readTransaction } from '../codec.ts'
import { deriveKeyPair } from '../keys/key-pair.ts'
import { type InstamintAct, instamintActManifest } from './operator-manifests.ts'

const networkId = 242
const component = 'component_sim1cptxxxxxxxxxfaucetxxxxxxxxx000527798379xxxxxxxxxhkrefh'
const resource = 'resource_sim1tknxxxxxxxxxradxrdxxxxxxxxx009923554798xxxxxxxxxakj8n3'
const keyPair = deriveKeyPair({ seed: 'an operator', name: 'key', curve: 'Ed25519' })
const payer = accountAddress(keyPair, networkId)
const xrd = Decimal.parse('1000000.5')

/** The method and arguments of each act, as the ledger's library reads them. */
function callsOf(acts: readonly InstamintAct[]) {
	const manifest = instamintActManifest({ component, payer, lockFeeXrd: Decimal.one, acts })
	const prepared = prepareTransaction({
		manifest,
		header: intentHeader({ networkId, window: { startEpoch: 1, endEpoch: 2 } }),
		notary: { curve: keyPair.curve, publicKey: keyPair.publicKey },
		children: [],
	})
	const { signedTransactionIntent, hashToSign } = prepared
	const signed = notarize({ signedTransactionIntent, notarySignature: keyPair.sign(hashToSign), networkId })
	const { instructions } = readTransaction(signed.notarizedTransaction, networkId)
	assert.deepEqual([instructions[0]?.address, instructions[0]?.method], [payer, 'lock_fee'])
	return instructions.slice(1).map(({ address, method, args = [] }) => {
		assert.equal(address, component)
		return [method, ...args.map(arg => arg.value ?? arg.fields?.map(field => field.value))]
	})
}

test('each act of the operator is a call of its method with its arguments', () => {
	const acts: InstamintAct[] = [
		{ kind: 'add_customer', account: payer, allowanceXrd: xrd },
		{ kind: 'set_allowance', customerId: 7, allowanceXrd: xrd },
		{ kind: 'pause' },
		{ kind: 'resume', customerId: 7 },
		{ kind: 'set_prices', pricesXrd: new Map([[resource, xrd]]) },
		{ kind: 'set_price_validity', seconds: 3600 },
	]
	assert.deepEqual(callsOf(acts), [
		['add_customer', payer, '1000000.5'],
		['set_allowance', '7', '1000000.5'],
		['pause', '0'],
		['resume', '1'],
		['set_prices', [resource, '1000000.5']],
		['set_price_validity', '3600'],
	])
})

test('a reference reaches the ledger unchanged, whatever its characters', () => {
	for (const reference of ['a', '"; DROP_ALL_PROOFS; "', 'back\\slash', 'line\nbreak\ttab', '🦑 ü \u0001\u007f'])
		assert.deepEqual(callsOf([{ kind: 'reconcile', customerId: 1, resource, amount: Decimal.one, reference }]), [
			['reconcile', '1', resource, '1', reference],
		])
})

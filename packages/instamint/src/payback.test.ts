import assert from 'node:assert/strict'
import { test } from 'node:test'
import { accountAddress, compileSubintent, deriveKeyPair, intentHeader } from '@accord/ledger'
import { Decimal } from '@accord/protocol'
import { paybackAccount, paybackManifest } from './payback.ts'

const networkId = 242
const component = 'component_sim1cptxxxxxxxxxfaucetxxxxxxxxx000527798379xxxxxxxxxhkrefh'
const paybackKey = { privateKeyHex: '07'.repeat(32) }
const resource = 'resource_sim1tknxxxxxxxxxradxrdxxxxxxxxx009923554798xxxxxxxxxakj8n3'

test('each key, component and customer has its own payback account, always the same', () => {
	const given = { paybackKey, component, customerId: 1, networkId }
	const others = [
		given,
		{ ...given, customerId: 2 },
		{ ...given, component: `${component}x` },
		{ ...given, paybackKey: { privateKeyHex: '08'.repeat(32) } },
	].map(each => paybackAccount(each).account)
	assert.equal(new Set(others).size, 4)
	const { account, keyPair } = paybackAccount(given)
	assert.equal(account, others[0])
	assert.equal(account, accountAddress({ curve: 'Ed25519', publicKey: keyPair.publicKey }, networkId))
	assert.equal(keyPair.publicKey, '80ed013fd1cb81dae67570dc0f9abd605413d6dede46b63dbd414ab5aff0637c')
})

test('a payback of several tokens is a subintent that the ledger’s library reads', () => {
	const { account: from } = paybackAccount({ paybackKey, component, customerId: 3, networkId })
	const owner = deriveKeyPair({ seed: 'a customer', name: 'account', curve: 'Secp256k1' })
	const customerAccount = accountAddress(owner, networkId)
	const amounts = ['1.5', '0.000000000000000001'].map(amount => ({ resource, amount: Decimal.parse(amount) }))
	const manifest = paybackManifest({ component, customerId: 3, from, amounts, customerAccount })
	const header = intentHeader({ networkId, window: { startEpoch: 1, endEpoch: 2 } })
	assert.match(compileSubintent({ manifest, header }).subintentId, /^subtxid_sim1/)
})

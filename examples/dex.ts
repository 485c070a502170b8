// A DEX in one file: sells 100 XRD for xUSDC on the running local network.
// node --conditions=accord-source examples/dex.ts [network.json]
import { readFileSync } from 'node:fs'
import { createSubintent, keyPairFromPrivateKey, readSubintent, signSubintent } from '@accord/ledger'
import { Decimal } from '@accord/protocol'
import { DexClient } from '@accord/sdk'

const network = JSON.parse(readFileSync(process.argv[2] ?? '.accord/network.json', 'utf8'))
const [user] = network.users
const keyPair = keyPairFromPrivateKey({
	curve: user.curve === 'ed25519' ? 'Ed25519' : 'Secp256k1',
	privateKeyHex: user.private_key_hex,
})

const dex = new DexClient({ baseUrl: network.base_url })
const { status } = await dex.trade({
	account: user.address,
	sell: { symbol: 'XRD', amount: Decimal.parse('100') },
	buy: 'xUSDC',
	slippage: Decimal.parse('0.005'),
	expiresInSeconds: 45,
	// A wallet's job: the service made the subintent, so compile the same manifest here and sign only if both are equal.
	sign: ({ subintent, manifest }) => {
		const { header } = readSubintent(subintent, network.network_id)
		const own = createSubintent({ manifest, header })
		if (own.subintent !== subintent) throw new Error('the subintent is not the manifest that was composed')
		return signSubintent({ subintent: own, keyPairs: [keyPair], networkId: network.network_id })
			.signedPartialTransaction
	},
	onStep: step => console.log(step.step === 'state' ? step.status.state : step.step),
})
process.exitCode = status.state === 'settled' ? 0 : 1

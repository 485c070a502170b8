// A DEX in one file: sells 100 XRD for xUSDC on the running local network.
// node --conditions=accord-source examples/dex.ts [network.json]
import { readFileSync } from 'node:fs'
import { loadCodec } from '@accord/codec'
import { Decimal } from '@accord/protocol'
import { DexClient } from '@accord/sdk'
import { ed25519 } from '@noble/curves/ed25519.js'

const network = JSON.parse(readFileSync(process.argv[2] ?? '.accord/network.json', 'utf8'))
const [user] = network.users
const privateKey = Buffer.from(user.private_key_hex, 'hex')
const publicKey = Buffer.from(ed25519.getPublicKey(privateKey)).toString('hex')

const codec = await loadCodec()
const dex = new DexClient({ baseUrl: network.base_url })
const { status } = await dex.trade({
	account: user.address,
	sell: { symbol: 'XRD', amount: Decimal.parse('100') },
	buy: 'xUSDC',
	slippage: Decimal.parse('0.005'),
	expiresInSeconds: 45,
	// A wallet's job: the service made the subintent, so compile the same manifest here and sign only if both are equal.
	sign: ({ subintent, manifest }) => {
		const { header } = codec.readSubintent(subintent, network.network_id)
		const own = codec.compileSubintent({ manifest, header })
		if (own.subintent !== subintent) throw new Error('the subintent is not the manifest that was composed')
		const signature = ed25519.sign(Buffer.from(own.subintentHash, 'hex'), privateKey)
		return { curve: 'Ed25519', publicKey, signature: Buffer.from(signature).toString('hex') }
	},
	onStep: step => console.log(step.step === 'state' ? step.status.state : step.step),
})
process.exitCode = status.state === 'settled' ? 0 : 1

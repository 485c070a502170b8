// A DEX in one file: sells 100 XRD for xUSDC on the running local network. node dex.mjs [network.json]
import { readFileSync } from 'node:fs'
import { DexClient } from '@accord/sdk'
import { checkSubintent, SignerTerms } from '@accord/sdk/codec'
import { keyOf } from './ed25519.mjs'

const { ACCORD_NETWORK, ACCORD_DATA = '.accord' } = process.env
const file = process.argv[2] ?? ACCORD_NETWORK ?? `${ACCORD_DATA}/network.json`
const network = JSON.parse(readFileSync(file, 'utf8'))
const user = network.users.find(({ curve }) => curve === 'Ed25519')
const { signHash } = keyOf(user)
// What we know for ourselves: the tokens' addresses, and the key that settles. A program of yours keeps it in a file of its own.
const terms = SignerTerms.parse(network.signer_terms)

// With a code of the operator’s (accord integrators create) your share of the platform fee is paid with the trade.
const { INTEGRATOR: integrator } = process.env
const dex = new DexClient({ baseUrl: network.base_url, ...(integrator && { integrator }) })
const { status } = await dex.trade({
	account: user.address,
	sell: { symbol: 'XRD', amount: '100' },
	buy: 'xUSDC',
	slippage: '0.5%',
	// The service's book says the price; this says what we will not go below.
	atLeast: '4.5',
	// A wallet's job: the service made the subintent, so sign it only if every byte is as requested.
	sign: async toSign => {
		const { subintentHash } = await checkSubintent(toSign, terms)
		return signHash(subintentHash)
	},
	onStep: step => console.log(step.step === 'state' ? step.status.state : step.step),
})
process.exitCode = status.state === 'settled' ? 0 : 1

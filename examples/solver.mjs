// A solver in one file: settles each bundle of the running local network in its own root.
// node solver.mjs [network.json]; besides our packages it needs @noble/curves.
import { readFileSync } from 'node:fs'
import { loadCodec } from '@accord/codec'
import { Decimal } from '@accord/protocol'
import { SolverClient } from '@accord/sdk'
import { secp256k1 } from '@noble/curves/secp256k1.js'

const { ACCORD_NETWORK, ACCORD_DATA = '.accord' } = process.env
const file = process.argv[2] ?? ACCORD_NETWORK ?? `${ACCORD_DATA}/network.json`
const network = JSON.parse(readFileSync(file, 'utf8'))
const networkId = network.network_id
const account = network.solvers.find(({ bot }) => !bot)
const privateKey = Buffer.from(account.private_key_hex, 'hex')
const publicKey = Buffer.from(secp256k1.getPublicKey(privateKey)).toString('hex')

async function gateway(path, body) {
	const headers = { 'content-type': 'application/json' }
	const response = await fetch(network.gateway_url + path, { method: 'POST', headers, body: JSON.stringify(body) })
	return response.json()
}

function signHash(hash) {
	const options = { prehash: false, format: 'recovered' }
	const signature = secp256k1.sign(Buffer.from(hash, 'hex'), privateKey, options)
	return { curve: 'Secp256k1', signature: Buffer.from(signature).toString('hex') }
}

const codec = await loadCodec()
const solver = new SolverClient({
	solverUrl: network.solver_url,
	onState: (state, detail) => console.error(state, detail ?? ''),
})
for await (const bundle of solver.bundles()) {
	// Strips the outers and reads the limits: the amounts that each item sells and buys.
	const items = bundle.map(hex => codec.readItem(hex, networkId))
	const root = codec.prepareRoot({
		items,
		solver: { account: account.address, publicKey: { curve: 'Secp256k1', publicKey } },
		lockFeeXrd: Decimal.parse('5'),
		window: codec.intersectWindows(items.map(item => item.window)),
		networkId,
	})
	const { signedTransactionIntent, transactionId } = root
	const notarySignature = signHash(root.hashToSign)
	const { notarizedTransaction } = codec.notarize({ signedTransactionIntent, notarySignature, networkId })
	await gateway('/transaction/submit', { notarized_transaction_hex: notarizedTransaction })
	const { intent_status } = await gateway('/transaction/status', { intent_hash: transactionId })
	console.log(transactionId, intent_status)
}

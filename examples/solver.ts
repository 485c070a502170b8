// A solver in one file: settles each bundle of the running local network in a root of its own.
// node --conditions=accord-source examples/solver.ts [network.json]
import { readFileSync } from 'node:fs'
import { composeRoot, GatewayClient, intersectWindows, keyPairFromPrivateKey, readItem } from '@accord/ledger'
import { Decimal } from '@accord/protocol'
import { SolverClient } from '@accord/sdk'

const network = JSON.parse(readFileSync(process.argv[2] ?? '.accord/network.json', 'utf8'))
const networkId: number = network.network_id
const account = network.solvers.find((solver: { bot: boolean }) => !solver.bot)
const keyPair = keyPairFromPrivateKey({
	curve: account.curve === 'ed25519' ? 'Ed25519' : 'Secp256k1',
	privateKeyHex: account.private_key_hex,
})

const gateway = new GatewayClient({ url: network.gateway_url })
const solver = new SolverClient({ solverUrl: network.solver_url })
for await (const bundle of solver.bundles()) {
	// Strips the outers and reads the limits: what each item sells and what it buys.
	const items = bundle.map(hex => readItem(hex, networkId))
	const root = composeRoot({
		items,
		solver: { account: account.address, keyPair },
		lockFeeXrd: Decimal.parse('5'),
		window: intersectWindows(items.map(item => item.window)),
		networkId,
	})
	await gateway.submit(root.notarizedTransaction)
	const { status } = await gateway.transactionStatus(root.transactionId)
	console.log(root.transactionId, status)
}

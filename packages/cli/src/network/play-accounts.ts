import { createHash } from 'node:crypto'
import {
	accountAddress,
	derivePrivateKey,
	GatewayClient,
	type KeyPair,
	keyPairFromPrivateKey,
	type LocalInstamint,
	type PrivateKey,
	playSeed,
} from '@accord/ledger'
import {
	Decimal,
	type NetworkFile,
	type NetworkMaker,
	type NetworkParticipant,
	type NetworkSolver,
	simulatorNetworkId,
	type Token,
} from '@accord/protocol'
import { localTerms } from './local-terms.ts'

/** An account of the local network with its key, derived from a public seed: the same on every start. */
export type PlayAccount = NetworkParticipant & { readonly keyPair: KeyPair }

export type PlayAccounts = {
	readonly service: PlayAccount
	readonly users: readonly PlayAccount[]
	readonly makers: readonly (PlayAccount & NetworkMaker)[]
	readonly solvers: readonly (PlayAccount & NetworkSolver)[]
}

/** Every account of a local network with this many users; every second user signs with Secp256k1, the others with Ed25519. */
export function playAccounts(users: number): PlayAccounts {
	return {
		service: playAccount('service', 'Ed25519'),
		users: Array.from({ length: users }, (_, i) => playAccount(`user-${i + 1}`, i % 2 === 1 ? 'Secp256k1' : 'Ed25519')),
		makers: [
			{ ...playMaker('reference-maker', 'Ed25519'), bot: true },
			{ ...playMaker('maker-1', 'Ed25519'), bot: false },
			{ ...playMaker('maker-2', 'Secp256k1'), bot: false },
		],
		solvers: [
			{ ...playAccount('reference-solver', 'Ed25519'), bot: true },
			{ ...playAccount('solver-1', 'Secp256k1'), bot: false },
		],
	}
}

function playAccount(name: string, curve: PrivateKey['curve']): PlayAccount {
	const key = derivePrivateKey({ seed: playSeed, name, curve })
	const keyPair = keyPairFromPrivateKey(key)
	const publicKey = { curve, publicKey: keyPair.publicKey }
	return { ...key, name, address: accountAddress(publicKey, simulatorNetworkId), keyPair }
}

function playMaker(name: string, curve: PrivateKey['curve']): PlayAccount & { readonly apiKey: string } {
	const digest = createHash('sha256').update(`${playSeed}/api-key/${name}`).digest('hex')
	return { ...playAccount(name, curve), apiKey: `play-${digest.slice(0, 40)}` }
}

/** An account's balances before its first trade, by symbol. */
export type Funds = Readonly<Record<string, string>>

export const userFunds: Funds = { XRD: '100000', xUSDC: '10000', xUSDT: '10000', xwBTC: '1', xETH: '10' }

export const makerFunds: Funds = { XRD: '50000000', xUSDC: '10000000', xUSDT: '5000000', xwBTC: '100', xETH: '1000' }

/** XRD for network fees, and some of every token, so that the solver has vaults for all of them. */
export const solverFunds: Funds = { XRD: '100000', xUSDC: '100', xUSDT: '100', xwBTC: '0.01', xETH: '0.1' }

/** XRD for previews to lock, and a little of every token: the vaults that receive platform fees exist, so no order pays for them. */
export const serviceFunds: Funds = { XRD: '1000', xUSDC: '1', xUSDT: '1', xwBTC: '0.0001', xETH: '0.001' }

/** The service's account is funded again if it holds less; ledgers of earlier versions gave it 10 XRD. */
const serviceXrdMin = Decimal.fromInteger(100)

/**
 * Funds every account that holds nothing yet, and the service's if it holds too little XRD. Returns how many it funded:
 * none on a ledger from an earlier start.
 */
export async function fundAccounts(
	gatewayUrl: string,
	{ service, users, makers, solvers }: PlayAccounts,
): Promise<number> {
	const gateway = new GatewayClient({ url: gatewayUrl })
	const wanted: { address: string; funds: Funds }[] = [
		{ address: service.address, funds: serviceFunds },
		...makers.map(({ address }) => ({ address, funds: makerFunds })),
		...solvers.map(({ address }) => ({ address, funds: solverFunds })),
		...users.map(({ address }) => ({ address, funds: userFunds })),
	]
	const { xrd } = await gateway.network()
	let funded = 0
	for (const { address, funds } of wanted) {
		const { amounts } = await gateway.balances(address)
		const isShort = address === service.address && Decimal.parse(amounts.get(xrd) ?? '0') < serviceXrdMin
		if (amounts.size > 0 && !isShort) continue
		await fund(gatewayUrl, { address, funds })
		funded++
	}
	return funded
}

async function fund(gatewayUrl: string, { address, funds }: { address: string; funds: Funds }): Promise<void> {
	const amounts = Object.entries(funds).map(([symbol, amount]) => ({ symbol, amount }))
	const response = await fetch(`${gatewayUrl}/local/fund`, {
		method: 'POST',
		headers: { 'content-type': 'application/json' },
		body: JSON.stringify({ address, amounts }),
	})
	if (!response.ok) throw new Error(`the ledger did not fund ${address}: ${await response.text()}`)
}

/** The content of `network.json`: how other programs find this network, its tokens and its play keys. */
export function networkFile(options: {
	readonly port: number
	readonly gatewayPort: number
	readonly operatorPort: number
	readonly startedAtMs: number
	readonly tokens: readonly Token[]
	readonly instamint: LocalInstamint
	readonly accounts: PlayAccounts
}): NetworkFile {
	const { port, gatewayPort, operatorPort, startedAtMs, tokens, instamint, accounts } = options
	const signerTerms = localTerms(tokens, accounts.service.keyPair)
	return {
		network: 'simulator',
		networkId: simulatorNetworkId,
		pid: process.pid,
		startedAtMs,
		baseUrl: `http://127.0.0.1:${port}`,
		flashUrl: `ws://127.0.0.1:${port}/flash`,
		solverUrl: `ws://127.0.0.1:${port}`,
		gatewayUrl: `http://127.0.0.1:${gatewayPort}`,
		operatorUrl: `http://127.0.0.1:${operatorPort}`,
		instamint: {
			component: instamint.component,
			badgeResource: instamint.badge,
			customers: instamint.customers.map(({ id, name, account: address }) => ({ id, name, address })),
		},
		signerTerms,
		tokens: signerTerms.tokens,
		users: accounts.users.map(participant),
		makers: accounts.makers.map(maker => ({ ...participant(maker), apiKey: maker.apiKey, bot: maker.bot })),
		solvers: accounts.solvers.map(solver => ({ ...participant(solver), bot: solver.bot })),
	}
}

function participant({ name, address, curve, privateKeyHex }: PlayAccount): NetworkParticipant {
	return { name, address, curve, privateKeyHex }
}

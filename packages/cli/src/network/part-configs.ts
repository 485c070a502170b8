import {
	derivePrivateKey,
	instamintOperatorName,
	instamintPaybackName,
	type LocalInstamint,
	type Markers,
	playSeed,
} from '@accord/ledger'
import {
	integerLocalId,
	type NetworkFile,
	type Pair,
	SignerTerms,
	simulatorNetworkId,
	type Token,
} from '@accord/protocol'
import { midPrices } from './local-terms.ts'
import type { PlayAccount, PlayAccounts } from './play-accounts.ts'

const pairs: readonly Pair[] = [
	{ base: 'XRD', quote: 'xUSDC' },
	{ base: 'xwBTC', quote: 'xUSDC' },
	{ base: 'xETH', quote: 'xUSDC' },
	{ base: 'xUSDT', quote: 'xUSDC' },
]

const levels = ['0.001', '0.0005', '0.0002'].map(takerFee => ({ taker_fee: takerFee, maker_fee: '0' }))

/** The configuration file of the local network's service. The second user is at level 1, all others at level 0. */
export function serviceConfig(options: {
	readonly gatewayUrl: string
	readonly port: number
	readonly operatorPort: number
	readonly operatorKeyFile: string
	readonly database: unknown
	readonly tokens: readonly Token[]
	readonly instamint: LocalInstamint
	readonly markers: Markers
	readonly accounts: PlayAccounts
}): Readonly<Record<string, unknown>> {
	const { gatewayUrl, port, operatorPort, operatorKeyFile, database, tokens, instamint, markers, accounts } = options
	const [, secondUser] = accounts.users
	return {
		network_id: simulatorNetworkId,
		gateway_url: gatewayUrl,
		host: '127.0.0.1',
		port,
		operator: { host: '127.0.0.1', port: operatorPort, key_file: operatorKeyFile },
		database,
		service_key: { curve: accounts.service.curve, private_key_hex: accounts.service.privateKeyHex },
		markers,
		tokens: tokens.map(({ symbol, resourceAddress, divisibility, name, iconUrl }) => ({
			symbol,
			resource_address: resourceAddress,
			divisibility,
			name,
			icon_url: iconUrl,
		})),
		pairs,
		// All requests on this machine come from one address.
		limits: { requests_per_minute: 1_000_000 },
		levels,
		settlement: { prices: midPrices },
		instamint: {
			component: instamint.component,
			operator_key: keySetting(instamintOperatorName),
			payback_key: keySetting(instamintPaybackName),
		},
		makers: accounts.makers.map(({ name, address, apiKey }) => ({ name, accounts: [address], api_key: apiKey })),
		account_levels: secondUser === undefined ? [] : [{ address: secondUser.address, level: 1 }],
	}
}

function keySetting(name: string) {
	const { curve, privateKeyHex } = derivePrivateKey({ seed: playSeed, name, curve: 'Ed25519' })
	return { curve, private_key_hex: privateKeyHex }
}

type MakerOptions = { readonly accounts: PlayAccounts; readonly walkSeed: number | undefined }

/** The reference maker's configuration. */
export function makerConfig(network: NetworkFile, { accounts, walkSeed }: MakerOptions): unknown {
	const maker = accounts.makers.find(({ bot }) => bot)
	return {
		...botConfig(network, maker),
		instamint: maker && creditOf(network, maker),
		flashUrl: network.flashUrl,
		baseUrl: network.baseUrl,
		apiKey: maker?.apiKey,
		signerTerms: SignerTerms.format(network.signerTerms),
		midPrices,
		spread: '0.002',
		depth: 5,
		seed: 1,
		walkSeed,
	}
}

/** The maker mints what it lacks up to these levels, which together are worth less than its allowance. */
const creditLevels = { xUSDC: '10000', xUSDT: '10000', xwBTC: '0.15', xETH: '3' }

function creditOf({ instamint }: NetworkFile, { address }: PlayAccount) {
	const customer = instamint?.customers.find(each => each.address === address)
	if (instamint === undefined || customer === undefined) return undefined
	const { component, badgeResource: badge } = instamint
	return { component, badge, customerLocalId: integerLocalId(customer.id), levels: creditLevels }
}

/** The reference solver's configuration. */
export function solverConfig(network: NetworkFile, { solvers }: PlayAccounts): unknown {
	const solver = solvers.find(({ bot }) => bot)
	return { ...botConfig(network, solver), solverUrl: network.solverUrl }
}

function botConfig({ gatewayUrl }: NetworkFile, bot: PlayAccount | undefined) {
	if (bot === undefined) throw new Error('no play account is a bot')
	const { address: account, curve, privateKeyHex } = bot
	return { gatewayUrl, networkId: simulatorNetworkId, account, curve, privateKeyHex }
}

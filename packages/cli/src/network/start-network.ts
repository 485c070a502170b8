import { join } from 'node:path'
import type { LocalInstamint, Markers } from '@accord/ledger'
import type { NetworkFile, Token } from '@accord/protocol'
import { createEmbedded } from '@accord/service'
import { writePrivateFile } from './network-file.ts'
import {
	clearedSettings,
	ensureOperatorKey,
	makeDirectory,
	type Network,
	type NetworkControl,
	type NetworkParts,
	startIn,
	waitForFreePorts,
} from './network-parts.ts'
import { makerConfig, serviceConfig, solverConfig } from './part-configs.ts'
import { fundAccounts, networkFile, type PlayAccounts, playAccounts } from './play-accounts.ts'

/** The bots that `npm start` runs in addition to the ledger and the service. */
export type Bot = 'maker' | 'solver'

export type NetworkOptions = {
	readonly dataDirectory: string
	/** The port of the REST, Flash Liquidity and Solver APIs; the Gateway API and the operator API use the next two. */
	readonly port: number
	readonly users: number
	/** Starts with an empty ledger and database. */
	readonly reset: boolean
	readonly without: readonly Bot[]
	/** Prints log lines only, without the banner and the live view. */
	readonly plain: boolean
	/** Seeds the random walk of the reference maker's prices; if undefined, they stay the same. */
	readonly walkSeed: number | undefined
}

/** Starts the entire network on this machine, one process per part. */
export function startNetwork(options: NetworkOptions, control: NetworkControl): Promise<Network> {
	return startIn(options, control, parts => startParts(options, parts))
}

async function startParts(options: NetworkOptions, parts: NetworkParts): Promise<NetworkFile> {
	const { dataDirectory, port } = options
	const accounts = playAccounts(options.users)
	const startedAtMs = Date.now()
	const gatewayPort = port + 1
	const operatorPort = port + 2
	await waitForFreePorts([port, gatewayPort, operatorPort])

	const databaseDirectory = join(dataDirectory, 'database')
	const [{ tokens, instamint, markers }] = await Promise.all([
		startLedger(parts, { dataDirectory, gatewayPort, pagePort: port }),
		createEmbedded(databaseDirectory),
	])
	const file = networkFile({ port, gatewayPort, operatorPort, startedAtMs, tokens, instamint, accounts })
	const configPath = join(dataDirectory, 'service.json')
	const operatorKeyFile = ensureOperatorKey(dataDirectory)
	const database = { directory: databaseDirectory }
	const places = { gatewayUrl: file.gatewayUrl, port, operatorPort, operatorKeyFile, database }
	writePrivateFile(configPath, serviceConfig({ ...places, tokens, instamint, markers, accounts }))
	const env = { ...clearedSettings(), ACCORD_CONFIG: configPath }
	await Promise.all([fund(parts, file, accounts), parts.start({ name: 'service', entry: 'service', env })])
	await startBots(parts, { ...options, file, accounts })
	return file
}

type LedgerOptions = { readonly dataDirectory: string; readonly gatewayPort: number; readonly pagePort: number }

/** Starts the ledger, and returns the initial contents of every local ledger. */
export async function startLedger(
	parts: NetworkParts,
	{ dataDirectory, gatewayPort, pagePort }: LedgerOptions,
): Promise<{ tokens: Token[]; instamint: LocalInstamint; markers: Markers }> {
	const ledger = await parts.start({
		name: 'ledger',
		entry: 'ledger',
		env: {
			ACCORD_LEDGER_DIRECTORY: makeDirectory(dataDirectory, 'ledger'),
			ACCORD_LEDGER_HOST: '127.0.0.1',
			ACCORD_LEDGER_PORT: String(gatewayPort),
			ACCORD_LEDGER_PAGE_PORT: String(pagePort),
		},
	})
	const { tokens, instamint, markers } = ledger
	return { tokens: tokens as Token[], instamint: instamint as LocalInstamint, markers: markers as Markers }
}

/** Funds the play accounts that hold nothing yet. */
export async function fund({ log }: NetworkParts, { gatewayUrl }: NetworkFile, accounts: PlayAccounts): Promise<void> {
	const funded = await fundAccounts(gatewayUrl, accounts)
	if (funded > 0) log('network', `funded ${funded} accounts`)
}

type BotsOptions = Pick<NetworkOptions, 'without' | 'walkSeed'> & {
	readonly file: NetworkFile
	readonly accounts: PlayAccounts
}

export async function startBots(parts: NetworkParts, options: BotsOptions): Promise<void> {
	const { file, accounts, without, walkSeed } = options
	const configs = { maker: makerConfig(file, { accounts, walkSeed }), solver: solverConfig(file, accounts) }
	const bots = (['maker', 'solver'] as const).filter(bot => !without.includes(bot))
	const start = (bot: Bot) =>
		parts.start({ name: bot, entry: bot, env: { ACCORD_BOT_CONFIG: JSON.stringify(configs[bot]) } })
	if (walkSeed !== undefined && bots.includes('maker'))
		parts.log(
			'network',
			`the reference maker’s prices walk at random, with seed ${walkSeed}; --still keeps them the same`,
		)
	await Promise.all(bots.map(start))
}

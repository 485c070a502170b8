import { mkdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import type { NetworkFileWire, Token } from '@accord/protocol'
import { type DirectoryLock, lockDirectory, settingList } from '@accord/service'
import { type Child, startChild } from './child.ts'
import { waitForFreePort } from './free-port.ts'
import { fundAccounts } from './fund-accounts.ts'
import { networkFile } from './network-file.ts'
import type { NetworkOptions } from './network-options.ts'
import { keepOperatorKey } from './operator-key.ts'
import { type PlayAccount, type PlayKeys, playKeys, playNetworkId } from './play-keys.ts'
import { writePrivateFile } from './private-file.ts'
import { readableLine } from './readable-line.ts'
import { playMidPrices, serviceConfig } from './service-config.ts'

/** Told of everything worth a line: what starts, and what the parts of the network say. */
export type NetworkLog = (part: string, line: string) => void

export type Network = {
	file: NetworkFileWire
	/** Resolves when a part of the network ended that nobody asked to, with the reason. */
	broken: Promise<string>
	stop(): Promise<void>
}

const packages = new URL('../../../', import.meta.url)
const entries = {
	ledger: new URL('ledger/src/local/main.ts', packages),
	service: new URL('service/src/main.ts', packages),
	maker: new URL('bots/src/maker-main.ts', packages),
	solver: new URL('bots/src/solver-main.ts', packages),
}

/**
 * Starts the whole network on this machine, one process a part, and writes `network.json` once all of it serves. What has been
 * started is stopped again if one part fails or `signal` is aborted meanwhile.
 */
export async function startNetwork(
	options: NetworkOptions,
	control: { log: NetworkLog; signal: AbortSignal },
): Promise<Network> {
	const { dataDirectory } = options
	const lock = await takeDirectory(dataDirectory)
	const children: Child[] = []
	const path = join(dataDirectory, 'network.json')
	const stop = async () => {
		rmSync(path, { force: true })
		// The last one started depends on all before it, so it ends first.
		for (const child of children.toReversed()) await child.stop()
		lock.release()
	}
	try {
		rmSync(path, { force: true })
		if (options.reset) removeData(dataDirectory)
		const file = await startParts(options, { ...control, children })
		writePrivateFile(path, file)
		const broken = Promise.race(children.map(async ({ name, ended }) => `${name} ${await ended}`))
		return { file, broken, stop }
	} catch (error) {
		await stop()
		throw error
	}
}

/** A second network in the same directory would spoil both. */
async function takeDirectory(dataDirectory: string): Promise<DirectoryLock> {
	try {
		return await lockDirectory(dataDirectory)
	} catch (error) {
		const reason = error instanceof Error ? error.message : String(error)
		throw new Error(`${reason}. Stop that one first, or choose another directory with --data.`, { cause: error })
	}
}

type Starting = { log: NetworkLog; signal: AbortSignal; children: Child[] }

async function startParts(options: NetworkOptions, { log, signal, children }: Starting): Promise<NetworkFileWire> {
	const { dataDirectory, port } = options
	const keys = playKeys(options.users)
	const startedAtMs = Date.now()
	const gatewayPort = port + 1
	const operatorPort = port + 2
	const start = async (name: keyof typeof entries, env: Record<string, string>) => {
		signal.throwIfAborted()
		const child = startChild({ name, entry: entries[name], env, onLine: line => log(name, readableLine(line)) })
		children.push(child)
		const ready = await child.ready
		log('network', `${name} is ready`)
		return ready
	}
	await Promise.all([port, gatewayPort, operatorPort].map(waitForFreePort))

	const ledger = await start('ledger', {
		ACCORD_LEDGER_DIRECTORY: directory(dataDirectory, 'ledger'),
		ACCORD_LEDGER_HOST: '127.0.0.1',
		ACCORD_LEDGER_PORT: String(gatewayPort),
		ACCORD_LEDGER_PAGE_PORT: String(port),
	})
	const tokens = ledger.tokens as Token[]
	const file = networkFile({ port, gatewayPort, operatorPort, startedAtMs, tokens, keys })
	const configPath = join(dataDirectory, 'service.json')
	const databaseDirectory = join(dataDirectory, 'database')
	const operatorKeyFile = join(dataDirectory, 'operator.key')
	keepOperatorKey(operatorKeyFile)
	const places = { gatewayUrl: file.gateway_url, port, operatorPort, operatorKeyFile, databaseDirectory }
	writePrivateFile(configPath, serviceConfig({ ...places, tokens, keys }))
	const funding = fundAccounts(file.gateway_url, keys).then(funded => {
		if (funded > 0) log('network', `${funded} accounts are funded`)
	})
	await Promise.all([funding, start('service', { ...withoutSettings(), ACCORD_CONFIG: configPath })])
	const configs = { maker: makerConfig(file, keys), solver: solverConfig(file, keys) }
	const bots = (['maker', 'solver'] as const).filter(bot => !options.without.includes(bot))
	await Promise.all(bots.map(bot => start(bot, { ACCORD_BOT_CONFIG: JSON.stringify(configs[bot]) })))
	signal.throwIfAborted()
	return file
}

/** Settings of another service in this shell's environment are not meant for this one; an empty variable says nothing. */
function withoutSettings(): Record<string, string> {
	return Object.fromEntries(settingList().flatMap(({ variable }) => (variable === undefined ? [] : [[variable, '']])))
}

function makerConfig(file: NetworkFileWire, keys: PlayKeys) {
	const maker = keys.makers.find(({ bot }) => bot)
	return {
		...botConfig(file, maker),
		flashUrl: file.flash_url,
		baseUrl: file.base_url,
		apiKey: maker?.apiKey,
		midPrices: playMidPrices,
		spread: '0.002',
		depth: 5,
		seed: 1,
	}
}

function solverConfig(file: NetworkFileWire, keys: PlayKeys) {
	return {
		...botConfig(
			file,
			keys.solvers.find(({ bot }) => bot),
		),
		solverUrl: file.solver_url,
	}
}

function botConfig({ gateway_url: gatewayUrl }: NetworkFileWire, bot: PlayAccount | undefined) {
	if (bot === undefined) throw new Error('the play keys name no bot')
	const { address: account, curve, privateKeyHex } = bot
	return { gatewayUrl, networkId: playNetworkId, account, curve, privateKeyHex }
}

function directory(dataDirectory: string, name: string): string {
	const path = join(dataDirectory, name)
	mkdirSync(path, { recursive: true })
	return path
}

/** Removes what this program wrote, and nothing else that may lie in the folder. */
function removeData(dataDirectory: string): void {
	for (const name of ['ledger', 'database', 'service.json'])
		rmSync(join(dataDirectory, name), { recursive: true, force: true })
}

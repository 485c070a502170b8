import { randomBytes } from 'node:crypto'
import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { LocalInstamint } from '@accord/ledger'
import type { NetworkFile, Token } from '@accord/protocol'
import { beginDatabase, type DirectoryLock, lockDirectory, settingList } from '@accord/service'
import { type Child, readableLine, startChild } from './child.ts'
import { writeNetworkFile, writePrivateFile } from './network-file.ts'
import { makerConfig, serviceConfig, solverConfig } from './part-configs.ts'
import { fundAccounts, networkFile, playAccounts } from './play-accounts.ts'

/** The bots that `npm start` runs in addition to the ledger and the service. */
export type Bot = 'maker' | 'solver'

export type NetworkOptions = {
	readonly dataDirectory: string
	/** REST, Flash Liquidity and Solver API; the Gateway API and the operator API listen on the next two. */
	readonly port: number
	readonly users: number
	/** Start with an empty ledger and database. */
	readonly reset: boolean
	readonly without: readonly Bot[]
	/** Log lines only, without the banner and the live view. */
	readonly plain: boolean
}

/** Receives what starts, and the output of each part of the network. */
export type NetworkLog = (part: string, line: string) => void

export type Network = {
	readonly file: NetworkFile
	/** Resolves with the reason when a part of the network ends although it was not stopped. */
	readonly broken: Promise<string>
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
 * Starts the whole network on this machine, one process per part, and writes `network.json` once all of it serves. If a
 * part fails to start, or `signal` is aborted meanwhile, the parts already started are stopped.
 */
export async function startNetwork(
	options: NetworkOptions,
	control: { readonly log: NetworkLog; readonly signal: AbortSignal },
): Promise<Network> {
	const { dataDirectory } = options
	const lock = await lockData(dataDirectory)
	const children: Child[] = []
	const path = join(dataDirectory, 'network.json')
	const stop = async () => {
		rmSync(path, { force: true })
		// Each part depends on those started before it, so the last one stops first.
		for (const child of children.toReversed()) await child.stop()
		lock.release()
	}
	try {
		rmSync(path, { force: true })
		if (options.reset) removeData(dataDirectory)
		const file = await startParts(options, { ...control, children })
		writeNetworkFile(path, file)
		const broken = Promise.race(children.map(async ({ name, ended }) => `${name} ${await ended}`))
		return { file, broken, stop }
	} catch (error) {
		await stop()
		throw error
	}
}

/** Two networks in one directory would corrupt each other's data. */
async function lockData(dataDirectory: string): Promise<DirectoryLock> {
	try {
		return await lockDirectory(dataDirectory)
	} catch (error) {
		const reason = error instanceof Error ? error.message : String(error)
		throw new Error(`${reason}. Stop that one first, or use another directory with --data.`, { cause: error })
	}
}

type Starting = { readonly log: NetworkLog; readonly signal: AbortSignal; readonly children: Child[] }

async function startParts(options: NetworkOptions, { log, signal, children }: Starting): Promise<NetworkFile> {
	const { dataDirectory, port } = options
	const accounts = playAccounts(options.users)
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
	for (const each of [port, gatewayPort, operatorPort]) await waitForFreePort(each)

	const databaseDirectory = join(dataDirectory, 'database')
	const [ledger] = await Promise.all([
		start('ledger', {
			ACCORD_LEDGER_DIRECTORY: makeDirectory(dataDirectory, 'ledger'),
			ACCORD_LEDGER_HOST: '127.0.0.1',
			ACCORD_LEDGER_PORT: String(gatewayPort),
			ACCORD_LEDGER_PAGE_PORT: String(port),
		}),
		beginDatabase(databaseDirectory),
	])
	const tokens = ledger.tokens as Token[]
	const instamint = ledger.instamint as LocalInstamint
	const file = networkFile({ port, gatewayPort, operatorPort, startedAtMs, tokens, instamint, accounts })
	const configPath = join(dataDirectory, 'service.json')
	const operatorKeyFile = join(dataDirectory, 'operator.key')
	ensureOperatorKey(operatorKeyFile)
	const places = { gatewayUrl: file.gatewayUrl, port, operatorPort, operatorKeyFile, databaseDirectory }
	writePrivateFile(configPath, serviceConfig({ ...places, tokens, instamint, accounts }))
	const funding = fundAccounts(file.gatewayUrl, accounts).then(funded => {
		if (funded > 0) log('network', `funded ${funded} accounts`)
	})
	await Promise.all([funding, start('service', { ...clearedSettings(), ACCORD_CONFIG: configPath })])
	const configs = { maker: makerConfig(file, accounts), solver: solverConfig(file, accounts) }
	const bots = (['maker', 'solver'] as const).filter(bot => !options.without.includes(bot))
	await Promise.all(bots.map(bot => start(bot, { ACCORD_BOT_CONFIG: JSON.stringify(configs[bot]) })))
	signal.throwIfAborted()
	return file
}

/** Settings in this shell's environment may be meant for another service; an empty variable counts as unset. */
function clearedSettings(): Record<string, string> {
	return Object.fromEntries(settingList().flatMap(({ variable }) => (variable === undefined ? [] : [[variable, '']])))
}

const portWaitMs = 5_000

/** Waits up to 5 s until the port is free: a network that is stopping may still hold it. @throws Error naming the port */
async function waitForFreePort(port: number): Promise<void> {
	for (const deadlineMs = Date.now() + portWaitMs; !(await isFree(port)); await sleep(100)) {
		if (Date.now() > deadlineMs)
			throw new Error(`port ${port} is in use by another program: stop it, or choose another port with --port`)
	}
}

function isFree(port: number): Promise<boolean> {
	return new Promise((resolve, reject) => {
		const server = createServer()
		server.once('error', (error: NodeJS.ErrnoException) => {
			if (error.code === 'EADDRINUSE') resolve(false)
			else reject(error)
		})
		server.listen(port, '127.0.0.1', () => server.close(() => resolve(true)))
	})
}

/** The key of the local network's operator API: created at the first start and kept from then on. */
function ensureOperatorKey(path: string): void {
	if (!existsSync(path)) writeFileSync(path, `${randomBytes(32).toString('hex')}\n`, { mode: 0o600, flag: 'wx' })
}

function makeDirectory(dataDirectory: string, name: string): string {
	const path = join(dataDirectory, name)
	mkdirSync(path, { recursive: true })
	return path
}

/** Removes only what this program wrote; the directory may hold other files. */
function removeData(dataDirectory: string): void {
	for (const name of ['ledger', 'database', 'service.json'])
		rmSync(join(dataDirectory, name), { recursive: true, force: true })
}

import { mkdtempSync, rmSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { NetworkFile } from '@accord/protocol'
import { writeNetworkFile } from '../network/network-file.ts'
import { startNetwork } from '../network/start-network.ts'
import { Arena } from './arena.ts'
import { cases } from './cases.ts'
import { MakerLine } from './maker-line.ts'
import { MakerProgram } from './maker-program.ts'

/** How one case went. */
export type CaseResult = {
	readonly name: string
	readonly passed: boolean
	readonly why?: string
	readonly seconds: number
}

/** What an operator can ask a maker for. */
export type Certificate = {
	readonly maker: string
	readonly version: string
	readonly certified_at: string
	readonly passed: boolean
	readonly cases: readonly CaseResult[]
	/** The last lines of the maker's output. */
	readonly output: readonly string[]
}

export type CertifyOptions = {
	/** Starts the maker in a shell; `{network}` stands for the path of its network.json. */
	readonly command: string
	readonly version: string
	readonly signal: AbortSignal
	readonly onResult: (result: CaseResult) => void
}

/** Runs a maker against every case, on a network of its own that is removed afterwards. */
export async function certifyMaker({ command, version, signal, onResult }: CertifyOptions): Promise<Certificate> {
	const directory = mkdtempSync(join(tmpdir(), 'accord-certify-'))
	const started: (() => Promise<unknown> | unknown)[] = [() => rmSync(directory, { recursive: true, force: true })]
	try {
		const options = { dataDirectory: directory, port: await freePorts(), users: 20, reset: false, plain: true } as const
		const control = { log: () => undefined, signal }
		const network = await startNetwork({ ...options, without: ['maker'], walkSeed: undefined }, control)
		started.push(() => network.stop())
		const line = await MakerLine.start(network.file)
		started.push(() => line.stop())
		const path = join(directory, 'maker.json')
		const seen = asTheMakerSees(network.file, line.url)
		writeNetworkFile(path, seen)
		const program = new MakerProgram(command.replaceAll('{network}', path), environmentOf(seen, path))
		program.start()
		started.push(() => program.stop())
		const results: CaseResult[] = []
		const arena = new Arena({ line, program, network: network.file })
		for (const each of cases) {
			signal.throwIfAborted()
			const result = await resultOf(each.name, async () => each.run(arena))
			line.sessions.replace = body => [body]
			line.sessions.isClosed = false
			results.push(result)
			onResult(result)
			if (results.length === 2 && !result.passed) break
		}
		const passed = results.length === cases.length && results.every(result => result.passed)
		const certified_at = new Date().toISOString()
		return { maker: command, version, certified_at, passed, cases: results, output: program.output }
	} finally {
		for (const stop of started.toReversed()) await stop()
	}
}

async function resultOf(name: string, run: () => Promise<void>): Promise<CaseResult> {
	const startMs = performance.now()
	const seconds = () => Math.round((performance.now() - startMs) / 100) / 10
	try {
		await run()
		return { name, passed: true, seconds: seconds() }
	} catch (error) {
		return { name, passed: false, why: error instanceof Error ? error.message : String(error), seconds: seconds() }
	}
}

/** The network as the maker reaches it: through the line. */
function asTheMakerSees(file: NetworkFile, url: string): NetworkFile {
	const makers = file.makers.filter(({ bot }) => !bot)
	return { ...file, baseUrl: url, flashUrl: `${url.replace(/^http/, 'ws')}/flash`, makers, users: [] }
}

/** For a maker that reads no network.json. */
function environmentOf(file: NetworkFile, path: string): Record<string, string> {
	const [maker] = file.makers
	if (maker === undefined) throw new Error('the network has no maker')
	return {
		ACCORD_NETWORK_FILE: path,
		ACCORD_BASE_URL: file.baseUrl,
		ACCORD_FLASH_URL: file.flashUrl,
		ACCORD_API_KEY: maker.apiKey,
		ACCORD_ACCOUNT: maker.address,
		ACCORD_PRIVATE_KEY_HEX: maker.privateKeyHex,
		ACCORD_CURVE: maker.curve,
	}
}

/** The first of three free ports in a row. */
async function freePorts(): Promise<number> {
	for (;;) {
		const first = await portOf(0)
		const others = await Promise.all([first + 1, first + 2].map(port => portOf(port).catch(() => 0)))
		if (first < 65_534 && !others.includes(0)) return first
	}
}

function portOf(wanted: number): Promise<number> {
	return new Promise((resolve, reject) => {
		const server = createServer().once('error', reject)
		server.listen(wanted, '127.0.0.1', () => {
			const { port } = server.address() as AddressInfo
			server.close(() => resolve(port))
		})
	})
}

import { type ChildProcess, spawn } from 'node:child_process'
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { keyPairFromPrivateKey } from '@accord/ledger'
import { Decimal, type NetworkFileWire, TradeError } from '@accord/protocol'
import { DexClient } from '@accord/sdk'
import { printTable } from '../table.ts'

const orders = Number(process.env.ACCORD_BENCH_ORDERS ?? 10_000)
const port = 18_480

/** What the service's own process holds at rest, and after many orders: the running network of `npm start`, traded on from here. */
export async function benchMemory(): Promise<void> {
	const directory = mkdtempSync(join(tmpdir(), 'accord-bench-'))
	const network = startNetwork(directory)
	try {
		const file = await networkFile(directory, network)
		const service = serviceProcess(network)
		const atRest = residentBytes(service)
		const rows = [['at rest', megabytes(atRest), '']]
		let settled = 0
		for (let done = 0; done < orders; done += orders / 4) {
			settled += await tradeSome(file, orders / 4)
			rows.push([`after ${done + orders / 4} orders`, megabytes(residentBytes(service)), `${settled} settled`])
			console.log(rows.at(-1)?.join(', '))
		}
		printTable(['the service', 'resident memory', ''], rows)
	} finally {
		network.kill('SIGINT')
		await new Promise(resolve => network.once('exit', resolve))
		rmSync(directory, { recursive: true, force: true })
	}
}

function startNetwork(directory: string): ChildProcess {
	const main = new URL('../../packages/cli/src/main.ts', import.meta.url).pathname
	const flags = ['--conditions=accord-source', '--disable-warning=ExperimentalWarning']
	const options = ['--data', directory, '--port', String(port), '--plain']
	return spawn(process.execPath, [...flags, main, 'network', ...options], { stdio: 'ignore' })
}

/** However long it takes the network to be ready, unless it ends. */
async function networkFile(directory: string, network: ChildProcess): Promise<NetworkFileWire> {
	const path = join(directory, 'network.json')
	while (!existsSync(path)) {
		if (network.exitCode !== null) throw new Error(`the network ended with ${network.exitCode} before it was ready`)
		await pause(50)
	}
	return JSON.parse(readFileSync(path, 'utf8')) as NetworkFileWire
}

/** The child of the network's process that runs the service. */
function serviceProcess(network: ChildProcess): number {
	const pids = readdirSync('/proc').filter(name => /^\d+$/.test(name))
	const found = pids.find(pid => {
		try {
			const isChild = readFileSync(`/proc/${pid}/status`, 'utf8').includes(`PPid:\t${network.pid}\n`)
			return isChild && readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes('packages/service/')
		} catch {
			return false
		}
	})
	if (found === undefined) throw new Error('no process of the network runs the service')
	return Number(found)
}

function residentBytes(pid: number): number {
	const kilobytes = /VmRSS:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]
	return Number(kilobytes) * 1024
}

async function tradeSome({ base_url: baseUrl, users }: NetworkFileWire, count: number): Promise<number> {
	const dex = new DexClient({ baseUrl })
	let next = 0
	let settled = 0
	const lane = async (user: NetworkFileWire['users'][number]) => {
		const keyPair = keyPairFromPrivateKey({
			curve: user.curve === 'ed25519' ? 'Ed25519' : 'Secp256k1',
			privateKeyHex: user.private_key_hex,
		})
		while (next++ < count) {
			const sell = { symbol: 'XRD', amount: Decimal.parse('100') }
			const outcome = await dex
				.trade({
					account: user.address,
					sell,
					buy: 'xUSDC',
					sign: ({ subintentHash }) => keyPair.sign(subintentHash),
				})
				.catch(refusal)
			if (outcome?.status.state === 'settled') settled++
		}
	}
	// Three orders of each account at a time: an account may have eight open.
	await Promise.all(users.flatMap(user => [lane(user), lane(user), lane(user)]))
	return settled
}

function megabytes(bytes: number): string {
	return `${(bytes / 1024 / 1024).toFixed(1)} MiB`
}

/** A refused order is an order too; anything else ends the benchmark. */
function refusal(error: unknown): undefined {
	if (!(error instanceof TradeError)) throw error
}

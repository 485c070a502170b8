import assert from 'node:assert/strict'
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { readNetworkFile } from './network-file.ts'

// The tests of this file go on from one another: one data directory, several lives of a network.

const main = fileURLToPath(new URL('../main.ts', import.meta.url))
const directory = mkdtempSync(join(tmpdir(), 'accord-network-'))
const path = join(directory, 'network.json')
const port = await freePortPair()
const running = new Set<ChildProcess>()

after(() => {
	for (const child of running) child.kill('SIGKILL')
	rmSync(directory, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 })
})

type Run = { process: ChildProcess; output: () => string; ended: Promise<number | null> }

function accord(...args: string[]): Run {
	const child = spawn(process.execPath, [...process.execArgv.filter(isCondition), main, ...args], {
		stdio: ['ignore', 'pipe', 'pipe'],
	})
	running.add(child)
	let output = ''
	for (const stream of [child.stdout, child.stderr]) stream.on('data', chunk => (output += String(chunk)))
	const ended = once(child, 'close').then(([code]) => {
		running.delete(child)
		return code as number | null
	})
	return { process: child, output: () => output, ended }
}

function isCondition(argument: string): boolean {
	return argument.startsWith('--conditions') || argument.startsWith('--disable-warning')
}

async function startedNetwork(...args: string[]): Promise<Run> {
	const run = accord('network', '--data', directory, '--port', String(port), '--users', '2', ...args)
	let code: number | null | undefined
	void run.ended.then(ended => {
		code = ended
	})
	while (!/ready at|is ready \(/.test(run.output())) {
		assert.equal(code, undefined, run.output())
		await sleep(50)
	}
	return run
}

async function trade(...args: string[]): Promise<{ code: number | null; output: string }> {
	const run = accord('trade', '--network', path, ...args)
	return { code: await run.ended, output: run.output() }
}

function childrenOf(pid: number | undefined): number[] {
	const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim()
	return children === '' ? [] : children.split(' ').map(Number)
}

async function untilGone(pids: readonly number[]): Promise<void> {
	while (pids.some(pid => existsSync(`/proc/${pid}`))) await sleep(50)
}

/** A free port whose next one is free as well. */
async function freePortPair(): Promise<number> {
	for (;;) {
		const server = createServer().listen(0, '127.0.0.1')
		await once(server, 'listening')
		const { port } = server.address() as { port: number }
		const next = createServer().listen(port + 1, '127.0.0.1')
		const isFree = await Promise.race([once(next, 'listening').then(() => true), once(next, 'error').then(() => false)])
		for (const listener of [next, server]) listener.close()
		if (isFree) return port
	}
}

test('the network starts, tells where it is, and a trade settles on it', { timeout: 120_000 }, async () => {
	const network = await startedNetwork()
	assert.match(network.output(), /Never use them/)
	assert.match(network.output(), /npm run trade/)
	assert.equal(statSync(path).mode & 0o777, 0o600)
	const file = readNetworkFile(path)
	assert.equal(file.pid, network.process.pid)
	for (const key of [...file.users, ...file.makers, ...file.solvers].map(({ private_key_hex }) => private_key_hex))
		assert.ok(network.output().includes(key))
	const sale = await trade('--sell', '100 XRD', '--buy', 'xUSDC')
	assert.equal(sale.code, 0, sale.output)
	assert.match(sale.output, /settled +on the ledger in txid_sim1/)
	assert.match(sale.output, /10004\.99 xUSDC \(\+4\.99\)/)
	const sold = await trade('--sell', '90000 XRD', '--buy', 'xUSDC', '--user', '2')
	assert.equal(sold.code, 0, sold.output)
	const poor = await trade('--sell', '90000 XRD', '--buy', 'xUSDC', '--user', '2')
	assert.equal(poor.code, 1)
	assert.match(poor.output, /insufficient_funds/)

	const second = accord('network', '--data', directory, '--port', String(port))
	assert.equal(await second.ended, 1)
	assert.match(
		second.output(),
		/is in use by another process \(pid \d+\)\. Stop that one first, or choose another directory with --data/,
	)

	const children = childrenOf(network.process.pid)
	assert.equal(children.length, 4)
	network.process.kill('SIGINT')
	network.process.kill('SIGINT')
	assert.equal(await network.ended, 0)
	assert.equal(existsSync(path), false)
	await untilGone(children)
})

test('killed hard it takes its parts with it, and the next start goes on from the same ledger', {
	timeout: 120_000,
}, async () => {
	const killed = await startedNetwork('--plain')
	const children = childrenOf(killed.process.pid)
	killed.process.kill('SIGKILL')
	const network = await startedNetwork('--plain')
	await untilGone(children)
	const purchase = await trade('--sell', 'xUSDC', '--buy', '1 XRD')
	assert.equal(purchase.code, 0, purchase.output)
	assert.match(purchase.output, /before +10004\.99 xUSDC/)
	network.process.kill('SIGTERM')
	assert.equal(await network.ended, 0)
})

test('error: a part that ends by itself ends the network with exit 1', { timeout: 120_000 }, async () => {
	const network = await startedNetwork('--plain', '--without', 'maker,solver')
	const children = childrenOf(network.process.pid)
	assert.equal(children.length, 2)
	process.kill(children[1] ?? 0, 'SIGKILL')
	assert.equal(await network.ended, 1)
	assert.match(network.output(), /service was ended by SIGKILL/)
	await untilGone(children)
	assert.equal(existsSync(path), false)
})

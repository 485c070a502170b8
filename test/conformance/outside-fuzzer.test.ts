import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { operations } from '@accord/protocol/contract'
import { runtime, withoutRuntime } from '../fixtures/runtimes.ts'
import { EndingProxy } from '../network/ending-proxy.ts'
import { untilState } from '../network/order-state.ts'
import { connectMaker } from '../network/test-maker.ts'
import { startTestNetwork, type TestNetwork } from '../network/test-network.ts'
import { connectSolver, settle } from '../network/test-solver.ts'
import { placeOrder } from '../network/test-user.ts'

// Schemathesis, which knows only the document that the service serves. ACCORD_FUZZ_CASES=10000 makes it thorough.

const casesMin = Number(process.env.ACCORD_FUZZ_CASES ?? 500)
// It makes fewer for an operation that has nothing to vary.
const perOperation = Math.ceil((1.5 * casesMin) / Object.keys(operations).length)
const config = fileURLToPath(new URL('schemathesis.toml', import.meta.url))
/** Their answers never end. */
const streams = ['/trade/order_book/stream', '/trade/trades/stream']

/** A network with something to find: a book, a settled order, and a maker that fills. */
async function start(): Promise<TestNetwork> {
	const perMinute = 100_000_000
	const limits = { requests_per_minute: perMinute, requests_per_minute_per_key: perMinute }
	const network = await startTestNetwork({ users: 1, makers: 1, solvers: 1, settings: { limits } })
	const solver = connectSolver(network, network.solvers[0])
	const books = [{ pair: 'XRD/xUSDC', bids: ['0.05 1000'], asks: ['0.051 500'] }]
	await connectMaker(network, network.makers[0], { books })
	const placed = await placeOrder(network, network.users[0], { sell: '100 XRD', buy: '5 xUSDC' })
	await settle(network, solver, await solver.bundleOf(placed))
	await untilState(network, placed, 'settled')
	return network
}

/** Runs the fuzzer; returns how many cases it made. On failure its output is the message. */
async function fuzz(network: TestNetwork, { url, paths }: { url: string; paths: readonly string[] }): Promise<number> {
	const folder = mkdtempSync(join(tmpdir(), 'accord-fuzz-'))
	const report = join(folder, 'report.json')
	const options = ['--url', url, '--max-examples', String(perOperation), '--report-json-path', report, ...paths]
	const key = `SERVICE-API-KEY: ${network.makers[0]?.apiKey}`
	const args = ['--config-file', config, 'run', `${network.service.url}/openapi.json`, '--header', key, ...options]
	try {
		await new Promise<void>((resolve, reject) => {
			execFile(runtime('schemathesis'), args, { cwd: folder, maxBuffer: 2 ** 28 }, (error, stdout, stderr) =>
				error === null ? resolve() : reject(new assert.AssertionError({ message: stdout + stderr })),
			)
		})
		return casesIn(readFileSync(report, 'utf8'))
	} finally {
		rmSync(folder, { recursive: true })
	}
}

function casesIn(report: string): number {
	return JSON.parse(report).test_cases.generated
}

// shows documents: An outside fuzzer finds no difference between them and the service
test('Schemathesis finds no failure', { skip: withoutRuntime('schemathesis') }, async t => {
	const network = await start()
	t.after(() => network.stop())
	const excluded = streams.flatMap(path => ['--exclude-path', path])
	const others = await fuzz(network, { url: network.service.url, paths: excluded })
	// The fuzzer waits for the end of an answer. No link leads from a stream to itself.
	const proxy = await EndingProxy.start(network.service.url)
	t.after(() => proxy.stop())
	const included = streams.flatMap(path => ['--include-path', path])
	const ofStreams = await fuzz(network, {
		url: proxy.url,
		paths: [...included, '--phases', 'examples,coverage,fuzzing'],
	})
	t.diagnostic(`${others + ofStreams} cases`)
	assert.ok(others + ofStreams >= casesMin, `${others + ofStreams} cases`)
})

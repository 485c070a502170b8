import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { Decimal, DexClient } from '@accord/sdk'
import { runCommand } from '../../packages/cli/src/program-fixture.ts'
import { PackedProject } from '../fixtures/packed-project.ts'
import { runtime, withoutRuntime } from '../fixtures/runtimes.ts'
import { NetworkPlace } from '../network/network-process.ts'
import { until } from '../network/until.ts'

const root = fileURLToPath(new URL('../../', import.meta.url))
const examples = join(root, 'examples')
const names = ['dex.mjs', 'maker.mjs', 'solver.mjs'] as const

/** The code with which the DEX sends its order. */
const integrator = 'example-dex'

/** A program and its first arguments, which run an example by its name, and where. */
type Runner = { readonly command: (example: string) => readonly string[]; readonly cwd: string }

function runExample({ command, cwd }: Runner, name: string, networkFile: string) {
	const [program = '', ...args] = command(name)
	const child = spawn(program, [...args, networkFile], { cwd, env: { ...process.env, INTEGRATOR: integrator } })
	let output = ''
	for (const stream of [child.stdout, child.stderr]) stream.on('data', text => (output += text))
	return { child, ended: once(child, 'close').then(([code]) => code as number | null), output: () => output }
}

async function settleTrade(t: TestContext, runner: Runner): Promise<void> {
	const place = await NetworkPlace.create()
	t.after(() => place.dispose())
	await place.start('--without', 'maker,solver', '--users', '1')
	const networkFile = join(place.directory, 'network.json')
	const maker = runExample(runner, 'maker', networkFile)
	const solver = runExample(runner, 'solver', networkFile)
	t.after(async () => {
		for (const { child } of [maker, solver]) child.kill()
		await Promise.all([maker.ended, solver.ended])
	})
	const { base_url: baseUrl, users } = place.readNetworkFile()
	const payee = ['--account', users[0]?.address ?? '', '--share', '100%']
	const { code, notes } = await runCommand(['integrators', 'create', integrator, ...payee], {
		ACCORD_DATA: place.directory,
	})
	assert.equal(code, 0, notes)
	const client = new DexClient({ baseUrl })
	await until('the maker to quote', async () => {
		assert.equal(maker.child.exitCode, null, maker.output())
		return (await client.orderBook({ base: 'XRD', quote: 'xUSDC' })).bids.length > 0
	})
	const dex = runExample(runner, 'dex', networkFile)
	assert.equal(await dex.ended, 0, dex.output() + solver.output() + maker.output())
	await until('the maker to be told', () => maker.output().includes('2 Settled'))
	const [trade] = (await client.trades()).trades
	const { share } = await client.tradeTrace(trade?.subintentId ?? '')
	assert.deepEqual([share?.integrator, share?.paid], [integrator, Decimal.parse('0.1')])
	assert.match(solver.output(), /txid_sim1\w+ CommittedSuccess/)
}

// shows service: DEX, market maker and solver operations
// shows SDK: A DEX, a maker and a solver written from the docs, each under 60 lines
test('in the clone, the examples settle a trade among themselves', async t => {
	const flags = ['--conditions=accord-source', '--disable-warning=ExperimentalWarning', join(examples, 'main.mjs')]
	await settleTrade(t, { command: name => [process.execPath, ...flags, name], cwd: root })
})

// shows SDK: The examples run outside the clone, on Node 20
test('and also in a separate project, on Node 20', { skip: withoutRuntime('node-20') }, async t => {
	const project = await PackedProject.create(['protocol', 'codec', 'sdk'])
	t.after(() => project.remove())
	project.link('@noble/curves')
	for (const name of [...names, 'ed25519.mjs']) project.copyExample(name)
	await settleTrade(t, { command: name => [runtime('node-20'), `${name}.mjs`], cwd: project.directory })
})

test('error: an example without a network says what to do', async () => {
	const flags = ['--conditions=accord-source', join(examples, 'main.mjs')]
	const runner = { command: (name: string) => [process.execPath, ...flags, name], cwd: root }
	for (const name of ['dex', 'maker', 'solver', 'agent']) {
		const { ended, output } = runExample(runner, name, '/nowhere/network.json')
		assert.equal(await ended, 1)
		assert.match(output(), /^there is no \/nowhere\/network\.json: start a network first \(npm start\)/)
	}
})

for (const name of names)
	test(`examples/${name} is shorter than 60 lines`, () => {
		assert.ok(readFileSync(join(examples, name), 'utf8').split('\n').length < 60)
	})

import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { pathToFileURL } from 'node:url'
import { derivePrivateKey, playSeed } from '@accord/ledger'
import { machineNode, PackedProject } from '../fixtures/packed-project.ts'
import { connectMaker } from '../network/test-maker.ts'
import { startTestNetwork, type TestNetwork } from '../network/test-network.ts'
import { connectSolver, settle } from '../network/test-solver.ts'
import { until } from '../network/until.ts'

let project: PackedProject
let network: TestNetwork

before(async () => {
	project = await PackedProject.create()
	network = await startTestNetwork({ users: 1, makers: 1, solvers: 1 })
})
after(async () => {
	project?.remove()
	await network?.stop()
})

// shows SDK: Installed from its package, on Node ≥ 20 and in browsers
test('the packed SDK trades in a plain project on the Node that the machine has', async t => {
	const [user] = network.users
	const [maker] = network.makers
	assert.ok(user && maker)
	const solver = connectSolver(network, network.solvers[0])
	await connectMaker(network, maker, { books: [{ pair: 'XRD/xUSDC', bids: ['0.05 1000'] }] })
	project.copy('trade.mjs')
	const { privateKeyHex } = derivePrivateKey({ seed: playSeed, name: user.name, curve: 'Ed25519' })
	const { flashUrl, solverUrl, service } = network
	const trader = { account: user.account, publicKey: user.keyPair.publicKey, privateKey: privateKeyHex }
	const argument = JSON.stringify({ baseUrl: service.url, flashUrl, solverUrl, apiKey: maker.apiKey, ...trader })
	const traded = project.run(await machineNode(), 'trade.mjs', argument)
	const settled = until('the bundle', () => solver.bundles.length > 0).then(() =>
		settle(network, solver, solver.bundles[0] ?? []),
	)
	const { version, ...result } = JSON.parse(await traded)
	await settled
	t.diagnostic(`Node ${version}`)
	assert.deepEqual(result, {
		sessions: 2,
		pongs: 'number',
		bids: 1,
		told: ['published', 'withdrawn'],
		last: 'settled',
		state: 'settled',
	})
})

// shows SDK: Installed from its package, on Node ≥ 20 and in browsers
test('Vite bundles DexClient and SolverClient without any Node module, and the bundle works with the platform alone', async () => {
	project.copy('browser.mjs')
	const lib = { entry: 'browser.mjs', formats: ['es'], fileName: 'bundle' }
	project.write('vite.config.js', `export default ${JSON.stringify({ build: { lib, minify: false } })}`)
	await project.tool('vite', 'build', '--logLevel', 'error')
	const files = readdirSync(join(project.directory, 'dist'))
	assert.equal(files.length, 1)
	const bundle = join(project.directory, 'dist', files[0] ?? '')
	const text = readFileSync(bundle, 'utf8')
	assert.doesNotMatch(text, /["']node:|\brequire\(|\bimport\(|^import |Sec-WebSocket|\bprocess\./m)
	const { look } = await import(pathToFileURL(bundle).href)
	assert.deepEqual(await look({ baseUrl: network.service.url, solverUrl: network.solverUrl }), {
		pairs: 4,
		pair: { base: 'XRD', quote: 'xUSDC' },
		kind: 'cursor',
	})
})

const docs = readFileSync(new URL('../../docs/sdk.md', import.meta.url), 'utf8')
const examples = [...docs.matchAll(/```ts\n([\s\S]*?)```/g)].map(([, code = '']) => code)

for (const [resolution, module] of [
	['nodenext', 'nodenext'],
	['bundler', 'esnext'],
] as const)
	test(`every example of docs/sdk.md type-checks against the packed types (${resolution})`, async () => {
		for (const name of ['radix-dapp-toolkit.d.ts', 'reader.d.ts']) project.copy(name)
		for (const [at, code] of examples.entries()) project.write(`example-${at + 1}.ts`, code)
		const compilerOptions = {
			noEmit: true,
			strict: true,
			exactOptionalPropertyTypes: true,
			noUncheckedIndexedAccess: true,
			target: 'es2022',
			lib: ['es2023', 'dom', 'dom.iterable'],
			types: [],
			module,
			moduleResolution: resolution,
		}
		project.write('tsconfig.json', JSON.stringify({ compilerOptions, include: ['*.ts'] }))
		assert.equal(await project.tool('tsc', '-p', '.'), '')
	})

test('from the wallet to the settled order it takes ten lines', () => {
	const lines = examples[0]?.split('\n').filter(line => line.trim() !== '') ?? []
	const steps = ['requestQuote', 'sendPreAuthorizationRequest', 'submitOrder', 'followOrder']
	assert.deepEqual(
		steps.filter(step => lines.some(line => line.includes(step))),
		steps,
	)
	assert.equal(lines.length, 10)
})

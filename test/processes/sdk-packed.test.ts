import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { pathToFileURL } from 'node:url'
import { gzipSync } from 'node:zlib'
import { derivePrivateKey, playSeed } from '@accord/ledger'
import { SignerTerms } from '@accord/protocol'
import { declarationsIn, exportsOf, needed } from '../fixtures/exported-types.ts'
import { PackedProject } from '../fixtures/packed-project.ts'
import { type Runtime, runtime, withoutRuntime } from '../fixtures/runtimes.ts'
import { signerTerms } from '../network/signer-terms.ts'
import { connectMaker } from '../network/test-maker.ts'
import { startTestNetwork, type TestNetwork } from '../network/test-network.ts'
import { connectSolver, settle } from '../network/test-solver.ts'
import { until } from '../network/until.ts'

let project: PackedProject
let network: TestNetwork

before(async () => {
	project = await PackedProject.create(['protocol', 'codec', 'sdk'])
	network = await startTestNetwork({ users: 1, makers: 1, solvers: 1 })
	await connectMaker(network, network.makers[0], { books: [{ pair: 'XRD/xUSDC', bids: ['0.05 1000'] }] })
})
after(async () => {
	project?.remove()
	await network?.stop()
})

const runtimes: readonly { name: string; needs?: Runtime; command: () => readonly string[] }[] = [
	// shows SDK: Installed from its package, on Node ≥ 20 and in browsers
	{ name: 'Node 20', needs: 'node-20', command: () => [runtime('node-20')] },
	{ name: 'Node 22', needs: 'node-22', command: () => [runtime('node-22')] },
	{ name: 'Node 24', command: () => [process.execPath] },
	{ name: 'Deno', needs: 'deno', command: () => [runtime('deno'), 'run', '--allow-all', '--node-modules-dir=manual'] },
]

for (const { name, needs, command } of runtimes)
	test(`the packed SDK trades in a plain project on ${name}`, { skip: needs && withoutRuntime(needs) }, async () => {
		const [user] = network.users
		const [maker] = network.makers
		assert.ok(user && maker)
		const solver = connectSolver(network, network.solvers[0])
		project.copy('trade.mjs')
		const { privateKeyHex } = derivePrivateKey({ seed: playSeed, name: user.name, curve: 'Ed25519' })
		const { flashUrl, solverUrl, service } = network
		const trader = { account: user.account, publicKey: user.keyPair.publicKey, privateKey: privateKeyHex }
		const terms = SignerTerms.format(signerTerms(network))
		const argument = JSON.stringify({
			terms,
			baseUrl: service.url,
			flashUrl,
			solverUrl,
			apiKey: maker.apiKey,
			...trader,
		})
		const [program = '', ...flags] = command()
		const traded = project.run(program, ...flags, 'trade.mjs', argument)
		const settled = until('the bundle', () => solver.bundles.length > 0).then(() =>
			settle(network, solver, solver.bundles[0] ?? []),
		)
		assert.deepEqual(JSON.parse(await traded), {
			sessions: 2,
			pongs: 'number',
			bids: 1,
			told: ['published', 'withdrawn'],
			last: 'settled',
			state: 'settled',
		})
		await settled
		solver.close()
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
		pairs: 10,
		pair: { base: 'XRD', quote: 'xUSDC' },
		kind: 'cursor',
	})
})

const gzippedMax = 30_000

const gzipped = (...path: string[]) => gzipSync(readFileSync(join(project.directory, ...path)), { level: 9 }).length

// shows SDK: DexClient takes at most 30 kB of a page
test('DexClient takes at most 30 kB of a page that Vite bundles', async t => {
	project.write('page.mjs', "import { DexClient } from '@accord/sdk'\nglobalThis.dex = new DexClient({ baseUrl: '/' })")
	project.write('page.html', '<script type="module" src="./page.mjs"></script>')
	project.write('vite.config.js', `export default { build: { outDir: 'page', rollupOptions: { input: 'page.html' } } }`)
	await project.tool('vite', 'build', '--logLevel', 'error')
	const sizes = readdirSync(join(project.directory, 'page', 'assets')).map(file => gzipped('page', 'assets', file))
	const size = sizes.reduce((sum, one) => sum + one, 0)
	t.diagnostic(`${size} bytes`)
	assert.ok(size > 10_000 && size <= gzippedMax, `${size} bytes`)
})

// shows SDK: DexClient takes at most 30 kB of a page
test('and of one that esbuild bundles', { skip: withoutRuntime('esbuild') }, async t => {
	project.write('page.mjs', "import { DexClient } from '@accord/sdk'\nglobalThis.dex = new DexClient({ baseUrl: '/' })")
	const options = ['--bundle', '--minify', '--format=esm', '--platform=browser', '--outfile=page.js']
	await project.run(process.execPath, runtime('esbuild'), 'page.mjs', ...options, '--log-level=error')
	const size = gzipped('page.js')
	t.diagnostic(`${size} bytes`)
	assert.ok(size > 10_000 && size <= gzippedMax, `${size} bytes`)
})

/** Types in the declarations that no caller ever holds: private members, and how an error is made. */
const internal = new Set(['TradeApi', 'Schema', 'CallOptions', 'Pauser', 'FillLogPlace', 'MakerRecord', 'OrderBook'])
for (const name of ['TradeErrorOptions', 'Violation', 'TradeApiOptions']) internal.add(name)

/** The building blocks from which a message's type is derived. */
for (const name of ['ValueOf', 'Field', 'Message', 'JsonSchema']) internal.add(name)

for (const door of ['index', 'maker'])
	test(`every type that a method of ${door}.d.ts takes or returns can be imported`, () => {
		const packages = join(project.directory, 'node_modules', '@accord')
		const folders = ['protocol', 'codec', 'sdk'].map(name => declarationsIn(join(packages, name, 'dist')))
		const exported = exportsOf(join(packages, 'sdk', 'dist', `${door}.d.ts`))
		const names = needed(exported, new Map(folders.flatMap(folder => [...folder])))
		assert.deepEqual(
			[...names].filter(name => !exported.has(name) && !internal.has(name)),
			[],
		)
	})

const pages = ['docs/sdk.md', 'packages/sdk/README.md'].map(page => new URL(`../../${page}`, import.meta.url))
const examples = pages.flatMap(page => {
	const blocks = readFileSync(page, 'utf8').matchAll(/```ts\n([\s\S]*?)```/g)
	return [...blocks].map(([, code = '']) => code)
})

const resolutions = [
	['nodenext', 'nodenext'],
	['bundler', 'esnext'],
] as const

/** A project with every example, and how its types are checked. */
function writeExamples([resolution, module]: (typeof resolutions)[number]): void {
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
}

for (const way of resolutions) {
	test(`every example of docs/sdk.md and of the README type-checks against the packed types (${way[0]})`, async () => {
		writeExamples(way)
		assert.equal(await project.tool('tsc', '-p', '.'), '')
	})

	test(`and with TypeScript 5.6, the oldest that is supported (${way[0]})`, {
		skip: withoutRuntime('typescript-5.6'),
	}, async () => {
		writeExamples(way)
		assert.equal(await project.run(process.execPath, runtime('typescript-5.6'), '-p', '.'), '')
	})
}

test('from the wallet to the settled order it takes twelve lines, with the check of what is signed', () => {
	const lines = examples[0]?.split('\n').filter(line => line.trim() !== '') ?? []
	const steps = ['requestQuote', 'checkManifest', 'sendPreAuthorizationRequest', 'submitOrder', 'followOrder']
	assert.deepEqual(
		steps.filter(step => lines.some(line => line.includes(step))),
		steps,
	)
	assert.equal(lines.length, 12)
})

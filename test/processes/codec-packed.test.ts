import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { pathToFileURL } from 'node:url'
import { compileSubintent } from '@accord/codec/loaded'
import { PackedProject } from '../fixtures/packed-project.ts'
import { type Runtime, runtime, withoutRuntime } from '../fixtures/runtimes.ts'

let project: PackedProject

before(async () => {
	project = await PackedProject.create(['protocol', 'codec'])
})
after(() => project?.remove())

const manifest = 'YIELD_TO_PARENT;'
const header = { networkId: 242, startEpoch: 1, endEpoch: 2, intentDiscriminator: '18446744073709551615' }
const { subintentId } = compileSubintent({ manifest, header })

const runtimes: readonly { name: Runtime; flags: readonly string[] }[] = [
	{ name: 'node-20', flags: [] },
	{ name: 'node-22', flags: [] },
	{ name: 'deno', flags: ['run', '--allow-read', '--node-modules-dir=manual'] },
]

for (const { name, flags } of runtimes)
	test(`the packed codec works in a plain project on ${name}, also in a worker`, {
		skip: withoutRuntime(name),
	}, async () => {
		project.copy('codec.mjs')
		const { here, inWorker } = JSON.parse(await project.run(runtime(name), ...flags, 'codec.mjs'))
		assert.deepEqual([here, inWorker], [subintentId, subintentId])
	})

test('Vite bundles it for a page, with its program as a separate file', async () => {
	project.copy('codec-bundle.mjs')
	const input = 'codec-bundle.mjs'
	const rollupOptions = { input, preserveEntrySignatures: 'strict', output: { entryFileNames: 'bundle.js' } }
	project.write(
		'vite.config.js',
		`export default ${JSON.stringify({ build: { rollupOptions, assetsInlineLimit: 0, modulePreload: false } })}`,
	)
	await project.tool('vite', 'build', '--logLevel', 'error')
	const dist = join(project.directory, 'dist')
	const bundle = join(dist, 'bundle.js')
	assert.doesNotMatch(readFileSync(bundle, 'utf8'), /["']node:|\brequire\(/)
	const [program = ''] = globSync(join(dist, 'assets', '*.wasm'))
	const { idOf } = await import(pathToFileURL(bundle).href)
	assert.equal(await idOf(manifest, header, readFileSync(program)), subintentId)
})

// A bundle of esbuild loads it from the file that the page names.
test('esbuild bundles it for a page that names its program; without that the error says what to do', {
	skip: withoutRuntime('esbuild'),
}, async () => {
	project.copy('codec-bundle.mjs')
	project.write(
		'named.mjs',
		"import program from '@accord/codec/codec.wasm'\nimport { idOf } from './codec-bundle.mjs'\nexport const named = (...of) => idOf(...of, program)\nexport { idOf }",
	)
	const options = [
		'--bundle',
		'--format=esm',
		'--platform=browser',
		'--target=es2022',
		'--loader:.wasm=binary',
		'--outfile=esbuild.mjs',
	]
	await project.run(process.execPath, runtime('esbuild'), 'named.mjs', ...options, '--log-level=error')
	const { idOf, named } = await import(pathToFileURL(join(project.directory, 'esbuild.mjs')).href)
	await assert.rejects(idOf(manifest, header), { code: 'not_loaded', message: /loadCodec\(it\)/ })
	assert.equal(await named(manifest, header), subintentId)
})

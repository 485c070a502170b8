import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { globSync, mkdirSync, readFileSync } from 'node:fs'
import { type AddressInfo, createServer } from 'node:net'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { pathToFileURL } from 'node:url'
import { compileSubintent } from '@accord/codec/loaded'
import type { Browser } from 'playwright-core'
import { startChromium, withoutChromium } from '../browser/chromium.ts'
import { PackedProject } from '../fixtures/packed-project.ts'
import { type Runtime, runtime, withoutRuntime } from '../fixtures/runtimes.ts'
import { until } from '../network/until.ts'

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

const readme = readFileSync(new URL('../../packages/codec/README.md', import.meta.url), 'utf8')

/** The README's line for a bundler, without which its error names it. */
function line(found: RegExp): string {
	const [, text] = found.exec(readme) ?? []
	assert.ok(text, String(found))
	return text
}

const page = (module: string) => `<!doctype html><script type="module" src="${module}"></script>`
const answer = `(${JSON.stringify(manifest)}, ${JSON.stringify(header)}).then(
	id => { document.title = id },
	error => { document.title = error.code + ': ' + error.message })`

/** The title of a page of the project, in the development server of Vite 7, once it has one. */
async function titleOf(path: string, browser: Browser): Promise<string> {
	const port = await freePort()
	const flags = ['--host', '127.0.0.1', '--port', String(port), '--strictPort', '--logLevel', 'error']
	const server = spawn(process.execPath, [runtime('vite-7'), ...flags], { cwd: project.directory, stdio: 'ignore' })
	try {
		const url = `http://127.0.0.1:${port}/${path}`
		await until('Vite 7', () =>
			fetch(url).then(
				({ ok }) => ok,
				() => false,
			),
		)
		const tab = await browser.newPage()
		await tab.goto(url)
		await until('a title', async () => (await tab.title()) !== '')
		return await tab.title()
	} finally {
		server.kill()
		await once(server, 'exit')
	}
}

async function freePort(): Promise<number> {
	const server = createServer().listen(0, '127.0.0.1')
	await once(server, 'listening')
	const { port } = server.address() as AddressInfo
	server.close()
	return port
}

const withoutPages = withoutChromium() || withoutRuntime('vite-7') || withoutRuntime('esbuild')

test('the README’s lines load it in Vite 7’s development server and with esbuild; without them the error names them', {
	skip: withoutPages,
}, async t => {
	const browser = await startChromium()
	t.after(() => browser.close())
	project.copy('codec-bundle.mjs')
	project.write('page.mjs', `import { idOf } from './codec-bundle.mjs'\nidOf${answer}`)
	project.write('index.html', page('/page.mjs'))

	project.write('vite.config.js', 'export default {}')
	const exclude = line(/^\| Vite ≤ 7[^`]*`([^`]+)`/m)
	const refusal = await titleOf('', browser)
	assert.match(refusal, /^not_loaded: /)
	assert.ok(refusal.includes(exclude), refusal)
	project.write('vite.config.js', `export default { ${exclude} }`)
	assert.equal(await titleOf('', browser), subintentId)

	const load = line(/`(await loadCodec\(program\))`/)
	const imported = line(/^\| esbuild \| `([^`]+)`/m)
	const first = `${imported}\nimport { loadCodec } from '@accord/codec'\n${load}\n`
	project.write('named.mjs', `${first}const { idOf } = await import('./codec-bundle.mjs')\nidOf${answer}`)
	mkdirSync(join(project.directory, 'public'), { recursive: true })
	const options = ['--bundle', '--format=esm', '--platform=browser', '--outdir=public', '--log-level=error']
	await project.run(process.execPath, runtime('esbuild'), 'page.mjs', ...options)
	await project.run(process.execPath, runtime('esbuild'), 'named.mjs', ...options, line(/`(--loader:[^`]+)`/))
	for (const name of ['page', 'named']) project.write(`public/${name}.html`, page(`/${name}.js`))
	assert.match(await titleOf('page.html', browser), /^not_loaded: .*call loadCodec\(it\)/)
	assert.equal(await titleOf('named.html', browser), subintentId)
})

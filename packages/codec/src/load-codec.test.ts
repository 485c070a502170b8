import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { promisify } from 'node:util'
import { compileArtifact } from './door/artifact-fetched.ts'
import { compileArtifactNow } from './door/artifact-file.ts'
import { type CodecSource, compileSource } from './door/compile-source.ts'
import { wasmDoor } from './door/wasm-door.ts'
import { startProgram } from './door/web-assembly.ts'
import { loadCodec } from './index.ts'

const bytes = readFileSync(new URL('../wasm/codec.wasm', import.meta.url))
const emptyHash = '0e5751c026e543b2e8ab2eb06099daa1d1e5df47778f7787faab45cdf12fe3a8'
const response = (type: string) => new Response(bytes, { headers: { 'content-type': type } })

const sources: Record<string, () => CodecSource | undefined> = {
	'its own file': () => undefined,
	bytes: () => bytes,
	'a compiled module': compileArtifactNow,
	'a response with the right content type': () => response('application/wasm'),
	'a response with another content type': () => response('application/octet-stream'),
	'an address': () => `data:application/wasm;base64,${bytes.toString('base64')}`,
}

for (const [name, source] of Object.entries(sources))
	test(`the codec is loaded from ${name}`, async () => {
		const module = await compileSource(source())
		assert.equal(wasmDoor(() => startProgram(module)).call('hash', '[null]\n'), `{"ok":"${emptyHash}"}`)
	})

test('error: a file that cannot be fetched; the next call tries again', async () => {
	await assert.rejects(loadCodec(new Response('', { status: 404 })), { code: 'not_loaded' })
	await assert.rejects(loadCodec(new TextEncoder().encode('no program')))
	assert.equal((await loadCodec(bytes)).hash(''), emptyHash)
})

test('error: where a bundler has lost the program, the error says where it was sought and what to do', async () => {
	// Node fetches no files, so it is not found, as beside a bundle.
	const error = await compileArtifact().catch(cause => cause)
	assert.equal(error.code, 'not_loaded')
	assert.match(error.message, /codec\.wasm is not at file:.*loadCodec\(it\).*optimizeDeps: \{ exclude/)
})

test('error: a browser cannot load it synchronously', async () => {
	const program = `
		const { loadCodec } = await import('@accord/codec')
		const { hash } = await import('@accord/codec/loaded')
		try { hash('') } catch ({ code }) { console.log(code) }
		const { readFileSync } = await import('node:fs')
		await loadCodec(readFileSync('packages/codec/wasm/codec.wasm'))
		console.log(hash(''))`
	const flags = ['--conditions=accord-source', '--conditions=browser', '--disable-warning=ExperimentalWarning']
	const cwd = new URL('../../../', import.meta.url)
	const { stdout } = await promisify(execFile)(process.execPath, [...flags, '--input-type=module', '-e', program], {
		cwd,
	})
	assert.deepEqual(stdout.split('\n'), ['not_loaded', emptyHash, ''])
})

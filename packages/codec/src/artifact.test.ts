import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { test } from 'node:test'
import { compileArtifactNow } from './door/artifact-file.ts'
import { webAssembly } from './door/web-assembly.ts'

type Build = {
	findToolchain(): string | undefined
	readStamp(): { readonly toolchain: string }
	checkArtifact(): void
	buildArtifact(options: { log(line: string): void }): Buffer
}

const build: Build = createRequire(import.meta.url)('../../ledger/native/wasm.cjs')

test('the committed artifact belongs to the present sources, lock and flags', () => build.checkArtifact())

test('the artifact imports nothing', () => {
	assert.deepEqual(webAssembly.Module.imports(compileArtifactNow()), [])
})

// Minutes the first time, else it is in the cache.
test('the sources build to the committed artifact, byte for byte', t => {
	const { toolchain } = build.readStamp()
	if (process.env.CI !== 'true' && build.findToolchain() !== toolchain)
		return t.skip(`not installed here: ${toolchain}`)
	assert.equal(
		build.findToolchain(),
		toolchain,
		'built by another toolchain; to build it by this one: npm run generate',
	)
	const built = build.buildArtifact({ log: line => t.diagnostic(line) })
	assert.ok(built.equals(readFileSync(new URL('../wasm/codec.wasm', import.meta.url))))
})

import assert from 'node:assert/strict'
import { createRequire } from 'node:module'
import { test } from 'node:test'

type Build = {
	findToolchain(): string | undefined
	readStamp(): { readonly toolchain: string }
	checkBytes(options: { log(line: string): void }): void
}

const build: Build = createRequire(import.meta.url)('../../../../blueprints/build.cjs')

// Minutes the first time, else it is in the cache.
test('the sources of the blueprint build to the committed package, byte for byte', t => {
	const { toolchain } = build.readStamp()
	if (process.env.CI !== 'true' && build.findToolchain() !== toolchain)
		return t.skip(`not installed here: ${toolchain}`)
	assert.equal(
		build.findToolchain(),
		toolchain,
		'built by another toolchain; to build it by this one: npm run generate',
	)
	build.checkBytes({ log: line => t.diagnostic(line) })
})

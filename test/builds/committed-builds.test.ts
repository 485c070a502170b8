import assert from 'node:assert/strict'
import { createRequire } from 'node:module'
import { test } from 'node:test'

type Build = {
	findToolchain(): string | undefined
	readStamp(): { readonly toolchain: string }
	checkStamp(): void
	checkBytes(options: { log(line: string): void }): void
}

const require = createRequire(import.meta.url)
const builds: readonly { readonly name: string; readonly build: Build }[] = [
	{ name: 'codec', build: require('../../packages/ledger/native/wasm.cjs') },
	{ name: 'blueprint', build: require('../../blueprints/build.cjs') },
]

for (const { name, build } of builds) {
	test(`what is committed of the ${name} belongs to its present sources, lock and flags`, () => build.checkStamp())

	// Minutes the first time, else it is in the cache.
	test(`the sources of the ${name} build to what is committed, byte for byte`, t => {
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
}

import { createRequire } from 'node:module'
import { test } from 'node:test'

const require = createRequire(import.meta.url)
const {
	testRust,
}: { testRust(options: { log(line: string): void }): void } = require('../../packages/ledger/native/build.cjs')

// Minutes when the Rust has changed since they last passed, else a few milliseconds.
test('the Rust tests pass', t => testRust({ log: line => t.diagnostic(line) }))

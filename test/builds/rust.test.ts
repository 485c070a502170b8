import { createRequire } from 'node:module'
import { test } from 'node:test'

type Cargo = { whyNot(): string | undefined; testRust(options: { log(line: string): void }): void }

const { whyNot, testRust }: Cargo = createRequire(import.meta.url)('../../packages/ledger/native/cargo.cjs')

// Takes minutes when the Rust has changed since they last passed, otherwise milliseconds. In CI a skip is a failure.
test('the Rust tests pass', { skip: process.env.CI !== 'true' && whyNot() }, t =>
	testRust({ log: line => t.diagnostic(line) }),
)

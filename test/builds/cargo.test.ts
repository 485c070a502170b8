import assert from 'node:assert/strict'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { delimiter, dirname, join } from 'node:path'
import { after, afterEach, test } from 'node:test'

const cargo = createRequire(import.meta.url)('../../packages/ledger/native/cargo.cjs')
const directory = mkdtempSync(join(tmpdir(), 'accord-cargo-'))
const { PATH = '' } = process.env
process.env.XDG_CACHE_HOME = join(directory, 'cache')
afterEach(() => {
	process.env.PATH = PATH
})
after(() => rmSync(directory, { recursive: true }))

/** The only programs on the path besides the shell's: a compiler of this release, and a cargo that records its builds. */
function usePath(name: string, release?: string): string {
	const folder = join(directory, name)
	const notes = join(folder, 'notes')
	mkdirSync(folder)
	writeFileSync(notes, '')
	if (release !== undefined) {
		const build = `mkdir -p "$CARGO_TARGET_DIR/release/examples"; echo > "$CARGO_TARGET_DIR/release/examples/replay"`
		const note = `[ "$1" = --version ] && echo cargo || { echo "$1" >> ${notes}; ${build}; }`
		writeFileSync(join(folder, 'cargo'), `#!/bin/sh\n${note}\n`, { mode: 0o755 })
		writeFileSync(join(folder, 'rustc'), `#!/bin/sh\necho 'release: ${release}'\n`, { mode: 0o755 })
	}
	const shell = name === 'none' ? '' : `${delimiter}/bin`
	process.env.PATH = `${folder}${shell}`
	return notes
}

test('error: without a cargo, or with an old one, everything says so', () => {
	for (const [name, release] of [['none'], ['old', '1.87.0']] as const) {
		usePath(name, release)
		assert.match(cargo.whyNot(), /^there is no cargo of Rust 1.88 or newer on the path/)
		for (const run of [cargo.checkRust, cargo.testRust, cargo.ensureExample]) assert.throws(run, /there is no cargo/)
	}
})

test('an example is built once for each state of the Rust and of its compiler', () => {
	const notes = usePath('new', '1.95.0')
	assert.equal(cargo.whyNot(), undefined)
	const program: string = cargo.ensureExample('replay')
	assert.equal(cargo.ensureExample('replay'), program)
	assert.equal(readFileSync(notes, 'utf8'), 'build\n')
	assert.equal(dirname(program), join(directory, 'cache', 'accord', 'rust'))
	usePath('newer', '1.96.0')
	assert.notEqual(cargo.ensureExample('replay'), program)
})

import assert from 'node:assert/strict'
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, beforeEach, test } from 'node:test'
import { brotliCompressSync, brotliDecompressSync, constants } from 'node:zlib'
import type { CommittedBuild } from '../../scripts/committed-builds.ts'

type Make = (built: readonly string[], options: { readonly target: string }) => void

const { committedBuild, sha256 } = createRequire(import.meta.url)('../../packages/ledger/native/committed-build.cjs')
const directory = mkdtempSync(join(tmpdir(), 'accord-committed-'))
const folder = join(directory, 'program')
const artifact = join(folder, 'program.br')
process.env.XDG_CACHE_HOME = join(directory, 'cache')
after(() => rmSync(directory, { recursive: true }))

const options = { log: () => {}, toolchain: 'compiler 1' }
let source = ''
let quality = 0
let builds = 0

const compressed = (text: string) => brotliCompressSync(text, { params: { [constants.BROTLI_PARAM_QUALITY]: quality } })

const make: Make = ([built = '']) => {
	builds++
	writeFileSync(built, compressed(source.repeat(100)))
}

const build: CommittedBuild = committedBuild({
	name: 'program',
	folder,
	artifacts: ['program.br'],
	sourceHash: () => sha256(source),
	make,
	content: brotliDecompressSync,
})

beforeEach(() => {
	rmSync(folder, { recursive: true, force: true })
	source = 'source'
	quality = 0
	builds = 0
})

test('it is built if missing or its sources have changed, and not again', () => {
	assert.equal(build.isCurrent(), false)
	build.generate(options)
	build.generate(options)
	assert.deepEqual([build.isCurrent(), builds], [true, 1])
	source = 'another source'
	assert.equal(build.isCurrent(), false)
	build.generate(options)
	assert.deepEqual([build.isCurrent(), builds], [true, 2])
})

test('the stamp has the sources, the decompressed program, and the toolchain', () => {
	build.generate(options)
	const stamp = JSON.parse(readFileSync(join(folder, 'stamp.json'), 'utf8'))
	const artifacts = [sha256(source.repeat(100))]
	assert.deepEqual(stamp, { sources: sha256(source), artifacts, toolchain: 'compiler 1' })
})

test('error: another program under the same stamp, or an unreadable one, is stale', () => {
	build.generate(options)
	for (const bytes of [compressed('tampered'), Buffer.from('no program')]) {
		writeFileSync(artifact, bytes)
		assert.equal(build.isCurrent(), false)
		assert.throws(() => build.verify(join(directory, 'stale'), options), /program is stale. Run: npm run generate/)
	}
	rmSync(artifact)
	assert.equal(build.isCurrent(), false)
})

test('a build in another folder compares the decompressed bytes, however they were compressed', () => {
	build.generate(options)
	const [committed, places] = [readFileSync(artifact), ['one', 'two'].map(name => join(directory, name))]
	quality = 11
	const expected = [{ artifact: 'program.br', sha256: sha256(source.repeat(100)), isSame: true }]
	for (const place of places) assert.deepEqual(build.verify(place, options), expected)
	assert.ok(places.every(place => existsSync(place)))
	assert.notDeepEqual(readFileSync(join(directory, 'one', 'program.br')), committed)
})

test('error: sources that produce something else than what is committed differ; another toolchain is refused', () => {
	let made = 'once'
	const changing: CommittedBuild = committedBuild({
		name: 'program',
		folder,
		artifacts: ['program.br'],
		sourceHash: () => sha256(source),
		make: (([built = '']) => writeFileSync(built, made)) satisfies Make,
	})
	changing.generate(options)
	made = 'again'
	const [different] = changing.verify(join(directory, 'different'), options)
	assert.deepEqual(different, { artifact: 'program.br', sha256: sha256('again'), isSame: false })
	const another = { ...options, toolchain: 'compiler 2' }
	assert.throws(() => changing.verify(join(directory, 'other'), another), /built by compiler 1, but here is compiler 2/)
})

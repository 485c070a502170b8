import assert from 'node:assert/strict'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeEach, test } from 'node:test'
import { Host } from './host.ts'
import { temporaryDirectory } from './ledger-fixture.ts'

const memory = { buffer: new ArrayBuffer(64 * 1024) }
const scratch = 32 * 1024
const modes = { read: 0, append: 1, overwrite: 2 }
const ok = 0
const failed = -1
const missing = -2

let folder: string
let host: Host
let functions: Host['imports']['host']

beforeEach(() => {
	folder = temporaryDirectory()
	host = new Host()
	host.use(memory)
	functions = host.imports.host
})

/** A text in the memory: where, and how long. */
function put(text: string, at = 0): [at: number, length: number] {
	const { written } = new TextEncoder().encodeInto(text, new Uint8Array(memory.buffer, at))
	return [at, written]
}

const textAt = (at: number, length: number) => new TextDecoder().decode(new Uint8Array(memory.buffer, at, length))
const open = (name: string, mode: number) => functions.open(...put(join(folder, name)), mode)
const failure = (lengthMax = 1000) => textAt(scratch, functions.failure(scratch, lengthMax))

test('a file is appended to, read from any position, and truncated', () => {
	const file = open('log', modes.append)
	assert.equal(functions.write(file, ...put('hello')), ok)
	assert.equal(functions.write(file, ...put(' world')), ok)
	assert.equal(functions.length(file), 11)
	assert.equal(functions.read(file, 6, scratch, 100), 5)
	assert.equal(textAt(scratch, 5), 'world')
	assert.equal(functions.read(file, 11, scratch, 100), 0)
	assert.equal(functions.truncate(file, 5), ok)
	assert.equal(functions.write(file, ...put('!')), ok)
	assert.equal(functions.sync(file), ok)
	assert.equal(functions.close(file), ok)
	assert.equal(readFileSync(join(folder, 'log'), 'utf8'), 'hello!')
	const again = open('log', modes.append)
	assert.equal(functions.write(again, ...put('!')), ok)
	host.closeFiles()
	assert.equal(readFileSync(join(folder, 'log'), 'utf8'), 'hello!!')
})

test('a file is overwritten, and replaces another one', () => {
	writeFileSync(join(folder, 'draft'), 'a former one, and longer')
	writeFileSync(join(folder, 'whole'), 'former')
	const draft = open('draft', modes.overwrite)
	for (const part of ['a', 'b']) assert.equal(functions.write(draft, ...put(part)), ok)
	assert.equal(functions.close(draft), ok)
	const [from, to] = [put(join(folder, 'draft')), put(join(folder, 'whole'), scratch)]
	assert.equal(functions.rename(...from, ...to), ok)
	assert.equal(functions.sync_folder(...put(folder)), ok)
	assert.equal(readFileSync(join(folder, 'whole'), 'utf8'), 'ab')
	assert.equal(open('draft', modes.read), missing)
})

test('a failure gives its reason, cut between two characters', () => {
	assert.equal(open('none', modes.read), missing)
	assert.equal(failure(), `ENOENT: no such file or directory, open '${join(folder, 'none')}'`)
	assert.equal(failure(6), 'ENOENT')
	writeFileSync(join(folder, 'plain'), '')
	assert.equal(functions.write(open('plain', modes.read), ...put('x')), failed)
	assert.match(failure(), /^EBADF/)
	assert.equal(open('plain/ü', modes.append), failed)
	const reason = failure()
	assert.match(reason, /^ENOTDIR/)
	assert.equal(failure(Buffer.byteLength(reason) - 2), reason.slice(0, -2))
})

test('a descriptor that the program did not open is not one of its files', () => {
	for (const work of [
		() => functions.read(1, 0, scratch, 1),
		() => functions.write(1, ...put('x')),
		() => functions.truncate(1, 0),
		() => functions.length(1),
	])
		assert.equal(work(), failed)
	const file = open('log', modes.append)
	host.closeFiles()
	assert.equal(functions.sync(file), failed)
})

test('anything but the system’s refusal is thrown, and stops the program', () => {
	const detached = new Host()
	assert.throws(() => detached.imports.host.open(0, 1, modes.read), /the program is not started/)
})

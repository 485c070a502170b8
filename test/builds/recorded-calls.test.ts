import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { brotliDecompressSync } from 'node:zlib'
import { Ledger, preparePublication } from '../../packages/ledger/src/engine/ledger.ts'

/** A method and its parameters. `reopen` closes the ledger and opens its directory again. */
type RecordedCall = readonly [method: string, ...parameters: unknown[]]

/** The native ledger's answers to many calls in order, before WebAssembly replaced it. */
type Recording = {
	/** The ledger started with these in an empty directory. */
	readonly options: {
		readonly networkId: number
		readonly genesisTimeMs: number
		readonly treasury: { readonly curve: 'Ed25519' | 'Secp256k1'; readonly publicKey: string }
	}
	readonly calls: readonly RecordedCall[]
	/** Hashes of all answers so far: after every {@link callsPerCheckpoint} calls, and after the last one. */
	readonly checkpoints: readonly string[]
	/** Some answers in full, by the position of their call. */
	readonly answers: Readonly<Record<number, string>>
	/** In the directory, after the ledger was closed for the last time. */
	readonly files: readonly RecordedFile[]
}

type RecordedFile = { readonly name: string; readonly length: number; readonly sha256: string }

const recordingFile = new URL('../../packages/ledger/native/vectors/recorded-calls.json.br', import.meta.url)
const callsPerCheckpoint = 50

const recording = readRecording()
const directory = mkdtempSync(join(tmpdir(), 'accord-recorded-'))
const open = () => new Ledger({ ...recording.options, directory })
let ledger = open()
after(() => {
	ledger.close()
	rmSync(directory, { recursive: true, force: true })
})

// shows decision 58: The program answers as the native engine did, and writes the same bytes
test('the recorded calls get the answers of the native ledger, and leave the same files', () => {
	const checkpoints = new Checkpoints()
	for (const [at, call] of recording.calls.entries()) {
		const answer = answerTo(call)
		compareAnswer(at, answer)
		checkpoints.add(answer)
		if (isCheckpoint(at)) compareCheckpoint(at, checkpoints.current)
	}
	ledger.close()
	assert.deepEqual(filesOf(directory), recording.files)
})

function answerTo([method, ...parameters]: RecordedCall): string {
	try {
		return answerText(method, run(method, parameters))
	} catch (error) {
		return errorText(error)
	}
}

function run(method: string, parameters: readonly unknown[]): unknown {
	if (method === 'reopen') return reopen()
	if (method === 'preparePublication') return Reflect.apply(preparePublication, undefined, parameters)
	return Reflect.apply(Reflect.get(ledger, method), ledger, parameters)
}

function reopen(): void {
	ledger.close()
	ledger = open()
}

/** As values, so that a difference is shown on its own; the checkpoint compares the text. */
function compareAnswer(at: number, found: string): void {
	const [method] = recording.calls[at] ?? []
	const recorded = recording.answers[at]
	if (recorded === undefined) return
	assert.deepEqual({ at, method, answer: JSON.parse(found) }, { at, method, answer: JSON.parse(recorded) })
}

function isCheckpoint(at: number): boolean {
	return (at + 1) % callsPerCheckpoint === 0 || at + 1 === recording.calls.length
}

function compareCheckpoint(at: number, found: string): void {
	const number = Math.floor(at / callsPerCheckpoint)
	const first = number * callsPerCheckpoint
	const calls = recording.calls.slice(first, at + 1).map(([method]) => method)
	assert.equal(found, recording.checkpoints[number], `an answer to the calls ${first} to ${at} differs: ${calls}`)
}

function readRecording(): Recording {
	return JSON.parse(brotliDecompressSync(readFileSync(recordingFile)).toString())
}

/** An answer as text that is the same on every run. */
function answerText(method: string, answer: unknown): string {
	return JSON.stringify(answer ?? null, isOrdered(method) ? withoutTimes : inOrder)
}

/** A refusal as text, like an answer. */
function errorText(error: unknown): string {
	const { code, message } = error as { code?: string; message: string }
	return JSON.stringify({ error: { code, message } })
}

/** Hashes all answers, each with those before it. */
class Checkpoints {
	readonly #hash = createHash('sha256')

	add(answer: string): void {
		this.#hash.update(`${answer}\n`)
	}

	/** The hash of all answers so far, shortened. */
	get current(): string {
		return this.#hash.copy().digest('hex').slice(0, 32)
	}
}

/** What a closed ledger left in its directory. */
function filesOf(directory: string): RecordedFile[] {
	return ['commits.log', 'state.snapshot'].map(name => {
		const bytes = readFileSync(join(directory, name))
		return { name, length: bytes.length, sha256: createHash('sha256').update(bytes).digest('hex') }
	})
}

/** The engine writes these answers as JSON text itself; in the others the order of keys has no meaning. */
function isOrdered(method: string): boolean {
	return ['submit', 'preview', 'history'].includes(method)
}

function withoutTimes(key: string, value: unknown): unknown {
	return key === 'executeMs' || key === 'timings' ? undefined : value
}

function inOrder(_: string, value: unknown): unknown {
	if (typeof value !== 'object' || value === null || Array.isArray(value)) return value
	return Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)))
}

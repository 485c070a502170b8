import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { appendFileSync, closeSync, openSync, readFileSync, rmSync, statSync, writeFileSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import type { Ledger } from './ledger.ts'
import {
	account,
	compiledPreview,
	genesisTimeMs,
	loseAnswer,
	nothingAssumed,
	openLedger,
	temporaryDirectory,
	transaction,
} from './ledger-fixture.ts'

const [third, fourth] = [transaction(3), transaction(4)]
const preview = compiledPreview()

const calls: Record<string, (ledger: Ledger, notarized: string) => unknown> = {
	// A transaction whose answer was lost was nevertheless committed.
	'a commit': (ledger, notarized) => /Duplicate|CommittedSuccess/.test(ledger.submit(notarized, genesisTimeMs).outcome),
	'a preview': ledger => ledger.preview(preview, nothingAssumed, genesisTimeMs).status,
	'a read': ledger => ledger.fungibles(account)[0]?.resource,
	'a read of the log': ledger => ledger.history(2, 2),
}

for (const [name, call] of Object.entries(calls)) {
	// shows decision 58: A trap drops the program, and the ledger is opened again with everything it had answered
	test(`${name} that does not return is refused, and the ledger continues with everything it had answered`, t => {
		const directory = temporaryDirectory()
		const ledger = openLedger(directory)
		const answered = [1, 2].map(number => ledger.submit(transaction(number), genesisTimeMs).record)
		const expected = call(ledger, third)
		loseAnswer(t)
		assert.throws(() => call(ledger, third), isInternal)
		assert.deepEqual(call(ledger, third), expected)
		// Code is compiled on its first run, which takes more stack than any call, so it is run once beforehand.
		const fromTheEnd = (notarized: string) => fromTheStacksEnd(() => call(ledger, notarized))
		fromTheEnd(third)
		const { answer, refusals } = fromTheEnd(fourth)
		assert.deepEqual(answer, expected)
		// Reads need less stack than the calls that lead to them.
		assert.ok(name.startsWith('a read') || refusals.some(isInternal), `refused: ${refusals.length}`)
		assert.deepEqual(ledger.history(2, 2), answered)
		assert.equal(ledger.submit(transaction(5), genesisTimeMs).outcome, 'CommittedSuccess')
		const log = ledger.history(0, 100)
		ledger.close()
		const again = openLedger(directory)
		assert.deepEqual(again.history(0, 100), log)
		again.close()
	})
}

test('a commit whose answer was lost is not lost', t => {
	const ledger = openLedger(temporaryDirectory())
	loseAnswer(t)
	assert.throws(() => ledger.submit(third, genesisTimeMs), isInternal)
	assert.equal(ledger.info().stateVersion, 2)
	assert.equal(ledger.submit(third, genesisTimeMs).outcome, 'Duplicate')
	ledger.close()
})

test('error: a ledger in memory whose program stopped is lost', t => {
	const ledger = openLedger()
	loseAnswer(t)
	assert.throws(() => ledger.info(), isInternal)
	for (let time = 1; time <= 2; time++)
		assert.throws(() => ledger.info(), { code: 'ledger_closed', message: /in memory cannot be opened again/ })
	ledger.close()
})

const isInternal = (error: unknown) => error instanceof Error && 'code' in error && error.code === 'internal'

/** After each call that stops the program, opening it again takes a while. */
const framesApart = 5

/** Makes calls at ever greater distances from the end of the stack, until one succeeds. */
function fromTheStacksEnd(call: () => unknown): { answer?: unknown; refusals: readonly unknown[] } {
	const results: { answer: unknown }[] = []
	const refusals: unknown[] = []
	const descend = (depth: number): void => {
		try {
			descend(depth + 1)
		} catch {
			// The call failed at the end of the stack, or too close to it even to record a refusal.
		}
		if (results.length > 0 || depth % framesApart !== 0) return
		try {
			results.push({ answer: call() })
		} catch (error) {
			refusals.push(error)
		}
	}
	descend(1)
	return { ...results[0], refusals }
}

const logOf = (directory: string) => join(directory, 'commits.log')
const sizeOf = (path: string) => statSync(path).size

test('half a record at the end of the log is cut off', () => {
	const directory = temporaryDirectory()
	const path = logOf(directory)
	const ledger = openLedger(directory)
	ledger.submit(transaction(1), genesisTimeMs)
	const from = sizeOf(path)
	ledger.submit(transaction(2), genesisTimeMs)
	const log = ledger.history(0, 100)
	ledger.close()
	const whole = readFileSync(path)
	appendFileSync(path, whole.subarray(from, (from + whole.length) / 2))
	const again = openLedger(directory)
	assert.deepEqual(again.history(0, 100), log)
	assert.equal(sizeOf(path), whole.length)
	assert.equal(again.submit(transaction(3), genesisTimeMs).record?.stateVersion, 4)
	again.close()
})

test('error: a log corrupted before a transaction is damaged, and stays as it is', () => {
	const directory = temporaryDirectory()
	const path = logOf(directory)
	const ledger = openLedger(directory)
	ledger.submit(transaction(1), genesisTimeMs)
	const from = sizeOf(path)
	ledger.submit(transaction(2), genesisTimeMs)
	const to = sizeOf(path)
	ledger.submit(transaction(3), genesisTimeMs)
	ledger.close()
	const bytes = readFileSync(path)
	const middle = Math.floor((from + to) / 2)
	bytes[middle] = (bytes[middle] ?? 0) ^ 1
	writeFileSync(path, bytes)
	for (let time = 1; time <= 2; time++) assert.throws(() => openLedger(directory), { code: 'ledger_damaged' })
	assert.ok(readFileSync(path).equals(bytes))
})

test('on a full disk nothing is committed until the ledger is opened again with space', t => {
	const disk = mountSmallDisk()
	if (disk === undefined) return t.skip('only root can mount a small disk, on Linux')
	t.after(() => execFileSync('umount', [disk]))
	const directory = join(disk, 'ledger')
	const ledger = openLedger(directory)
	const filler = join(disk, 'filler')
	fill(filler)
	let answered = 0
	const untilRefused = () => {
		for (let number = 1; number <= 20; number++) {
			ledger.submit(transaction(number), genesisTimeMs)
			answered = number
		}
	}
	const refusal = catchError(untilRefused)
	assert.ok(isInternal(refusal))
	assert.match(refusal.message, /ENOSPC/)
	const isSame = { code: 'internal', message: refusal.message }
	assert.throws(() => ledger.submit(transaction(30), genesisTimeMs), isSame)
	rmSync(filler)
	assert.throws(() => ledger.submit(transaction(30), genesisTimeMs), isSame)
	const log = ledger.history(0, 100)
	assert.equal(log.length, 1 + answered)
	ledger.close()
	const again = openLedger(directory)
	assert.deepEqual(again.history(0, 100), log)
	assert.equal(again.submit(transaction(30), genesisTimeMs).outcome, 'CommittedSuccess')
	again.close()
})

/** A directory on its own 24 MiB disk; undefined where none can be mounted. */
function mountSmallDisk(): string | undefined {
	const directory = temporaryDirectory()
	try {
		execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=24m', 'tmpfs', directory], { stdio: 'ignore' })
		return directory
	} catch {
		return undefined
	}
}

function fill(path: string): void {
	const file = openSync(path, 'w')
	const page = Buffer.alloc(4096)
	try {
		for (;;) writeSync(file, page)
	} catch {
		// The disk is full.
	} finally {
		closeSync(file)
	}
}

function catchError(work: () => void): Error {
	try {
		work()
	} catch (error) {
		assert.ok(error instanceof Error)
		return error
	}
	assert.fail('it was not refused')
}

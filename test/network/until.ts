import assert from 'node:assert/strict'
import { setTimeout as pause } from 'node:timers/promises'
import { isDeepStrictEqual } from 'node:util'

/** How long a test waits for what it expects, on a machine however busy. */
export const patienceMs = 60_000

/** Waits for a condition that other processes and sockets bring about; on timeout, reports what it was waiting for. */
export async function until(what: string, holds: () => boolean | Promise<boolean>): Promise<void> {
	const giveUpAtMs = Date.now() + patienceMs
	while (!(await holds())) {
		if (Date.now() > giveUpAtMs) throw new Error(`waited ${patienceMs} ms for ${what}`)
		await pause(5)
	}
}

/** Waits for a value; on timeout, shows how it differs from the wanted one. */
export async function untilEqual<T>(what: string, read: () => T | Promise<T>, wanted: T): Promise<void> {
	let last: T | undefined
	const isEqual = async () => {
		last = await read()
		return isDeepStrictEqual(last, wanted)
	}
	await until(what, isEqual).catch(() => assert.deepEqual(last, wanted, what))
}

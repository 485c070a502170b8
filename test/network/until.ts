import { setTimeout as pause } from 'node:timers/promises'

const patienceMs = 30_000

/** Waits for what other processes and sockets bring about; says what it waited for when it does not come. */
export async function until(what: string, holds: () => boolean | Promise<boolean>): Promise<void> {
	const giveUpAtMs = Date.now() + patienceMs
	while (!(await holds())) {
		if (Date.now() > giveUpAtMs) throw new Error(`waited ${patienceMs} ms for ${what}`)
		await pause(5)
	}
}

import { randomBytes } from 'node:crypto'
import {
	chownSync,
	closeSync,
	existsSync,
	fsyncSync,
	openSync,
	readFileSync,
	renameSync,
	statSync,
	writeSync,
} from 'node:fs'
import { dirname } from 'node:path'
import { UsageError } from '../errors.ts'

/** Where the service's keys are. The former key's file exists only while that key is accepted. */
export type ServiceKeyFiles = {
	readonly curve: 'Ed25519' | 'Secp256k1'
	readonly current: string
	readonly former: string
}

/**
 * Makes a new key and keeps the current one as the former key; returns the new one's hex. No key is ever overwritten.
 * If interrupted, run it again: it continues where it left off.
 */
export function rotateKey({ current, former }: ServiceKeyFiles): string {
	const draft = nextFile(current)
	if (existsSync(current)) {
		if (existsSync(former)) throw new UsageError(`${former} is still accepted: run accord service-key retire first`)
		if (!existsSync(draft)) writeKey(draft, statSync(current))
		renameSync(current, former)
	}
	if (!existsSync(draft)) throw new UsageError(`there is no key in ${current}`)
	renameSync(draft, current)
	syncFolder(current)
	return readFileSync(current, 'utf8').trim()
}

/** Makes the key that {@link rotateKey} will put in place, unless it is there; returns its hex and its file. */
export function prepareKey({ current }: ServiceKeyFiles): { readonly hex: string; readonly file: string } {
	const file = nextFile(current)
	if (!existsSync(current)) throw new UsageError(`there is no key in ${current}`)
	if (!existsSync(file)) writeKey(file, statSync(current))
	syncFolder(file)
	return { hex: readFileSync(file, 'utf8').trim(), file }
}

function nextFile(current: string): string {
	return `${current}.new`
}

/** Sets the former key aside; returns its new path. */
export function retireKey({ former }: ServiceKeyFiles): string {
	if (!existsSync(former)) throw new UsageError(`there is no former key in ${former}`)
	const retired = `${former}.retired-${new Date().toISOString().replaceAll(/[:.]/g, '-')}`
	renameSync(former, retired)
	syncFolder(retired)
	return retired
}

/** The file gets the same owner as the key it replaces, and only that owner can read it. */
function writeKey(path: string, { uid, gid }: { uid: number; gid: number }): void {
	const file = openSync(path, 'wx', 0o600)
	writeSync(file, `${randomBytes(32).toString('hex')}\n`)
	fsyncSync(file)
	closeSync(file)
	if (process.getuid?.() === 0) chownSync(path, uid, gid)
}

function syncFolder(path: string): void {
	const folder = openSync(dirname(path), 'r')
	fsyncSync(folder)
	closeSync(folder)
}

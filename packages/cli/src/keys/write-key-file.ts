import { existsSync, writeFileSync } from 'node:fs'
import { UsageError } from '../exit-codes.ts'

/** Refuses a file that is there: what is in it may be a key that is still in use. */
export function checkNewFile(path: string | undefined): void {
	if (path !== undefined && existsSync(path)) throw new UsageError(`--out: ${path} is there already`)
}

/** Writes a key where only its owner may read it. */
export function writeKeyFile(path: string, key: string): void {
	writeFileSync(path, `${key}\n`, { mode: 0o600, flag: 'wx' })
}

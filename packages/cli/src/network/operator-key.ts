import { randomBytes } from 'node:crypto'
import { existsSync, writeFileSync } from 'node:fs'

/** Makes the key of the local network's operator API at its first start; it stays until its file is removed. */
export function keepOperatorKey(path: string): void {
	if (!existsSync(path)) writeFileSync(path, `${randomBytes(32).toString('hex')}\n`, { mode: 0o600, flag: 'wx' })
}

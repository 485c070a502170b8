import { readFileSync, statSync } from 'node:fs'
import { UsageError } from '../exit-codes.ts'

/** Whether nobody but its owner may read a file. On Windows that cannot be told by its mode. */
export function isPrivateFile(path: string): boolean {
	return process.platform === 'win32' || (statSync(path).mode & 0o077) === 0
}

/** The key in a file. @throws UsageError when it cannot be read, or others may read it */
export function readKeyFile(path: string): string {
	try {
		if (!isPrivateFile(path)) throw new UsageError(`others may read ${path}, which holds a key; do: chmod 600 ${path}`)
		return readFileSync(path, 'utf8').trim()
	} catch (error) {
		if (error instanceof UsageError) throw error
		throw new UsageError(`the key file ${path} cannot be read`)
	}
}

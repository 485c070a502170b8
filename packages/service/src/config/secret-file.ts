import { readFile, stat } from 'node:fs/promises'

/** The text of a file that holds one secret. @throws Error when it cannot be read or others may read it */
export async function readSecretFile(path: string, setting: string): Promise<string> {
	await requirePrivate(path, setting)
	return (await readFile(path, 'utf8')).trim()
}

/** Refuses a file with a secret that others may read. */
export async function requirePrivate(path: string, setting: string): Promise<void> {
	const { mode } = await stat(path).catch(cause => {
		throw new Error(`${setting}: ${path} cannot be read`, { cause })
	})
	if (process.platform === 'win32' || (mode & 0o077) === 0) return
	throw new Error(`${setting}: others may read ${path}, which holds the key; do: chmod 600 ${path}`)
}

import { chmodSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { NetworkFile } from '@accord/protocol'

/** Reads a `network.json`. @throws Error with what to do if it does not exist */
export function readNetworkFile(path: string): NetworkFile {
	let text: string
	try {
		text = readFileSync(path, 'utf8')
	} catch {
		throw new Error(`${path} cannot be read: start a network first (npm start), or name its file with --network`)
	}
	return NetworkFile.parse(JSON.parse(text))
}

export function writeNetworkFile(path: string, file: NetworkFile): void {
	writePrivateFile(path, NetworkFile.format(file))
}

/** Writes a file that only its owner can read, atomically: readers see the old content or the new. */
export function writePrivateFile(path: string, content: unknown): void {
	const draft = `${path}.${process.pid}.tmp`
	writeFileSync(draft, `${JSON.stringify(content, undefined, '\t')}\n`, { mode: 0o600 })
	chmodSync(draft, 0o600)
	renameSync(draft, path)
}

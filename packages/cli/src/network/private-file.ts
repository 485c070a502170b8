import { chmodSync, renameSync, writeFileSync } from 'node:fs'

/** Writes a file that only its owner may read; whoever looks sees the old content or the new one, never a part. */
export function writePrivateFile(path: string, content: unknown): void {
	const draft = `${path}.${process.pid}.tmp`
	writeFileSync(draft, `${JSON.stringify(content, undefined, '\t')}\n`, { mode: 0o600 })
	chmodSync(draft, 0o600)
	renameSync(draft, path)
}

import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const folders = new Set<string>()

/** A benchmark's own folder, removed when this process ends, however the benchmark ended. */
export function temporaryFolder(): string {
	const folder = mkdtempSync(join(tmpdir(), 'accord-bench-'))
	if (folders.size === 0) process.once('exit', removeAll)
	folders.add(folder)
	return folder
}

/** Removes it at once. */
export function removeFolder(folder: string): void {
	rmSync(folder, { recursive: true, force: true, maxRetries: 10 })
	folders.delete(folder)
}

function removeAll(): void {
	for (const folder of folders) removeFolder(folder)
}

import { spawn, spawnSync } from 'node:child_process'
import { mkdtempSync } from 'node:fs'
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
	spawnSync('sh', [...removing, folder])
	folders.delete(folder)
}

/** By another process that outlives this one: the database of this process ends only when this one is gone. */
function removeAll(): void {
	spawn('sh', [...removing, ...folders], { detached: true, stdio: 'ignore' })
}

// A database's processes may still write and delete there until they end, which makes `rmSync` give up.
const removing = ['-c', 'for again in 1 2 3 4 5 6 7 8 9 10; do sleep 0.5; rm -rf "$@" && break; done', 'sh']

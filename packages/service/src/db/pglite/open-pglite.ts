import { PGlite } from '@electric-sql/pglite'
import { type SyncCounter, SyncedFileSystem } from './synced-file-system.ts'

/** Opens PGlite on Postgres' data folder, creating the database if the folder is empty, with every commit synced to disk. */
export async function openPglite(folder: string): Promise<{ pg: PGlite; counter: SyncCounter }> {
	const fileSystem = new SyncedFileSystem(folder)
	const pg = await PGlite.create({
		fs: fileSystem,
		startParams: [...startParameters],
		initDbStartParams: [`--wal-segsize=${walSegmentMegabytes}`],
	})
	return { pg, counter: fileSystem.counter }
}

const walSegmentMegabytes = 1

// PGlite's own parameters without its '-F' (fsync off), and with the only sync method that reaches the file system.
const startParameters = [
	'--single',
	'-O',
	'-j',
	...settings({
		search_path: 'public',
		exit_on_error: 'false',
		log_checkpoints: 'false',
		max_worker_processes: '0',
		max_parallel_workers: '0',
		max_parallel_workers_per_gather: '0',
		max_parallel_maintenance_workers: '0',
		io_method: 'sync',
		fsync: 'on',
		synchronous_commit: 'on',
		wal_sync_method: 'fsync',
		shared_buffers: '32MB',
		jit: 'off',
		// All other statements wait for an analyze, and theirs are simple: a tenth of the usual sample is enough.
		default_statistics_target: '10',
	}),
] as const

function settings(values: Readonly<Record<string, string>>): string[] {
	return Object.entries(values).flatMap(([name, value]) => ['-c', `${name}=${value}`])
}

import { fdatasyncSync } from 'node:fs'
import type { PGlite } from '@electric-sql/pglite'
import { NodeFS } from '@electric-sql/pglite/nodefs'
import { ParallelSync } from './parallel-sync.ts'

type Stream = { readonly nfd?: number; readonly path?: string }
type EmscriptenOptions = Parameters<NodeFS['init']>[1]
type StreamOperations = { fsync?: (stream: Stream) => number; close: (stream: Stream) => void }
type Module = { NODEFS: { stream_ops: StreamOperations } }

/** The syncs so far, and how many of them wait; tests read it to prove that a commit reaches the disk. */
export type SyncCounter = { syncs: number; waiting: number; failure: unknown }

/**
 * PGlite's file system on a folder, with what it lacks: Postgres' fsync reaches the disk.
 * Emscripten maps fsync(2) to the stream operation of that name, which NODEFS does not have, so it does nothing; its
 * fdatasync(2) does nothing with any file system, so Postgres must run with wal_sync_method=fsync.
 *
 * A checkpoint syncs each file of each table and index, and only then its own record in the log, and the control file. So the
 * files of tables wait for the next sync of any other file, and are all synced at once before it.
 */
export class SyncedFileSystem extends NodeFS {
	readonly counter: SyncCounter = { syncs: 0, waiting: 0, failure: undefined }
	readonly #parallel = new ParallelSync()
	/** Descriptors of tables' files. */
	readonly #waiting = new Set<number>()

	override async init(pg: PGlite, options: EmscriptenOptions): ReturnType<NodeFS['init']> {
		const { emscriptenOpts } = await super.init(pg, options)
		const addSync = (module: unknown): void => {
			const { NODEFS } = module as Module
			const { close } = NODEFS.stream_ops
			NODEFS.stream_ops.fsync = stream => this.#sync(stream)
			NODEFS.stream_ops.close = stream => {
				// Another file may get the same descriptor.
				if (stream.nfd !== undefined && this.#waiting.has(stream.nfd)) this.#syncWaiting()
				close(stream)
			}
		}
		return { emscriptenOpts: { ...emscriptenOpts, preRun: [...(emscriptenOpts.preRun ?? []), addSync] } }
	}

	#sync({ nfd, path }: Stream): number {
		this.counter.syncs += 1
		if (nfd === undefined) return 0
		if (isOfTable(path)) {
			this.#waiting.add(nfd)
			this.counter.waiting = this.#waiting.size
			return 0
		}
		return this.#syncWaiting() && this.#attempt(() => fdatasyncSync(nfd)) ? 0 : ioError
	}

	#syncWaiting(): boolean {
		const waiting = [...this.#waiting]
		this.#waiting.clear()
		this.counter.waiting = 0
		return this.#attempt(() => this.#parallel.sync(waiting))
	}

	#attempt(sync: () => void): boolean {
		try {
			sync()
			return true
		} catch (error) {
			this.counter.failure ??= error
			return false
		}
	}
}

/** A file of a table or an index, or of the states of transactions: what a checkpoint syncs before its record. */
function isOfTable(path = ''): boolean {
	return /\/(?:base\/\d+|global)\/\d+(?:_\w+)?(?:\.\d+)?$|\/pg_(?:xact|multixact\/\w+)\/[0-9A-F]+$/.test(path)
}

const ioError = 29

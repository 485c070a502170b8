import { fdatasyncSync } from 'node:fs'
import type { PGlite } from '@electric-sql/pglite'
import { NodeFS } from '@electric-sql/pglite/nodefs'

type Stream = { readonly nfd?: number }
type EmscriptenOptions = Parameters<NodeFS['init']>[1]
type Module = { NODEFS: { stream_ops: { fsync?: (stream: Stream) => number } } }

/** The syncs so far; tests read it to prove that a commit reaches the disk. */
export type SyncCounter = { syncs: number; failure: unknown }

/**
 * PGlite's file system on a folder, with what it lacks: Postgres' fsync reaches the disk.
 * Emscripten maps fsync(2) to the stream operation of that name, which NODEFS does not have, so it does nothing; its
 * fdatasync(2) does nothing with any file system, so Postgres must run with wal_sync_method=fsync.
 */
export class SyncedFileSystem extends NodeFS {
	readonly counter: SyncCounter = { syncs: 0, failure: undefined }

	override async init(pg: PGlite, options: EmscriptenOptions): ReturnType<NodeFS['init']> {
		const { emscriptenOpts } = await super.init(pg, options)
		const addSync = (module: unknown): void => {
			const { NODEFS } = module as Module
			NODEFS.stream_ops.fsync = stream => this.#sync(stream)
		}
		return { emscriptenOpts: { ...emscriptenOpts, preRun: [...(emscriptenOpts.preRun ?? []), addSync] } }
	}

	#sync(stream: Stream): number {
		try {
			if (stream.nfd !== undefined) fdatasyncSync(stream.nfd)
			this.counter.syncs++
			return 0
		} catch (error) {
			this.counter.failure ??= error
			return ioError
		}
	}
}

const ioError = 29

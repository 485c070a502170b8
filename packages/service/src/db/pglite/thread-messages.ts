import type { SyncCounter } from './synced-file-system.ts'

/** The options that the database's thread starts with. `folder` is Postgres' data folder. */
export type ThreadOptions = { readonly folder: string }

/** Statements as Postgres' protocol messages, or what else the thread is asked for. It answers one request after another. */
export type ThreadRequest = PackedBytes | { readonly ask: 'syncs' | 'close' }

/** What Postgres replied, how often a file was synced, or null once the database is closed. */
export type ThreadReply = PackedBytes | SyncCounter['syncs'] | null

/** A character for each byte: passing a string to another thread takes half the time of passing an array. */
export type PackedBytes = string

export function packBytes(bytes: Buffer): PackedBytes {
	return bytes.toString('latin1')
}

export function unpackBytes(packed: PackedBytes): Buffer {
	return Buffer.from(packed, 'latin1')
}

import type { StatementResult } from './statement-result.ts'
import type { SyncCounter } from './synced-file-system.ts'

/** The options that the database's thread starts with. `folder` is Postgres' data folder. */
export type ThreadOptions = { readonly folder: string }

export type ThreadRequest =
	| {
			readonly id: number
			readonly kind: 'run'
			readonly sql: string
			readonly parameters: readonly (string | null)[]
			/** The statement that begins the transaction, if this is its first one. */
			readonly begin: string | undefined
	  }
	| { readonly id: number; readonly kind: 'syncs' }
	| { readonly id: number; readonly kind: 'close' }

export type ThreadReply =
	| { readonly id: number; readonly kind: 'result'; readonly result: StatementResult }
	| { readonly id: number; readonly kind: 'syncs'; readonly syncs: SyncCounter['syncs'] }
	| { readonly id: number; readonly kind: 'closed' }

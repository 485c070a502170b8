import type { StatementResult } from './statement-result.ts'
import type { SyncCounter } from './synced-file-system.ts'

/** What the database's thread is told at its start. `folder` is Postgres' data folder. */
export type ThreadOptions = { readonly folder: string }

export type ThreadRequest =
	| {
			readonly id: number
			readonly kind: 'run'
			readonly sql: string
			readonly parameters: readonly (string | null)[]
			/** What begins the transaction that this statement is the first one of. */
			readonly begin: string | undefined
	  }
	| { readonly id: number; readonly kind: 'syncs' }
	| { readonly id: number; readonly kind: 'close' }

export type ThreadReply =
	| { readonly id: number; readonly kind: 'result'; readonly result: StatementResult }
	| { readonly id: number; readonly kind: 'syncs'; readonly syncs: SyncCounter['syncs'] }
	| { readonly id: number; readonly kind: 'closed' }

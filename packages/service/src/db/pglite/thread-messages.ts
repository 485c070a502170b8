import type { Statement } from '../session.ts'
import type { StatementResult } from './statement-result.ts'
import type { SyncCounter } from './synced-file-system.ts'

/** The options that the database's thread starts with. `folder` is Postgres' data folder. */
export type ThreadOptions = { readonly folder: string }

export type ThreadRequest =
	| { readonly id: number; readonly kind: 'run'; readonly statements: readonly Statement[] }
	| { readonly id: number; readonly kind: 'syncs' }
	| { readonly id: number; readonly kind: 'close' }

export type ThreadReply =
	| { readonly id: number; readonly kind: 'results'; readonly results: readonly StatementResult[] }
	| { readonly id: number; readonly kind: 'syncs'; readonly syncs: SyncCounter['syncs'] }
	| { readonly id: number; readonly kind: 'closed' }

import type { FastifyInstance } from 'fastify'
import type { CommitRecord } from '../../engine/commit-record.ts'
import type { LocalLedger } from '../local-ledger.ts'
import { detailsOptIns } from './committed-details.ts'
import { affectedEntities, committedTransactionWire, type DetailsOptIns } from './committed-transaction.ts'
import type { GatewayServerOptions } from './gateway-server-options.ts'
import { type LedgerStateSelector, ledgerStateSelector, ledgerStateWire } from './ledger-state.ts'
import { readCursor, writeCursor } from './page.ts'

type StreamRequest = {
	at_ledger_state?: LedgerStateSelector
	from_ledger_state?: LedgerStateSelector
	cursor?: string | null
	limit_per_page?: number | null
	kind_filter?: 'User' | 'EpochChange' | 'All'
	transaction_status_filter?: 'Success' | 'Failure' | 'All'
	affected_global_entities_filter?: string[]
	order?: 'Asc' | 'Desc'
	opt_ins?: DetailsOptIns
}

const streamRequest = {
	type: ['object', 'null'],
	properties: {
		at_ledger_state: ledgerStateSelector,
		from_ledger_state: ledgerStateSelector,
		cursor: { type: ['string', 'null'] },
		limit_per_page: { type: ['integer', 'null'], minimum: 1, maximum: 100 },
		kind_filter: { enum: ['User', 'EpochChange', 'All'] },
		transaction_status_filter: { enum: ['Success', 'Failure', 'All'] },
		affected_global_entities_filter: { type: 'array', items: { type: 'string' }, maxItems: 10 },
		order: { enum: ['Asc', 'Desc'] },
		opt_ins: detailsOptIns,
	},
} as const

/**
 * `/stream/transactions`: committed user transactions in order. The cursor is the state version after which the next page
 * begins, so that new commits never shift a page.
 */
export function registerStream(server: FastifyInstance, { ledger }: GatewayServerOptions): void {
	server.post<{ Body: StreamRequest | null }>(
		'/stream/transactions',
		{ schema: { body: streamRequest } },
		async ({ body }) => {
			const request = body ?? {}
			const { records, next } = readPage(ledger, request)
			return {
				ledger_state: ledgerStateWire(ledger),
				next_cursor: next === undefined ? null : writeCursor(next),
				items: records.map(record => committedTransactionWire(ledger, record, request.opt_ins ?? {})),
			}
		},
	)
}

function readPage(ledger: LocalLedger, request: StreamRequest): { records: CommitRecord[]; next?: number } {
	const limit = request.limit_per_page ?? 100
	const records: CommitRecord[] = []
	for (const stateVersion of stateVersionsOf(ledger, request)) {
		const record = ledger.record(stateVersion)
		if (!passes(record, request)) continue
		if (records.length === limit) return { records, next: records.at(-1)?.stateVersion ?? stateVersion }
		records.push(record)
	}
	return { records }
}

function stateVersionsOf(ledger: LocalLedger, request: StreamRequest): number[] {
	const { at_ledger_state: at, from_ledger_state: from, cursor, order = 'Desc', kind_filter: kind } = request
	if (kind === 'EpochChange') return []
	const after = readCursor(cursor)
	const first = from?.state_version ?? 0
	const last = at?.state_version ?? Number.MAX_SAFE_INTEGER
	if (order === 'Asc') return ledger.stateVersions({ from: Math.max(first, after + 1), to: last })
	const to = after === 0 ? last : Math.min(last, after - 1)
	return ledger.stateVersions({ from: first, to }).reverse()
}

function passes(record: CommitRecord, request: StreamRequest): boolean {
	const { transaction_status_filter: status = 'All', affected_global_entities_filter: entities = [] } = request
	if (status !== 'All' && record.status !== `Committed${status}`) return false
	if (entities.length === 0) return true
	const affected = new Set(affectedEntities(record))
	return entities.every(entity => affected.has(entity))
}

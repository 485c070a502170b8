import {
	type BundleWithdrawnWire,
	type IdentifiedBundleWire,
	type SolverCursorMessageWire,
	solverMethods,
} from '@accord/protocol'
import type { Publication, SolverEvent, Withdrawal } from '../../bundles/solver-events.ts'

/** An entry of the solvers' log as those with `events=1` get it: written once, sent to all. */
export type EventMessage = { readonly number: number; readonly message: Buffer }

const notification = { jsonrpc: '2.0', id: null } as const

/** The message of an entry. A bundle's id is the number of its publication, a cursor the number of an entry. */
export function eventMessage(event: SolverEvent): EventMessage {
	const wire = event.kind === 'published' ? formatPublication(event) : formatWithdrawal(event)
	return { number: event.number, message: Buffer.from(JSON.stringify(wire)) }
}

/** The message that says how far everything has been sent. */
export function cursorMessage(number: number): string {
	const wire: SolverCursorMessageWire = {
		...notification,
		method: solverMethods.cursor,
		params: { cursor: String(number) },
	}
	return JSON.stringify(wire)
}

function formatPublication(event: Publication): IdentifiedBundleWire {
	return {
		...notification,
		method: solverMethods.newBundle,
		params: [...event.items],
		bundle: {
			bundle_id: String(event.bundleNumber),
			cursor: String(event.number),
			published_at_ms: event.publishedAtMs,
			expires_at: event.expiresAtS,
			subintent_ids: [...event.subintentIds],
		},
	}
}

function formatWithdrawal(event: Withdrawal): BundleWithdrawnWire {
	return {
		...notification,
		method: solverMethods.bundleWithdrawn,
		params: {
			bundle_id: String(event.bundleNumber),
			cursor: String(event.number),
			reason: event.reason,
			...(event.transactionId === undefined ? {} : { transaction_id: event.transactionId }),
			occurred_at_ms: event.withdrawnAtMs,
		},
	}
}

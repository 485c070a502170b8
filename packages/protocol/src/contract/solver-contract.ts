import type { ErrorCode } from '../error/error-table.ts'
import {
	NewSubintentBundle,
	PublishedBundle,
	StreamCursor,
	solverMethods,
	solverQueryWire,
	WithdrawnBundle,
} from '../solver/solver-event.ts'
import { exampleTime, exampleTransaction } from './examples/market.ts'
import { exampleIncarnation } from './examples/problems.ts'
import { signedOrderExample } from './examples/signed-order.ts'
import { parameters, type Sample, sample } from './operation.ts'

/** One message of the solver stream. */
export type SolverMessage = {
	/** The message's name on the wire. */
	readonly name: string
	readonly id: string
	readonly summary: string
	readonly description?: string
	/** The section of the interface specification; absent for an addition of ours, which is sent only with `events=1`. */
	readonly specification?: string
	readonly message: Sample
}

const { subintentId, signedPartialTransaction } = signedOrderExample
const notification = { jsonrpc: '2.0', id: null } as const
const bundle = {
	...notification,
	method: solverMethods.newBundle,
	params: [signedPartialTransaction, signedPartialTransaction],
}

/** Every message of the solver stream. */
export const solverContract: readonly SolverMessage[] = [
	{
		name: solverMethods.newBundle,
		id: 'newSubintentBundle',
		summary: 'One trade to settle',
		description:
			'The user’s item first, then its fills, each a signed partial transaction in hexadecimal: the service’s outer subintent around the signed limit order. Bundles that are still open are sent on connecting. `prefixes`, an addition, names the items whose manifest begins with instructions of its own, which may fail or cost more than previewed; it is absent if there are none.',
		specification: 'Solver API',
		message: sample(NewSubintentBundle, bundle),
	},
	{
		name: solverMethods.newBundle,
		id: 'identifiedSubintentBundle',
		summary: 'The same with its id, cursor and expiry',
		description: 'With `events=1`. `bundle` is alongside `params`; `subintent_ids` are those of the inner subintents.',
		message: sample(PublishedBundle, {
			...bundle,
			prefixes: [{ subintent_id: subintentId, cost_xrd: '1.2045' }],
			bundle: {
				bundle_id: '812',
				cursor: `1623x${exampleIncarnation}`,
				published_at_ms: exampleTime.ms + 95,
				expires_at: signedOrderExample.expiresAt,
				subintent_ids: [subintentId, 'subtxid_sim19mvvgjwkytstr4r5kdk6gk83lqq3m2p5m8ryrldkaqnhgesn0cespra0mh'],
			},
		}),
	},
	{
		name: solverMethods.bundleWithdrawn,
		id: 'bundleWithdrawn',
		summary: 'A bundle that need not be settled any more',
		description: 'With `events=1`.',
		message: sample(WithdrawnBundle, {
			...notification,
			method: solverMethods.bundleWithdrawn,
			params: {
				bundle_id: '812',
				cursor: `1624x${exampleIncarnation}`,
				reason: 'settled',
				transaction_id: exampleTransaction,
				occurred_at_ms: exampleTime.ms + 1100,
			},
		}),
	},
	{
		name: solverMethods.cursor,
		id: 'streamCursor',
		summary: 'Everything up to here has been sent',
		description: 'With `events=1`: once after the bundles that were open on connecting, then every 30 s.',
		message: sample(StreamCursor, {
			...notification,
			method: solverMethods.cursor,
			params: { cursor: `1624x${exampleIncarnation}` },
		}),
	},
]

/** The query of the request that opens the stream. */
export const solverQuery = parameters(solverQueryWire, { since: `1623x${exampleIncarnation}`, events: '1' })

/** The error codes of the request that opens the stream, which is refused with a problem document. */
export const solverUpgradeErrors = [
	'rate_limited',
	'validation_failed',
	'sequence_ahead',
	'log_restarted',
	'sequence_too_old',
	'shutting_down',
	'busy',
	'database_unavailable',
	'internal',
] as const satisfies readonly ErrorCode[]

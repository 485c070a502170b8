import * as z from 'zod'
import { Decimal } from '../amount/decimal.ts'
import { addressWire, countWire, decimalWire, hexWire, subintentIdWire, timestampWire } from '../fields.ts'
import { type TracedItem, type TracedOuter, type TracedRoot, tracedBytesMax } from '../trade/trade-trace.ts'
import { omitUndefined } from './omit-undefined.ts'
import { amountWire, formatAmount, parseAmount } from './primitives.ts'

const tracedBytesWire = hexWire.optional()

/** One of the signed subintents as its signer signed it, and the service's around it. */
export const tracedItemWire = z.object({
	role: z.enum(['order', 'fill']),
	maker: z.string().optional(),
	subintent_id: subintentIdWire,
	manifest: z.string().describe('What the user or maker signed, decoded from its bytes.'),
	signed_partial_transaction: tracedBytesWire.describe(
		`The bytes that were signed, with the signatures. Left out, here and in \`outer\`, of an item whose bytes would make more than ${tracedBytesMax} of the trace.`,
	),
	outer: z
		.object({
			subintent_id: subintentIdWire,
			manifest: z.string(),
			signed_partial_transaction: tracedBytesWire.describe('The bytes as solvers got them, those inside included.'),
		})
		.optional()
		.describe('What the service put around it and signed; there once the bundle is published.'),
})
export type TracedItemWire = z.infer<typeof tracedItemWire>

/** Reads a signed subintent of a trace. */
export function parseTracedItem({ role, maker, outer, ...signed }: TracedItemWire): TracedItem {
	return omitUndefined({ role, maker, ...parseTracedSubintent(signed), outer: outer && parseTracedSubintent(outer) })
}

/** The wire's signed subintent of a trace. */
export function formatTracedItem({ role, maker, outer, ...signed }: TracedItem): TracedItemWire {
	return omitUndefined({ role, maker, ...formatTracedSubintent(signed), outer: outer && formatTracedSubintent(outer) })
}

function parseTracedSubintent(wire: NonNullable<TracedItemWire['outer']>): TracedOuter {
	return omitUndefined({
		subintentId: wire.subintent_id,
		manifest: wire.manifest,
		signedPartialTransaction: wire.signed_partial_transaction,
	})
}

function formatTracedSubintent(traced: TracedOuter): NonNullable<TracedItemWire['outer']> {
	return omitUndefined({
		subintent_id: traced.subintentId,
		manifest: traced.manifest,
		signed_partial_transaction: traced.signedPartialTransaction,
	})
}

/** A committed transaction of a solver, as the ledger has it. */
export const tracedRootWire = z.object({
	transaction_id: z.string(),
	subintent_ids: z.array(subintentIdWire).describe('Which of the items it settled.'),
	manifest: z.string().describe('The root manifest, decoded from the committed bytes.'),
	solver: addressWire.optional().describe('The account that locked the fee.'),
	fee_paid_xrd: decimalWire,
	solver_rewards: z.array(amountWire).describe('What that account gained, the ledger’s fee not subtracted.'),
	state_version: countWire,
	committed_at_ms: timestampWire.describe('By the ledger’s clock.'),
})
export type TracedRootWire = z.infer<typeof tracedRootWire>

/** Reads a solver's transaction of a trace. @throws TradeError `invalid_decimal` */
export function parseTracedRoot(wire: TracedRootWire): TracedRoot {
	return omitUndefined({
		transactionId: wire.transaction_id,
		subintentIds: wire.subintent_ids,
		manifest: wire.manifest,
		solver: wire.solver,
		feePaidXrd: Decimal.parse(wire.fee_paid_xrd),
		solverRewards: wire.solver_rewards.map(parseAmount),
		stateVersion: wire.state_version,
		committedAtMs: wire.committed_at_ms,
	})
}

/** The wire's transaction of a trace. */
export function formatTracedRoot(root: TracedRoot): TracedRootWire {
	return omitUndefined({
		transaction_id: root.transactionId,
		subintent_ids: [...root.subintentIds],
		manifest: root.manifest,
		solver: root.solver,
		fee_paid_xrd: Decimal.format(root.feePaidXrd),
		solver_rewards: root.solverRewards.map(formatAmount),
		state_version: root.stateVersion,
		committed_at_ms: root.committedAtMs,
	})
}

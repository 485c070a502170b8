import { setTimeout as pause } from 'node:timers/promises'
import type { NotarizedTransaction, ValidityWindow } from '../codec.ts'
import type { GatewayClient } from './gateway-client.ts'
import { GatewayError } from './gateway-error.ts'
import type { LedgerState } from './gateway-types.ts'

/** The ledger's decision on a transaction. */
export type Decision =
	| { readonly kind: 'committed'; readonly stateVersion: number }
	| { readonly kind: 'failed'; readonly reason: string }
	/**
	 * A transaction that may have been submitted and that the ledger may commit until its window ends; whether the Gateway
	 * knows it.
	 */
	| { readonly kind: 'undecided'; readonly isKnown: boolean }

type Followed = Pick<GatewayClient, 'submit' | 'transactionStatus'>

const pauseMaxMs = 1_000

/**
 * Submits a transaction, repeatedly while the Gateway does not know it, and waits for the ledger's decision; `undecided` if
 * there is none within `waitMs`.
 * @throws GatewayError if the Gateway refuses a request for any reason but that it is unavailable
 */
export async function submitUntilDecided(
	gateway: Followed,
	transaction: NotarizedTransaction,
	{ waitMs }: { readonly waitMs: number },
): Promise<Decision> {
	const untilMs = performance.now() + waitMs
	let isKnown = false
	for (let pauseMs = 20; ; pauseMs = Math.min(pauseMs * 2, pauseMaxMs)) {
		try {
			const decision = await follow(gateway, transaction, isKnown)
			if (decision.kind !== 'undecided') return decision
			isKnown = decision.isKnown
		} catch (error) {
			if (!(error instanceof GatewayError) || error.kind !== 'unavailable') throw error
		}
		if (performance.now() > untilMs) return { kind: 'undecided', isKnown }
		await pause(pauseMs)
	}
}

/** The ledger's decision so far. @throws GatewayError */
export async function decisionOn(
	gateway: Pick<GatewayClient, 'transactionStatus'>,
	transactionId: string,
): Promise<Decision> {
	const { status, stateVersion, errorMessage = status } = await gateway.transactionStatus(transactionId)
	if (status === 'CommittedSuccess' && stateVersion !== undefined) return { kind: 'committed', stateVersion }
	if (status === 'CommittedFailure' || status === 'Rejected') return { kind: 'failed', reason: errorMessage }
	return { kind: 'undecided', isKnown: status !== 'Unknown' }
}

/** A window that begins now: a transaction not committed within a minute never will be. */
export function minuteFrom({ epoch, proposerTimestampMs }: LedgerState): ValidityWindow {
	return { startEpoch: epoch, endEpoch: epoch + 2, maxTimestampS: Math.floor(proposerTimestampMs / 1000) + 60 }
}

/** The ledger's status; submits the transaction first if the Gateway does not know it. */
async function follow(gateway: Followed, transaction: NotarizedTransaction, isKnown: boolean): Promise<Decision> {
	const refusal = isKnown ? undefined : await submitOnce(gateway, transaction)
	const decision = await decisionOn(gateway, transaction.transactionId)
	return refusal !== undefined && decision.kind === 'undecided' ? { kind: 'failed', reason: refusal } : decision
}

/** The reason if the transaction can never be committed, for example because it already has been. */
async function submitOnce(
	gateway: Followed,
	{ notarizedTransaction }: NotarizedTransaction,
): Promise<string | undefined> {
	try {
		await gateway.submit(notarizedTransaction)
		return undefined
	} catch (error) {
		if (error instanceof GatewayError && error.kind === 'rejected') return error.message
		throw error
	}
}

import { callGateway, type GatewayClient, GatewayError } from '@accord/ledger'
import { type Clock, Decimal } from '@accord/protocol'
import type { Logger } from 'pino'
import type { DatabaseLanes } from '../db/database-lanes.ts'
import type { Market } from '../market/market.ts'
import { type ExpiredIntent, insertChecked, selectUnchecked } from './unfunded-intents-table.ts'

// The guarantee: accounts that moved the funds of a published intent are identified by their balances on the ledger,
// and each such intent counts against its account once. A fill counts against its maker only if this was found out about
// its order (`breaker/breaker-table.ts`), so no one is blamed for a time in which the service or its Gateway was away.

type FindUnfundedDeps = {
	readonly db: Pick<DatabaseLanes, 'own' | 'looks'>
	readonly clock: Pick<Clock, 'nowMs'>
	readonly gateway: Pick<GatewayClient, 'balance'>
	readonly market: Market
	readonly log: Pick<Logger, 'info' | 'warn'>
}

const perRun = 16
/** Later, a balance says little about the account's funds at the time. */
const checkedWithinMs = 60_000

/**
 * Determines, for each order or fill that was published since this process started and has just expired, whether its
 * account could have paid for it.
 */
export async function findUnfunded(
	deps: FindUnfundedDeps,
	{ startedAtMs: publishedSinceMs }: { readonly startedAtMs: number },
): Promise<'again' | 'done'> {
	const { db, clock, log } = deps
	const sinceMs = clock.nowMs() - checkedWithinMs
	const expired = await selectUnchecked(db.looks, { sinceMs, publishedSinceMs, limit: perRun })
	try {
		for (const intent of expired) {
			const isUnfunded = await lacksFunds(deps, intent)
			await insertChecked(db.own, { ...intent, isUnfunded, nowMs: clock.nowMs() })
			if (isUnfunded)
				log.info(
					{ order: intent.order, subintentId: intent.subintentId, account: intent.account },
					'expired without funds',
				)
		}
	} catch (error) {
		if (!(error instanceof Error) || !(error.cause instanceof GatewayError)) throw error
		log.warn({ err: error }, 'could not read whether expired intents had funds')
		return 'done'
	}
	return expired.length === perRun ? 'again' : 'done'
}

/**
 * An intent with a prefix never counts against its account, because the prefix may provide its own funds. Neither does
 * one in a token that is no longer traded, whose address is not known here.
 */
async function lacksFunds({ gateway, market }: FindUnfundedDeps, intent: ExpiredIntent): Promise<boolean> {
	if (intent.hasPrefix) return false
	const token = market.knownTokens.find(({ symbol }) => symbol === intent.withdrawn.symbol)
	if (token === undefined) return false
	const { amount } = await callGateway(() => gateway.balance(intent.account, token.resourceAddress))
	return Decimal.parse(amount) < intent.withdrawn.amount
}

import { GatewayError } from '@accord/ledger'
import { Decimal } from '@accord/protocol'
import { sql, type Transaction } from 'kysely'
import type { Database, Tables } from '../db/tables.ts'
import type { Platform } from '../platform/platform.ts'

// The guarantee: what is recorded as a trade's surplus arrived. An account that refused it received exactly its limits; that is
// compared with the ledger's transaction before the trade is counted. If the Gateway does not say, the bundle is believed.

/** What the limits of its orders alone would have given an account in one transaction. */
type Offered = {
	readonly order_hashes: readonly string[]
	readonly transaction_id: string
	readonly account: string
	readonly quote: string
	/** How much of the quote token it would gain without any surplus. */
	readonly by_limits: string
}

export type SurplusDeps = Pick<Platform, 'gateway' | 'log'> & {
	readonly market: Pick<Platform['market'], 'token'>
}

const readsAtOnce = 8

/** The orders among the trades to be counted next whose accounts refused their surplus. */
export async function undeliveredSurpluses(
	deps: SurplusDeps,
	db: Database,
	{ limit }: { limit: number },
): Promise<readonly string[]> {
	const waiting = [...(await selectOffered(db, limit))]
	const undelivered: string[] = []
	const readNext = async () => {
		for (let next = waiting.shift(); next !== undefined; next = waiting.shift())
			if (await isUndelivered(deps, next)) undelivered.push(...next.order_hashes)
	}
	await Promise.all(Array.from({ length: Math.min(readsAtOnce, waiting.length) }, readNext))
	return undelivered
}

/** Records that these orders got exactly their limit, unless they have been counted in the meantime. */
export async function removeSurpluses(trx: Transaction<Tables>, orderHashes: readonly string[]): Promise<void> {
	if (orderHashes.length === 0) return
	await sql`
		update "order" o set surplus = null from trade t
		where o.subintent_hash = any(${orderHashes}::text[]) and t.order_hash = o.subintent_hash and t.trade_number is null`.execute(
		trx,
	)
}

async function selectOffered(db: Database, limit: number): Promise<readonly Offered[]> {
	const { rows } = await sql<Offered>`
		with waiting as (
			select order_hash from trade where trade_number is null order by settled_at_ms, order_hash limit ${limit}
		)
		select o.transaction_id, o.account, o.quote, jsonb_agg(o.subintent_hash) as order_hashes,
			sum(case o.side when 'bids' then o.buy_amount else o.rebate - o.sell_amount - o.platform_fee - o.settlement_fee end)::text
				as by_limits
		from waiting w join "order" o on o.subintent_hash = w.order_hash
		where o.transaction_id is not null
		group by o.transaction_id, o.account, o.quote
		having bool_or(o.surplus is not null)`.execute(db)
	return rows
}

async function isUndelivered({ gateway, market, log }: SurplusDeps, offered: Offered): Promise<boolean> {
	const { transaction_id: transactionId, account, quote, by_limits: byLimits } = offered
	try {
		const { balance_changes: changes } = await gateway.committedDetails(transactionId)
		const resource = market.token(quote).resourceAddress
		const own = (changes?.fungible_balance_changes ?? []).filter(
			change => change.entity_address === account && change.resource_address === resource,
		)
		const gained = Decimal.sum(own.map(change => Decimal.parse(change.balance_change)))
		return Decimal.compare(gained, Decimal.parse(byLimits)) === 0
	} catch (error) {
		if (!(error instanceof GatewayError)) throw error
		log.warn({ err: error, transactionId }, 'could not read from the ledger whether a surplus arrived')
		return false
	}
}

import { type RawBuilder, sql } from 'kysely'
import { isClaiming, type SharePayment } from './share-payment.ts'

// The guarantee: for each integrator and token, what settled trades and undecided bundles pay is never more than what
// settled trades have earned and the undecided ones will. A bundle claims what it pays of earlier trades' shares in the
// statement that publishes it, under the balance's lock; that claim ends in the statement that ends the order.

/** The {@link StoredShare} of an order whose row is named `o`, as one column; null without an integrator. */
export const storedShareJson = `(
	select json_build_object(
		'code', i.code, 'account', coalesce(o.share_account, i.account), 'due', o.share_due::text, 'paid', o.share_paid::text,
		'cost_xrd', o.cost_xrd::text, 'unclaimed', coalesce(
			(select b.earned - b.paid - b.claimed from integrator_balance b where b.code = i.code and b.symbol = o.sell_symbol), 0
		)::text
	)
	from integrator i where i.code = o.integrator
)`

/** What publication changes in an order's row, from the `share` of its row in `w`. */
export const publishedShare = sql.raw(`
	share_paid = coalesce(o.share_paid, (w.share->>'paid')::numeric),
	share_account = coalesce(o.share_account, w.share->>'account'),
	cost_xrd = coalesce((w.share->>'cost_xrd')::numeric, o.cost_xrd),
	rebate = coalesce((w.share->>'rebate')::numeric, o.rebate)`)

type ToPublish = { readonly order_hash: string; readonly share?: SharePayment | undefined }

/**
 * Parts of a statement that claim what the bundles in its `wrapped` pay of earlier trades' shares, and the condition on
 * which a bundle `w` may be published. Of several bundles that claim from one balance only the first does; the others are
 * wrapped again.
 */
export function claimShares(bundles: readonly ToPublish[]) {
	const claiming = bundles.filter(isClaiming)
	if (claiming.length === 0) return { claims: sql``, isClaimed: sql`` }
	const orderHashes = claiming.map(({ order_hash }) => order_hash)
	return {
		claims: sql`
		claiming as materialized (
			select o.subintent_hash as order_hash, w.share->>'code' as code, w.share->>'symbol' as symbol,
				(w.share->>'claimed')::numeric as amount
			from wrapped w join "order" o on o.subintent_hash = w.order_hash
			where o.subintent_hash = any(${orderHashes}::text[]) and o.state in ('awaiting_fills', 'filled')
			order by o.subintent_hash for no key update of o
		),
		balances as materialized (
			select code, symbol from integrator_balance where (code, symbol) in (select code, symbol from claiming)
			order by code, symbol for no key update
		),
		claimed as (
			update integrator_balance b set claimed = b.claimed + c.amount
			from (select distinct on (code, symbol) * from claiming order by code, symbol, order_hash) c
			where (select count(*) from balances) > 0
				and b.code = c.code and b.symbol = c.symbol and b.earned - b.paid - b.claimed >= c.amount
			returning c.order_hash
		),`,
		isClaimed: sql`and (w.order_hash <> all(${orderHashes}::text[]) or w.order_hash in (select order_hash from claimed))`,
	}
}

/** The columns of an ended order that {@link settleShares} reads. */
export const shareColumns = sql.raw(`
	o.integrator, o.sell_symbol, o.share_due, o.share_paid,
	o.subintent_hash as share_of, o.state as ended_as, o.ended_at_ms as share_ended_at_ms`)

/**
 * Parts of a statement that add the shares of its settled `orders` to their integrators' balances and reports, and end the
 * claims of all that ended.
 */
export function settleShares(orders: RawBuilder<unknown>) {
	const ifSettled = (amount: string) => sql.raw(`case when ended_as = 'settled' then ${amount} else 0 end`)
	return sql`
		shared as (
			insert into integrator_trade (order_hash, code, settled_at_ms)
			select share_of, integrator, share_ended_at_ms from ${orders}
			where share_paid is not null and ended_as = 'settled'
		),
		${addToBalances(sql`
		select integrator as code, sell_symbol as symbol, ${ifSettled('share_due')} as earned,
			${ifSettled('share_paid')} as paid, -greatest(share_paid - share_due, 0) as claimed
		from ${orders} where share_paid is not null`)}`
}

/**
 * The same for the corrected outcomes of a statement's `corrections`. An order that the ledger settled although it was never
 * published here is taken to have paid its own share.
 */
export function correctShares() {
	return sql`
		shared as (
			insert into integrator_trade (order_hash, code, settled_at_ms)
			select o.subintent_hash, o.integrator, o.ended_at_ms
			from corrections c join "order" o on o.subintent_hash = c.subintent_hash
			where c.outcome = 'Settled' and o.integrator is not null
		),
		unshared as (
			delete from integrator_trade t using corrections c
			where t.order_hash = c.subintent_hash and c.outcome = 'Expired'
		),
		${addToBalances(sql`
		select o.integrator as code, o.sell_symbol as symbol, c.sign * o.share_due as earned,
			c.sign * coalesce(o.share_paid, o.share_due) as paid, 0 as claimed
		from (select subintent_hash, case outcome when 'Settled' then 1 else -1 end as sign from corrections) c
		join "order" o on o.subintent_hash = c.subintent_hash
		where o.integrator is not null`)}`
}

/** Locks balances in the order of their keys, so that statements cannot deadlock. */
function addToBalances(changes: RawBuilder<unknown>) {
	return sql`
		balanced as (
			insert into integrator_balance as b (code, symbol, earned, paid, claimed)
			select code, symbol, sum(earned), sum(paid), sum(claimed) from (${changes}) changes
			group by code, symbol
			having sum(earned) <> 0 or sum(paid) <> 0 or sum(claimed) <> 0
			order by code, symbol
			on conflict (code, symbol) do update set
				earned = b.earned + excluded.earned, paid = b.paid + excluded.paid, claimed = b.claimed + excluded.claimed
		)`
}

import { createHash } from 'node:crypto'
import { subintentId } from '@accord/ledger'

/**
 * A table's rows for ended trades: an SQL expression for each column, over the trade `n`, its time `at`, its hashes and
 * the row `k`.
 */
export type EndedRows = {
	readonly table: string
	readonly perTrade: number
	readonly columns: Readonly<Record<string, string>>
}

/** This many trades of one maker, spread evenly over a time. */
export type EndedTrades = {
	readonly count: number
	readonly makerId: string
	readonly fromMs: number
	readonly untilMs: number
}

/** The local network's. */
const networkId = 242
const orderHash = 'order_hash'
const fillHash = 'fill_hash'
const partId = `md5('part ' || n)`
const orderId = `'subtxid_sim1' || left(${orderHash}, 58)`
const fillId = `'subtxid_sim1' || left(${fillHash}, 58)`
const transactionId = `'txid_sim1' || left(${orderHash}, 58)`
/** Shorter than a signed order: 700 bytes twice in a trade's rows, and twice wrapped, would fill any disk. */
const bytes = `repeat('ab', 20)`
/** As long as an account's address; each account traded a hundred times in the end. */
const account = `'account_sim1' || left(encode(sha256(('account ' || n % 100000)::bytea), 'hex'), 54)`
const pair = { base: `'XRD'`, quote: `'xUSDC'`, side: `'bids'` }

const signed = {
	signed_partial_transaction: bytes,
	platform_fee: '0.1',
	settlement_fee: '5.25',
	cost_xrd: '0.7',
	rebate: '4.5',
	execution_units: '14000000',
	has_prefix: 'false',
	expires_at_s: 'at / 1000 + 30',
	accepted_at_ms: 'at',
	ended_at_ms: 'at',
	transaction_id: transactionId,
}

/** Everything the service keeps about one maker's settled trades during their retention, but for the audit log. */
export function endedRows(makerId: string): readonly EndedRows[] {
	const maker = `'${makerId}'`
	return [
		{
			table: '"order"',
			perTrade: 1,
			columns: {
				...{ subintent_hash: orderHash, subintent_id: orderId, account, level: '0', ...pair },
				...{ sell_symbol: `'XRD'`, sell_amount: '100', buy_symbol: `'xUSDC'`, buy_amount: '5', ...signed },
				...{ state: `'settled'`, filled_at_ms: 'at', published_at_ms: 'at' },
			},
		},
		{
			table: 'fill',
			perTrade: 1,
			columns: {
				...{ subintent_hash: fillHash, subintent_id: fillId, part_id: partId, order_hash: orderHash, maker_id: maker },
				account: `'account_sim1' || left(encode(sha256(${maker}), 'hex'), 54)`,
				...{ sell_symbol: `'xUSDC'`, sell_amount: '5', buy_symbol: `'XRD'`, buy_amount: '100', ...signed },
				state: `'Settled'`,
			},
		},
		{
			table: 'part',
			perTrade: 1,
			columns: {
				...{ part_id: partId, order_hash: orderHash, maker_id: maker, ...pair, base_amount: '100' },
				...{ levels: `'[["0.05", "100"]]'`, fill_sell_symbol: `'xUSDC'`, fill_sell_amount: '5' },
				...{ fill_buy_symbol: `'XRD'`, fill_buy_amount: '100', state: `'filled'`, fill_before_ms: 'at + 1000' },
				...{ asked_at_ms: 'at', ended_at_ms: 'at', reservation: `'settled'`, reservation_ended_at_ms: 'at' },
				...{ settled_number: '2 * n + 2', reserved_number: 'n + 1', reservation_changed_by: '1' },
			},
		},
		{
			table: 'bundle',
			perTrade: 1,
			columns: {
				...{ bundle_number: '2 * n + 1', order_hash: orderHash, items: `jsonb_build_array(${bytes}, ${bytes})` },
				...{ published_at_ms: 'at', ended_at_ms: 'at', subintent_ids: `jsonb_build_array(${orderId}, ${fillId})` },
				...{ expires_at_s: signed.expires_at_s, withdrawn_number: '2 * n + 2', withdrawn_at_ms: 'at' },
				...{ withdrawn_reason: `'settled'` },
			},
		},
		{
			table: 'subintent',
			perTrade: 2,
			columns: {
				subintent_hash: `case k when 0 then ${orderHash} else ${fillHash} end`,
				role: `case k when 0 then 'order' else 'fill' end`,
				created_at_ms: 'at',
			},
		},
		{
			table: 'fill_execution',
			perTrade: 2,
			columns: {
				...{ maker_id: maker, sequence_number: '2 * n + k + 1', part_id: partId },
				...{ outcome: `case k when 1 then 'Settled' end`, occurred_at_ms: 'at' },
			},
		},
		{
			table: 'trade',
			perTrade: 1,
			columns: { order_hash: orderHash, settled_at_ms: 'at', trade_number: 'n + 1' },
		},
	]
}

/** One statement that writes all of a table's rows, in the order of their time. */
export function insertAll({ table, perTrade, columns }: EndedRows, { count, fromMs, untilMs }: EndedTrades): string {
	return `
		insert into ${table} (${Object.keys(columns).join(', ')})
		select ${Object.values(columns).join(', ')}
		from (
			select n, k, ${fromMs} + n * ${untilMs - fromMs} / ${count} as at,
				encode(sha256(('order ' || n)::bytea), 'hex') as order_hash, encode(sha256(('fill ' || n)::bytea), 'hex') as fill_hash
			from (
				select row / ${perTrade} as n, (row % ${perTrade})::int4 as k
				from (select generate_series(0::int8, ${count * perTrade - 1}::int8) as row) rows
			) numbered
			offset 0
		) trades`
}

/** The most orders that have an id that reads as their hash, as those of the service do. */
const namedMax = 1_000

/** Which trades have such ids. */
export function namedTrades(count: number): number[] {
	const named = Math.min(count, namedMax)
	return Array.from({ length: named }, (_, at) => Math.floor((at * count) / named))
}

/** The id of the order of the trade `n`, one of {@link namedTrades}. */
export function endedOrderId(n: number): string {
	return subintentId(hashOf(n), networkId)
}

/** Gives {@link namedTrades} their ids, which SQL cannot compute. */
export function nameOrders(count: number): string {
	const named = namedTrades(count).map(n => `('${hashOf(n)}', '${endedOrderId(n)}')`)
	return `
		update "order" o set subintent_id = named.id from (values ${named.join(', ')}) as named (hash, id)
		where o.subintent_hash = named.hash`
}

function hashOf(n: number): string {
	return createHash('sha256').update(`order ${n}`).digest('hex')
}

import { candleIntervals, ReconciledDay } from '@accord/protocol'
import { type EndedTrades, endedRows, insertAll, nameOrders } from './ended-rows.ts'
import { dropReferences, type Run, withoutIndexes } from './rebuilt-indexes.ts'

const dayMs = 86_400_000
const keptDays = 28

/**
 * Writes settled trades into a database that has none and that no service uses, rows only, each with everything the
 * service keeps about one. They are spread evenly over four weeks, as orders are kept for thirty days, and end the day
 * before yesterday: trades that ended within a day would be compared with the ledger, which has none of them. Each
 * connection writes one table after another.
 */
export async function writeEndedTrades(
	connections: readonly [Run, ...Run[]],
	{ count, makerId, nowMs }: { count: number; makerId: string; nowMs: number },
): Promise<void> {
	const untilMs = Math.floor(nowMs / dayMs - 1) * dayMs
	const trades: EndedTrades = { count, makerId, untilMs, fromMs: untilMs - keptDays * dayMs }
	const [run] = connections
	const references = await dropReferences(run)
	const waiting = [...endedRows(makerId)]
	const writeNext = async (run: Run) => {
		for (let rows = waiting.shift(); rows !== undefined; rows = waiting.shift()) {
			const { table } = rows
			const insert = insertAll(rows, trades)
			await withoutIndexes(run, table, async () => void (await run(insert)))
			// As the service leaves them: rows written at once were never vacuumed.
			await run(`vacuum (analyze) ${table}`)
			console.error(`${count} trades: wrote ${table}`)
		}
	}
	await Promise.all(connections.map(writeNext))
	for (const statement of [
		...candles(trades),
		...numbers(trades),
		auditLog(trades),
		...reconciledDays(trades),
		nameOrders(count),
		...references,
	])
		await run(statement)
}

/** The newest 10,000 intervals of each length. */
function candles({ count, fromMs, untilMs }: EndedTrades): string[] {
	return Object.values(candleIntervals).map(interval => {
		const keptFromMs = Math.max(fromMs, untilMs - 9_900 * interval)
		const at = `(${fromMs} + n * ${untilMs - fromMs} / ${count})`
		const first = Math.floor((count * (keptFromMs - fromMs)) / (untilMs - fromMs))
		return `
			insert into candle
			select 'XRD', 'xUSDC', ${interval}, ${at} / ${interval} * ${interval}, 0.05, 0.05, 0.05, 0.05,
				100 * count(*), 5 * count(*), count(*), min(${at}), max(${at})
			from generate_series(${first}::int8, ${count - 1}::int8) as n group by 4`
	})
}

/** The newest numbers of all logs. */
function numbers({ count, makerId }: EndedTrades): string[] {
	return [
		`update maker set last_sequence = ${2 * count} where maker_id = '${makerId}'`,
		`update bundle_sequence set last_number = ${2 * count}`,
		`select setval('part_reserved_number', ${count})`,
		`select setval('trade_number', ${count})`,
	]
}

/** As many pages as four entries a trade fill; no one reads their bytes. */
function auditLog({ count }: EndedTrades): string {
	return `
		with written as (
			insert into audit_page (first_number, last_number, previous_hash, hash, entries)
			select 240 * n + 1, 240 * n + 240, sha256(n::text::bytea), sha256((n + 1)::text::bytea), convert_to(repeat('a', 13300), 'UTF8')
			from generate_series(0::int8, ${Math.floor(count / 60) - 1}::int8) as n returning last_number, hash
		)
		update audit_head h set number = w.last_number, hash = w.hash
		from (select * from written order by last_number desc limit 1) w`
}

/** The days were compared with the ledger. */
function reconciledDays({ untilMs }: EndedTrades): string[] {
	return Array.from({ length: keptDays + 2 }, (_, back) => {
		const startMs = untilMs - (back - 1) * dayMs
		const day = new Date(startMs).toISOString().slice(0, 10)
		const none = { orders: 0, fills: 0, transactions: 0, platformFees: [], rebates: [], deposits: [] }
		const checked = { checkedAtMs: startMs + 2 * dayMs, ...none, differences: [], differencesCount: 0 }
		const report = JSON.stringify(ReconciledDay.format({ day, ...checked }))
		return `insert into reconciliation values ('${day}', ${startMs + 2 * dayMs}, '${report}') on conflict do nothing`
	})
}

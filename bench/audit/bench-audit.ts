import { wallClock } from '@accord/ledger'
import { type AuditRecord, Decimal, type Side } from '@accord/protocol'
import { type Database, openDatabase } from '@accord/service'
import { sql } from 'kysely'
import { auditColumns, auditRows } from '../../packages/service/src/audit/audit-table.ts'
import { chainEntries } from '../../packages/service/src/audit/chain-entries.ts'
import { RefusalTally } from '../../packages/service/src/audit/refusal-tally.ts'
import { matchOrder } from '../../packages/service/src/matching/match-order.ts'
import { formatMatch } from '../../packages/service/src/matching/match-record.ts'
import { offersByPriority } from '../../packages/service/src/prices/maker-offer.ts'
import { milliseconds, percentile } from '../percentile.ts'
import { startSplitNetwork } from '../settle/split-network.ts'
import { tradeAtOnce } from '../settle/trades.ts'
import { printTable } from '../table.ts'
import { removeFolder, temporaryFolder } from '../temporary-folder.ts'

const trades = 320
const inFlight = 16
const rounds = 8

type AuditLog = { readonly records: readonly AuditRecord[]; readonly bytes: number }

/**
 * What the audit log adds to a trade: entries are taken from real trades, and written again next to the same writes
 * without them.
 */
export async function benchAudit(): Promise<void> {
	const { perSecond, records, bytes } = await trade()
	const count = records.filter(({ act }) => act === 'order_accepted').length
	const folder = temporaryFolder()
	const { db, close } = await openDatabase({ directory: folder })
	try {
		const writing = (await writingMs(db, records)) / count
		const chaining = (await chainingMs(db)) / count
		const tradeMs = 1000 / perSecond
		printTable(
			['', 'a trade'],
			[
				['entries', (records.length / count).toFixed(1)],
				['bytes, indexes included', bytes.toFixed(0)],
				['to record the match', milliseconds(recordingMs())],
				['to write them', milliseconds(writing)],
				['to chain them', milliseconds(chaining)],
				[`one trade of ${inFlight} in flight`, milliseconds(tradeMs)],
				['share (aim ≤ 5 %)', `${((100 * (recordingMs() + writing + chaining)) / tradeMs).toFixed(1)} %`],
			],
		)
	} finally {
		await close()
		removeFolder(folder)
	}
}

/** Entries of real trades, and what one adds to a log that has some. */
async function trade(): Promise<AuditLog & { readonly perSecond: number }> {
	const network = await startSplitNetwork({ isTimed: false })
	try {
		const log = () => network.service.ask('audit') as Promise<AuditLog>
		await tradeAtOnce(network, { trades: 80, inFlight })
		const before = await log()
		const perSecond = await tradeAtOnce(network, { trades, inFlight })
		const { records, bytes } = await log()
		return { perSecond, records, bytes: (bytes - before.bytes) / trades }
	} finally {
		await network.stop()
	}
}

/** How much longer writes take with their audit entries than without, in alternating rounds. */
async function writingMs(db: Database, records: readonly AuditRecord[]): Promise<number> {
	await sql`create table bench_bare (n int8 primary key)`.execute(db)
	let n = 0
	const bare = () => sql`insert into bench_bare values (${n++})`.execute(db)
	const recording = (record: AuditRecord) =>
		sql`
			with recorded as (
				insert into ${auditColumns} select at_ms, act, actor, subject, detail from ${auditRows([record])}
			)
			insert into bench_bare values (${n++})`.execute(db)
	const more: number[] = []
	for (let round = 0; round <= rounds; round++) {
		const bareMs = await timed(records, bare)
		const recordingMs = await timed(records, recording)
		if (round > 0) more.push(recordingMs - bareMs)
	}
	return percentile(more, 0.5)
}

/** How long it takes to chain the entries of one round. */
async function chainingMs(database: Database): Promise<number> {
	const db = { own: database, looks: database }
	const deps = { db, clock: wallClock, refusals: new RefusalTally({ clock: wallClock, entriesPerDay: 1 }) }
	const startedMs = performance.now()
	while ((await chainEntries(deps)) === 'again');
	return (performance.now() - startedMs) / (rounds + 1)
}

/** The processor time to record a match of one maker with a full book. */
function recordingMs(): number {
	const levels = Array.from({ length: 50 }, (_, at) => {
		const price = Decimal.parse(`0.0${500 - at}`)
		return { makerId: 'maker-1', price, amount: Decimal.parse('1000'), changedAt: at }
	})
	const limitOrder = {
		sell: { symbol: 'XRD', amount: Decimal.parse('100') },
		buy: { symbol: 'xUSDC', amount: Decimal.parse('4') },
	}
	const request = {
		available: offersByPriority(levels),
		side: 'bids' as Side,
		limitOrder,
		divisibility: { base: 18, quote: 6 },
		makersMax: 4,
		smallPart: Decimal.zero,
	}
	const match = matchOrder(request)
	if (match.kind !== 'matched') throw new Error('the order of the benchmark does not match')
	const times = 2_000
	const startedMs = performance.now()
	for (let n = 0; n < times; n++) JSON.stringify(formatMatch(request, match.parts))
	return (performance.now() - startedMs) / times
}

async function timed<T>(all: readonly T[], work: (one: T) => Promise<unknown>): Promise<number> {
	const startedMs = performance.now()
	for (const one of all) await work(one)
	return performance.now() - startedMs
}

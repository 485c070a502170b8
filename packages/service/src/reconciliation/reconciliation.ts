import { GatewayError } from '@accord/ledger'
import {
	type Amount,
	Decimal,
	type ReconciledDay,
	type ReconciliationDifference,
	reconciliationKinds,
} from '@accord/protocol'
import { feeAccountsOf } from '../bundles/fee-account.ts'
import type { RetentionRules } from '../config/config.ts'
import { counter } from '../metrics/metrics.ts'
import type { Platform } from '../platform/platform.ts'
import { compareTransaction, type TransactionChanges } from './compare-transaction.ts'
import { dayMs, dayOf, daysBack, dueDay, lastDayOver } from './due-day.ts'
import { reconciledDays, writeReconciledDay } from './reconciliation-table.ts'
import { type SettledItem, settledItems } from './settled-items.ts'

// The guarantee: every settled order and fill of a day is compared with its transaction's balance changes on the
// ledger, and every deposit in the platform's account with the database. Nothing is changed: differences are logged,
// counted and stored.

const differencesFound = counter(
	'accord_reconciliation_differences_total',
	'Differences between database and ledger that the daily comparison found',
	['kind'],
	reconciliationKinds,
)

type ReconciliationDeps = { readonly platform: Platform; readonly retention: Pick<RetentionRules, 'ordersMs'> }

const hourMs = 3_600_000
/** A transaction's settlements are noticed within this time. */
const marginMs = 10 * 60_000
/** Runs are a second apart, so this is also the number of requests a second. */
const transactionsPerRun = 8
const requestedMax = 31
const differencesMax = 100

type DepositsPage = { readonly account: string; readonly cursor?: string }

type Work = {
	readonly fromMs: number
	readonly toMs: number
	/** How far the database's side has been read. */
	readUntilMs: number
	waiting: [transactionId: string, items: readonly SettledItem[]][]
	/** The ledger's side, read last: the deposits on each account that gets platform fees. */
	pages: readonly DepositsPage[]
	orders: number
	fills: number
	transactions: number
	differencesCount: number
	readonly differences: ReconciliationDifference[]
	readonly sums: Readonly<Record<'platformFees' | 'integratorShares' | 'rebates' | 'deposits', Map<string, Decimal>>>
}

/** Compares one day at a time, a few transactions in each run. */
export class Reconciliation {
	readonly #deps: ReconciliationDeps
	/** Days that were requested. */
	readonly #requested = new Set<string>()
	#work: Work | undefined
	/** The day up to which all days have been compared. */
	#doneUntil: string | undefined

	constructor(deps: ReconciliationDeps) {
		this.#deps = deps
	}

	/** The most recently compared days, newest first. */
	days(page: { readonly limit: number }): Promise<ReconciledDay[]> {
		return reconciledDays(this.#deps.platform.db.own, page)
	}

	/**
	 * Schedules a day for comparison, even if it has been compared before. If 31 days are already waiting, requests are
	 * ignored.
	 */
	request(day: string): boolean {
		if (this.#requested.size >= requestedMax) return false
		this.#requested.add(day)
		return true
	}

	/** Compares the next few; none while the Gateway is unavailable. */
	async run(): Promise<'again' | 'done'> {
		try {
			this.#work ??= await this.#next()
			if (this.#work !== undefined) return await this.#continue(this.#work)
		} catch (error) {
			// The next run continues where this one stopped.
			if (!(error instanceof GatewayError)) throw error
		}
		return 'done'
	}

	async #next(): Promise<Work | undefined> {
		const { platform, retention } = this.#deps
		const { clock, db } = platform
		const [requested] = this.#requested
		if (requested !== undefined) {
			this.#requested.delete(requested)
			return workOn(requested, platform)
		}
		const nowMs = clock.nowMs()
		const last = lastDayOver(nowMs)
		if (this.#doneUntil === last) return undefined
		const known = await reconciledDays(db.own, { limit: daysBack })
		const due = dueDay(known, { nowMs, keptMs: retention.ordersMs })
		if (due !== undefined) return workOn(due, platform)
		this.#doneUntil = last
		return undefined
	}

	/** `again` after an hour without settlements, for which the ledger is not queried. */
	async #continue(work: Work): Promise<'again' | 'done'> {
		if (work.waiting.length === 0 && work.readUntilMs < work.toMs) {
			await this.#readHour(work)
			if (work.waiting.length === 0) return 'again'
		}
		const some = work.waiting.slice(0, transactionsPerRun)
		if (some.length > 0) {
			const found = await Promise.all(some.map(([id, items]) => this.#compare(work, id, items)))
			note(work, found.flat())
			work.transactions += some.length
			work.waiting = work.waiting.slice(some.length)
		} else await this.#readDeposits(work)
		if (work.waiting.length === 0 && work.readUntilMs >= work.toMs && work.pages.length === 0) await this.#finish(work)
		return 'done'
	}

	/** A transaction belongs to the hour in which the last of its items ended. */
	async #readHour(work: Work): Promise<void> {
		const fromMs = work.readUntilMs
		const toMs = fromMs + hourMs
		const all = await settledItems(this.#deps.platform.db.own, { fromMs: fromMs - marginMs, toMs: toMs + marginMs })
		const transactions = Map.groupBy(all, item => item.transactionId)
		work.waiting = [...transactions].filter(([, items]) => {
			const lastMs = Math.max(...items.map(item => item.endedAtMs))
			return lastMs >= fromMs && lastMs < toMs
		})
		work.readUntilMs = toMs
		for (const [, items] of work.waiting)
			for (const { role, sellSymbol, platformFee, share, rebate } of items) {
				work[role === 'order' ? 'orders' : 'fills'] += 1
				const paid = share?.amount ?? Decimal.zero
				add(work.sums.platformFees, sellSymbol, Decimal.subtract(platformFee, paid))
				if (share !== undefined) add(work.sums.integratorShares, sellSymbol, paid)
				add(work.sums.rebates, sellSymbol, rebate)
			}
	}

	async #compare(
		work: Work,
		transactionId: string,
		items: readonly SettledItem[],
	): Promise<ReconciliationDifference[]> {
		const { market, service } = this.#deps.platform
		const changes = await this.#changesOf(transactionId)
		if (changes === undefined) {
			const detail = `the ledger has no such transaction, which settled ${items.map(item => item.subintentId).join(', ')}`
			return [{ kind: 'missing', transactionId, detail }]
		}
		const resourceOf = (symbol: string) => market.knownTokens.find(token => token.symbol === symbol)?.resourceAddress
		const found = compareTransaction(items, changes, { feeAccountOf: () => service.account, resourceOf })
		if (found.length === 0) return []
		// Perhaps the service had another key when it signed the bundles.
		const signed = await feeAccountsOf(this.#deps.platform, [...new Set(items.map(item => item.orderHash))])
		const known = new Set(work.pages.map(({ account }) => account))
		const others = [...new Set(signed.values())].filter(account => !known.has(account))
		work.pages = [...work.pages, ...others.map(account => ({ account }))]
		const feeAccountOf = ({ orderHash }: SettledItem) => signed.get(orderHash) ?? service.account
		return compareTransaction(items, changes, { feeAccountOf, resourceOf })
	}

	/** Undefined if the ledger does not have it. @throws GatewayError `unavailable` */
	async #changesOf(transactionId: string): Promise<TransactionChanges | undefined> {
		try {
			const { balance_changes: changes } = await this.#deps.platform.gateway.committedDetails(transactionId)
			const payers = changes?.fungible_fee_balance_changes.filter(({ type }) => type === 'FeePayment') ?? []
			return {
				transactionId,
				changes: (changes?.fungible_balance_changes ?? []).map(change => ({
					entity: change.entity_address,
					resource: change.resource_address,
					change: change.balance_change,
				})),
				feePayers: new Set(payers.map(({ entity_address: payer }) => payer)),
			}
		} catch (error) {
			if (error instanceof GatewayError && error.kind === 'unavailable') throw error
			return undefined
		}
	}

	/** The ledger's side, newest first. */
	async #readDeposits(work: Work): Promise<void> {
		const [page, ...others] = work.pages
		if (page === undefined) return
		const { account, cursor } = page
		const { db, gateway, market } = this.#deps.platform
		const { deposits, next, reachedMs } = await gateway.depositsOn(account, cursor)
		const own = deposits.filter(({ committedAtMs }) => committedAtMs >= work.fromMs && committedAtMs < work.toMs)
		const times = own.map(({ committedAtMs }) => committedAtMs)
		const known = new Set<string>()
		if (own.length > 0) {
			const period = { fromMs: Math.min(...times) - hourMs, toMs: Math.max(...times) + dayMs }
			for (const { transactionId } of await settledItems(db.own, period)) known.add(transactionId)
		}
		for (const { transactionId, resource, amount, settles } of own) {
			const symbol = market.knownTokens.find(token => token.resourceAddress === resource)?.symbol ?? resource
			add(work.sums.deposits, symbol, Decimal.parse(amount))
			if (known.has(transactionId)) continue
			const kind = settles ? 'unexplained_settlement' : 'unexplained_deposit'
			note(work, [{ kind, transactionId, detail: `${amount} ${symbol} came, and no order or fill explains it` }])
		}
		const isRead = next === undefined || reachedMs < work.fromMs
		work.pages = isRead ? others : [{ account, cursor: next }, ...others]
	}

	async #finish({ fromMs, orders, fills, transactions, sums, differences, differencesCount }: Work): Promise<void> {
		const { clock, db, log, metrics } = this.#deps.platform
		const day: ReconciledDay = {
			day: dayOf(fromMs),
			checkedAtMs: clock.nowMs(),
			...{ orders, fills, transactions, differences, differencesCount },
			platformFees: amountsOf(sums.platformFees),
			...(sums.integratorShares.size > 0 && { integratorShares: amountsOf(sums.integratorShares) }),
			rebates: amountsOf(sums.rebates),
			deposits: amountsOf(sums.deposits),
		}
		await writeReconciledDay(db.own, day)
		this.#work = undefined
		for (const difference of differences) {
			metrics.count(differencesFound, difference.kind)
			log.error({ day: day.day, ...difference }, 'the database and the ledger do not agree')
		}
		log.info({ day: day.day, orders, fills, transactions, differencesCount }, 'a day was compared with the ledger')
	}
}

function workOn(day: string, { service }: Pick<Platform, 'service'>): Work {
	const fromMs = Date.parse(day)
	const sums = { platformFees: new Map(), integratorShares: new Map(), rebates: new Map(), deposits: new Map() }
	const counts = { orders: 0, fills: 0, transactions: 0, differencesCount: 0 }
	return {
		fromMs,
		toMs: fromMs + dayMs,
		readUntilMs: fromMs,
		waiting: [],
		pages: [{ account: service.account }],
		...counts,
		differences: [],
		sums,
	}
}

function note(work: Work, differences: readonly ReconciliationDifference[]): void {
	work.differencesCount += differences.filter(({ kind }) => kind !== 'unexplained_deposit').length
	work.differences.push(...differences.slice(0, differencesMax - work.differences.length))
}

function add(sums: Map<string, Decimal>, symbol: string, amount: Decimal): void {
	sums.set(symbol, Decimal.add(sums.get(symbol) ?? Decimal.zero, amount))
}

function amountsOf(sums: ReadonlyMap<string, Decimal>): Amount[] {
	return [...sums]
		.map(([symbol, amount]) => ({ symbol, amount }))
		.sort((a, b) => a.symbol.localeCompare(b.symbol, 'en'))
}

import { createHash } from 'node:crypto'
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Decimal, type FillExecution, type Outcome } from '@accord/protocol'
import { Hedger } from './hedger.ts'
import { Journal } from './journal.ts'
import { RecordedVenue } from './recorded-venue.ts'
import { VenueMarket } from './venue-market.ts'

/** CCXT's error for an answer that did not come. */
class OperationFailed extends Error {}
class NetworkError extends OperationFailed {}
export class RequestTimeout extends NetworkError {}

export const firstBalances = { XRD: '1000000', USDT: '50000' }

/** A venue whose line breaks as told: before an order arrives there, or after. */
export class BreakingVenue extends RecordedVenue {
	breaks: 'before' | 'after' | undefined
	/** Whether orders are answered by their ids alone, and are not shown the first time they are looked up. */
	isSlow = false
	/** How often an order was asked for. */
	asked = 0
	#unseen: string | undefined

	override async createOrder(...order: Parameters<RecordedVenue['createOrder']>) {
		this.asked++
		const breaks = this.breaks
		if (breaks === 'before') throw new RequestTimeout('no answer')
		const placed = await super.createOrder(...order)
		if (breaks === 'after') throw new RequestTimeout('no answer')
		this.#unseen = placed.id
		return this.isSlow && placed.id !== undefined ? { id: placed.id } : placed
	}

	override async fetchOrder(...asked: Parameters<RecordedVenue['fetchOrder']>) {
		const [id] = asked
		if (!this.isSlow || id !== this.#unseen) return super.fetchOrder(...asked)
		this.#unseen = undefined
		return super.fetchOrder('unseen')
	}
}

/** A recorded market of XRD, in lots of 0.1, with as many books as prices; and a directory for journals. */
export function recordedMarket(
	t: { after(fn: () => unknown): void },
	{ prices = ['0.05'], depth = 1_000_000, taker = 0.001 } = {},
) {
	// A disk that others use takes a minute for a day's 10,000 syncs.
	const directory = mkdtempSync(join(existsSync('/dev/shm') ? '/dev/shm' : tmpdir(), 'accord-hedge-'))
	t.after(() => rmSync(directory, { recursive: true, force: true }))
	const file = join(directory, 'venue.jsonl')
	const market = {
		...{ symbol: 'XRD/USDT', base: 'XRD', quote: 'USDT', spot: true, taker, balances: firstBalances },
		...{ precision: { amount: 0.1, price: 0.000001 }, limits: { amount: { min: 0.1 } } },
	}
	const books = prices.map((price, at) => {
		const mid = Number(price)
		return {
			timestamp: at * 1000,
			bids: [[Number((mid - 0.00001).toFixed(6)), depth]],
			asks: [[Number((mid + 0.00001).toFixed(6)), depth]],
		}
	})
	writeFileSync(file, [market, ...books].map(line => JSON.stringify(line)).join('\n'))
	return { directory, file }
}

/** A hedger whose clock stands where the test sets it, at a venue that outlives it. */
export async function openHedger(venue: RecordedVenue, directory: string, clock = { nowMs: () => 1_000_000 }) {
	const lines: string[] = []
	const log = { info: (line: string) => void lines.push(line), warn: (line: string) => void lines.push(line) }
	const journal = await Journal.open(join(directory, 'journal'))
	const market = await VenueMarket.open(venue, 'XRD/USDT')
	const pair = { base: 'XRD', quote: 'xUSDC' }
	const slippageMax = Decimal.parse('0.005')
	const outcomeOf = async (subintentId: string) => {
		return subintentId.startsWith('settled') ? ('Settled' as const) : ('Expired' as const)
	}
	const hedger = new Hedger({ journal, market, pair, slippageMax, lookUpAfterMs: 0, outcomeOf, clock, log })
	hedger.begin(Decimal.zero)
	return { hedger, journal, lines }
}

/** As the service makes them: 32 random hex digits. */
export const partId = (n: number) => createHash('sha256').update(`part ${n}`).digest('hex').slice(0, 32)

/** An entry of a fill log: a part that buys so much XRD (negative: sells it). */
export function logEntry(
	sequenceNumber: number,
	part: number,
	{ xrd, outcome, incarnation = 'a' }: { xrd: string; outcome?: Outcome; incarnation?: string },
): FillExecution {
	const amount = Decimal.parse(xrd.replace('-', ''))
	const [base, quote] = [
		{ symbol: 'XRD', amount },
		{ symbol: 'xUSDC', amount: Decimal.mulDown(amount, Decimal.parse('0.05')) },
	]
	const fill = xrd.startsWith('-') ? { sell: base, buy: quote } : { sell: quote, buy: base }
	const at = { sequenceNumber, occurredAtMs: 1_000_000, orderId: partId(part), incarnation, fill }
	return outcome === undefined ? at : { ...at, outcome }
}

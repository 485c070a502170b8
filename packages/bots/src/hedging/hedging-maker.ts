import { GatewayClient } from '@accord/ledger'
import { type Clock, Decimal } from '@accord/protocol'
import { DexClient } from '@accord/sdk'
import { MakerClient } from '@accord/sdk/maker'
import { type Log, messageOf } from '../log.ts'
import { Inventory } from '../maker/inventory.ts'
import { balanceReader, readMakerTerms, type TermsOfService, termsOfService } from '../maker/maker-terms.ts'
import type { SigningContext } from '../maker/sign-fill.ts'
import { type Repeated, repeat } from '../repeat.ts'
import { HedgedBooks, quotable } from './hedged-books.ts'
import { HedgedFills } from './hedged-fills.ts'
import { Hedger } from './hedger.ts'
import { Journal } from './journal.ts'
import type { HedgeSettings } from './settings.ts'
import type { Stock } from './spread-model.ts'
import type { Venue } from './venue.ts'
import { VenueMarket } from './venue-market.ts'
import { VenuePrices } from './venue-prices.ts'

export type HedgingMakerOptions = SigningContext & {
	readonly flashUrl: string
	readonly baseUrl: string
	readonly gatewayUrl: string
	readonly apiKey: string
	readonly settings: HedgeSettings
	readonly venue: Venue
	/** The directory of the journal: without it, what was hedged would be hedged again. */
	readonly directory: string
	readonly clock: Clock
	readonly log: Log
}

export type HedgingMaker = {
	readonly hedger: Hedger
	/** Resolves with the reason if it cannot continue. */
	readonly broken: Promise<string>
	stop(): Promise<void>
}

const quoteEveryMs = 250
const stockEveryMs = 5_000
/** Balances that could not be read for so long are not quoted from. */
const stockStaleMs = 30_000
const stopsWithinMs = 5_000

/**
 * A market maker that quotes around a venue's prices and hedges every fill there as soon as it starts. Resolves once it
 * quotes, or knows why it does not.
 * @throws Error if the venue, the service or the journal cannot be used
 */
export async function startHedgingMaker(options: HedgingMakerOptions): Promise<HedgingMaker> {
	const journal = await Journal.open(options.directory)
	const maker = await MakerAtWork.prepare(options, journal).catch(error => {
		journal.close()
		throw error
	})
	try {
		await maker.start()
		return maker
	} catch (error) {
		await maker.stop()
		throw error
	}
}

type Parts = {
	readonly options: HedgingMakerOptions
	readonly journal: Journal
	readonly market: VenueMarket
	readonly dex: DexClient
	readonly gateway: GatewayClient
	readonly terms: TermsOfService
	readonly inventory: Inventory
	readonly places: number
}

class MakerAtWork implements HedgingMaker {
	readonly hedger: Hedger
	readonly #parts: Parts
	readonly #books: HedgedBooks
	readonly #fills: HedgedFills
	readonly #client: MakerClient
	readonly #prices: VenuePrices
	readonly #broken = Promise.withResolvers<string>()
	#venueStock: { readonly amounts: Stock['venue']; readonly atMs: number } | undefined
	#following: Promise<void> = Promise.resolve()
	readonly #quoting: Repeated
	readonly #pricing: Repeated
	readonly #stocking: Repeated
	readonly #hedging: Repeated

	private constructor(parts: Parts) {
		const { options, journal, market, gateway, terms, inventory, places } = parts
		const { settings, clock, log } = options
		const { pair, slippageMax, retryMs: lookUpAfterMs } = settings
		this.#parts = parts
		const outcomeOf = async (subintentId: string) => {
			const found = await gateway.subintentStatus(subintentId).catch(() => undefined)
			return found && (found.status === 'CommittedSuccess' ? 'Settled' : 'Expired')
		}
		this.hedger = new Hedger({ journal, market, pair, slippageMax, lookUpAfterMs, outcomeOf, clock, log })
		this.#books = new HedgedBooks({ ...settings, places })
		const honoured = (nowMs: number) => this.#books.honoured(nowMs)
		this.#fills = new HedgedFills({ terms, inventory, clock, log, honoured, signing: options })
		this.#prices = new VenuePrices(settings.staleMs)
		this.#client = makerClient(options, this.#fills, () => this.#client.setPriceBook(this.#books.current))
		const task = (what: string, everyMs: number, run: () => Promise<void>) =>
			repeat({ clock, everyMs, run, onError: error => log.warn(`cannot ${what}: ${messageOf(error)}`) })
		this.#quoting = task('quote', quoteEveryMs, async () => this.#quote())
		this.#pricing = task('read the venue’s prices', settings.pollMs, async () => {
			const askedAtMs = clock.nowMs()
			this.#prices.take(await market.bestPrices(), askedAtMs)
		})
		this.#stocking = task('read balances', stockEveryMs, () => this.#readBalances())
		this.#hedging = repeat({
			...{ clock, everyMs: settings.retryMs, run: () => this.hedger.hedge() },
			// Trouble at the venue is no error: an error is the journal's, without which nothing may go on.
			onError: error => this.#break(`cannot hedge: ${messageOf(error)}`),
		})
	}

	static async prepare(options: HedgingMakerOptions, journal: Journal): Promise<MakerAtWork> {
		const { settings, clock, log } = options
		const { base, quote } = settings.pair
		const market = await VenueMarket.open(options.venue, settings.symbol)
		if (settings.model.width <= market.rules.taker)
			log.warn('width is not above the venue’s fee: a hedge costs more than its fill earns')
		const dex = new DexClient({ baseUrl: options.baseUrl })
		const terms = await termsOfService(() => readMakerTerms(dex, options), options)
		const places = terms.current.tokens.get(base)?.divisibility
		if (places === undefined || !terms.current.pairs.some(pair => pair.base === base && pair.quote === quote))
			throw new Error(`the service has no pair ${base}/${quote} that makers quote`)
		const gateway = new GatewayClient({ url: options.gatewayUrl })
		const inventory = new Inventory(balanceReader({ ...options, ...terms.current, gateway }))
		await inventory.refresh(clock.nowMs())
		return new MakerAtWork({ options, journal, market, dex, gateway, terms, inventory, places })
	}

	get broken(): Promise<string> {
		return this.#broken.promise
	}

	async start(): Promise<void> {
		const { options, inventory } = this.#parts
		const { pair, inventoryTarget, staleMs } = options.settings
		this.hedger.begin(inventoryTarget ?? inventory.balances.get(pair.base) ?? Decimal.zero)
		await this.#client.connect()
		this.#following = this.#follow().catch(error => this.#break(`the fill log ended: ${messageOf(error)}`))
		await Promise.all([this.#pricing.now(), this.#stocking.now(), this.#hedging.now()])
		this.#client.onNewOrder(order => this.#fills.answer(order, this.#client.serviceNowMs()), {
			pairs: [pair],
			cancelOnDisconnect: 'session',
			deadManTimerS: Math.max(1, Math.ceil(staleMs / 1000)),
		})
		await this.#quoting.now()
	}

	/** What is under way at the venue may end in the meantime; if it does not, the journal finds it again. */
	async stop(): Promise<void> {
		this.#client.close()
		await this.#following
		const tasks = [this.#quoting, this.#pricing, this.#stocking, this.#hedging].map(task => task.stop())
		await Promise.race([Promise.all(tasks), new Promise(resolve => setTimeout(resolve, stopsWithinMs).unref())])
		this.#parts.journal.close()
	}

	/** Nothing is offered any more once this maker cannot go on. */
	#break(reason: string): void {
		this.#parts.options.log.warn(reason)
		this.#client.close()
		this.#broken.resolve(reason)
	}

	#quote(): void {
		const { options, inventory } = this.#parts
		const { settings, clock } = options
		const nowMs = clock.nowMs()
		const isHedged = absolute(this.hedger.position.unhedged) <= settings.unhedgedMax
		const venue = this.#venueStock
		const isKnown = venue !== undefined && nowMs - venue.atMs <= stockStaleMs
		const stock = isKnown ? stockOf(settings, { hedger: this.hedger, inventory, venue: venue.amounts }) : undefined
		const book = this.#books.next(nowMs, isHedged ? this.#prices.at(nowMs) : undefined, stock)
		if (book !== undefined) this.#client.setPriceBook(book)
	}

	async #readBalances(): Promise<void> {
		const { options, dex, terms, market, inventory } = this.#parts
		const atMs = options.clock.nowMs()
		this.#fills.epoch = (await dex.networkStatus()).epoch
		await terms.refresh(atMs)
		const [amounts] = await Promise.all([market.free(), inventory.refresh(atMs)])
		this.#venueStock = { amounts, atMs }
	}

	async #follow(): Promise<void> {
		const { number, incarnation } = this.hedger.position.last ?? { number: 0, incarnation: undefined }
		const place = { from: number + 1, ...(incarnation !== undefined && { incarnation }) }
		for await (const entry of this.#client.fillExecutions(place)) {
			this.hedger.note(entry)
			void this.#hedging.now()
			if (entry.outcome === undefined) continue
			this.#parts.inventory.end(entry.orderId)
			void this.#stocking.now()
		}
	}
}

function makerClient(options: HedgingMakerOptions, fills: HedgedFills, sendAgain: () => void): MakerClient {
	const { flashUrl, baseUrl, apiKey, clock, log, settings } = options
	return new MakerClient({
		...{ flashUrl, baseUrl, apiKey },
		maxBookAgeMs: settings.staleMs,
		nowMs: () => clock.nowMs(),
		onState: (state, detail) => log.info(detail === undefined ? state : `${state}: ${detail}`),
		onFilled: (order, result) => fills.filled(order, result),
		onBooksWithdrawn: sendAgain,
		onRestart: () => log.warn('the service was restored from a backup: its fill log is read again'),
		onError: (error, about) => log.warn(`${about}: ${messageOf(error)}`),
	})
}

function stockOf(
	{ pair, keptBack }: HedgeSettings,
	{ hedger, inventory, venue }: { hedger: Hedger; inventory: Inventory; venue: Stock['venue'] },
): Stock {
	const held = (symbol: string) => inventory.balances.get(symbol) ?? Decimal.zero
	const { target = Decimal.zero, open } = hedger.position
	return {
		inventory: Decimal.subtract(Decimal.add(held(pair.base), open), target),
		ledger: { base: quotable(held(pair.base), keptBack), quote: quotable(held(pair.quote), keptBack) },
		venue: { base: quotable(venue.base, keptBack), quote: quotable(venue.quote, keptBack) },
	}
}

function absolute(value: Decimal): Decimal {
	return Decimal.max(value, Decimal.negate(value))
}

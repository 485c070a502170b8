import { Decimal, type FillExecution, TradeError } from '@accord/protocol'
import { ClockError, MakerClient, type NewOrder } from '@accord/sdk/maker'
import type { TestMakerAccount } from '../network/test-network.ts'
import { signLimitOrder } from '../network/test-user.ts'
import type { FaultNetwork } from './fault-network.ts'
import { traded } from './users.ts'

type Side = 'bids' | 'asks'

/** What a maker was asked to trade, on which side of its book, and everything it had offered there by then. */
type Asked = { readonly side: Side; readonly base: Decimal; readonly supplied: Decimal }

const quoteEveryMs = 500
/** On each side, each time it quotes; less than users ask for, so that makers compete for it. */
const suppliedEachTime = Decimal.parse('50')
const fillExpiresInS = 15

/**
 * A maker with two sessions, wherever the balancer puts them. It offers a stock that grows with time, less every order
 * that it was asked for, and says so with `net_of`: whatever happens, no more than the stock may ever be traded.
 */
export class FaultMaker {
	readonly account: TestMakerAccount
	/** The orders it was asked for, by part id, in order of arrival. */
	readonly asked = new Map<string, Asked>()
	/** The parts whose fills were acknowledged as accepted. */
	readonly filled = new Set<string>()
	/** Its log as read during the faults: from the beginning again whenever the database is another copy. */
	readonly readings: FillExecution[][] = [[]]
	/** Codes of refusals. */
	readonly refusals: string[] = []
	/** By how many seconds it was told, on a new connection, that clocks differ. */
	readonly clocksOffS: number[] = []
	readonly #network: FaultNetwork
	/** Everything ever offered, by side. */
	readonly #supplied: Record<Side, Decimal> = { bids: Decimal.zero, asks: Decimal.zero }
	readonly #taken: Record<Side, Decimal> = { bids: Decimal.zero, asks: Decimal.zero }
	readonly #signed = new Map<string, string>()
	readonly #sessions: readonly MakerClient[]
	#newest: string | undefined
	#turn = 0
	#quoting: NodeJS.Timeout | undefined

	constructor(network: FaultNetwork, account: TestMakerAccount) {
		this.#network = network
		this.account = account
		this.#sessions = [this.#session(), this.#session()]
	}

	async begin(): Promise<void> {
		for (const session of this.#sessions) {
			await session.connect()
			session.onNewOrder(order => this.#answer(order))
		}
		void this.#read().catch(error => this.#refused(error))
		this.#quoting = setInterval(() => this.#quote(), quoteEveryMs)
	}

	/** The entries of its log read since that last began. */
	get entries(): FillExecution[] {
		return this.readings.at(-1) ?? []
	}

	/** Takes back what is left of its stock, so that users compete for what it offers from now on. */
	withdraw(): void {
		const settled = new Set(this.entries.filter(({ outcome }) => outcome === 'Settled').map(({ orderId }) => orderId))
		for (const side of ['bids', 'asks'] as const) {
			const sold = [...this.asked].filter(([id, asked]) => asked.side === side && settled.has(id))
			const sum = Decimal.sum(sold.map(([, { base }]) => base))
			this.#supplied[side] = sum
			this.#taken[side] = sum
		}
	}

	/** The database lacks commits of the former one: what was read and acknowledged before does not bind it. */
	forgetFormerReadings(): void {
		this.readings.splice(0, this.readings.length - 1)
		this.filled.clear()
	}

	stop(): void {
		clearInterval(this.#quoting)
		for (const session of this.#sessions) session.close()
	}

	#session(): MakerClient {
		return new MakerClient({
			flashUrl: `${this.#network.door.socketUrl}/flash`,
			apiKey: this.account.apiKey,
			backoff: { minMs: 100, maxMs: 1_000 },
			requestTimeoutMs: 5_000,
			onFilled: ({ id }, result) => {
				if ('subintentId' in result) this.filled.add(id)
			},
			onRestart: () => {
				this.readings.push([])
				// It may be an order that the service has lost.
				this.#newest = undefined
			},
			onError: error => this.#refused(error),
		})
	}

	async #read(): Promise<void> {
		const [session] = this.#sessions
		if (session === undefined) return
		for await (const entry of session.fillExecutions({ from: 1 })) this.entries.push(entry)
	}

	/** Gives the same answer whichever session is asked. */
	#answer(order: NewOrder): string {
		const signed = this.#signed.get(order.id) ?? this.#sign(order)
		this.#signed.set(order.id, signed)
		return signed
	}

	#sign({ id, fill }: NewOrder): string {
		const side = fill.buy.symbol === traded.pair.base ? 'bids' : 'asks'
		const base = side === 'bids' ? fill.buy.amount : fill.sell.amount
		this.asked.set(id, { side, base, supplied: this.#supplied[side] })
		this.#taken[side] = Decimal.add(this.#taken[side], base)
		this.#newest = id
		const asked = { role: 'maker' as const, expiresInS: fillExpiresInS }
		return signLimitOrder(this.#network.signing, this.account, fill, asked).signedPartialTransaction
	}

	/** Offers more, through one session or the other. */
	#quote(): void {
		for (const side of ['bids', 'asks'] as const)
			this.#supplied[side] = Decimal.add(this.#supplied[side], suppliedEachTime)
		const levels = (side: Side, price: string) => {
			const amount = Decimal.subtract(this.#supplied[side], this.#taken[side])
			return Decimal.isPositive(amount) ? [{ price, amount }] : []
		}
		const open = this.#sessions.filter(({ isConnected }) => isConnected)
		open[this.#turn++ % open.length]?.setPriceBook({
			pair: traded.pair,
			bids: levels('bids', traded.bid),
			asks: levels('asks', traded.ask),
			...(this.#newest === undefined ? {} : { netOf: this.#newest }),
		})
	}

	#refused(error: unknown): void {
		if (error instanceof ClockError) this.clocksOffS.push(error.aheadMs / 1000)
		else this.refusals.push(error instanceof TradeError ? error.code : String(error))
	}
}

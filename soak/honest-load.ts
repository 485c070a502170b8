import { setTimeout as pause } from 'node:timers/promises'
import { monotonicMs } from '../bench/settle/monotonic.ts'
import type { SplitNetwork } from '../bench/settle/split-network.ts'

/** The times of one honest trade, counted from when it was sent: accepted, and committed by the ledger. */
export type HonestTrade = { readonly acceptedMs: number; readonly committedMs: number }

/** Users who trade at a steady rate, whether or not earlier trades have ended: a slow service does not get less to do. */
export class HonestLoad {
	readonly #network: SplitNetwork
	readonly #everyMs: number
	readonly #under = new Set<Promise<void>>()
	/** Of the current phase. */
	trades: HonestTrade[] = []
	/** The mistakes, in words. */
	readonly failures: string[] = []
	#sent = 0

	constructor(network: SplitNetwork, { perSecond }: { perSecond: number }) {
		this.#network = network
		this.#everyMs = 1000 / perSecond
	}

	get sent(): number {
		return this.#sent
	}

	/** Trades for this long; resolves when all these trades have ended, with how they went. */
	async run(ms: number): Promise<readonly HonestTrade[]> {
		this.trades = []
		const startedMs = monotonicMs()
		for (let due = 0; due < ms; due += this.#everyMs) {
			await pause(Math.max(0, startedMs + due - monotonicMs()))
			const trade = this.#trade().catch(error => void this.failures.push(String(error)))
			this.#under.add(trade)
			void trade.finally(() => this.#under.delete(trade))
		}
		await Promise.all(this.#under)
		return this.trades
	}

	async #trade(): Promise<void> {
		const order = this.#network.signOrder(this.#sent++)
		const committed = this.#network.committed(order)
		const sentMs = monotonicMs()
		await this.#network.dex.submitOrder(order.signedPartialTransaction)
		const acceptedMs = monotonicMs() - sentMs
		this.trades.push({ acceptedMs, committedMs: (await committed) - sentMs })
	}
}

/** The users take turns; each has its own address. */
export function fetchFromManyAddresses(): typeof globalThis.fetch {
	let turn = 0
	return (input, init) => {
		const headers = new Headers(init?.headers)
		turn = (turn + 1) % 200
		headers.set('x-forwarded-for', `198.51.100.${turn + 1}`)
		return fetch(input, { ...init, headers })
	}
}

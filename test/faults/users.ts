import { setTimeout as pause } from 'node:timers/promises'
import { isTerminalOrderState, type OrderStatus, TradeError } from '@accord/protocol'
import { ConnectionError, type DexClient } from '@accord/sdk'
import type { Random } from '../network/mutated-bytes.ts'
import type { Participant } from '../network/participant.ts'
import { limitOrder, type SignedOrder, signLimitOrder } from '../network/test-user.ts'
import type { FaultNetwork } from './fault-network.ts'

/** An order and everything its user was told about it. */
export type PlacedOrder = SignedOrder & {
	isAcknowledged: boolean
	/** Whether it was open while the database lost commits: it may be unknown afterwards, or have gone back. */
	mayBeLost: boolean
	/** The code of its refusal. */
	refusal?: string
	/** What the user was shown last. */
	status?: OrderStatus
}

/**
 * How long users waited for the answer to an order, and to a question about one beyond the time they gave it, with all
 * repetitions. The client repeats a question that a hung node has, once its own time-out has passed.
 */
export type Waits = { readonly orderMs: number; readonly statusMs: number }
const noWaits: Waits = { orderMs: 0, statusMs: 0 }

/** Orders for what makers quote, on both sides of one pair. */
export const traded = { pair: { base: 'XRD', quote: 'xUSDC' }, size: '100', bid: '0.05', ask: '0.06' } as const
const selling = limitOrder({ sell: `${traded.size} XRD`, buy: '5 xUSDC' })
const buying = limitOrder({ sell: '6 xUSDC', buy: `${traded.size} XRD` })

const expiresInS = 18
const betweenTriesMs = 150
const waitS = 3

/** Users who place one order after the other, at the one address, and record the answers. */
export class Users {
	readonly orders: PlacedOrder[] = []
	/** Impossible things that they were told. */
	readonly contradictions: string[] = []
	readonly #network: FaultNetwork
	readonly #random: Random
	#dex: DexClient
	#longestWaits = noWaits
	#isOpen = false
	#isLosing = false
	#working: Promise<unknown> = Promise.resolve()

	constructor(network: FaultNetwork, random: Random) {
		this.#network = network
		this.#random = random
		this.#dex = network.dex
	}

	/** The longest that anyone has waited since {@link begin}. */
	get longestWaits(): Waits {
		return this.#longestWaits
	}

	begin(): void {
		this.#isOpen = true
		this.#longestWaits = noWaits
		this.#working = Promise.all(this.#network.users.map(user => this.#work(user)))
	}

	/** Places no further order; resolves when every order has ended or been given up. */
	async end(): Promise<void> {
		this.#isOpen = false
		await this.#working
	}

	/** From now on requests go to another address of the same nodes; by default to the usual one. */
	use(dex: DexClient = this.#network.dex): void {
		this.#dex = dex
	}

	/** What is open from now on may be lost, until {@link endLoss}. */
	beginLoss(): void {
		this.#isLosing = true
		for (const order of this.orders) order.mayBeLost ||= !hasEnded(order)
	}

	endLoss(): void {
		this.#isLosing = false
	}

	async #work(user: Participant): Promise<void> {
		while (this.#isOpen) {
			const order = this.#sign(user)
			this.orders.push(order)
			await this.#submit(order)
			if (order.isAcknowledged) await this.#follow(order)
			else await pause(betweenTriesMs)
		}
	}

	#sign(user: Participant): PlacedOrder {
		const terms = this.#random(2) === 0 ? selling : buying
		const signed = signLimitOrder(this.#network.signing, user, terms, { expiresInS })
		return { ...signed, isAcknowledged: false, mayBeLost: this.#isLosing }
	}

	/** Sends the same order until it is answered, or can no longer be accepted. */
	async #submit(order: PlacedOrder): Promise<void> {
		const beganAtMs = performance.now()
		while (!order.isAcknowledged && order.refusal === undefined && Date.now() < order.expiresAtS * 1000) {
			try {
				await this.#dex.submitOrder(order.signedPartialTransaction)
				order.isAcknowledged = true
			} catch (error) {
				const code = codeOf(error)
				if (code === undefined || later.has(code)) await pause(betweenTriesMs)
				else order.refusal = code
			}
		}
		this.#noteWait('orderMs', beganAtMs)
	}

	async #follow(order: PlacedOrder): Promise<void> {
		const giveUpMs = order.expiresAtS * 1000 + 30_000
		let beganAtMs = performance.now()
		while (!hasEnded(order) && Date.now() < giveUpMs) {
			try {
				this.#note(order, await this.#dex.order(order.subintentId, { waitSeconds: waitS }))
				this.#noteWait('statusMs', beganAtMs + waitS * 1_000)
				beganAtMs = performance.now()
			} catch (error) {
				const code = codeOf(error)
				if (code === 'unknown_order' && order.mayBeLost) return
				if (code === 'unknown_order')
					return void this.contradictions.push(`${order.subintentId} was accepted and is lost`)
				await pause(betweenTriesMs)
			}
		}
	}

	#noteWait(what: keyof Waits, sinceMs: number): void {
		const waits = this.#longestWaits
		this.#longestWaits = { ...waits, [what]: Math.max(waits[what], performance.now() - sinceMs) }
	}

	/** Statements about an order stay true: its history only grows. */
	#note(order: PlacedOrder, status: OrderStatus): void {
		const before = order.status?.history ?? []
		const goesOn = before.every(({ state }, place) => status.history[place]?.state === state)
		if (!goesOn && !order.mayBeLost)
			this.contradictions.push(`${order.subintentId} went back from ${way(before)} to ${way(status.history)}`)
		order.status = status
	}
}

const later = new Set([
	'busy',
	'rate_limited',
	'database_unavailable',
	'ledger_unavailable',
	'shutting_down',
	'orders_paused',
])

/** Undefined if the result is unknown. */
function codeOf(error: unknown): string | undefined {
	if (error instanceof TradeError) return error.code
	if (error instanceof ConnectionError) return undefined
	throw error
}

function hasEnded({ status }: PlacedOrder): boolean {
	return status !== undefined && isTerminalOrderState(status.state)
}

function way(history: OrderStatus['history']): string {
	return history.map(({ state }) => state).join(' → ')
}

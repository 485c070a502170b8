import { callGateway, type GatewayClient, type LedgerState } from '@accord/ledger'
import type { Clock } from '@accord/protocol'

type Gateway = Pick<GatewayClient, 'ledgerState' | 'balances'>

const recentMs = 500

/** Reads from the ledger for the APIs. Concurrent callers share one request; a failure is `ledger_unavailable`. */
export class LedgerReads {
	readonly #gateway: Gateway
	readonly #clock: Pick<Clock, 'nowMs'>
	#reading: Promise<LedgerState> | undefined
	#last: { readonly requestedAtMs: number; readonly state: LedgerState } | undefined

	constructor({ gateway, clock }: { gateway: Gateway; clock: Pick<Clock, 'nowMs'> }) {
		this.#gateway = gateway
		this.#clock = clock
	}

	/** The ledger's current state. */
	state(): Promise<LedgerState> {
		this.#reading ??= this.#read().finally(() => {
			this.#reading = undefined
		})
		return this.#reading
	}

	/** A state of the ledger that is at most 500 ms old. */
	async recentState(): Promise<LedgerState> {
		const last = this.#last
		if (last !== undefined && this.#clock.nowMs() - last.requestedAtMs <= recentMs) return last.state
		return this.state()
	}

	/** An account's balances, by resource address. */
	async balancesOf(address: string): Promise<ReadonlyMap<string, string>> {
		const { amounts } = await callGateway(() => this.#gateway.balances(address))
		return amounts
	}

	async #read(): Promise<LedgerState> {
		const requestedAtMs = this.#clock.nowMs()
		const state = await callGateway(() => this.#gateway.ledgerState())
		this.#last = { requestedAtMs, state }
		return state
	}
}

import type { GatewayClient, LedgerState } from '@accord/ledger'
import type { Clock } from '@accord/protocol'
import { callGateway } from './call-gateway.ts'

type Gateway = Pick<GatewayClient, 'ledgerState' | 'balances'>

const recentMs = 500

/** What the interfaces read of the ledger. Callers at the same time share one question; a failure is `ledger_unavailable`. */
export class LedgerReads {
	readonly #gateway: Gateway
	readonly #clock: Pick<Clock, 'nowMs'>
	#asking: Promise<LedgerState> | undefined
	#last: { readonly askedAtMs: number; readonly state: LedgerState } | undefined

	constructor({ gateway, clock }: { gateway: Gateway; clock: Pick<Clock, 'nowMs'> }) {
		this.#gateway = gateway
		this.#clock = clock
	}

	/** Where the ledger stands now. */
	state(): Promise<LedgerState> {
		this.#asking ??= this.#ask().finally(() => {
			this.#asking = undefined
		})
		return this.#asking
	}

	/** Where the ledger stood at most 500 ms ago. */
	async recentState(): Promise<LedgerState> {
		const last = this.#last
		if (last !== undefined && this.#clock.nowMs() - last.askedAtMs <= recentMs) return last.state
		return this.state()
	}

	/** What an account holds, by resource address. */
	async balancesOf(address: string): Promise<ReadonlyMap<string, string>> {
		const { amounts } = await callGateway(() => this.#gateway.balances(address))
		return amounts
	}

	async #ask(): Promise<LedgerState> {
		const askedAtMs = this.#clock.nowMs()
		const state = await callGateway(() => this.#gateway.ledgerState())
		this.#last = { askedAtMs, state }
		return state
	}
}

import { callGateway, type GatewayClient, GatewayError, type InstamintState, readInstamint } from '@accord/ledger'
import { type Clock, TradeError } from '@accord/protocol'
import type { Logger } from 'pino'

// The guarantee: a caller gets a state of the component that was read after the call, entirely at one state version and
// only from the ledger.

export type InstamintReadsDeps = {
	readonly gateway: Pick<GatewayClient, 'ledgerState' | 'preview'>
	readonly clock: Pick<Clock, 'nowMs'>
	readonly log: Pick<Logger, 'error'>
	readonly networkId: number
	readonly component: string
}

const recentMs = 5_000

/** Reads the configured Instamint component once for all waiting callers, and again only if the ledger has advanced. */
export class InstamintReads {
	readonly component: string
	readonly #deps: InstamintReadsDeps
	#underWay: Promise<unknown> = Promise.resolve()
	#next: Promise<InstamintState> | undefined
	#last: InstamintState | undefined
	#recent: { readonly requestedAtMs: number; readonly state: InstamintState } | undefined
	#wasReadable = true

	constructor(deps: InstamintReadsDeps) {
		this.component = deps.component
		this.#deps = deps
	}

	/** @throws TradeError `ledger_unavailable`; `instamint_not_offered` if there is no such component on the ledger */
	state(): Promise<InstamintState> {
		// A read in progress may have begun before something that the caller has seen.
		this.#next ??= this.#underWay.then(() => {
			this.#next = undefined
			const reading = this.#read()
			this.#underWay = reading.catch(() => undefined)
			return reading
		})
		return this.#next
	}

	/**
	 * A state at most 5 s old: strangers must not be able to trigger previews as often as they like. Throws like {@link
	 * state}.
	 */
	async recentState(): Promise<InstamintState> {
		const requestedAtMs = this.#deps.clock.nowMs()
		if (this.#recent === undefined || requestedAtMs - this.#recent.requestedAtMs > recentMs)
			this.#recent = { requestedAtMs, state: await this.state() }
		return this.#recent.state
	}

	async #read(): Promise<InstamintState> {
		const { gateway, networkId, component } = this.#deps
		try {
			const ledger = await callGateway(() => gateway.ledgerState())
			if (this.#last?.stateVersion !== ledger.stateVersion)
				this.#last = await callGateway(() => readInstamint(gateway, { component, networkId, ledger }))
			this.#wasReadable = true
			return this.#last
		} catch (error) {
			if (!(error instanceof GatewayError)) throw error
			if (this.#wasReadable) this.#deps.log.error({ err: error }, 'the Instamint component cannot be read')
			this.#wasReadable = false
			throw new TradeError('instamint_not_offered', 'the component cannot be read', { cause: error })
		}
	}
}

import {
	callGateway,
	type GatewayClient,
	GatewayError,
	type InstamintPlace,
	type InstamintState,
	readInstamint,
	readInstamintCustomer,
} from '@accord/ledger'
import { type Clock, TradeError } from '@accord/protocol'
import type { Logger } from 'pino'
import { SharedCalls } from '../gateway/watched-gateway.ts'

// The guarantee: a caller gets a state of the component that was read after the call and only from the ledger, each
// customer at one state version. It can be read however many customers there are, and however fast the ledger advances.

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
	/** Reads in progress: of one customer by its id, or of all of them. */
	readonly #reads = new SharedCalls<InstamintState>()
	#last: InstamintState | undefined
	#recent: { readonly requestedAtMs: number; readonly state: InstamintState } | undefined
	#wasReadable = true

	constructor(deps: InstamintReadsDeps) {
		this.component = deps.component
		this.#deps = deps
	}

	/**
	 * The component with all its customers.
	 * @throws TradeError `ledger_unavailable`; `instamint_not_offered` if there is no such component on the ledger
	 */
	state(): Promise<InstamintState> {
		return this.#reads.call('all', () =>
			this.#read(async place => {
				if (this.#last?.stateVersion !== place.ledger.stateVersion)
					this.#last = await readInstamint(this.#deps.gateway, place)
				return this.#last
			}),
		)
	}

	/** The component with one of its customers, if that exists: a fill need not wait for all others. Throws like {@link state}. */
	stateOf(customerId: number): Promise<InstamintState> {
		return this.#reads.call(String(customerId), () =>
			this.#read(place => readInstamintCustomer(this.#deps.gateway, { ...place, customerId })),
		)
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

	async #read(read: (place: Required<InstamintPlace>) => Promise<InstamintState>): Promise<InstamintState> {
		const { gateway, component, networkId } = this.#deps
		try {
			const ledger = await callGateway(() => gateway.ledgerState())
			const state = await callGateway(() => read({ component, networkId, ledger }))
			this.#wasReadable = true
			return state
		} catch (error) {
			if (!(error instanceof GatewayError)) throw error
			if (this.#wasReadable) this.#deps.log.error({ err: error }, 'the Instamint component cannot be read')
			this.#wasReadable = false
			throw new TradeError('instamint_not_offered', 'the component cannot be read', { cause: error })
		}
	}
}

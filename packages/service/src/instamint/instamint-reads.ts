import { type GatewayClient, type InstamintState, readInstamint } from '@accord/ledger'
import { callGateway } from '../gateway/call-gateway.ts'

// The guarantee: whoever asks gets a state of the component that was read after they asked, all of it at one state version. It
// comes from the ledger alone.

export type InstamintReadsDeps = {
	readonly gateway: Pick<GatewayClient, 'ledgerState' | 'preview'>
	readonly networkId: number
	readonly component: string
}

/** Reads the Instamint component of the configuration, once for all who wait, and again only if the ledger has gone on. */
export class InstamintReads {
	readonly component: string
	readonly #deps: InstamintReadsDeps
	#underWay: Promise<unknown> = Promise.resolve()
	#next: Promise<InstamintState> | undefined
	#last: InstamintState | undefined

	constructor(deps: InstamintReadsDeps) {
		this.component = deps.component
		this.#deps = deps
	}

	/** @throws TradeError `ledger_unavailable`; GatewayError if there is no such component on the ledger */
	state(): Promise<InstamintState> {
		// A reading that is under way may have begun before something that the caller has seen.
		this.#next ??= this.#underWay.then(() => {
			this.#next = undefined
			const reading = this.#read()
			this.#underWay = reading.catch(() => undefined)
			return reading
		})
		return this.#next
	}

	async #read(): Promise<InstamintState> {
		const { gateway, networkId, component } = this.#deps
		const ledger = await callGateway(() => gateway.ledgerState())
		if (this.#last?.stateVersion !== ledger.stateVersion)
			this.#last = await callGateway(() => readInstamint(gateway, { component, networkId, ledger }))
		return this.#last
	}
}

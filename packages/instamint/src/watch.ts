import { GatewayError, type InstamintState } from '@accord/ledger'
import { TradeError } from '@accord/protocol'
import type { ComponentLedger } from './operator-deps.ts'
import type { Paybacks } from './paybacks.ts'

type WatchDeps = {
	readonly ledger: Pick<ComponentLedger, 'state'>
	/** Absent unless both keys are present. */
	readonly paybacks: Pick<Paybacks, 'run'> | undefined
}

/** Reads the component regularly, for paybacks and metrics. */
export class Watch {
	readonly #deps: WatchDeps
	#state: InstamintState | undefined

	constructor(deps: WatchDeps) {
		this.#deps = deps
	}

	/** The component as it was when the ledger last answered. */
	get state(): InstamintState | undefined {
		return this.#state
	}

	/** While the ledger is unavailable it does nothing; the next run reads again. */
	async run(): Promise<'done'> {
		try {
			this.#state = await this.#deps.ledger.state()
			await this.#deps.paybacks?.run(this.#state)
		} catch (error) {
			if (!isUnavailable(error)) throw error
		}
		return 'done'
	}
}

function isUnavailable(error: unknown): boolean {
	// Read failures have been logged already.
	if (error instanceof TradeError) return ['ledger_unavailable', 'instamint_not_offered'].includes(error.code)
	return error instanceof GatewayError && error.kind === 'unavailable'
}

import { GatewayError } from '@accord/ledger'

const triesMax = 4
const betweenTriesMs = 100

/**
 * The state version of the last settlement that the service knows. A replica that has not reached it still shows spent
 * funds, so its answers are not used.
 */
export class SettledVersion {
	#version = 0

	/** Records the state version of a settlement, before the settlement is written. */
	note(stateVersion: number): void {
		this.#version = Math.max(this.#version, stateVersion)
	}

	/**
	 * Repeats a request for a while until the answer includes every settlement.
	 * @throws GatewayError `unavailable` if none does
	 */
	async reached<Answer extends { readonly stateVersion: number }>(ask: () => Promise<Answer>): Promise<Answer> {
		for (let tries = 1; ; tries++) {
			const answer = await ask()
			if (answer.stateVersion >= this.#version) return answer
			if (tries === triesMax) {
				const detail = `the Gateway lags behind: it answered for state version ${answer.stateVersion}, not yet for ${this.#version}`
				throw new GatewayError('unavailable', detail)
			}
			await new Promise(resolve => setTimeout(resolve, betweenTriesMs))
		}
	}
}

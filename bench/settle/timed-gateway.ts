import { GatewayClient } from '@accord/ledger'
import type { Stopwatch } from './stopwatch.ts'

/** The service's connection to the ledger, with a stopwatch on the calls that a trade waits for. */
export class TimedGateway extends GatewayClient {
	readonly #stopwatch: Stopwatch

	constructor(url: string, stopwatch: Stopwatch) {
		super({ url })
		this.#stopwatch = stopwatch
	}

	override preview(...args: Parameters<GatewayClient['preview']>) {
		return this.#stopwatch.time('preview', () => super.preview(...args))
	}

	override ledgerState() {
		return this.#stopwatch.time('state', () => super.ledgerState())
	}

	override balance(address: string, resource: string) {
		return this.#stopwatch.time('balance', () => super.balance(address, resource))
	}

	override subintentStatus(subintentId: string) {
		return this.#stopwatch.time('status', () => super.subintentStatus(subintentId))
	}
}

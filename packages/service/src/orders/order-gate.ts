import { TradeError } from '@accord/protocol'
import type { DiskSpace } from '../db/disk-space.ts'
import type { Loops } from '../loops/loops.ts'

type OrderGateDeps = {
	readonly loops: Pick<Loops, 'stalls'>
	readonly disk: Pick<DiskSpace, 'shortage'>
}

const retryAfterS = 5

/** Whether new orders are accepted: an order is only begun if it can be carried to its end. */
export class OrderGate {
	readonly #deps: OrderGateDeps

	constructor(deps: OrderGateDeps) {
		this.#deps = deps
	}

	/** @throws TradeError `orders_paused` while a loop that carries orders forward is stalled */
	requireLoops(): void {
		const [stall] = this.#deps.loops.stalls()
		if (stall !== undefined) throw paused(stall)
	}

	/** @throws TradeError `orders_paused` while the disk has only enough room to finish open orders */
	requireRoom(): void {
		const shortage = this.#deps.disk.shortage()
		if (shortage !== undefined) throw paused(`database: ${shortage}`)
	}
}

function paused(reason: string): TradeError {
	return new TradeError('orders_paused', reason, { extra: { retry_after_s: retryAfterS } })
}

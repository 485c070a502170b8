import { type Clock, Decimal, type Fee, type LimitOrder, quoteFee, TradeError, totalWithdrawn } from '@accord/protocol'
import type { NewOrder, NewOrderAnswer } from '@accord/sdk/maker'
import { type Log, messageOf } from '../log.ts'
import type { Inventory } from './inventory.ts'
import { judgeNewOrder } from './judge-new-order.ts'
import type { MakerTerms } from './maker-terms.ts'
import type { Pricing } from './quote-books.ts'
import { type FillSigner, signFill } from './sign-fill.ts'

// The service takes fills that live at least 10 s from receipt; the second and a bit above that is for the way there. The
// shortest is the best: until it expires a fill can be settled without its order.
const fillLifetimeS = 12
// Ledger time may lag a little, so a promise outlives its fill.
const promiseLifetimeS = fillLifetimeS + 30

export type FillDeskOptions = {
	terms: MakerTerms
	pricing: Pricing
	signer: FillSigner
	inventory: Inventory
	clock: Clock
	log: Log
}

/** Decides every new order from the maker's own prices and balances, and signs the fills. */
export class FillDesk {
	readonly #options: FillDeskOptions
	/** The ledger's epoch as last heard; a fill begins in it. */
	epoch = 0

	constructor(options: FillDeskOptions) {
		this.#options = options
	}

	answer(order: NewOrder): NewOrderAnswer {
		const { terms, pricing, signer, inventory, clock } = this.#options
		const objection = judgeNewOrder(order, { ...terms, pricing })
		if (objection !== undefined) return this.#refuse(order, objection)
		const fee = this.#feeOf(order.fill)
		const nowS = Math.floor(clock.nowMs() / 1000)
		const promise = {
			symbol: fee.symbol,
			amount: totalWithdrawn(order.fill.sell, fee),
			untilMs: (nowS + promiseLifetimeS) * 1000,
		}
		if (!inventory.reserve(order.id, promise)) return this.#refuse(order, 'funds')
		const fill = { order: order.fill, fee, epoch: this.epoch, expiresAtS: nowS + fillLifetimeS }
		return signFill(signer, fill).signedPartialTransaction
	}

	/** What came of a fill that was handed in. */
	filled(order: NewOrder, result: { subintentId: string } | { error: unknown }): void {
		const { inventory, log } = this.#options
		const fill = describe(order.fill)
		if ('subintentId' in result) {
			log.info(`filled ${fill}`)
			return
		}
		log.warn(`could not fill ${fill}: ${messageOf(result.error)}`)
		// After a lost connection the service may have it all the same: then the promise stands until it is over.
		if (isRefusal(result.error)) inventory.release(order.id)
	}

	#refuse(order: NewOrder, reason: string): 'reject' {
		this.#options.log.info(`refused ${describe(order.fill)}: ${reason}`)
		return 'reject'
	}

	#feeOf({ sell }: LimitOrder): Fee {
		const { feeInfo, level, tokens } = this.#options.terms
		const divisibility = tokens.get(sell.symbol)?.divisibility ?? 0
		return quoteFee({ feeInfo, level, role: 'maker', sell, divisibility })
	}
}

function isRefusal(error: unknown): boolean {
	return error instanceof TradeError && error.code !== 'connection_closed' && error.code !== 'request_timeout'
}

function describe({ sell, buy }: LimitOrder): string {
	return `${Decimal.format(sell.amount)} ${sell.symbol} for ${Decimal.format(buy.amount)} ${buy.symbol}`
}

import { type Clock, Decimal, type OrderToSign, type PriceBook, UnsignableError } from '@accord/protocol'
import { checkFill } from '@accord/sdk/codec'
import type { FillResult, NewOrder, NewOrderAnswer } from '@accord/sdk/maker'
import { type Log, messageOf } from '../log.ts'
import type { Inventory } from '../maker/inventory.ts'
import type { TermsOfService } from '../maker/maker-terms.ts'
import { fillLifetimeS, isFillRefused, promiseLifetimeS, type SigningContext, signFill } from '../maker/sign-fill.ts'

type Options = {
	readonly terms: Pick<TermsOfService, 'current'>
	readonly signing: SigningContext
	readonly inventory: Inventory
	/** The books that orders may have been matched with, by this computer's clock. */
	readonly honoured: (nowMs: number) => readonly PriceBook[]
	readonly clock: Pick<Clock, 'nowMs'>
	readonly log: Log
}

/** Decides every new order from the maker's own books and balances; signs only what `checkFill` computed. */
export class HedgedFills {
	/** The ledger's epoch as last read; a fill starts in it. */
	epoch = 0
	readonly #options: Options

	constructor(options: Options) {
		this.#options = options
	}

	/** The signed fill, or a refusal; `serviceNowMs` is the service's clock, by which deadlines count. */
	answer(order: NewOrder, serviceNowMs: number): NewOrderAnswer {
		const { inventory, signing, log } = this.#options
		try {
			const toSign = this.#check(order, serviceNowMs)
			const { platformAmount, settlementAmount } = toSign.fee
			const amount = Decimal.sum([toSign.sell.amount, platformAmount, settlementAmount])
			const nowS = Math.floor(serviceNowMs / 1000)
			const untilMs = (nowS + promiseLifetimeS) * 1000
			if (!inventory.reserve(order.id, { symbol: order.fill.sell.symbol, amount, untilMs }))
				throw new Error('the account does not hold that')
			return signFill(toSign, signing, { epoch: this.epoch, expiresAtS: nowS + fillLifetimeS })
		} catch (error) {
			log.info(`refused order ${order.id}: ${messageOf(error)}`)
			return 'reject'
		}
	}

	/** Records how the service answered a fill. */
	filled(order: NewOrder, result: FillResult): void {
		if ('error' in result && isFillRefused(result.error)) this.#options.inventory.release(order.id)
	}

	/** @throws UnsignableError if the order is at the prices of none of the books */
	#check(order: NewOrder, nowMs: number): OrderToSign {
		const { terms, signing, honoured, clock } = this.#options
		const { feeInfo, level } = terms.current
		let refused = new UnsignableError('price', 'nothing is quoted')
		for (const book of honoured(clock.nowMs())) {
			try {
				const { account, signerTerms } = signing
				return checkFill(order, { terms: signerTerms, account, feeInfo, level, books: [book], nowMs })
			} catch (error) {
				if (!(error instanceof UnsignableError)) throw error
				refused = error
			}
		}
		throw refused
	}
}

import {
	type Clock,
	Decimal,
	type Fee,
	type LimitOrder,
	mintPrefix,
	type OrderToSign,
	orderToSign,
	quoteFee,
	totalWithdrawn,
} from '@accord/protocol'
import type { FillResult, NewOrder, NewOrderAnswer } from '@accord/sdk/maker'
import { type Log, messageOf } from '../log.ts'
import type { Credit, InstamintTerms } from './credit.ts'
import type { Inventory } from './inventory.ts'
import type { MakerPrices } from './maker-prices.ts'
import type { TermsOfService } from './maker-terms.ts'
import { fillLifetimeS, isFillRefused, promiseLifetimeS, type SigningContext, signFill } from './sign-fill.ts'
import { validateNewOrder } from './validate-new-order.ts'

export type FillHandlerOptions = {
	readonly terms: Pick<TermsOfService, 'current'>
	readonly prices: Pick<MakerPrices, 'honoured'>
	readonly signing: SigningContext
	readonly inventory: Inventory
	/** The Instamint component, if the maker may mint what it lacks. */
	readonly instamint?: { readonly terms: InstamintTerms; readonly credit: Credit } | undefined
	readonly clock: Clock
	readonly log: Log
}

/** The contents of a fill other than the traded amounts. */
type FillTerms = { readonly fee: Fee; readonly minted: Decimal; readonly expiresAtS: number }

/** Decides every new order from the maker's own prices and balances, and signs the fills. */
export class FillHandler {
	readonly #options: FillHandlerOptions
	/** The ledger's epoch as last read; a fill starts in it. */
	epoch = 0

	constructor(options: FillHandlerOptions) {
		this.#options = options
	}

	answer(order: NewOrder): NewOrderAnswer {
		const { terms, prices, inventory, clock } = this.#options
		const nowMs = clock.nowMs()
		const violation = validateNewOrder(order, { ...terms.current, pricings: prices.honoured, nowMs })
		if (violation !== undefined) return this.#reject(order, violation)
		const fee = this.#feeOf(order.fill)
		const toSign = this.#orderToSign(order.fill, fee)
		if (toSign === undefined) return 'reject'
		const nowS = Math.floor(nowMs / 1000)
		const amount = totalWithdrawn(order.fill.sell, fee)
		const minted = inventory.promised(order.id)?.minted ?? this.#toMint(fee.symbol, amount)
		const promise = { symbol: fee.symbol, amount, minted, untilMs: (nowS + promiseLifetimeS) * 1000 }
		if (!inventory.reserve(order.id, promise)) return this.#reject(order, 'funds')
		return this.#sign(toSign, { minted, expiresAtS: nowS + fillLifetimeS })
	}

	/** The amounts already agree with the maker's own prices; undefined if the fee or a token is not one it knows. */
	#orderToSign(fill: LimitOrder, fee: Fee): OrderToSign | undefined {
		const { signing, log } = this.#options
		const proposed = { account: signing.account, limitOrder: fill, fee }
		try {
			return orderToSign(proposed, signing.signerTerms, { sell: fill.sell.amount, atLeast: fill.buy.amount })
		} catch (error) {
			log.warn(`refused ${describe(fill)}: ${messageOf(error)}`)
			return undefined
		}
	}

	/** How much the maker lacks, if Instamint can mint it; otherwise nothing. */
	#toMint(symbol: string, amount: Decimal): Decimal {
		const { inventory, instamint } = this.#options
		const free = inventory.free(symbol)
		const short = Decimal.isPositive(free) ? Decimal.subtract(amount, free) : amount
		if (instamint === undefined || !Decimal.isPositive(short)) return Decimal.zero
		return instamint.credit.mintable(symbol, inventory.minting()) < short ? Decimal.zero : short
	}

	/** Records how the service answered a fill. */
	filled(order: NewOrder, result: FillResult): void {
		const { inventory, log } = this.#options
		const fill = describe(order.fill)
		if ('subintentId' in result) {
			log.info(`filled ${fill}`)
			return
		}
		if (isFillRefused(result.error)) inventory.release(order.id)
	}

	#reject(order: NewOrder, reason: string): 'reject' {
		this.#options.log.info(`refused ${describe(order.fill)}: ${reason}`)
		return 'reject'
	}

	#feeOf({ sell }: LimitOrder): Fee {
		const { feeInfo, level, tokens } = this.#options.terms.current
		const divisibility = tokens.get(sell.symbol)?.divisibility ?? 0
		return quoteFee({ feeInfo, level, role: 'maker', sell, divisibility })
	}

	#sign(order: OrderToSign, { minted, expiresAtS }: Pick<FillTerms, 'minted' | 'expiresAtS'>): string {
		const { signing, instamint } = this.#options
		const { account } = signing
		const { resource } = order.sell
		const prefix =
			instamint === undefined || !Decimal.isPositive(minted)
				? []
				: [mintPrefix({ ...instamint.terms, account, resource, amount: minted })]
		return signFill(order, signing, { epoch: this.epoch, expiresAtS, prefix })
	}
}

function describe({ sell, buy }: LimitOrder): string {
	return `${Decimal.format(sell.amount)} ${sell.symbol} for ${Decimal.format(buy.amount)} ${buy.symbol}`
}

import type { DexOptions, SignCancellation } from '@accord/sdk'
import type { ErrorClass, ErrorName } from './errors.ts'
import type { SignOrder } from './place-order.ts'

export type AccordExchangeOptions = DexOptions & {
	/** The account that trades; without it only public methods work. */
	readonly account?: string
	/** Signs an order, or throws. The exchange never has a key. */
	readonly sign?: SignOrder
	/** Signs the cancellation of an order. */
	readonly signCancellation?: SignCancellation
	/** The Gateway that `fetchBalance` asks: balances are the ledger's, not the service's. */
	readonly gatewayUrl?: string
	/** How much worse than the book's price a market order may be: '0.5%', or the fraction '0.005'. */
	readonly slippage?: string
	/** Error classes to throw: pass `ccxt`, and `instanceof ccxt.BadSymbol` holds. */
	readonly errors?: Readonly<Partial<Record<ErrorName, ErrorClass>>>
}

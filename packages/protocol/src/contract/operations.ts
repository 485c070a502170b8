import type { Operation } from './operation.ts'
import { constructionOperations } from './operations/construction-operations.ts'
import { makerOperations } from './operations/maker-operations.ts'
import { marketOperations } from './operations/market-operations.ts'
import { orderBookOperations } from './operations/order-book-operations.ts'
import { orderOperations } from './operations/order-operations.ts'
import { quoteOperation } from './operations/quote-operation.ts'
import { serviceOperations } from './operations/service-operations.ts'
import { tradeOperations } from './operations/trade-operations.ts'

/** Every endpoint of the REST interface. */
export const operations: readonly Operation[] = [
	...marketOperations,
	...orderBookOperations,
	quoteOperation,
	...orderOperations,
	...tradeOperations,
	...constructionOperations,
	...makerOperations,
	...serviceOperations,
]

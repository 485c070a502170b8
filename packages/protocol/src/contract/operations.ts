import { combinedStreamOperations } from './operations/combined-stream-operations.ts'
import { constructionOperations } from './operations/construction-operations.ts'
import { documentOperations } from './operations/document-operations.ts'
import { instamintOperations } from './operations/instamint-operations.ts'
import { integratorOperations } from './operations/integrator-operations.ts'
import { makerOperations } from './operations/maker-operations.ts'
import { marketListOperations } from './operations/market-list-operations.ts'
import { marketOperations } from './operations/market-operations.ts'
import { operatorAccessOperations } from './operations/operator-access-operations.ts'
import { operatorDatabaseOperations } from './operations/operator-database-operations.ts'
import { operatorInstamintOperations } from './operations/operator-instamint-operations.ts'
import { operatorIntegratorOperations } from './operations/operator-integrator-operations.ts'
import {
	operatorKeyOperations,
	operatorLevelOperations,
	operatorMakerOperations,
} from './operations/operator-maker-operations.ts'
import { operatorOrderOperations } from './operations/operator-order-operations.ts'
import { operatorReconciliationOperations } from './operations/operator-reconciliation-operations.ts'
import { operatorServiceOperations } from './operations/operator-service-operations.ts'
import { operatorSettingsOperations } from './operations/operator-settings-operations.ts'
import { orderBookOperations } from './operations/order-book-operations.ts'
import { orderOperations } from './operations/order-operations.ts'
import { pageOperations } from './operations/page-operations.ts'
import { healthOperations, serviceOperations } from './operations/service-operations.ts'
import { tradesOperations } from './operations/trades-operations.ts'

/** Every operation of the REST interface for participants, by its id. */
export const operations = {
	...marketOperations,
	...orderBookOperations,
	...orderOperations,
	...tradesOperations,
	...combinedStreamOperations,
	...marketListOperations,
	...integratorOperations,
	...constructionOperations,
	...makerOperations,
	...instamintOperations,
	...serviceOperations,
	...healthOperations,
	...pageOperations,
	...documentOperations,
}

/** Every operation of the operator's own interface, by its id. */
export const operatorOperations = {
	...operatorServiceOperations,
	...operatorMakerOperations,
	...operatorKeyOperations,
	...operatorLevelOperations,
	...operatorIntegratorOperations,
	...operatorOrderOperations,
	...operatorAccessOperations,
	...operatorDatabaseOperations,
	...operatorReconciliationOperations,
	...operatorSettingsOperations,
	...operatorInstamintOperations,
}

import type { Operation } from '../operation.ts'
import { operatorMakerOperations } from './operator-maker-operations.ts'
import { operatorOrderOperations } from './operator-order-operations.ts'
import { operatorServiceOperations } from './operator-service-operations.ts'

/** Every endpoint of the operator's own interface, which is no part of the one for participants. */
export const operatorOperations: readonly Operation[] = [
	...operatorServiceOperations,
	...operatorMakerOperations,
	...operatorOrderOperations,
]

import type { Case } from './arena.ts'
import { lieCases } from './cases-lies.ts'
import { lineCases } from './cases-line.ts'
import { logCases } from './cases-log.ts'
import { orderCases } from './cases-orders.ts'
import { startCases } from './cases-start.ts'
import { stopCases } from './cases-stop.ts'

/** All cases, in the order in which they are run. The maker is stopped at the end. */
export const cases: readonly Case[] = [
	...startCases,
	...orderCases,
	...lieCases,
	...lineCases,
	...logCases,
	...stopCases,
]

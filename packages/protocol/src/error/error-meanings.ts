import type { ErrorCode } from './error-table.ts'
import { bytesMeanings } from './table/bytes-errors.ts'
import { fillMeanings } from './table/fill-errors.ts'
import { operatorMeanings } from './table/operator-errors.ts'
import { requestMeanings } from './table/request-errors.ts'
import { serviceMeanings } from './table/service-errors.ts'
import { validationMeanings } from './table/validation-errors.ts'

/** For the docs: when each error is returned, and what to do. Separate from the table, so that pages need not load it. */
export const errorMeanings: Readonly<Record<ErrorCode, string>> = {
	...requestMeanings,
	...bytesMeanings,
	...validationMeanings,
	...fillMeanings,
	...operatorMeanings,
	...serviceMeanings,
}

import type { TestName } from '../../scripts/conformance/row.ts'
import { documents } from './documented.ts'

type OperationOfDocument = { readonly operationId: string; readonly responses: Readonly<Record<string, unknown>> }

/** Statuses that no recorded service can give, and the tests that show them elsewhere. */
export const shownElsewhere: Readonly<Record<string, TestName>> = {
	// The page is whatever was built here, or nothing.
	'getPage 200':
		'packages/service/src/api/page/page-routes.test.ts: browsers are told to run nothing inline, and to ask nobody but this service and the Gateway',
	'getPage 304': 'packages/service/src/api/page/page-routes.test.ts: an unchanged page is not sent again',
	'getPage 404':
		'packages/service/src/api/page/page-routes.test.ts: error: without a build only the page is missing, and it says how to make it',
}

/** Every status that the OpenAPI document has, by operation: `getOrderStatus 404`. */
export function documentedStatuses(): string[] {
	const paths = Object.values(documents.rest.paths) as Record<string, OperationOfDocument>[]
	const operations = paths.flatMap(path => Object.values(path))
	return operations.flatMap(({ operationId, responses }) =>
		Object.keys(responses).map(status => `${operationId} ${status}`),
	)
}

/** The documented statuses that are not among what was recorded: lines like `getOrderStatus 404 unknown_order`. */
export function unseenStatuses(recorded: readonly string[]): string[] {
	const seen = new Set(recorded.map(line => line.split(' ', 2).join(' ')))
	return documentedStatuses().filter(status => !seen.has(status) && shownElsewhere[status] === undefined)
}

import { conformanceRows } from '../../scripts/generate-conformance.ts'
import { documents } from './documented.ts'

type OperationOfDocument = { readonly operationId: string; readonly responses: Readonly<Record<string, unknown>> }

/**
 * Statuses that no recorded service can return, because they depend on whether the page was built here: other tests show
 * them.
 */
export const shownElsewhere: readonly string[] = conformanceRows('status').map(({ what }) => what)

/** Every status in the OpenAPI document, by operation: `getOrderStatus 404`. */
export function documentedStatuses(): string[] {
	const paths = Object.values(documents.rest.paths) as Record<string, OperationOfDocument>[]
	const operations = paths.flatMap(path => Object.values(path))
	return operations.flatMap(({ operationId, responses }) =>
		Object.keys(responses).map(status => `${operationId} ${status}`),
	)
}

/** The documented statuses missing from the record: lines like `getOrderStatus 404 unknown_order`. */
export function unseenStatuses(recorded: readonly string[]): string[] {
	const seen = new Set(recorded.map(line => line.split(' ', 2).join(' ')))
	return documentedStatuses().filter(status => !seen.has(status) && !shownElsewhere.includes(status))
}

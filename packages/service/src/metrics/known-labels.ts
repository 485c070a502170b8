import { closeCodes, type ErrorCode, errorTable } from '@accord/protocol'
import { errorsOf, flashContract, flashErrorsOf, type Operation, operations } from '@accord/protocol/contract'

// Guarantee: what the documents promise can be counted is there from 0 on, so that the first of a kind shows as an increase.

/** What an order can be refused with. */
export const orderRefusals: readonly ErrorCode[] = errorsOf(operations.submitOrder)

/** What a fill can be refused with. */
export const fillRefusals: readonly ErrorCode[] = flashContract
	.filter(({ id }) => id === 'fillOrder')
	.flatMap(flashErrorsOf)

/** `METHOD route status` of every documented answer of the public port. */
export const requestLabels: readonly string[] = [
	...Object.values<Operation>(operations).flatMap(labelsOf),
	...['GET', 'POST'].map(method => `${method} none 404`),
]

/** `interface code` of every way in which the service closes a WebSocket, or its client does. */
export const closedSocketLabels: readonly string[] = ['flash', 'solver'].flatMap(name =>
	[1000, 1005, 1006, ...Object.values(closeCodes)].map(code => `${name} ${code}`),
)

function labelsOf(operation: Operation): string[] {
	const { method, path, answers } = operation
	const refused = errorsOf(operation).map(code => errorTable[code].httpStatus)
	const statuses = new Set([...answers.map(({ status }) => status), ...refused, 500])
	const route = path.replace(/\{(\w+)\}/g, ':$1')
	return [...statuses].map(status => `${method.toUpperCase()} ${route} ${status}`)
}

import { channelMessages, type Message } from './async-api-messages.ts'
import type { Components, JsonSchema } from './components.ts'
import { solverContract, solverQuery } from './solver/solver-contract.ts'

/** Every message of the solver stream. */
export function solverMessages({ refer }: Components): Record<string, Message> {
	return Object.fromEntries(
		solverContract.map(({ id, name, summary, message }) => [
			id,
			{ name, title: name, summary, payload: refer(message.schema), examples: [{ payload: message.example }] },
		]),
	)
}

/** What the service sends to solvers. */
export function solverOperations(): Record<string, unknown> {
	return Object.fromEntries(
		solverContract.map(({ id, summary, description, specification }) => [
			id,
			{
				action: 'send',
				channel: { $ref: '#/channels/solver' },
				summary,
				...(description === undefined ? {} : { description }),
				messages: channelMessages('solver', [id]),
				'x-specification': specification ?? 'addition',
			},
		]),
	)
}

/** The query of the connection request, written out as a binding wants it. */
export function solverQuerySchema({ refer, schemas }: Components): JsonSchema {
	const { $ref } = refer(solverQuery.schema)
	return typeof $ref === 'string' ? (schemas[$ref.slice($ref.lastIndexOf('/') + 1)] ?? {}) : {}
}

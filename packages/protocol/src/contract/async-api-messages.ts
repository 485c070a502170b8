import type { JsonSchema } from './components.ts'

/** One message of the document. */
export type Message = {
	readonly name: string
	readonly title: string
	readonly summary?: string
	readonly payload: JsonSchema
	readonly examples?: readonly { readonly payload: unknown }[]
}

/** References to messages of the components, as a channel lists them. */
export function messageReferences(ids: readonly string[]): Record<string, unknown> {
	return Object.fromEntries(ids.map(id => [id, { $ref: `#/components/messages/${id}` }]))
}

/** References to messages of a channel, as an operation lists them. */
export function channelMessages(channel: 'flash' | 'solver', ids: readonly string[]) {
	return ids.map(id => ({ $ref: `#/channels/${channel}/messages/${id}` }))
}

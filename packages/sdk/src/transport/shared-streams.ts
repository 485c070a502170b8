import { SharedConnection } from './shared-connection.ts'

type Fetch = typeof globalThis.fetch

/** The address of a stream that GET /trade/stream can follow: where the API is, and the stream's path and query. */
const followable = /^(.*)(\/trade\/(?:(?:order_book|trades)\/stream\?.*|orders\/\w+\/events))$/

/**
 * A `fetch` with which all tabs of an origin have one connection for all their streams of books, trades and orders: one
 * tab reads and tells the others, and if it closes, another one takes its place. Where browsers have no Web Locks or
 * BroadcastChannel (pages that came neither by HTTPS nor from this computer, Node below 24), and for all other requests,
 * it is the given `fetch`.
 * @example new DexClient({ baseUrl, fetch: sharedStreams() })
 */
export function sharedStreams(fetch: Fetch = (input, init) => globalThis.fetch(input, init)): Fetch {
	if (globalThis.navigator?.locks === undefined || typeof BroadcastChannel === 'undefined') return fetch
	const connections = new Map<string, SharedConnection>()
	return (input, init) => {
		const [, base, stream] = followable.exec(String(input instanceof Request ? input.url : input)) ?? []
		if (base === undefined || stream === undefined || init?.signal?.aborted === true) return fetch(input, init)
		const connection = connections.get(base) ?? new SharedConnection(fetch, base, () => connections.delete(base))
		connections.set(base, connection)
		return connection.follow(stream, init?.signal ?? undefined)
	}
}

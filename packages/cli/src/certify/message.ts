// biome-ignore lint/suspicious/noExplicitAny: a maker's messages, which may be anything, looked into member by member
export type Json = any

/** A message of JSON-RPC 2.0 as it passed, and when. */
export type Message = { readonly atMs: number; readonly body: Json }

/** Resolves as soon as `find` returns something. @throws Error saying what did not happen in time */
export async function within<Found>(ms: number, what: string, find: () => Found | undefined | false): Promise<Found> {
	for (const endMs = Date.now() + ms; ; await new Promise(resolve => setTimeout(resolve, 20))) {
		const found = find()
		if (found !== undefined && found !== false) return found
		if (Date.now() > endMs) throw new Error(`${what} did not happen within ${ms / 1000} s`)
	}
}

/** @throws Error with the text */
export function must(condition: boolean, text: string): asserts condition {
	if (!condition) throw new Error(text)
}

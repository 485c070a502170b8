/** Shortens an id or address in the middle: `subtxid_sim1qxy…k3f8z2`. */
export function shortId(text: string, { head = 16, tail = 6 }: { head?: number; tail?: number } = {}): string {
	return text.length <= head + tail + 1 ? text : `${text.slice(0, head)}…${text.slice(-tail)}`
}

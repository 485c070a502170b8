import type { Pair } from '@accord/sdk'

const storageKey = 'accord.pair'

/** The pair of a text such as `XRD/xUSDC`, if it is one of those traded. */
export function pairFromText(text: string | null, pairs: readonly Pair[]): Pair | undefined {
	return pairs.find(({ base, quote }) => `${base}/${quote}` === text)
}

/** The pair looked at last in this browser, else the first. */
export function readChosenPair(pairs: readonly Pair[]): Pair | undefined {
	try {
		return pairFromText(localStorage.getItem(storageKey), pairs) ?? pairs[0]
	} catch {
		return pairs[0]
	}
}

/** Keeps it for the next visit. */
export function writeChosenPair({ base, quote }: Pair): void {
	try {
		localStorage.setItem(storageKey, `${base}/${quote}`)
	} catch {
		// Without storage the next visit begins with the first pair.
	}
}

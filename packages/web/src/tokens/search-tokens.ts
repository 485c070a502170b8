import type { Token } from '@accord/protocol'

/** A token in the list, and what the other side becomes if it cannot stay. */
export type ListedToken = { readonly token: Token; readonly displaced: string | undefined }

/** The tokens that are traded for the other side's, then the rest; with a query, only those it finds, best first. */
export function searchTokens(listed: readonly ListedToken[], query: string): readonly ListedToken[] {
	const wanted = plain(query)
	const found = listed.flatMap(each => {
		const rank = rankOf(each.token, wanted)
		return rank === undefined ? [] : [{ each, rank: each.displaced === undefined ? rank : rank + unreachable }]
	})
	return found.toSorted((one, other) => one.rank - other.rank).map(({ each }) => each)
}

/** Any token of the first group comes before any of the second. */
const unreachable = 10
/** Every address starts alike, so that fewer characters would find everything. */
const addressMin = 12

/** The lower, the better; undefined if the token is not found. An address is found by its start, end or whole. */
function rankOf({ symbol, name, resourceAddress }: Token, wanted: string): number | undefined {
	if (wanted === '') return 0
	const [own, long] = [plain(symbol), plain(name)]
	if (own === wanted) return 0
	if (own.startsWith(wanted)) return 1
	if (long.split(/\s+/).some(word => word.startsWith(wanted))) return 2
	if (own.includes(wanted) || long.includes(wanted)) return 3
	const isStart = wanted.length >= addressMin && resourceAddress.startsWith(wanted)
	return isStart || (wanted.length >= 4 && resourceAddress.endsWith(wanted)) ? 4 : undefined
}

function plain(text: string): string {
	return text.normalize('NFKC').trim().toLowerCase()
}

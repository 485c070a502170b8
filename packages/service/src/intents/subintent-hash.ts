import { parseSubintentId } from '@accord/ledger'

/** The hash in a subintent id, by which its order or fill is found; undefined if the text is no subintent id. */
export function subintentHashIn(id: string): string | undefined {
	try {
		return parseSubintentId(id).hash
	} catch {
		return undefined
	}
}

import { parseSubintentId } from '@accord/ledger'
import { type RawBuilder, sql } from 'kysely'

/** The hash in a subintent id, by which its order or fill is found; undefined if the text is no subintent id. */
export function subintentHashIn(id: string): string | undefined {
	try {
		return parseSubintentId(id).hash
	} catch {
		return undefined
	}
}

/** Whether a row of `order` has this id. It is found by the hash in it, which an id of another network may have, too. */
export function orderHasId(subintentId: string): RawBuilder<boolean> {
	const hash = subintentHashIn(subintentId) ?? ''
	return sql`("order".subintent_hash = ${hash} and "order".subintent_id = ${subintentId})`
}

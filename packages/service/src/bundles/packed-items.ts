import { deflateRawSync, inflateRawSync } from 'node:zlib'
import type { Selectable } from 'kysely'
import type { BundleTable } from '../db/tables.ts'

// An item contains what the user or maker signed, which is stored too: with that as the dictionary, the items of a
// bundle take a fifth of their bytes.

/** Long items are not packed, since that would take the main thread too long. */
const packedCharactersMax = 65_536

/**
 * The items of a bundle, packed, in hex; undefined if they are too long. `inner`: the signed bytes that they wrap, in the
 * same order. All are hex.
 */
export function packItems(items: readonly string[], inner: readonly string[]): string | undefined {
	if (items.reduce((sum, item) => sum + item.length, 0) > packedCharactersMax) return undefined
	const measured = items.flatMap(item => {
		const length = Buffer.alloc(4)
		length.writeUInt32BE(item.length / 2)
		return [length, Buffer.from(item, 'hex')]
	})
	return deflateRawSync(Buffer.concat(measured), { dictionary: dictionaryOf(inner) }).toString('hex')
}

/** The items that were packed with the same `inner`. */
export function unpackItems(packed: Uint8Array, inner: readonly string[]): readonly string[] {
	const bytes = inflateRawSync(packed, { dictionary: dictionaryOf(inner) })
	const items: string[] = []
	for (let at = 0; at < bytes.length; ) {
		const end = at + 4 + bytes.readUInt32BE(at)
		items.push(bytes.toString('hex', at + 4, end))
		at = end
	}
	return items
}

/** The items of a bundle's row; `inner`: the signed bytes of its order and fills, by their subintent ids. */
export function itemsOf(
	{ items, packed_items: packed, subintent_ids: ids }: BundleItems,
	inner: ReadonlyMap<string, string>,
): readonly string[] {
	if (packed === null || items.length > 0) return items
	return unpackItems(
		packed,
		ids.map(id => inner.get(id) ?? ''),
	)
}

type BundleItems = Pick<Selectable<BundleTable>, 'items' | 'packed_items' | 'subintent_ids'>

function dictionaryOf(inner: readonly string[]): Buffer {
	return Buffer.from(inner.join(''), 'hex')
}

import { deflateRawSync, inflateRawSync } from 'node:zlib'
import type { Selectable } from 'kysely'
import type { BundleTable, OrderTable } from '../db/tables.ts'
import { packingDictionary } from './packing-dictionary.ts'

// An item contains what the user or maker signed, and bundles and records are much alike: packed together, with typical
// ones as the dictionary, the record, the signed bytes and the items of a bundle take a sixth of their bytes.

/** Long items are not packed, since that would take the main thread too long. */
const packedCharactersMax = 131_072

/** The bytes of a bundle and its order's record, packed, in hex; undefined if they are too long. */
export function packBundle({ inner, items, record }: BundleBytes): string | undefined {
	const all = [...inner, ...items]
	if (all.reduce((sum, hex) => sum + hex.length, 2 * record.length) > packedCharactersMax) return undefined
	const parts = [...all.map(hex => Buffer.from(hex, 'hex')), ...(record === '' ? [] : [Buffer.from(record)])]
	const measured = parts.flatMap(bytes => {
		const length = Buffer.alloc(4)
		length.writeUInt32BE(bytes.length)
		return [length, bytes]
	})
	return deflateRawSync(Buffer.concat(measured), { dictionary: packingDictionary }).toString('hex')
}

/** What was packed. */
export function unpackBundle(packed: Uint8Array): BundleBytes {
	const all = unpack(packed, packingDictionary)
	const bundled = all.length >> 1
	const [record = ''] = all.slice(2 * bundled)
	return {
		inner: all.slice(0, bundled),
		items: all.slice(bundled, 2 * bundled),
		record: Buffer.from(record, 'hex').toString(),
	}
}

/** What is kept of a bundle that has ended. */
export type BundleBytes = {
	/** The signed bytes of the order and its fills, in hex. */
	readonly inner: readonly string[]
	/** The items that wrap them, in the same order, in hex. */
	readonly items: readonly string[]
	/** The order's record; empty if there is none. */
	readonly record: string
}

type SignedRow = { readonly subintent_id: string; readonly signed_partial_transaction: string }
/** The columns of a bundle's row that hold its bytes. */
export type BundleByteColumns = Pick<
	Selectable<BundleTable>,
	'items' | 'packed_items' | 'packed_bytes' | 'subintent_ids'
>

/** The items of a bundle's row, and the signed bytes by their subintent ids, wherever they are kept. */
export function bytesOf(
	bundle: BundleByteColumns | undefined,
	rows: readonly SignedRow[],
): { readonly items: readonly string[]; readonly inner: ReadonlyMap<string, string> } {
	const inner = new Map(rows.map(row => [row.subintent_id, row.signed_partial_transaction]))
	if (bundle === undefined || bundle.items.length > 0) return { items: bundle?.items ?? [], inner }
	const { subintent_ids: ids, packed_items: packed, packed_bytes: all } = bundle
	// A row of an earlier version has its items packed with the signed bytes as the dictionary, which are in their own rows.
	if (packed !== null) {
		const dictionary = Buffer.from(ids.map(id => inner.get(id) ?? '').join(''), 'hex')
		return { items: unpack(packed, dictionary), inner }
	}
	if (all === null) return { items: [], inner }
	const { items, inner: signed } = unpackBundle(all)
	return { items, inner: new Map([...inner, ...ids.map((id, at) => [id, signed[at] ?? ''] as const)]) }
}

/** The signed bytes of an order, in hex; its row is joined with that of its bundle, if it has one. */
export function signedBytesOf(
	row: SignedRow & Pick<Selectable<BundleTable>, 'packed_bytes'> & { readonly subintent_ids: readonly string[] | null },
): string {
	const { subintent_id: id, signed_partial_transaction: bytes, packed_bytes: packed, subintent_ids: ids } = row
	if (bytes !== '' || packed === null) return bytes
	return unpackBundle(packed).inner[ids?.indexOf(id) ?? -1] ?? ''
}

/** The record of an order's match; null if it has none. */
export function matchRecordOf(
	{ match_record: record }: Pick<Selectable<OrderTable>, 'match_record'>,
	bundle: Pick<Selectable<BundleTable>, 'packed_bytes' | 'packed_record_length'> | undefined,
): string | null {
	if (record !== null || bundle === undefined || bundle.packed_bytes === null) return record
	return bundle.packed_record_length === null ? null : unpackBundle(bundle.packed_bytes).record
}

function unpack(packed: Uint8Array, dictionary: Buffer): readonly string[] {
	const bytes = inflateRawSync(packed, { dictionary })
	const all: string[] = []
	for (let at = 0; at < bytes.length; ) {
		const end = at + 4 + bytes.readUInt32BE(at)
		all.push(bytes.toString('hex', at + 4, end))
		at = end
	}
	return all
}

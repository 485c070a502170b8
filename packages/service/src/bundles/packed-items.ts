import { deflateRawSync, inflateRawSync } from 'node:zlib'
import type { Selectable } from 'kysely'
import type { BundleTable } from '../db/tables.ts'
import { packingDictionary } from './packing-dictionary.ts'

// An item contains what the user or maker signed, and bundles are much alike: packed together, with a typical bundle as the
// dictionary, the signed bytes and the items of a bundle take a sixth of their bytes.

/** Long items are not packed, since that would take the main thread too long. */
const packedCharactersMax = 131_072

/**
 * The signed bytes of a bundle's order and fills and the items that wrap them, in the same order, packed; undefined if they
 * are too long. All are hex.
 */
export function packBundle({ inner, items }: BundleBytes): string | undefined {
	const all = [...inner, ...items]
	if (all.reduce((sum, hex) => sum + hex.length, 0) > packedCharactersMax) return undefined
	const measured = all.flatMap(hex => {
		const length = Buffer.alloc(4)
		length.writeUInt32BE(hex.length / 2)
		return [length, Buffer.from(hex, 'hex')]
	})
	return deflateRawSync(Buffer.concat(measured), { dictionary: packingDictionary }).toString('hex')
}

/** What was packed. */
export function unpackBundle(packed: Uint8Array): BundleBytes {
	const all = unpack(packed, packingDictionary)
	return { inner: all.slice(0, all.length / 2), items: all.slice(all.length / 2) }
}

/** Signed bytes of an order and its fills, and the items that wrap them, in hex. */
export type BundleBytes = { readonly inner: readonly string[]; readonly items: readonly string[] }

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

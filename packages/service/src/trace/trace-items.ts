import { decompileSubintent, readSignedPartialTransaction } from '@accord/ledger'
import type { TracedItemWire } from '@accord/protocol'
import { LruCache } from './lru-cache.ts'
import type { LabelOf } from './trace-events.ts'
import type { TracedRows } from './trace-table.ts'

/** The signed subintents of an order and its fills, each with the service's outer once that is published. */
export function traceItems(rows: TracedRows, texts: ManifestTexts, labelOf: LabelOf): TracedItemWire[] {
	const { order, parts, fills } = rows
	const outerOf = outersOf(rows, texts)
	const item = (
		intent: { subintent_id: string; signed_partial_transaction: string },
		of: Pick<TracedItemWire, 'role' | 'maker'>,
	): TracedItemWire => {
		const { subintent_id: id, signed_partial_transaction: bytes } = intent
		const outer = outerOf(id)
		return {
			...of,
			subintent_id: id,
			manifest: texts.decode(id, bytes).manifest,
			...(outer === undefined ? {} : { outer: { subintent_id: outer.subintentId, manifest: outer.manifest } }),
		}
	}
	return [
		item(order, { role: 'order' }),
		...parts.flatMap(part => {
			const fill = fills.get(part.part_id)
			return fill === undefined ? [] : [item(fill, { role: 'fill', maker: labelOf(part) })]
		}),
	]
}

/** The bundle has the outers in the order of `subintent_ids`. */
function outersOf({ bundle }: TracedRows, texts: ManifestTexts) {
	return (subintentId: string) => {
		const bytes = bundle?.items[bundle.subintent_ids.indexOf(subintentId)]
		return bytes === undefined ? undefined : texts.decode(`outer of ${subintentId}`, bytes)
	}
}

/** A subintent as its bytes say it. */
type DecodedSubintent = { readonly subintentId: string; readonly manifest: string }

/** In characters. An ordinary trace has some 10,000 of them; the largest manifest has a million. */
const keptMax = 8_000_000

/** The manifests of subintents, decoded from their bytes once. */
export class ManifestTexts {
	readonly #networkId: number
	readonly #kept = new LruCache<DecodedSubintent>({ max: keptMax, sizeOf: ({ manifest }) => manifest.length })

	constructor({ networkId }: { readonly networkId: number }) {
		this.#networkId = networkId
	}

	/** The root subintent of a signed partial transaction; `name` stands for exactly these bytes. */
	decode(name: string, signedPartialTransaction: string): DecodedSubintent {
		const known = this.#kept.get(name)
		if (known !== undefined) return known
		const decoded = {
			subintentId: readSignedPartialTransaction(signedPartialTransaction, this.#networkId).subintentId,
			manifest: decompileSubintent(signedPartialTransaction, this.#networkId),
		}
		this.#kept.set(name, decoded)
		return decoded
	}
}

import { decompileSubintent, readSignedPartialTransaction } from '@accord/ledger'
import { type TracedItem, tracedBytesMax, tracedText } from '@accord/protocol'
import { LRUCache } from 'lru-cache'
import { bytesOf } from '../bundles/packed-items.ts'
import type { LabelOf } from './trace-events.ts'
import type { TracedRows } from './trace-table.ts'

/** The signed subintents of an order and its fills, each with the service's outer once the bundle is published. */
export function traceItems(rows: TracedRows, texts: ManifestTexts, labelOf: LabelOf): TracedItem[] {
	const { order, parts, fills } = rows
	const { innerOf, outerOf } = itemsOf(rows, texts)
	// Nobody may see a signed outer before it is published.
	const isPublished = order.published_at_ms !== null
	const show = bytesUpTo(tracedBytesMax)
	const item = ({ subintent_id: id }: { subintent_id: string }, of: Pick<TracedItem, 'role' | 'maker'>): TracedItem => {
		const bytes = innerOf(id)
		const outer = outerOf(id)
		const isShown = show(bytes.length + (outer?.bytes.length ?? 0))
		const shown = (hex: string) => (isShown ? { signedPartialTransaction: hex } : {})
		return {
			...of,
			subintentId: id,
			manifest: texts.decode(id, bytes).manifest,
			...shown(bytes),
			...(outer === undefined ? {} : { outer: { ...outer.decoded, ...(isPublished ? shown(outer.bytes) : {}) } }),
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

/** The outers of a bundle are in the order of its `subintent_ids`. */
function itemsOf({ order, fills, bundle }: TracedRows, texts: ManifestTexts) {
	const { inner, items } = bytesOf(bundle, [order, ...fills.values()])
	return {
		innerOf: (subintentId: string) => inner.get(subintentId) ?? '',
		outerOf: (subintentId: string) => {
			const bytes = items[bundle?.subintent_ids.indexOf(subintentId) ?? -1]
			return bytes === undefined ? undefined : { bytes, decoded: texts.decode(`outer of ${subintentId}`, bytes) }
		},
	}
}

/** Whether that many more characters of hex still fit; items that do not fit leave their space to later ones. */
function bytesUpTo(bytesMax: number): (hexLength: number) => boolean {
	let left = 2 * bytesMax
	return hexLength => {
		if (hexLength > left) return false
		left -= hexLength
		return true
	}
}

/** A subintent as its bytes define it. */
type DecodedSubintent = { readonly subintentId: string; readonly manifest: string }

/** An ordinary trace has some 10,000 characters. */
const cachedCharactersMax = 8_000_000

/** The manifests of subintents, decoded from their bytes and cached. */
export class ManifestTexts {
	readonly #networkId: number
	readonly #cache: LRUCache<string, DecodedSubintent>

	constructor(options: { readonly networkId: number; readonly cachedCharactersMax?: number }) {
		this.#networkId = options.networkId
		this.#cache = new LRUCache({
			maxSize: options.cachedCharactersMax ?? cachedCharactersMax,
			sizeCalculation: ({ manifest }) => manifest.length,
		})
	}

	/** The root subintent of a signed partial transaction; `name` identifies exactly these bytes. */
	decode(name: string, signedPartialTransaction: string): DecodedSubintent {
		const known = this.#cache.get(name)
		if (known !== undefined) return known
		const decoded = {
			subintentId: readSignedPartialTransaction(signedPartialTransaction, this.#networkId).subintentId,
			manifest: textOf(() => decompileSubintent(signedPartialTransaction, this.#networkId)),
		}
		this.#cache.set(name, decoded)
		return decoded
	}
}

/** A manifest's text. The ledger accepts bytes that no text can express, in which case a trace says so instead. */
export function textOf(decompile: () => string): string {
	try {
		return tracedText(decompile())
	} catch (error) {
		return `# No text can say these bytes: ${error instanceof Error ? error.message : String(error)}\n`
	}
}

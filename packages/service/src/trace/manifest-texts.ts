import { decompileSubintent, readSignedPartialTransaction } from '@accord/ledger'
import { LruCache } from './lru-cache.ts'

/** A subintent as its bytes say it. */
export type DecodedSubintent = { readonly subintentId: string; readonly manifest: string }

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

/** A value in Manifest SBOR: where its bytes are, and the values inside it. */
export type SborValue = {
	/** Where it begins, including its kind; inside an array, the kind is written only once for all elements. */
	readonly from: number
	readonly to: number
	/** The variant of an enum. */
	readonly variant?: number
	/** The contents of an array of bytes. */
	readonly bytes?: Uint8Array
	/** The values inside tuples, enums, maps and other arrays. */
	readonly elements: readonly SborValue[]
}

const payloadPrefix = 0x4d
const depthMax = 64

/** How many bytes a value of each of these kinds takes. */
const sizes: Readonly<Record<number, number>> = {
	1: 1, // Bool
	2: 1, // I8 to I128
	3: 2,
	4: 4,
	5: 8,
	6: 16,
	7: 1, // U8 to U128
	8: 2,
	9: 4,
	10: 8,
	11: 16,
	129: 4, // Bucket
	130: 4, // Proof
	131: 1, // Expression
	132: 32, // Blob
	133: 24, // Decimal
	134: 32, // PreciseDecimal
	136: 4, // AddressReservation
}

const [byte, text, array, tuple, enumeration, map, address, localId] = [7, 0x0c, 0x20, 0x21, 0x22, 0x23, 0x80, 0x87]

/**
 * Reads one value, which must use all the bytes.
 * @throws Error for anything else
 */
export function readManifestSbor(bytes: Uint8Array): SborValue {
	const reader = new Reader(bytes)
	if (reader.byte() !== payloadPrefix) throw new Error('These bytes are not Manifest SBOR.')
	const value = reader.value()
	if (value.to !== bytes.length) throw new Error('There are bytes after the end.')
	return value
}

class Reader {
	readonly #bytes: Uint8Array
	#at = 0
	#depth = 0

	constructor(bytes: Uint8Array) {
		this.#bytes = bytes
	}

	byte(): number {
		const found = this.#bytes[this.#at]
		if (found === undefined) throw new Error('The bytes end too early.')
		this.#at += 1
		return found
	}

	value(): SborValue {
		const from = this.#at
		return this.#body(this.byte(), from)
	}

	#body(kind: number, from: number): SborValue {
		if (++this.#depth > depthMax) throw new Error('The bytes nest too deeply.')
		const parts = this.#parts(kind)
		this.#depth -= 1
		return { from, to: this.#at, elements: [], ...parts }
	}

	#parts(kind: number): Partial<SborValue> {
		const size = sizes[kind]
		if (size !== undefined) return this.#skip(size)
		if (kind === text) return this.#skip(this.#length())
		if (kind === array) return this.#array(this.byte())
		if (kind === tuple) return { elements: this.#values(this.#length()) }
		if (kind === enumeration) return { variant: this.byte(), elements: this.#values(this.#length()) }
		if (kind === map) return this.#map([this.byte(), this.byte()])
		if (kind === address) return this.#skip(this.byte() === 0 ? 30 : 4)
		if (kind === localId) return this.#localId(this.byte())
		throw new Error(`There is no kind ${kind} of value.`)
	}

	#array(kind: number): Partial<SborValue> {
		const length = this.#length()
		if (kind !== byte) return { elements: this.#each(length, () => this.#body(kind, this.#at)) }
		const from = this.#at
		this.#skip(length)
		return { bytes: this.#bytes.slice(from, this.#at) }
	}

	#map(kinds: readonly number[]): Partial<SborValue> {
		const pairs = this.#each(this.#length(), () => kinds.map(kind => this.#body(kind, this.#at)))
		return { elements: pairs.flat() }
	}

	#values(length: number): SborValue[] {
		return this.#each(length, () => this.value())
	}

	/** Every value takes at least one byte, so no length can lead beyond the bytes. */
	#each<T>(length: number, read: () => T): T[] {
		if (length > this.#bytes.length) throw new Error('The bytes end too early.')
		return Array.from({ length }, read)
	}

	/** A string, an integer, bytes or a random id. */
	#localId(discriminator: number): Partial<SborValue> {
		if (discriminator === 1) return this.#skip(8)
		return this.#skip(discriminator === 3 ? 32 : this.#length())
	}

	#skip(length: number): Partial<SborValue> {
		if (this.#at + length > this.#bytes.length) throw new Error('The bytes end too early.')
		this.#at += length
		return {}
	}

	/** Seven bits per byte, little-endian, at most four bytes. */
	#length(): number {
		let length = 0
		for (let shift = 0; shift < 28; shift += 7) {
			const next = this.byte()
			length += (next & 0x7f) << shift
			if (next < 0x80) return length
		}
		throw new Error('A length is too large.')
	}
}

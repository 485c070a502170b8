/** Bytes that are written one after another. Their memory is used again for the next ones. */
export class GrowingBytes {
	#bytes = Buffer.allocUnsafeSlow(bytesKept)
	#length = 0

	get length(): number {
		return this.#length
	}

	/** What was written from `start` on, until it is cleared. */
	from(start: number): Buffer {
		return this.#bytes.subarray(start, this.#length)
	}

	clear(): void {
		this.#length = 0
		if (this.#bytes.length > bytesKept) this.#bytes = Buffer.allocUnsafeSlow(bytesKept)
	}

	append(bytes: Uint8Array): void {
		this.#reserve(bytes.length)
		this.#bytes.set(bytes, this.#length)
		this.#length += bytes.length
	}

	int8(value: number): void {
		this.#reserve(1)
		this.#bytes[this.#length++] = value
	}

	int16(value: number): void {
		this.#reserve(2)
		this.#length = this.#bytes.writeUInt16BE(value, this.#length)
	}

	int32(value: number): void {
		this.#reserve(4)
		this.#length = this.#bytes.writeInt32BE(value, this.#length)
	}

	utf8(text: string): void {
		this.#reserve(text.length * utf8BytesMax)
		this.#length += this.#bytes.write(text, this.#length)
	}

	/** Replaces the int32 that was written at `at`. */
	setInt32(at: number, value: number): void {
		this.#bytes.writeInt32BE(value, at)
	}

	#reserve(size: number): void {
		if (this.#length + size <= this.#bytes.length) return
		const larger = Buffer.allocUnsafeSlow(2 * (this.#length + size))
		this.#bytes.copy(larger, 0, 0, this.#length)
		this.#bytes = larger
	}
}

/** More than that is given back once it is not needed. */
const bytesKept = 256 * 1024
/** Of one UTF-16 unit. */
const utf8BytesMax = 3

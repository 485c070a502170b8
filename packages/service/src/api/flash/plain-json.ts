import { Decimal } from '@accord/protocol'

const code = (character: string) => character.charCodeAt(0)
const [quote, point, zero, nine] = [code('"'), code('.'), code('0'), code('9')] as const
const [space, tab, lineFeed, carriageReturn] = [code(' '), code('\t'), code('\n'), code('\r')] as const

/** Reads a value; undefined if it is not as expected. */
type Read<T> = () => T | undefined

/**
 * Reads JSON from the beginning of a text to its end, in the form that the caller expects. Undefined for anything else,
 * valid or not, such as escapes and unknown or repeated members.
 */
export class PlainJson {
	readonly #text: string
	#at = 0
	#decimalPlaces = 0

	constructor(text: string) {
		this.#text = text
	}

	/** How many decimal places the last decimal read was written with. */
	get decimalPlaces(): number {
		return this.#decimalPlaces
	}

	/** Reads members in any order; none is required. */
	object<T extends object>(members: { readonly [Name in keyof T]: Read<T[Name]> }): Partial<T> | undefined {
		const object: Partial<T> = {}
		if (!this.#takes('{')) return undefined
		do {
			const name = this.word() as keyof T
			if (name === undefined || !Object.hasOwn(members, name) || Object.hasOwn(object, name)) return undefined
			const value = this.#takes(':') ? members[name]() : undefined
			if (value === undefined) return undefined
			object[name] = value
		} while (this.#takes(','))
		return this.#takes('}') ? object : undefined
	}

	/** Reads at most this many items. */
	array<T>(itemsMax: number, item: Read<T>): T[] | undefined {
		const items: T[] = []
		if (!this.#takes('[')) return undefined
		if (this.#takes(']')) return items
		do {
			const read = items.length < itemsMax ? item() : undefined
			if (read === undefined) return undefined
			items.push(read)
		} while (this.#takes(','))
		return this.#takes(']') ? items : undefined
	}

	/** Reads an array of two. */
	tuple<T, U>(first: Read<T>, second: Read<U>): [T, U] | undefined {
		const one = this.#takes('[') ? first() : undefined
		const other = one !== undefined && this.#takes(',') ? second() : undefined
		return one !== undefined && other !== undefined && this.#takes(']') ? [one, other] : undefined
	}

	word(): string | undefined {
		if (!this.#takes('"')) return undefined
		const end = this.#text.indexOf('"', this.#at)
		const word = this.#text.slice(this.#at, end)
		// biome-ignore lint/suspicious/noControlCharactersInRegex: JSON allows none in a text
		if (end < 0 || /[\\\u0000-\u001f]/.test(word)) return undefined
		this.#at = end + 1
		return word
	}

	/** Reads a decimal without a sign, as text. */
	decimal(): Decimal | undefined {
		if (!this.#takes('"')) return undefined
		const from = this.#at
		const to = this.#endOfDigits()
		if (to === this.#text.length || this.#text.charCodeAt(to) !== quote) return undefined
		this.#at = to + 1
		return Decimal.tryParsePart(this.#text, { from, to })
	}

	isAtEnd(): boolean {
		this.#skipBlanks()
		return this.#at === this.#text.length
	}

	#endOfDigits(): number {
		let fractionFrom = 0
		let at = this.#at
		for (; at < this.#text.length; at++) {
			const found = this.#text.charCodeAt(at)
			if (found >= zero && found <= nine) continue
			if (found !== point) break
			fractionFrom = at + 1
		}
		this.#decimalPlaces = fractionFrom === 0 ? 0 : at - fractionFrom
		return at
	}

	#takes(character: string): boolean {
		if (this.isAtEnd() || this.#text.charCodeAt(this.#at) !== character.charCodeAt(0)) return false
		this.#at += 1
		return true
	}

	#skipBlanks(): void {
		// Reading past the end of a text makes V8 recompile this function again and again.
		for (; this.#at < this.#text.length; this.#at++) {
			const found = this.#text.charCodeAt(this.#at)
			if (found !== space && found !== tab && found !== lineFeed && found !== carriageReturn) return
		}
	}
}

import { Decimal } from '@accord/protocol'

// Reads the "programmatic JSON" in which the Core API writes a method's return value. Each function throws an Error for
// anything else.

/** The fields of a tuple or struct, whose number must be as expected. */
export function readTuple(json: unknown, count: number): readonly unknown[] {
	const { kind, fields } = membersOf(json)
	if (kind === 'Tuple' && Array.isArray(fields) && fields.length === count) return fields
	throw unreadable(`a tuple of ${count}`, json)
}

/** An enum's variant, by its number, and its fields. */
export function readEnum(json: unknown): { readonly variant: number; readonly fields: readonly unknown[] } {
	const { kind, variant_id: variant, fields } = membersOf(json)
	if (kind === 'Enum' && /^\d{1,3}$/.test(String(variant)) && Array.isArray(fields))
		return { variant: Number(variant), fields }
	throw unreadable('an enum', json)
}

/** The value of an option; undefined if it is none. */
export function readOption(json: unknown): unknown {
	const { variant, fields } = readEnum(json)
	if (variant === 0 && fields.length === 0) return undefined
	if (variant === 1 && fields.length === 1) return fields[0]
	throw unreadable('an option', json)
}

/** The elements of an array. */
export function readArray(json: unknown): readonly unknown[] {
	const { kind, elements } = membersOf(json)
	if (kind === 'Array' && Array.isArray(elements)) return elements
	throw unreadable('an array', json)
}

/** The global id of a non-fungible: its resource and its local id, `resource_…:#1#`. */
export function readGlobalId(json: unknown): string {
	const [resource, id] = readTuple(json, 2)
	const { kind, value } = membersOf(id)
	if (kind === 'NonFungibleLocalId' && typeof value === 'string') return `${readReference(resource)}:${value}`
	throw unreadable('a non-fungible’s local id', id)
}

/** A map's entries, in order. */
export function readMap<Key, Value>(
	json: unknown,
	read: { readonly key: (json: unknown) => Key; readonly value: (json: unknown) => Value },
): ReadonlyMap<Key, Value> {
	const { kind, entries } = membersOf(json)
	if (kind !== 'Map' || !Array.isArray(entries)) throw unreadable('a map', json)
	return new Map(
		entries.map((entry: unknown) => {
			const { key, value } = membersOf(entry)
			return [read.key(key), read.value(value)]
		}),
	)
}

export function readBool(json: unknown): boolean {
	const { kind, value } = membersOf(json)
	if (kind === 'Bool' && typeof value === 'boolean') return value
	throw unreadable('a boolean', json)
}

const integers: readonly unknown[] = ['U8', 'U16', 'U32', 'U64', 'I8', 'I16', 'I32', 'I64']

/** A whole number that JavaScript can represent exactly. */
export function readInteger(json: unknown): number {
	const { kind, value } = membersOf(json)
	const number = typeof value === 'string' && /^-?\d+$/.test(value) ? Number(value) : value
	if (integers.includes(kind) && typeof number === 'number' && Number.isSafeInteger(number)) return number
	throw unreadable('a whole number', json)
}

export function readDecimal(json: unknown): Decimal {
	const { kind, value } = membersOf(json)
	const decimal = kind === 'Decimal' && typeof value === 'string' ? Decimal.tryParse(value) : undefined
	if (decimal !== undefined) return decimal
	throw unreadable('a decimal', json)
}

/** The address (bech32m) that a reference names. */
export function readReference(json: unknown): string {
	const { kind, value } = membersOf(json)
	if (kind === 'Reference' && typeof value === 'string') return value
	throw unreadable('a reference', json)
}

function membersOf(json: unknown): Readonly<Record<string, unknown>> {
	return typeof json === 'object' && json !== null ? (json as Record<string, unknown>) : {}
}

const shownMax = 100

function unreadable(expected: string, found: unknown): Error {
	return new Error(`expected ${expected}, found ${String(JSON.stringify(found)).slice(0, shownMax)}`)
}

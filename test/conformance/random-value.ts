import type { Json } from './documented.ts'

/** Numbers in [0, 1). */
export type Random = () => number

export function pick<T>(random: Random, all: readonly [T, ...T[]]): T
export function pick<T>(random: Random, all: readonly T[]): T | undefined
export function pick<T>(random: Random, all: readonly T[]): T | undefined {
	return all[Math.floor(random() * all.length)]
}

export function chance(random: Random, probability: number): boolean {
	return random() < probability
}

const texts = [
	'',
	' ',
	'0',
	'-0',
	'-1',
	'1',
	'0.000000000000000001',
	'0.0000000000000000001',
	'1e5',
	'0x10',
	'NaN',
	'Infinity',
	'9'.repeat(60),
	`0.${'3'.repeat(40)}`,
	'XRD',
	'xUSDC',
	'xwBTC',
	'__proto__',
	'constructor',
	'true',
	'null',
	'\u0000',
	'\u202e𝕏🦑é',
	'\ud800',
	'../../etc/passwd',
	"'; drop table signed_limit_order; --",
	'account_sim1',
	'subtxid_sim1unknown',
	'00',
	'4d220e',
	'zz',
	'x'.repeat(300),
	'ab'.repeat(5_000),
] as const

const numbers = [0, -0, -1, 1, 2, 0.5, 1e-9, 2 ** 31, 2 ** 53, 2 ** 63, 1e308, -1e308, 1_790_000_000] as const

/** Any JSON value, rarely a sensible one. */
export function anyValue(random: Random, depth = 0): Json {
	const kind = Math.floor(random() * (depth > 3 ? 5 : 9))
	if (kind < 3) return pick(random, texts)
	if (kind === 3) return pick(random, numbers)
	if (kind === 4) return pick(random, [true, false, null])
	if (kind === 5) return nested(Math.floor(random() * 30))
	const size = Math.floor(random() * 4)
	const values = Array.from({ length: size }, () => anyValue(random, depth + 1))
	if (kind === 6) return values
	return Object.fromEntries(values.map(value => [anyName(random), value]))
}

function anyName(random: Random): string {
	return pick(random, [
		'pair',
		'sell',
		'amount',
		'unheard_of',
		'',
		'𝕏',
		'base',
		'subintent_ids',
		'constructor',
		'toString',
	])
}

function nested(depth: number): Json {
	let value: Json = 1
	for (let level = 0; level < depth; level++) value = level % 2 === 0 ? [value] : { value }
	return value
}

/** The value, changed in one or more places: something replaced, missing or added. */
export function mutated(random: Random, value: Json): Json {
	const changed = mutatedOnce(random, value)
	return chance(random, 0.3) ? mutated(random, changed) : changed
}

function mutatedOnce(random: Random, value: Json): Json {
	if (typeof value !== 'object' || value === null || chance(random, 0.1)) return anyValue(random)
	if (Array.isArray(value)) return mutatedArray(random, value)
	const name = pick(random, Object.keys(value))
	if (name === undefined || chance(random, 0.1)) return { ...value, [anyName(random)]: anyValue(random) }
	if (chance(random, 0.15)) return Object.fromEntries(Object.entries(value).filter(([each]) => each !== name))
	return { ...value, [name]: mutatedOnce(random, value[name]) }
}

function mutatedArray(random: Random, value: readonly Json[]): Json {
	if (value.length === 0 || chance(random, 0.1)) return [...value, anyValue(random)]
	if (chance(random, 0.05)) return Array.from({ length: 150 }, () => value[0])
	const at = Math.floor(random() * value.length)
	return chance(random, 0.1) ? value.toSpliced(at, 1) : value.with(at, mutatedOnce(random, value[at]))
}

/** Text that is not JSON, or only the beginning of some. */
export function brokenJson(random: Random, value: Json): string {
	const text = JSON.stringify(value)
	const broken = [
		'',
		'{',
		'[1,',
		`${text}}`,
		text.slice(0, Math.floor(random() * text.length)),
		'\u0000',
		'{"__proto__":1}',
	]
	return pick(random, broken) ?? ''
}

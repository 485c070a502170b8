import { type Operation, operations } from '@accord/protocol/contract'
import { anyValue, brokenJson, chance, mutated, pick, type Random } from './random-value.ts'

/** A request to one of the REST interfaces, valid or not. */
export type RandomRequest = {
	readonly method: string
	readonly path: string
	readonly headers: Record<string, string>
	readonly body?: string
}

/** What random requests need to succeed: keys, and valid bodies where the contract's examples are not. */
export type Known = {
	readonly apiKey: string
	readonly bodies: Readonly<Record<string, unknown>>
	/** Those of the Trade API by default. */
	readonly operations?: readonly Operation[]
}

/** A request for some operation of the contract, correct or with something wrong. */
export function randomRequest(random: Random, known: Known): RandomRequest {
	const operation = pick(random, known.operations ?? Object.values<Operation>(operations))
	if (operation === undefined) throw new Error('the contract has no operations')
	const method = chance(random, 0.05) ? anyMethod(random) : operation.method.toUpperCase()
	const body = method === 'GET' || method === 'HEAD' ? undefined : bodyOf(random, operation, known)
	const headers = headersOf(random, operation, known)
	return {
		method,
		path: pathOf(random, operation) + queryOf(random, operation),
		headers: body === undefined ? headers : { ...headers, ...contentType(random) },
		...(body === undefined ? {} : { body }),
	}
}

function anyMethod(random: Random): string {
	return pick(random, ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'TRACE', 'PROPFIND'])
}

function pathOf(random: Random, { path, pathParameters }: Operation): string {
	const filled = path.replace(/\{(\w+)\}/g, (_, name: string) => {
		const example = String(pathParameters?.example[name] ?? '')
		return chance(random, 0.5) ? example : anyText(random)
	})
	return chance(random, 0.03) ? `${filled}/${anyText(random)}` : filled
}

function queryOf(random: Random, { query }: Operation): string {
	if (query === undefined) return chance(random, 0.02) ? `?${anyText(random)}` : ''
	const given = Object.entries(query.example).filter(() => chance(random, 0.9))
	const pairs = given.map(([name, value]) => {
		return `${name}=${chance(random, 0.3) ? anyText(random) : encodeURIComponent(String(value))}`
	})
	if (chance(random, 0.1)) pairs.push(pick(random, [...pairs, 'unheard_of=1']) ?? '')
	return `?${pairs.join('&')}`
}

function bodyOf(random: Random, { id, body }: Operation, { bodies }: Known): string | undefined {
	if (body === undefined || chance(random, 0.05))
		return chance(random, 0.5) ? undefined : JSON.stringify(anyValue(random))
	const right = bodies[id] !== undefined && chance(random, 0.5) ? bodies[id] : body.example
	const kind = random()
	if (kind < 0.1) return JSON.stringify(right)
	if (kind < 0.8) return JSON.stringify(mutated(random, right))
	if (kind < 0.9) return JSON.stringify(anyValue(random))
	if (kind < 0.98) return brokenJson(random, right)
	return chance(random, 0.5) ? `"${'x'.repeat(140_000)}"` : '['.repeat(2_000)
}

function headersOf(random: Random, { auth, headers }: Operation, { apiKey }: Known): Record<string, string> {
	const all: Record<string, string> = {}
	if (auth === 'key' && chance(random, 0.8)) all['service-api-key'] = chance(random, 0.8) ? apiKey : 'nobody'
	if (auth !== 'none' && auth !== 'key' && chance(random, 0.9))
		all.authorization = `Bearer ${chance(random, 0.9) ? apiKey : 'nobody'}`
	for (const [name, value] of Object.entries(headers?.example ?? {})) {
		if (chance(random, 0.8)) all[name] = chance(random, 0.5) ? String(value) : encodeURIComponent(plainText(random))
	}
	return all
}

const contentTypes = [
	'text/plain',
	'application/json; charset=utf-16',
	'application/xml',
	'json',
	'application/jsonp',
	'/',
]

function contentType(random: Random): Record<string, string> {
	if (chance(random, 0.9)) return { 'content-type': 'application/json' }
	return chance(random, 0.2) ? {} : { 'content-type': pick(random, contentTypes) ?? '' }
}

/** Text as a part of a URL, sometimes one that is not valid in a URL. */
function anyText(random: Random): string {
	return chance(random, 0.05) ? '%zz' : encodeURIComponent(plainText(random))
}

function plainText(random: Random): string {
	const value = anyValue(random)
	return (typeof value === 'string' ? value : JSON.stringify(value)).toWellFormed().slice(0, 2_000)
}

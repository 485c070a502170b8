import type { IncomingHttpHeaders } from 'node:http'
import { TradeError } from '@accord/protocol'
import { requireAllowedFrom } from '../../accounts/allowed-addresses.ts'
import type { Authenticated } from '../../accounts/api-keys.ts'
import { counter } from '../../metrics/metrics.ts'

/** Counted separately by each interface. */
export const unauthorized = counter(
	'accord_unauthorized_total',
	'Requests and upgrades without a valid key, by interface',
	['interface'],
	['http', 'flash', 'solver', 'operator'],
)

/** The header of an API key and, for the deployed SDK, its alias. */
export const apiKeyHeaders = ['service-api-key', 'anthic-api-key'] as const

/** The maker of an API key; undefined if the key is not valid. */
export type Authenticate = (apiKey: string) => Promise<Authenticated | undefined>

/**
 * The maker whose key the request carries, sent from this address.
 * @throws TradeError `unauthorized`, `address_not_allowed`
 */
export async function authenticateRequest(
	authenticate: Authenticate,
	{ headers, address }: { readonly headers: IncomingHttpHeaders; readonly address: string },
): Promise<Authenticated> {
	const apiKey = apiKeyOf(headers)
	if (apiKey === undefined) throw withoutKey(headers)
	const maker = await authenticate(apiKey)
	if (maker === undefined)
		throw new TradeError('unauthorized', 'the API key is unknown or revoked: ask the operator for a valid one')
	requireAllowedFrom(maker.allowedFrom, address)
	return maker
}

/** Whether an API key is that of an integrator. */
export type IsIntegrators = (key: { readonly code: string; readonly apiKey: string }) => Promise<boolean>

/** @throws TradeError `unauthorized` unless the request carries the integrator's key; whether the code exists is not told */
export async function requireIntegratorsKey(
	isIntegrators: IsIntegrators,
	{ code, headers }: { readonly code: string; readonly headers: IncomingHttpHeaders },
): Promise<void> {
	const apiKey = apiKeyOf(headers)
	if (apiKey === undefined) throw withoutKey(headers)
	if (!(await isIntegrators({ code, apiKey })))
		throw new TradeError('unauthorized', 'the API key is not that of the integrator')
}

function withoutKey({ authorization }: IncomingHttpHeaders): TradeError {
	const found = authorization === undefined ? 'none' : 'the header Authorization'
	return new TradeError('unauthorized', `expected an API key in the header SERVICE-API-KEY, found ${found}`)
}

/** The key that a request carries, whether valid or not. */
export function apiKeyOf(headers: IncomingHttpHeaders): string | undefined {
	for (const name of apiKeyHeaders) {
		const value = headers[name]
		if (typeof value === 'string' && value !== '') return value
	}
	return undefined
}

import type { AskedOrigin } from '@accord/protocol/contract'
import { type Sender, type TrustProxy, withoutMapping } from './client-address.ts'

const hostPattern = /^(?:[a-z0-9](?:[a-z0-9.-]{0,251}[a-z0-9])?|\[[0-9a-f:.]{2,45}\])(?::\d{1,5})?$/i

/**
 * Where a client asked, by the header Host; undefined where that is no host. Behind a trusted proxy the scheme is the one that
 * the proxy was asked by; our own socket is never encrypted.
 */
export function askedOrigin({ ip, headers }: Sender, isTrusted: TrustProxy): AskedOrigin | undefined {
	const { host = '', 'x-forwarded-proto': forwarded } = headers
	if (!hostPattern.test(host)) return undefined
	return { scheme: forwarded === 'https' && isTrusted(withoutMapping(ip)) ? 'https' : 'http', host }
}

import type { PageInfo } from '@accord/protocol'
import type { FastifyHelmetOptions } from '@fastify/helmet'

/** Reaches a wallet on a phone. */
const walletRelay = 'https://radix-connect-relay.radixdlt.com'

/**
 * The page's security headers: scripts and styles only from this service, none of them inline, WebAssembly but no eval, no framing;
 * connections to this service, to the Gateway, and on public networks to the wallet's relay.
 */
export function pagePolicy({ gatewayUrl, isPlay }: PageInfo): FastifyHelmetOptions {
	const directives = {
		'default-src': ["'none'"],
		'base-uri': ["'none'"],
		// 'self' includes this host's WebSockets (CSP 3).
		'connect-src': ["'self'", new URL(gatewayUrl).origin, ...(isPlay ? [] : [walletRelay])],
		'font-src': ["'self'"],
		'form-action': ["'none'"],
		'frame-ancestors': ["'none'"],
		'img-src': ["'self'", 'data:', 'https:'],
		'manifest-src': ["'self'"],
		// The codec is WebAssembly, which this admits and eval not.
		'script-src': ["'self'", "'wasm-unsafe-eval'"],
		'style-src': ["'self'"],
	}
	return {
		contentSecurityPolicy: { useDefaults: false, directives },
		// The operator decides whether there is TLS in front; over plain HTTP browsers ignore the header.
		strictTransportSecurity: false,
	}
}

import type { PageInfoWire } from '@accord/protocol'
import type { FastifyHelmetOptions } from '@fastify/helmet'

/** Through which a wallet on a phone is reached. */
const walletRelay = 'https://radix-connect-relay.radixdlt.com'

/**
 * What browsers are told with the page: scripts and styles only from here, none of them inline, no eval, no frame around it;
 * connections to this service, to the Gateway, and on public networks to the wallet's relay.
 */
export function pagePolicy({ gateway_url: gatewayUrl, play }: PageInfoWire): FastifyHelmetOptions {
	const directives = {
		'default-src': ["'none'"],
		'base-uri': ["'none'"],
		// 'self' is this host's WebSockets too (CSP 3).
		'connect-src': ["'self'", new URL(gatewayUrl).origin, ...(play ? [] : [walletRelay])],
		'font-src': ["'self'"],
		'form-action': ["'none'"],
		'frame-ancestors': ["'none'"],
		'img-src': ["'self'", 'data:', 'https:'],
		'manifest-src': ["'self'"],
		'script-src': ["'self'"],
		'style-src': ["'self'"],
	}
	return {
		contentSecurityPolicy: { useDefaults: false, directives },
		// Whether there is TLS in front is the operator's business; over plain HTTP the header means nothing.
		strictTransportSecurity: false,
	}
}

import { createHash } from 'node:crypto'
import type { PageInfo } from '@accord/protocol'
import type { FastifyHelmetOptions } from '@fastify/helmet'

/** Reaches a wallet on a phone. */
const walletRelay = 'https://radix-connect-relay.radixdlt.com'

/** The style element in the wallet toolkit's button, in its version that packages/web/package.json names: the menu's frame. */
const walletElement = "'sha256-9eQYs8W6S2CbM5resD4kVktfPt6JP1ju1/iGp0K72F4='"
/** Its style attributes: the columns of a card with and without icon and time, and an avatar, which the page never gives. */
const walletAttributes = [
	'grid-template-columns: 1fr ;',
	'grid-template-columns:30px 1fr ;',
	'grid-template-columns: 1fr 42px;',
	'grid-template-columns:30px 1fr 42px;',
	'background-image:url();',
]

/**
 * The page's security headers: scripts and styles only from this service, WebAssembly but no eval, no framing; connections to
 * this service and to the Gateway. None of the scripts and styles are inline, but for the styles of the wallet's button, by
 * their hashes, where wallets connect; there its relay can be reached too.
 */
export function pagePolicy({ gatewayUrl, dappDefinitionAddress }: PageInfo): FastifyHelmetOptions {
	const hasWallets = dappDefinitionAddress !== undefined
	const directives = {
		'default-src': ["'none'"],
		'base-uri': ["'none'"],
		// 'self' includes this host's WebSockets (CSP 3).
		'connect-src': ["'self'", new URL(gatewayUrl).origin, ...(hasWallets ? [walletRelay] : [])],
		'font-src': ["'self'"],
		'form-action': ["'none'"],
		'frame-ancestors': ["'none'"],
		'img-src': ["'self'", 'data:', 'https:'],
		'manifest-src': ["'self'"],
		// The codec is WebAssembly, which this admits and eval not.
		'script-src': ["'self'", "'wasm-unsafe-eval'"],
		'style-src': ["'self'", ...(hasWallets ? [walletElement] : [])],
		...(hasWallets ? { 'style-src-attr': ["'unsafe-hashes'", ...walletAttributes.map(hashOf)] } : {}),
	}
	return {
		contentSecurityPolicy: { useDefaults: false, directives },
		// The operator decides whether there is TLS in front; over plain HTTP browsers ignore the header.
		strictTransportSecurity: false,
	}
}

function hashOf(text: string): string {
	return `'sha256-${createHash('sha256').update(text).digest('base64')}'`
}

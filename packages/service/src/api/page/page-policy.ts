import { createHash } from 'node:crypto'
import type { PageInfo } from '@accord/protocol'
import type { FastifyHelmetOptions } from '@fastify/helmet'

/** The relay that reaches a wallet on a phone. */
const walletRelay = 'https://radix-connect-relay.radixdlt.com'

/**
 * The style element in the wallet toolkit's button, in the version named in packages/web/package.json: the menu's
 * frame.
 */
const walletElement = "'sha256-9eQYs8W6S2CbM5resD4kVktfPt6JP1ju1/iGp0K72F4='"
/**
 * The button's style attributes: the columns of a card with and without icon and time, and an avatar, which the page
 * never shows.
 */
const walletAttributes = [
	'grid-template-columns: 1fr ;',
	'grid-template-columns:30px 1fr ;',
	'grid-template-columns: 1fr 42px;',
	'grid-template-columns:30px 1fr 42px;',
	'background-image:url();',
]

/** Permissions that the page never requests, among those that browsers know: it only copies to the clipboard. */
export const permissionsPolicy = [
	'accelerometer',
	'camera',
	'display-capture',
	'geolocation',
	'gyroscope',
	'hid',
	'magnetometer',
	'microphone',
	'midi',
	'payment',
	'publickey-credentials-get',
	'screen-wake-lock',
	'serial',
	'usb',
	'xr-spatial-tracking',
]
	.map(feature => `${feature}=()`)
	.join(', ')

/**
 * The page's security headers: scripts and styles only from this service, WebAssembly but no eval, no framing;
 * connections to this service and to the Gateway. No script or style is inline, except that where wallets connect, the
 * styles of the wallet's button are allowed by their hashes, and its relay can be reached. Whether a proxy adds TLS is
 * up to the operator.
 */
export function pagePolicy(page: PageInfo): FastifyHelmetOptions {
	return { contentSecurityPolicy: securityPolicy(page, ["'none'"]), strictTransportSecurity: false }
}

/** The headers for the swap alone, which pages of some origins may show in a frame. */
export function embedPolicy(page: PageInfo, origins: readonly string[]): FastifyHelmetOptions {
	const contentSecurityPolicy = securityPolicy(page, origins)
	// The older header does not support a list of origins.
	return { contentSecurityPolicy, strictTransportSecurity: false, xFrameOptions: false }
}

/**
 * The headers for a receipt, which asks any Gateway that its reader chooses: it knows no key and signs nothing, so that a
 * script in it would find nothing to send anywhere.
 */
export function receiptPolicy(page: PageInfo): FastifyHelmetOptions {
	const { directives } = securityPolicy({ ...page, dappDefinitionAddress: undefined }, ["'none'"])
	const anyGateway = ['https:', 'http://127.0.0.1:*', 'http://localhost:*']
	const connections = [...directives['connect-src'], ...anyGateway]
	const contentSecurityPolicy = { useDefaults: false, directives: { ...directives, 'connect-src': connections } }
	return { contentSecurityPolicy, strictTransportSecurity: false }
}

/**
 * The headers for the operator's view, which connects only to the port that it comes from, and needs no WebAssembly.
 */
export function operatorViewPolicy(): FastifyHelmetOptions {
	const directives = {
		'default-src': ["'none'"],
		'base-uri': ["'none'"],
		'connect-src': ["'self'"],
		'form-action': ["'none'"],
		'frame-ancestors': ["'none'"],
		'img-src': ["'self'"],
		'script-src': ["'self'"],
		'style-src': ["'self'"],
	}
	return { contentSecurityPolicy: { useDefaults: false, directives }, strictTransportSecurity: false }
}

type PolicyOf = Pick<PageInfo, 'gatewayUrl'> & { readonly dappDefinitionAddress?: string | undefined }

function securityPolicy({ gatewayUrl, dappDefinitionAddress }: PolicyOf, frameAncestors: readonly string[]) {
	const hasWallets = dappDefinitionAddress !== undefined
	const directives = {
		'default-src': ["'none'"],
		'base-uri': ["'none'"],
		// 'self' includes this host's WebSockets (CSP 3).
		'connect-src': ["'self'", new URL(gatewayUrl).origin, ...(hasWallets ? [walletRelay] : [])],
		'font-src': ["'self'"],
		'form-action': ["'none'"],
		'frame-ancestors': [...frameAncestors],
		'img-src': ["'self'", 'data:', 'https:'],
		'manifest-src': ["'self'"],
		// The codec is WebAssembly, which this source allows without allowing eval.
		'script-src': ["'self'", "'wasm-unsafe-eval'"],
		'style-src': ["'self'", ...(hasWallets ? [walletElement] : [])],
		...(hasWallets ? { 'style-src-attr': ["'unsafe-hashes'", ...walletAttributes.map(hashOf)] } : {}),
	}
	return { useDefaults: false, directives }
}

function hashOf(text: string): string {
	return `'sha256-${createHash('sha256').update(text).digest('base64')}'`
}

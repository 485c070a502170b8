import fastify from 'fastify'

/** Scalar's page about the Trade API and the only script that it needs. */
export type Scalar = { readonly page: Buffer; readonly script: Buffer }

/** Where the page loads its script from. */
export const scriptPath = '/docs/scalar.js'

/** Everything that would send requests to Scalar's hosts is turned off. */
const configuration = {
	url: '/openapi.json',
	servers: [{ url: '/', description: 'This service.' }],
	cdn: scriptPath,
	pageTitle: 'Accord Trade API',
	favicon: '/favicon.svg',
	withDefaultFonts: false,
	telemetry: false,
	hideClientButton: true,
	showDeveloperTools: 'never' as const,
	agent: { disabled: true },
	mcp: { disabled: true },
}

/**
 * Runs before the script, which expects browser storage: a sandboxed page has none, so this substitute lives only as
 * long as the page.
 */
const storageForScalar = `for (const name of ['localStorage', 'sessionStorage']) {
	const kept = new Map()
	const storage = {
		get length() { return kept.size },
		key: at => [...kept.keys()][at] ?? null,
		getItem: key => kept.get(String(key)) ?? null,
		setItem: (key, value) => void kept.set(String(key), String(value)),
		removeItem: key => void kept.delete(String(key)),
		clear: () => kept.clear(),
	}
	Object.defineProperty(globalThis, name, { value: storage })
}
`

/** Takes both from Scalar's plugin. It is large, so it is loaded at the first request and called once. */
export async function loadScalar(): Promise<Scalar> {
	const { default: reference } = await import('@scalar/fastify-api-reference')
	const app = fastify({ logger: false })
	try {
		await app.register(reference, { routePrefix: '/rest', configuration })
		const [page, script] = await Promise.all([app.inject('/rest/'), app.inject('/rest/js/scalar.js')])
		return { page: page.rawPayload, script: Buffer.concat([Buffer.from(storageForScalar), script.rawPayload]) }
	} finally {
		await app.close()
	}
}

import type { Venue } from './venue.ts'

/** The account at the venue, as CCXT takes it. */
export type VenueCredentials = {
	readonly apiKey?: string | undefined
	readonly secret?: string | undefined
	readonly password?: string | undefined
}

type Ccxt = Readonly<Record<string, unknown>> & { readonly exchanges: readonly string[] }

// A variable, because CCXT is imported only where it is installed: it has 60 MB, and only this maker needs it.
const library: string = 'ccxt'

/**
 * An exchange object of CCXT, which gives numbers as text.
 * @throws Error saying how to install CCXT, or that it knows no such exchange
 */
export async function loadVenue(exchange: string, credentials: VenueCredentials): Promise<Venue> {
	let ccxt: Ccxt
	try {
		ccxt = ((await import(library)) as { readonly default: Ccxt }).default
	} catch (error) {
		if ((error as NodeJS.ErrnoException).code !== 'ERR_MODULE_NOT_FOUND') throw error
		throw new Error(`the venue '${exchange}' needs CCXT, which is not installed: npm install --no-save ccxt@4`)
	}
	const Exchange = ccxt.exchanges.includes(exchange) ? ccxt[exchange] : undefined
	if (typeof Exchange !== 'function') throw new Error(`CCXT knows no exchange '${exchange}'; see its list of exchanges`)
	const options = { ...credentials, enableRateLimit: true, number: String }
	return new (Exchange as new (options: object) => Venue)(options)
}

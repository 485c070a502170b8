/** The views of the page. */
export type View = 'swap' | 'history' | 'trades' | 'maker'

/** A view of the page and, in some views, the id of the order or trade shown; the swap form has its values. */
export type Route = { readonly view: View; readonly id?: string; readonly swap?: SwapLink }

/**
 * What a link fills into the swap form, as written: `amount` has a decimal point and no grouping in any language.
 * Slippage is not part of it, because no link should decide what its reader accepts.
 */
export type SwapLink = {
	readonly sell?: string
	readonly buy?: string
	readonly amount?: string
	/** The side to which the amount belongs; by default the side sold. */
	readonly exact?: 'buy'
	/** Whether the order is being reviewed. */
	readonly step?: 'review'
	/** The alert of this browser whose limit is reviewed; a link carries no limit itself. */
	readonly alert?: string
}

/** The views for everyone, as the header lists them. */
export const mainViews: readonly View[] = ['swap', 'history', 'trades']

const views: readonly View[] = [...mainViews, 'maker']

export const viewNames: Readonly<Record<View, string>> = {
	swap: 'Trade',
	history: 'History',
	trades: 'Under the hood',
	maker: 'Maker',
}

/** Links to the market lead to where it is now. */
const formerMarket = 'market'

/** Parses the address bar's hash, such as `#/history/subtxid_…`; an unknown view is the swap. */
export function parseRoute(hash: string): Route {
	const [path = '', query = ''] = hash.replace(/^#\/?/, '').split('?')
	const [name = '', id = ''] = path.split('/')
	const view = name === formerMarket ? 'swap' : views.find(candidate => candidate === name)
	if (view === undefined) return { view: 'swap' }
	const decoded = name === formerMarket ? '' : decode(id)
	if (decoded !== '') return { view, id: decoded }
	const swap = view === 'swap' ? parseSwap(new URLSearchParams(query)) : {}
	return Object.keys(swap).length === 0 ? { view } : { view, swap }
}

function parseSwap(params: URLSearchParams): SwapLink {
	const given = (name: string) => params.get(name)?.trim().slice(0, lengthMax) || undefined
	const [sell, buy, amount, alert] = [given('sell'), given('buy'), given('amount'), given('alert')]
	return {
		...(sell === undefined ? {} : { sell }),
		...(buy === undefined ? {} : { buy }),
		...(amount === undefined ? {} : { amount }),
		...(params.get('exact') === 'buy' ? { exact: 'buy' } : {}),
		...(params.get('step') === 'review' ? { step: 'review' } : {}),
		...(alert === undefined ? {} : { alert }),
	}
}

/** Longer than any symbol or amount. */
const lengthMax = 80

/** Formats a route as a hash. */
export function formatRoute({ view, id, swap }: Route): string {
	if (id !== undefined) return `#/${view}/${encodeURIComponent(id)}`
	const { sell, buy, amount, exact, step, alert } = swap ?? {}
	const given = Object.entries({ sell, buy, amount, exact, step, alert }).filter(([, value]) => value !== undefined)
	const query = new URLSearchParams(given as [string, string][]).toString()
	return query === '' ? `#/${view}` : `#/${view}?${query}`
}

function decode(text: string): string {
	try {
		return decodeURIComponent(text)
	} catch {
		return ''
	}
}

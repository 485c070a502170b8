/** The views of the page. */
export type View = 'swap' | 'market' | 'history' | 'trades'

/** Where the page is: a view, and one thing in it, such as an order. */
export type Route = { readonly view: View; readonly id?: string }

export const views: readonly View[] = ['swap', 'market', 'history', 'trades']

/** What the views are called. */
export const viewNames: Readonly<Record<View, string>> = {
	swap: 'Swap',
	market: 'Market',
	history: 'History',
	trades: 'Under the hood',
}

/** Reads the address's hash, `#/history/subtxid_…`; whatever is no view is the swap. */
export function parseRoute(hash: string): Route {
	const [name = '', id = ''] = hash.replace(/^#\/?/, '').split('/')
	const view = views.find(candidate => candidate === name)
	if (view === undefined) return { view: 'swap' }
	const decoded = decode(id)
	return decoded === '' ? { view } : { view, id: decoded }
}

/** The hash of a route. */
export function formatRoute({ view, id }: Route): string {
	return id === undefined ? `#/${view}` : `#/${view}/${encodeURIComponent(id)}`
}

function decode(text: string): string {
	try {
		return decodeURIComponent(text)
	} catch {
		return ''
	}
}

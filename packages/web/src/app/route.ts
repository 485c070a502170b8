/** The views of the page. */
export type View = 'swap' | 'market' | 'history' | 'trades' | 'maker'

/** A view of the page and, in some, the id of the order or trade shown. */
export type Route = { readonly view: View; readonly id?: string }

/** Those that everyone has a use for, as the header lists them. */
export const mainViews: readonly View[] = ['swap', 'market', 'history', 'trades']

const views: readonly View[] = [...mainViews, 'maker']

export const viewNames: Readonly<Record<View, string>> = {
	swap: 'Swap',
	market: 'Market',
	history: 'History',
	trades: 'Under the hood',
	maker: 'Maker',
}

/** Parses the address bar's hash, such as `#/history/subtxid_…`; an unknown view is the swap. */
export function parseRoute(hash: string): Route {
	const [name = '', id = ''] = hash.replace(/^#\/?/, '').split('/')
	const view = views.find(candidate => candidate === name)
	if (view === undefined) return { view: 'swap' }
	const decoded = decode(id)
	return decoded === '' ? { view } : { view, id: decoded }
}

/** Formats a route as a hash. */
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

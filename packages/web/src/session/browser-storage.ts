/** The part of a browser's storage that the page needs. */
export type BrowserStorage = {
	getItem(key: string): string | null
	setItem(key: string, value: string): void
	removeItem(key: string): void
}

/** The storage of this browser. */
export const ownStorage = storageOf(() => window.localStorage)

/** The storage of this tab. */
export const tabStorage = storageOf(() => window.sessionStorage)

/** A browser that refuses any access has stored nothing. Storing may throw. */
function storageOf(open: () => BrowserStorage): BrowserStorage {
	return {
		getItem: key => {
			try {
				return open().getItem(key)
			} catch {
				return null
			}
		},
		setItem: (key, value) => open().setItem(key, value),
		removeItem: key => open().removeItem(key),
	}
}

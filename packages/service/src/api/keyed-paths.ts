/** What takes a key: no browser of another origin may ask it, and its requests are counted per API key too. */
const keyedPaths = /^\/(trade\/accounts|maker|flash|operator|metrics)(\/|$)/

/** Whether a path, as {@link requestPath} gives it, takes an API key. */
export function takesKey(path: string): boolean {
	return keyedPaths.test(path)
}

/** The path of a request; clients may put a slash too many between base and path, or behind it. */
export function requestPath(url: string): string {
	const [path = ''] = url.split('?')
	return path.replace(/\/{2,}/g, '/').replace(/(?<=.)\/$/, '')
}

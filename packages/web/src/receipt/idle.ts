/** Longer than this nothing waits for the browser to have nothing else to do. */
const waitMsMax = 1_000
/** For browsers that do not say when they are idle. */
const otherwiseMs = 50

/** Resolves when the browser is idle. */
export function idle(): Promise<void> {
	return new Promise(resolve => {
		if ('requestIdleCallback' in window) window.requestIdleCallback(() => resolve(), { timeout: waitMsMax })
		else setTimeout(resolve, otherwiseMs)
	})
}

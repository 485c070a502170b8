/** An error whose message this page wrote for traders, so that it can be shown unchanged. */
export class PageError extends Error {
	override readonly name = 'PageError'
}

/** An error whose message this page wrote for the people who trade, so that it can be shown as it is. */
export class PageError extends Error {
	override readonly name = 'PageError'
}

import type { SilenceCode } from './wallet-words.ts'

/**
 * When a wallet is reported as silent, and when to stop waiting for its answer: long enough to fetch a phone and read.
 */
export const unheardAfterMs = 10_000
export const giveUpAfterMs = 120_000

/** How to follow a request, and how to end it. */
export type Following = {
	readonly signal?: AbortSignal | undefined
	readonly onUnheard?: (() => void) | undefined
	/**
	 * Calls back when a wallet receives a request; returns a function that stops listening. Absent if wallets do not report
	 * that.
	 */
	readonly listen: ((onReceived: () => void) => () => void) | undefined
	/** Withdraws the request from the wallet. */
	readonly withdraw: () => void
}

/** The request was withdrawn before its answer arrived. */
export class Withdrawn extends Error {
	override readonly name = 'Withdrawn'
	readonly code: SilenceCode | 'canceledByUser'

	constructor(code: SilenceCode | 'canceledByUser') {
		super(code)
		this.code = code
	}
}

/** The answer to a request. @throws Withdrawn when the caller gives up, or it takes too long */
export function awaitAnswer<T>(answer: Promise<T>, { signal, onUnheard, listen, withdraw }: Following): Promise<T> {
	let isHeard = listen === undefined
	let giveUp: (code: Withdrawn['code']) => void = () => undefined
	const abort = () => giveUp('canceledByUser')
	const unheard = setTimeout(() => isHeard || onUnheard?.(), unheardAfterMs)
	const end = setTimeout(() => giveUp(isHeard ? 'timeout' : 'closed'), giveUpAfterMs)
	const stop = listen?.(() => {
		isHeard = true
	})
	return new Promise<T>((resolve, reject) => {
		giveUp = code => {
			// Done first, because withdrawing makes the toolkit answer, too.
			reject(new Withdrawn(code))
			withdraw()
		}
		if (signal?.aborted === true) abort()
		else signal?.addEventListener('abort', abort)
		answer.then(resolve, reject)
	}).finally(() => {
		clearTimeout(unheard)
		clearTimeout(end)
		stop?.()
		signal?.removeEventListener('abort', abort)
	})
}

import type { SilenceCode } from './wallet-words.ts'

/** When a wallet is said to be silent, and when its answer is no longer waited for: time enough to fetch a phone and read. */
export const unheardAfterMs = 10_000
export const giveUpAfterMs = 120_000

/** How to follow a request, and how to end it. */
export type Following = {
	readonly signal?: AbortSignal | undefined
	readonly onUnheard?: (() => void) | undefined
	/** Calls back when a wallet receives a request; returns how to stop listening. Absent where wallets do not tell. */
	readonly listen: ((onReceived: () => void) => () => void) | undefined
	/** Takes the request back from the wallet. */
	readonly withdraw: () => void
}

/** The request was taken back before its answer came. */
export class Withdrawn extends Error {
	override readonly name = 'Withdrawn'
	readonly code: SilenceCode | 'canceledByUser'

	constructor(code: SilenceCode | 'canceledByUser') {
		super(code)
		this.code = code
	}
}

/** The answer to a request. @throws Withdrawn when it is given up, by the caller or because it takes too long */
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
			// First, since withdrawing makes the toolkit answer too.
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

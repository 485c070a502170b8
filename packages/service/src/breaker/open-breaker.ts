import type { Platform } from '../platform/platform.ts'
import type { MakerQuotes } from '../prices/maker-quotes.ts'
import { MakerBreaker } from './maker-breaker.ts'
import { PausedMakers } from './paused-makers.ts'

/** Paused makers, and makers' own view and control of their pauses. */
export type Breaker = { readonly pausedMakers: PausedMakers; readonly makerBreaker: MakerBreaker }

type BreakerDeps = {
	readonly platform: Platform
	readonly makerQuotes: MakerQuotes
	readonly opened: AsyncDisposableStack
}

/** Reads the pauses before any maker can send a book; everything opened here closes with `opened`. */
export async function openBreaker({ platform, makerQuotes, opened }: BreakerDeps): Promise<Breaker> {
	const { db, clock, bus, log } = platform
	const onError = (error: unknown) => log.error({ err: error }, 'pauses could not be read')
	const pausedMakers = new PausedMakers({ db, clock, bus, makerQuotes, onError })
	await pausedMakers.start()
	opened.defer(() => pausedMakers.stop())
	return { pausedMakers, makerBreaker: new MakerBreaker({ platform, pausedMakers }) }
}

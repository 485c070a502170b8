import type { Token, TradeTrace } from '@accord/protocol'
import { skipToken } from '@tanstack/react-query'
import type { CheckedTrade } from '../check/check-trade.ts'
import type { Gateway } from '../session/gateway.ts'
import { type RemoteData, useRemoteData } from '../session/remote-data.ts'
import { idle } from './idle.ts'

export type TradeChecking = {
	readonly gateway: Gateway
	readonly networkId: number
	readonly tokens: ReadonlyMap<string, Token>
}

/** Every answer about a trade gets its own number, even if several describe the same trade: a verdict belongs to the answer that was checked. */
const numbers = new WeakMap<TradeTrace, number>()
let lastNumber = 0

function numberOf(trace: TradeTrace): number {
	const number = numbers.get(trace) ?? ++lastNumber
	numbers.set(trace, number)
	return number
}

/** A Gateway may learn of a transaction later than the service. */
const againMs = 5_000
const againMax = 5

/**
 * A settled trade, checked in the browser's idle time. What could not be checked is tried again a few times.
 * The error is that of a program that could not be loaded.
 */
export function useCheckedTrade(trace: TradeTrace | undefined, checking: TradeChecking): RemoteData<CheckedTrade> {
	const canCheck = trace?.state === 'settled' && trace.roots.length > 0
	return useRemoteData<CheckedTrade>({
		queryKey: ['checked trade', trace && numberOf(trace), checking.gateway.url],
		queryFn: canCheck ? () => checkInIdleTime(trace, checking) : skipToken,
		staleTime: Number.POSITIVE_INFINITY,
		retry: false,
		refetchInterval: ({ state: { data, dataUpdateCount } }) => {
			const isOpen = data?.checks.some(({ outcome, title }) => outcome === 'unknown' && title !== 'Account')
			return isOpen === true && dataUpdateCount < againMax ? againMs : false
		},
	})
}

/** Checks a trade step by step while the browser is idle. @throws Error if the program cannot be loaded */
export async function checkInIdleTime(trace: TradeTrace, checking: TradeChecking): Promise<CheckedTrade> {
	await idle()
	const { checkTrade } = await import('../check/check-trade.ts')
	return checkTrade({ trace, ...checking, pause: idle })
}

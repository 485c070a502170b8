import { type BreakerState, Decimal, type FeeInfo } from '@accord/protocol'
import { answersMaxOf, type BreakerRules } from '../config/breaker-settings.ts'
import type { Database } from '../db/tables.ts'
import type { Market } from '../market/market.ts'
import { minSellAmountOf } from '../prices/maker-offer.ts'
import { type Answer, missRateOf, nextPauseMs, sampleStartMs, type Verdict, verdictOn } from './breaker-rule.ts'
import { type BreakerPause, selectAnswers, selectBreakerPause } from './breaker-table.ts'

export type BreakerDeps = {
	readonly market: Market
	readonly feeInfo: FeeInfo
	readonly breaker: BreakerRules
}

type OfMaker = { readonly database: Database; readonly makerId: string; readonly nowMs: number }

/** The current state of a maker's circuit breaker; while it pauses the maker, the rate that caused the pause. */
export async function breakerOf(deps: BreakerDeps, of: OfMaker): Promise<BreakerState> {
	return (await judgeMaker(deps, of)).state
}

/** The state of a maker's circuit breaker, and its consequences. */
export async function judgeMaker(
	deps: BreakerDeps,
	{ database, makerId, nowMs }: OfMaker,
): Promise<{ readonly state: BreakerState; readonly verdict: Verdict }> {
	const { breaker: rules } = deps
	const last = await selectBreakerPause(database, makerId)
	const paused = rateOfPauseInForce(last, nowMs)
	const answers = paused === undefined ? await answersOf(deps, { database, makerId, nowMs, last }) : []
	const state = {
		...(paused ?? { missRate: missRateOf(answers, rules), sample: answers.length }),
		pausesAt: rules.pausesAt,
		sampleMin: rules.sampleMin,
		nextPauseSeconds: Math.floor(nextPauseMs(last, { nowMs, rules }) / 1000),
	}
	return { state, verdict: paused === undefined ? verdictOn(answers, rules) : 'ok' }
}

type Rate = Pick<BreakerState, 'missRate' | 'sample'>

function rateOfPauseInForce(last: BreakerPause | undefined, nowMs: number): Rate | undefined {
	if (last?.missRate === undefined || last.sample === undefined || last.untilMs <= nowMs) return undefined
	return { missRate: last.missRate, sample: last.sample }
}

function answersOf(
	{ market, feeInfo, breaker }: BreakerDeps,
	{ database, makerId, nowMs, last }: OfMaker & { readonly last: BreakerPause | undefined },
): Promise<Answer[]> {
	const minPartOf = ({ symbol }: { symbol: string }) => Decimal.format(minSellAmountOf({ market, feeInfo }, symbol))
	return selectAnswers(database, {
		makerId,
		sinceMs: sampleStartMs(last, { nowMs, historyMs: breaker.historyMs }),
		limit: answersMaxOf(breaker),
		minParts: Object.fromEntries(market.tokens.map(token => [token.symbol, minPartOf(token)])),
	})
}

import { type BreakerState, Decimal, type FeeInfo } from '@accord/protocol'
import { answersMaxOf, type BreakerRules } from '../config/breaker-settings.ts'
import type { Database } from '../db/tables.ts'
import type { Market } from '../market/market.ts'
import { minSellAmountOf } from '../prices/offer-limits.ts'
import { missRateOf, nextPauseMs, sampleStartMs } from './breaker-rule.ts'
import { type BreakerPause, selectAnswers, selectBreakerPause } from './breaker-table.ts'

export type BreakerDeps = {
	readonly db: Database
	readonly market: Market
	readonly feeInfo: FeeInfo
	readonly breaker: BreakerRules
}

type OfMaker = { readonly makerId: string; readonly nowMs: number }

/** The current state of a maker's circuit breaker; while it pauses the maker, the rate that caused the pause. */
export async function breakerOf(deps: BreakerDeps, { makerId, nowMs }: OfMaker): Promise<BreakerState> {
	const { breaker: rules, db } = deps
	const last = await selectBreakerPause(db, makerId)
	return {
		...(rateOfPauseInForce(last, nowMs) ?? (await rateOf(deps, { makerId, nowMs, last }))),
		pausesAt: rules.pausesAt,
		sampleMin: rules.sampleMin,
		nextPauseSeconds: Math.floor(nextPauseMs(last, { nowMs, rules }) / 1000),
	}
}

type Rate = Pick<BreakerState, 'missRate' | 'sample'>

function rateOfPauseInForce(last: BreakerPause | undefined, nowMs: number): Rate | undefined {
	if (last?.missRate === undefined || last.sample === undefined || last.untilMs <= nowMs) return undefined
	return { missRate: last.missRate, sample: last.sample }
}

async function rateOf(
	{ db, market, feeInfo, breaker }: BreakerDeps,
	{ makerId, nowMs, last }: OfMaker & { readonly last: BreakerPause | undefined },
): Promise<Rate> {
	const minPartOf = ({ symbol }: { symbol: string }) => Decimal.format(minSellAmountOf({ market, feeInfo }, symbol))
	const answers = await selectAnswers(db, {
		makerId,
		sinceMs: sampleStartMs(last, { nowMs, historyMs: breaker.historyMs }),
		limit: answersMaxOf(breaker),
		minParts: Object.fromEntries(market.tokens.map(token => [token.symbol, minPartOf(token)])),
	})
	return { missRate: missRateOf(answers, breaker), sample: answers.length }
}

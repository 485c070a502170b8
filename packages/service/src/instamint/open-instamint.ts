import { type InstamintOperator, openInstamintOperator } from '@accord/instamint'
import { recordAct } from '../audit/record-act.ts'
import type { InstamintConfig } from '../config/config.ts'
import type { SettledVersion } from '../gateway/watched-gateway.ts'
import { tokensInForce } from '../market/market.ts'
import { counter } from '../metrics/metrics.ts'
import type { Platform } from '../platform/platform.ts'
import type { InstamintReads } from './instamint-reads.ts'

// Guarantee: every act of the component's operator goes into our audit log, and no answer is used from a Gateway that
// has not yet seen the act's transaction.

const paybackResults = counter(
	'accord_instamint_paybacks_total',
	'What customers of the Instamint component paid back on Radix, by what became of it',
	['result'],
	['repaid', 'refused'],
)

type OpenInstamintDeps = {
	readonly platform: Platform
	readonly settledVersion: Pick<SettledVersion, 'note'>
	/** If absent, no one can mint on credit. */
	readonly reads: Pick<InstamintReads, 'state'> | undefined
}

/** The component's operator, working for this service; undefined if no component is configured. */
export function openInstamint(
	config: InstamintConfig | undefined,
	{ platform, settledVersion, reads }: OpenInstamintDeps,
): InstamintOperator | undefined {
	const { clock, log, metrics, gateway } = platform
	const market = tokensInForce(platform)
	if (config === undefined || reads === undefined) return undefined
	return openInstamintOperator(config, {
		clock,
		ledger: {
			gateway,
			networkId: market.networkId,
			state: () => reads.state(),
			noteCommitted: stateVersion => settledVersion.note(stateVersion),
		},
		market,
		records: {
			recordAct: act => recordAct(platform, async () => ({ result: undefined, act })),
			countPayback: result => metrics.count(paybackResults, result),
			log,
		},
	})
}

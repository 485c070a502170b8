import { type InstamintOperator, openInstamintOperator } from '@accord/instamint'
import type { GatewayClient } from '@accord/ledger'
import type { Clock } from '@accord/protocol'
import type { Logger } from 'pino'
import { recordAct } from '../audit/record-act.ts'
import type { Bus } from '../bus/bus.ts'
import type { InstamintConfig } from '../config/config.ts'
import type { DatabaseLanes } from '../db/database-lanes.ts'
import type { SettledVersion } from '../gateway/settled-version.ts'
import type { Market } from '../market/market.ts'
import type { ServiceMetrics } from '../metrics/service-metrics.ts'
import type { InstamintReads } from './instamint-reads.ts'

// Guarantee: an act of the component's operator goes into our audit log, and nothing is judged by a Gateway that has not yet seen what it
// committed.

export type OpenInstamintDeps = {
	readonly db: Pick<DatabaseLanes, 'own'>
	readonly clock: Clock
	readonly bus: Bus
	readonly log: Logger
	readonly metrics: Pick<ServiceMetrics, 'paybacks'>
	readonly gateway: GatewayClient
	readonly settledVersion: Pick<SettledVersion, 'note'>
	readonly market: Market
	readonly networkId: number
	/** Absent: no one mints on credit. */
	readonly instamint?: Pick<InstamintReads, 'state'> | undefined
}

/** The component's operator, at work for this service; undefined where no component is configured. */
export function openInstamint(
	config: InstamintConfig | undefined,
	deps: OpenInstamintDeps,
): InstamintOperator | undefined {
	const { clock, log, metrics, gateway, settledVersion, market, networkId, instamint: reads } = deps
	if (config === undefined || reads === undefined) return undefined
	return openInstamintOperator(config, {
		clock,
		ledger: {
			gateway,
			networkId,
			state: () => reads.state(),
			noteCommitted: stateVersion => settledVersion.note(stateVersion),
		},
		market,
		records: {
			recordAct: act => recordAct(deps, async () => ({ result: undefined, act })),
			countPayback: result => metrics.paybacks.add(result),
			log,
		},
	})
}

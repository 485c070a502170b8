import { accountAddress, type GatewayClient, keyPairFromPrivateKey } from '@accord/ledger'
import type { Clock } from '@accord/protocol'
import type { Logger } from 'pino'
import type { Bus } from '../bus/bus.ts'
import type { InstamintConfig } from '../config/config.ts'
import type { DatabaseLanes } from '../db/database-lanes.ts'
import type { SettledVersion } from '../gateway/settled-version.ts'
import type { Market } from '../market/market.ts'
import type { Metrics } from '../metrics/metrics.ts'
import { InstamintOperator } from './instamint-operator.ts'
import type { InstamintReads } from './instamint-reads.ts'
import { InstamintWatch } from './instamint-watch.ts'
import { OperatorTransactions } from './operator-transactions.ts'
import { Paybacks } from './paybacks.ts'

export type OpenInstamintDeps = {
	readonly db: Pick<DatabaseLanes, 'own'>
	readonly clock: Clock
	readonly bus: Bus
	readonly log: Logger
	readonly metrics: Pick<Metrics, 'count'>
	readonly gateway: GatewayClient
	readonly settledVersion: SettledVersion
	readonly market: Market
	readonly networkId: number
	/** Absent: no one mints on credit. */
	readonly instamint?: InstamintReads | undefined
}

/** What the operator's side of the component consists of. */
export type InstamintParts = {
	readonly reads: InstamintReads
	readonly operator: InstamintOperator
	readonly watch: InstamintWatch
	/** Absent without the operator's key. */
	readonly transactions?: OperatorTransactions
	/** Absent without both keys. */
	readonly paybacks?: Paybacks
}

/** Undefined where no component is configured. */
export function openInstamint(
	config: InstamintConfig | undefined,
	deps: OpenInstamintDeps,
): InstamintParts | undefined {
	const { instamint: reads, networkId } = deps
	if (config === undefined || reads === undefined) return undefined
	const { operatorKey, paybackKey } = config
	const keyPair = operatorKey && keyPairFromPrivateKey(operatorKey)
	const transactions =
		keyPair && new OperatorTransactions({ ...deps, operator: { account: accountAddress(keyPair, networkId), keyPair } })
	const paybacks = transactions && paybackKey && new Paybacks({ ...deps, transactions, paybackKey })
	return {
		reads,
		operator: new InstamintOperator({ ...deps, reads, paybackKey, transactions }),
		watch: new InstamintWatch({ reads, paybacks }),
		...(transactions === undefined ? {} : { transactions }),
		...(paybacks === undefined ? {} : { paybacks }),
	}
}

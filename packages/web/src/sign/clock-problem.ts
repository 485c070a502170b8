import type { NetworkStatus } from '@accord/protocol'
import type { DexClient } from '@accord/sdk'
import { PageError } from './page-error.ts'

/**
 * The error that names how far this device's clock is from the service's; undefined if it is not off by more than `maxS`
 * seconds and the answer's way. @throws ConnectionError, TradeError
 */
export async function clockProblem(
	dex: Pick<DexClient, 'networkStatus'>,
	{ maxS }: { readonly maxS: number },
): Promise<PageError | undefined> {
	const askedMs = Date.now()
	const status = await dex.networkStatus()
	return clockError(status, { askedMs, answeredMs: Date.now(), maxS })
}

type Reading = { readonly askedMs: number; readonly answeredMs: number; readonly maxS: number }

export function clockError(
	{ serviceTimestampMs }: Pick<NetworkStatus, 'serviceTimestampMs'>,
	{ askedMs, answeredMs, maxS }: Reading,
): PageError | undefined {
	const halfWayMs = (answeredMs - askedMs) / 2
	const aheadMs = askedMs + halfWayMs - serviceTimestampMs
	const offS = Math.round(Math.abs(aheadMs) / 1_000)
	if (Math.abs(aheadMs) + halfWayMs <= maxS * 1_000) return undefined
	const where = aheadMs > 0 ? 'ahead of' : 'behind'
	return new PageError(
		`This device’s clock is ${offS} s ${where} the service’s, so it cannot tell when an order expires. Nothing was signed. Set the clock, for example to automatic time, then try again.`,
	)
}

import { type Decimal, isPairOf, type Pair } from '@accord/protocol'
import { useMemo } from 'react'
import { isWaiting } from './alert.ts'
import { useAlerts } from './use-alerts.ts'

/** The prices that the reader waits for in a pair. */
export function useOwnPrices({ base, quote }: Pair): readonly Decimal[] {
	const alerts = useAlerts()
	return useMemo(
		() =>
			alerts.flatMap(alert =>
				alert.kind === 'price' && isWaiting(alert) && isPairOf(alert.pair, base, quote) ? [alert.price] : [],
			),
		[alerts, base, quote],
	)
}

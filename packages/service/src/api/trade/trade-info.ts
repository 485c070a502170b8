import { type FeeInfo, formatFeeInfo } from '@accord/protocol'
import type { TradeApp } from './trade-app.ts'

/** GET /trade/info */
export function tradeInfo(app: TradeApp, { feeInfo }: { readonly feeInfo: FeeInfo }): void {
	const answer = formatFeeInfo(feeInfo)
	app.get('/trade/info', async () => answer)
}

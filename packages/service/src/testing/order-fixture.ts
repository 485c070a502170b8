import type { SignedLimitOrder } from '@accord/ledger'
import { Decimal, type FeeInfo } from '@accord/protocol'
import {
	networkId,
	nowMs,
	nowS,
	type OrderParts,
	resources,
	serviceRule,
	signedOrderHex,
} from '../../../../test/fixtures/limit-order.ts'
import { readSignedPartial } from '../intents/read-intent.ts'
import type { ValidationRules } from '../intents/validate-order.ts'
import { createMarket } from '../market/market.ts'

export * from '../../../../test/fixtures/limit-order.ts'

const token = (symbol: 'XRD' | 'xUSDC' | 'xwBTC', divisibility: number) => {
	return { symbol, resourceAddress: resources[symbol], divisibility, name: symbol, iconUrl: '' }
}

export const market = createMarket({
	networkId,
	xrdAddress: resources.XRD,
	tokens: [token('XRD', 18), token('xUSDC', 6), token('xwBTC', 8)],
	pairs: [
		{ base: 'XRD', quote: 'xUSDC' },
		{ base: 'xwBTC', quote: 'xUSDC' },
	],
	routes: [],
})

const settlementFee = (symbol: string, solver: string, execution: string) => {
	return { symbol, solverAmount: Decimal.parse(solver), transactionExecutionAmount: Decimal.parse(execution) }
}

export const feeInfo: FeeInfo = {
	verifyParentAccessRuleSborHex: serviceRule.sborHex,
	perTokenSettlementFee: [
		settlementFee('XRD', '0.25', '5'),
		settlementFee('xUSDC', '0.0125', '0.25'),
		settlementFee('xwBTC', '0.00000021', '0.00000417'),
	],
	perLevelPlatformFee: [
		{ takerFee: Decimal.parse('0.001'), makerFee: Decimal.zero },
		{ takerFee: Decimal.parse('0.0005'), makerFee: Decimal.parse('0.0005') },
	],
}

export const rules: ValidationRules = {
	market,
	feeInfo,
	ledgerState: { epoch: 10, proposerTimestampMs: nowMs },
	role: 'taker',
	level: 0,
	expiry: { minS: nowS + 15, maxS: nowS + 60 },
}

/** A signed order as the service reads it. */
export function signedOrder(parts: OrderParts = {}): SignedLimitOrder {
	return readSignedPartial({ networkId }, signedOrderHex(parts))
}

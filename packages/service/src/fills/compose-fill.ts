import {
	type Clock,
	type ComposedFill,
	type CreatedSubintent,
	type FeeInfo,
	type FillToCompose,
	quoteFee,
	type SubintentRequest,
} from '@accord/protocol'
import { requireAccount } from '../accounts/account-address.ts'
import { composeLimitOrder } from '../construction/compose.ts'
import { createSubintentWithin } from '../construction/subintents.ts'
import type { DatabaseLanes } from '../db/database-lanes.ts'
import { fillExpiry } from '../intents/deadlines.ts'
import type { Market } from '../market/market.ts'
import type { Platform } from '../platform/platform.ts'
import { requireOpen, requireOwnAccount, requirePart, termsOf } from './fill-rules.ts'
import { selectPartToFill } from './fills-table.ts'

// A maker without a library for the ledger's bytes only has to sign. No key is required, because only its maker knows
// an order's id, and the answer reveals only amounts that the ledger shows a second later.

/** Long enough to be signed and sent within the time for a fill; longer would only give others a longer choice. */
const defaultFillExpiresInS = 15

type ComposeDeps = {
	readonly db: Pick<DatabaseLanes, 'requests'>
	readonly clock: Pick<Clock, 'nowMs'>
	readonly market: Market
	readonly feeInfo: FeeInfo
}

/**
 * POST /construction/compose with the role maker: exactly the manifest that a fill of the order must have, with the
 * fees of the account's level.
 * @throws TradeError `unknown_order`, `foreign_account`, `already_filled`, `order_not_open`, `fill_too_late`,
 * `invalid_address`, `wrong_network`
 */
export async function composeFill(
	{ db, clock, market, feeInfo }: ComposeDeps,
	{ account: address, orderId }: FillToCompose,
): Promise<ComposedFill> {
	requireAccount(market.networkId, { address, pointer: '/account' })
	const account = address.toLowerCase()
	const part = requirePart(await selectPartToFill(db.requests, { partId: orderId, account }))
	requireOwnAccount(part)
	requireOpen(part, clock.nowMs())
	const limitOrder = termsOf(part)
	const { sell } = limitOrder
	const { divisibility } = market.token(sell.symbol)
	const fee = quoteFee({ feeInfo, level: part.level, role: 'maker', sell, divisibility })
	return { manifest: composeLimitOrder({ market, feeInfo }, { account, limitOrder, fee }), limitOrder, fee }
}

export type FillSubintent = SubintentRequest & { readonly orderId: string }

/**
 * POST /construction/create_subintent with the role maker: the expiry must be one that a fill may have, and is by
 * default 15 s from now, or that of its order if that is sooner.
 * @throws TradeError `unknown_order`, `already_filled`, `order_not_open`, `fill_too_late`, and the codes of any
 * subintent
 */
export async function createFillSubintent(
	platform: Platform,
	request: FillSubintent,
	client = '',
): Promise<CreatedSubintent> {
	const nowMs = platform.clock.nowMs()
	const part = requirePart(
		await selectPartToFill(platform.db.requests, { partId: request.orderId, account: undefined }),
	)
	requireOpen(part, nowMs)
	const { orderExpiresAtS } = part
	const defaultS = Math.min(orderExpiresAtS, Math.floor(nowMs / 1000) + defaultFillExpiresInS)
	const expiry = { ...fillExpiry({ receivedAtMs: nowMs, orderExpiresAtS }), defaultS }
	return createSubintentWithin(platform, { ...request, nowMs, expiry }, client)
}

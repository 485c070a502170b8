import type { TestContext } from 'node:test'
import { fillExecutionsAfter } from '../fills/fill-executions.ts'
import { readSignedPartial } from '../intents/read-intent.ts'
import { market } from './order-fixture.ts'
import { makerFill, makerId, openTrade, submitFill, submitOrder, userOrder } from './trade-fixture.ts'

/** A trade for the stages after matching: orders are placed and filled as a user and a maker would. */
export type FilledTrade = Awaited<ReturnType<typeof openFilled>>

/** The lifetimes of the intents, by default a fill's as long as its order's, and who sends the order. */
type Lifetimes = { expiresInS?: number; fillExpiresInS?: number; integrator?: string }

export async function openFilled(t: TestContext, options?: Parameters<typeof openTrade>[1]) {
	const trade = await openTrade(t, options)
	const { clock, db, deps } = trade
	trade.quote({ bids: ['0.05 10000'] })

	const place = async ({ expiresInS = 45, integrator }: Lifetimes = {}) => {
		const order = userOrder({ expiresInS })
		await submitOrder(deps, { signedPartialTransaction: order, integrator, receivedAtMs: clock.nowMs() })
		const ids = idsOf(order)
		const { part_id: partId } = await db.own
			.selectFrom('part')
			.select('part_id')
			.where('order_hash', '=', ids.subintentHash)
			.executeTakeFirstOrThrow()
		return { order, partId, ...ids }
	}
	const placeAndFill = async (lives: Lifetimes = {}) => {
		const placed = await place(lives)
		const { expiresInS = 45, fillExpiresInS = expiresInS } = lives
		const fill = makerFill({ expiresInS: fillExpiresInS })
		const request = { makerId, orderId: placed.partId, signedPartialTransaction: fill, receivedAtMs: clock.nowMs() }
		await submitFill(deps, request)
		return { ...placed, fill, fillId: idsOf(fill).subintentId }
	}
	return { ...trade, place, placeAndFill, states: () => statesOf(trade.db) }
}

function idsOf(hex: string): { subintentHash: string; subintentId: string } {
	const { subintentHash, subintentId } = readSignedPartial(market, hex)
	return { subintentHash, subintentId }
}

/**
 * The state of everything, one line per trade in the order in which they were made: order, part, reservation, fill,
 * bundle.
 */
async function statesOf(db: Awaited<ReturnType<typeof openTrade>>['db']): Promise<string[]> {
	const rows = await db.own
		.selectFrom('order')
		.leftJoin('part', 'part.order_hash', 'order.subintent_hash')
		.leftJoin('fill', 'fill.part_id', 'part.part_id')
		.leftJoin('bundle', 'bundle.order_hash', 'order.subintent_hash')
		.select([
			'order.state as order',
			'part.state as part',
			'part.reservation',
			'fill.state as fill',
			'bundle.bundle_number',
			'bundle.ended_at_ms',
		])
		.orderBy('order.accepted_at_ms')
		.execute()
	return rows.map(row => {
		const bundle = row.bundle_number === null ? 'none' : row.ended_at_ms === null ? 'open' : 'ended'
		return `order ${row.order}, part ${row.part}, reservation ${row.reservation}, fill ${row.fill}, bundle ${bundle}`
	})
}

/** The maker's log in words. */
export async function logOf(db: Parameters<typeof fillExecutionsAfter>[0]): Promise<string[]> {
	const entries = await fillExecutionsAfter(db, { makerId, after: 0, limit: 500 })
	return entries.map(({ sequenceNumber, outcome = 'started' }) => `${sequenceNumber} ${outcome}`)
}

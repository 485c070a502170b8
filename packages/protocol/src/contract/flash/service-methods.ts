import { toJsonRpcError } from '../../error/problem.ts'
import { FillExecution } from '../../maker/fill-execution.ts'
import { BookHeldBack, BooksWithdrawn, flashMethods, platformErrorWire } from '../../maker/flash-methods.ts'
import { NewOrder } from '../../maker/maker-order.ts'
import { BreakerChange } from '../../maker/maker-stats.ts'
import { exampleLimitOrder, exampleOrderId, exampleTime, exampleTransaction } from '../examples/market.ts'
import { errorExample, exampleIncarnation } from '../examples/problems.ts'
import { sample } from '../operation.ts'
import type { FlashMethod } from './flash-method.ts'

const notified = { sentBy: 'service', kind: 'notification', errors: [] } as const

/** The service's notifications to makers. */
export const serviceMethods: readonly FlashMethod[] = [
	{
		...notified,
		name: flashMethods.newOrder,
		id: 'newOrder',
		channel: 'New Orders',
		summary: 'An order to fill',
		description:
			'To every session of the maker that has the stream on for the pair. `limit_order` is the user’s side of this maker’s part, `fill` what the maker must sign. Only orders that match the maker’s newest book are sent.',
		specification: 'Flash Liquidity objects, New order; Events',
		params: sample(NewOrder, {
			id: exampleOrderId,
			created_at: exampleTime.s,
			created_at_ms: exampleTime.ms,
			fill_before: exampleTime.s + 3,
			fill_before_ms: exampleTime.ms + 3000,
			limit_order: exampleLimitOrder,
			fill: { sell: exampleLimitOrder.buy, buy: exampleLimitOrder.sell },
		}),
	},
	{
		...notified,
		name: flashMethods.nextFillExecution,
		id: 'nextFillExecution',
		channel: 'Fill Execution',
		summary: 'The next entry of the maker’s fill log',
		description:
			'`started`, or `completed` with the outcome `Settled` (on the ledger), `Expired` (it can no longer be) or `Released` (it was never published). If the ledger turns out to have decided otherwise, a second `completed` follows, whose `corrects` is the number of the first one.',
		specification: 'Flash Liquidity objects, Fill execution update; States and transitions',
		params: sample(FillExecution, {
			sequence_number: 4712,
			occurred_at: exampleTime.s + 1,
			order_id: exampleOrderId,
			change: { completed: { outcome: 'Settled' } },
			fill: { sell: exampleLimitOrder.buy, buy: exampleLimitOrder.sell },
			subintent_id: 'subtxid_sim19mvvgjwkytstr4r5kdk6gk83lqq3m2p5m8ryrldkaqnhgesn0cespra0mh',
			transaction_id: exampleTransaction,
			incarnation: exampleIncarnation,
		}),
	},
	{
		...notified,
		name: flashMethods.breakerChanged,
		id: 'breakerChanged',
		channel: 'Notices',
		summary: 'The circuit breaker is about to pause the maker’s books, paused them, or ended its pause',
		description:
			'To every session with the new orders stream on. `warned` comes one step before a pause: the next order left unanswered leads to it. If several time out at once, the pause follows at once. GET /maker/stats shows the same.',
		params: sample(BreakerChange, {
			state: 'paused',
			paused: true,
			pauses: [
				{
					by: 'breaker',
					reason: 'too many orders left unanswered',
					since_ms: exampleTime.ms,
					until_ms: exampleTime.ms + 30_000,
				},
			],
			miss_rate: '0.81',
			sample: 45,
			occurred_at: exampleTime.s,
			occurred_at_ms: exampleTime.ms,
		}),
	},
	{
		...notified,
		name: flashMethods.booksWithdrawn,
		id: 'booksWithdrawn',
		channel: 'Notices',
		summary: 'The service has withdrawn books of the maker',
		description:
			'To every session with the new orders stream on, at the node of the session whose dead-man timer ran out. The books count again once they are sent again.',
		params: sample(BooksWithdrawn, {
			token_pairs: [{ base: 'XRD', quote: 'xUSDC' }],
			reason: 'session_silent',
			occurred_at: exampleTime.s,
			occurred_at_ms: exampleTime.ms,
		}),
	},
	{
		...notified,
		name: flashMethods.bookHeldBack,
		id: 'bookHeldBack',
		channel: 'Notices',
		summary: 'Levels of a book are held back, or no longer are',
		description:
			'To every session with the new orders stream on, at its start and when the sides change on which levels are too far from the operator’s price: by a book of the maker, or by a change of that price.',
		params: sample(BookHeldBack, {
			token_pair: { base: 'XRD', quote: 'xUSDC' },
			hidden: [
				{
					side: 'bids',
					because: 'outside_price_band',
					detail: '1 of 12 levels are too far from the operator’s price: only prices from 0.025 to 0.075 count',
				},
			],
			occurred_at: exampleTime.s,
			occurred_at_ms: exampleTime.ms,
		}),
	},
	{
		...notified,
		name: flashMethods.error,
		id: 'notificationRefused',
		channel: 'Notices',
		summary: 'A notification of the maker was refused',
		description:
			'A notification has no answer; `method` names it, the rest is the error that a request would have got.',
		params: sample(platformErrorWire, {
			method: flashMethods.priceBookChanged,
			...toJsonRpcError(errorExample('unknown_pair'), { instance: flashMethods.priceBookChanged }),
		}),
	},
]

import {
	type BreakerChangedWire,
	Decimal,
	type FillExecutionWire,
	formatLimitOrder,
	type NewOrderWire,
} from '@accord/protocol'
import type { FillExecution } from '../../fills/fill-executions.ts'
import type { NewOrder } from '../../fills/new-orders.ts'
import { formatPause } from '../maker/maker-wire.ts'
import type { BreakerChange } from './breaker-streams.ts'

/** Params of platform.new_orders.new; seconds are floors, so that who counts in them is never late. */
export function formatNewOrder(order: NewOrder): NewOrderWire {
	return {
		id: order.id,
		created_at: seconds(order.createdAtMs),
		created_at_ms: order.createdAtMs,
		fill_before: seconds(order.fillBeforeMs),
		fill_before_ms: order.fillBeforeMs,
		limit_order: formatLimitOrder(order.limitOrder),
		fill: formatLimitOrder(order.fill),
	}
}

/** Params of maker.fill_execution.next. */
export function formatFillExecution(entry: FillExecution): FillExecutionWire {
	return {
		sequence_number: entry.sequenceNumber,
		occurred_at: seconds(entry.occurredAtMs),
		order_id: entry.orderId,
		change: entry.outcome === undefined ? { started: {} } : { completed: { outcome: entry.outcome } },
	}
}

/** Params of maker.breaker.changed. */
export function formatBreakerChange({ pauses, missRate, sample, occurredAtMs }: BreakerChange): BreakerChangedWire {
	return {
		paused: pauses.length > 0,
		pauses: pauses.map(formatPause),
		miss_rate: Decimal.format(missRate),
		sample,
		occurred_at: seconds(occurredAtMs),
		occurred_at_ms: occurredAtMs,
	}
}

function seconds(ms: number): number {
	return Math.floor(ms / 1000)
}

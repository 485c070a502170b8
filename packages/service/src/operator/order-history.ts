import type { EndState, OrderStep } from './order-journal.ts'

/** How many orders ended how since the process started. */
export class OrderHistory {
	readonly ended: Record<EndState, number> = { settled: 0, unfilled: 0, expired: 0, cancelled: 0 }

	add({ step }: OrderStep): void {
		if (step !== 'filled' && step !== 'published') this.ended[step] += 1
	}
}

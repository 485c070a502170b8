import { Decimal, type OrderTraceWire } from '@accord/protocol'
import type { Paint } from '../terminal/paint.ts'
import { formatFacts } from '../terminal/table.ts'

type Root = OrderTraceWire['roots'][number]

/** Who paid whom for what was settled: participants the platform and the solver, the solver the ledger. */
export function describeCosts(trace: OrderTraceWire, paint: Paint): string[] {
	const settled = new Set(trace.roots.flatMap(root => root.subintent_ids))
	const fills = trace.parts.flatMap(({ maker, fill }) =>
		fill !== undefined && settled.has(fill.subintent_id) ? [[maker, paidText(fill)] as const] : [],
	)
	return formatFacts(
		[
			['the user', settled.has(trace.subintent_id) ? paidText(trace) : undefined],
			...fills,
			...trace.roots.map(root => ['the solver', solverText(root)] as const),
		],
		paint,
	)
}

/** What a participant paid beside what it sold. */
function paidText({ fee, rebate }: Pick<OrderTraceWire, 'fee' | 'rebate'>): string {
	const settlement = Decimal.subtract(Decimal.parse(fee.settlement_amount), Decimal.parse(rebate.amount))
	return `${fee.anthic_amount} ${fee.symbol} to the platform, ${Decimal.format(settlement)} ${fee.symbol} to the solver`
}

/** A root may settle other trades as well: its costs and gains are those of all of them. */
function solverText({ fee_paid_xrd: paid, solver_rewards: rewards }: Root): string {
	const gainedXrd = rewards.find(({ symbol }) => symbol === 'XRD')?.amount ?? '0'
	const leftXrd = Decimal.format(Decimal.subtract(Decimal.parse(gainedXrd), Decimal.parse(paid)))
	const others = rewards.filter(({ symbol }) => symbol !== 'XRD').map(({ symbol, amount }) => `${amount} ${symbol}`)
	return `${paid} XRD to the ledger; ${[`${leftXrd} XRD`, ...others].join(', ')} left for itself`
}

import { Decimal, type OrderHistoryState, type OrderState, type OrderStatus } from '@accord/protocol'

/** A step of an order. */
export type TimelineStep = {
	readonly key: 'accepted' | 'asked' | 'filled' | 'published' | 'committed' | 'ended'
	readonly state: 'done' | 'now' | 'ahead' | 'failed'
	readonly title: string
	readonly text: string
	readonly atMs?: number
	/** The time since the order was accepted. */
	readonly afterMs?: number
}

type Stage = Pick<TimelineStep, 'key' | 'title' | 'text'> & {
	readonly from: OrderHistoryState
	readonly waiting: string
}

/**
 * `text` describes a completed step, `waiting` the current one. Makers are asked in the transaction that stores the
 * order.
 */
const stages: readonly Stage[] = [
	{
		key: 'accepted',
		from: 'accepted',
		title: 'Accepted',
		text: 'Validated, previewed on the ledger and stored.',
		waiting: '',
	},
	{
		key: 'asked',
		from: 'accepted',
		title: 'Sent to makers',
		text: 'Makers with the best prices are asked to sign.',
		waiting: '',
	},
	{
		key: 'filled',
		from: 'filled',
		title: 'Filled',
		text: 'Every part has a maker’s signature.',
		waiting: 'Waiting for makers to sign…',
	},
	{
		key: 'published',
		from: 'published',
		title: 'Published',
		text: 'Sent to solvers to settle.',
		waiting: 'Preparing the bundle for solvers…',
	},
	{
		key: 'committed',
		from: 'settled',
		title: 'Committed',
		text: 'Both sides settled in one ledger transaction.',
		waiting: 'Waiting for a solver and the ledger…',
	},
]

/** The steps of an order: the completed ones with their times, and the current one and those ahead, or how it ended. */
export function timeline({
	history,
	...status
}: Pick<OrderStatus, 'history' | 'state' | 'correction'>): TimelineStep[] {
	const startedMs = history[0]?.atMs ?? 0
	const timeOf = (name: OrderHistoryState) => {
		const atMs = history.find(entry => entry.state === name)?.atMs
		return atMs === undefined ? {} : { atMs, afterMs: Math.max(0, atMs - startedMs) }
	}
	const last = stages.findLastIndex(({ from }) => history.some(entry => entry.state === from))
	const failure = failureOf(status)
	const steps = stages.map(({ key, from, title, text, waiting }, at): TimelineStep => {
		if (at <= last) return { key, title, text, state: 'done', ...timeOf(from) }
		const isNext = at === last + 1
		return { key, title, text: isNext ? waiting : text, state: isNext ? 'now' : 'ahead' }
	})
	if (failure === undefined) return steps
	const ended: TimelineStep = { key: 'ended', state: 'failed', ...failure, ...timeOf(status.state) }
	return [...steps.slice(0, last + 1), ended]
}

/** Why an order ended without a trade, and what to do; undefined while it is open and after it has settled. */
export function failureOf({
	state,
	correction,
}: Pick<OrderStatus, 'state' | 'correction'>): { title: string; text: string } | undefined {
	if (correction !== undefined) return corrected[correction.state]

	if (state === 'unfilled')
		return {
			title: 'Not filled',
			text: 'No maker signed in time. Nothing was traded and you paid nothing. Get a new quote and try again.',
		}
	if (state === 'expired')
		return {
			title: 'Expired',
			text: 'The order expired before the ledger committed it. Nothing was traded and you paid nothing. Try again, perhaps with a longer expiry.',
		}
	if (state === 'cancelled')
		return { title: 'Cancelled', text: 'Cancelled before it was published. Nothing was traded and you paid nothing.' }
	return undefined
}

const corrected = {
	settled: {
		title: 'Settled after all',
		text: 'The order was recorded as expired, but the ledger committed it: the swap took place. Check your balances before you try again.',
	},
	expired: {
		title: 'Not settled after all',
		text: 'The order was recorded as settled, but the ledger never committed it. Nothing was traded and you paid nothing.',
	},
} as const

/** A state's name on the page. */
export function stateName(state: OrderState): string {
	return names[state]
}

const names: Readonly<Record<OrderState, string>> = {
	awaiting_fills: 'Waiting for makers',
	filled: 'Filled',
	published: 'Settling',
	settled: 'Settled',
	unfilled: 'Not filled',
	expired: 'Expired',
	cancelled: 'Cancelled',
}

/** The kind of a state, for its colour. */
export function stateKind(state: OrderState): 'open' | 'good' | 'bad' {
	if (state === 'settled') return 'good'
	return failureOf({ state }) === undefined ? 'open' : 'bad'
}

/** A span of time: `0.24 s`, `12.3 s`, `2 min 5 s`. */
export function formatSpan(ms: number): string {
	if (ms < 10_000) return `${(ms / 1000).toFixed(2)} s`
	if (ms < 60_000) return `${(ms / 1000).toFixed(1)} s`
	return `${Math.floor(ms / 60_000)} min ${Math.round((ms % 60_000) / 1000)} s`
}

/** The rebate is the part of the total that is not charged in the end. */
export function rebateOf(paid: Decimal, total: Decimal): Decimal {
	return Decimal.max(Decimal.zero, Decimal.subtract(total, paid))
}

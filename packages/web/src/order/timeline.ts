import { Decimal, type OrderState, type OrderStatusWire } from '@accord/sdk'

/** A step on an order's way, as far as it is known. */
export type TimelineStep = {
	readonly key: 'accepted' | 'asked' | 'filled' | 'published' | 'committed' | 'ended'
	readonly state: 'done' | 'now' | 'ahead' | 'failed'
	readonly title: string
	readonly text: string
	readonly atMs?: number
	/** Since the order was accepted. */
	readonly afterMs?: number
}

type Entry = OrderStatusWire['history'][number]

type Way = Pick<TimelineStep, 'key' | 'title' | 'text'> & { readonly from: Entry['state']; readonly waiting: string }

/** `text` is said of a step behind the order, `waiting` of the one it waits for. Makers are asked as the order is stored. */
const way: readonly Way[] = [
	{
		key: 'accepted',
		from: 'accepted',
		title: 'Accepted',
		text: 'Checked, previewed on the ledger, and stored.',
		waiting: '',
	},
	{
		key: 'asked',
		from: 'accepted',
		title: 'Makers asked',
		text: 'Those with the best prices, to sign the other side.',
		waiting: '',
	},
	{
		key: 'filled',
		from: 'filled',
		title: 'Filled',
		text: 'Every part has a maker’s signature.',
		waiting: 'Waiting for the makers’ signatures…',
	},
	{
		key: 'published',
		from: 'published',
		title: 'Published',
		text: 'Both sides are out for solvers to settle.',
		waiting: 'Being wrapped and signed for the solvers…',
	},
	{
		key: 'committed',
		from: 'settled',
		title: 'Committed',
		text: 'Both sides are settled in one ledger transaction.',
		waiting: 'Waiting for a solver and the ledger…',
	},
]

/** The steps of an order: those behind it with their times, the one it waits for, those ahead; or where it ended. */
export function timeline({ history, state }: Pick<OrderStatusWire, 'history' | 'state'>): TimelineStep[] {
	const startedMs = history[0]?.at_ms ?? 0
	const timeOf = (name: Entry['state']) => {
		const atMs = history.find(entry => entry.state === name)?.at_ms
		return atMs === undefined ? {} : { atMs, afterMs: Math.max(0, atMs - startedMs) }
	}
	const last = way.findLastIndex(({ from }) => history.some(entry => entry.state === from))
	const failure = failureOf(state)
	const steps = way.map(({ key, from, title, text, waiting }, at): TimelineStep => {
		if (at <= last) return { key, title, text, state: 'done', ...timeOf(from) }
		const isNext = at === last + 1
		return { key, title, text: isNext ? waiting : text, state: isNext ? 'now' : 'ahead' }
	})
	if (failure === undefined) return steps
	const ended: TimelineStep = { key: 'ended', state: 'failed', ...failure, ...timeOf(state) }
	return [...steps.slice(0, last + 1), ended]
}

/** Why an order ended without a trade, and what to do; undefined while it is open or when it was settled. */
export function failureOf(state: OrderState): { title: string; text: string } | undefined {
	if (state === 'unfilled')
		return {
			title: 'Not filled',
			text: 'No maker signed in time. Nothing was traded and nothing was paid. Ask for a fresh quote; a little more slippage helps when prices move.',
		}
	if (state === 'expired')
		return {
			title: 'Expired',
			text: 'The order’s time ran out before the ledger committed it. Nothing was traded and nothing was paid. Sign again, perhaps with a longer expiry.',
		}
	if (state === 'cancelled')
		return { title: 'Cancelled', text: 'Cancelled before it was published. Nothing was traded and nothing was paid.' }
	return undefined
}

/** What a state is called for people. */
export function stateName(state: OrderState): string {
	return names[state]
}

const names: Readonly<Record<OrderState, string>> = {
	awaiting_fills: 'Asking makers',
	filled: 'Filled',
	published: 'Settling',
	settled: 'Settled',
	unfilled: 'Not filled',
	expired: 'Expired',
	cancelled: 'Cancelled',
}

/** How an order stands, in three kinds: for colours. */
export function stateKind(state: OrderState): 'open' | 'good' | 'bad' {
	if (state === 'settled') return 'good'
	return failureOf(state) === undefined ? 'open' : 'bad'
}

/** A span of time for people: `0.24 s`, `3.1 s`, `2 min 5 s`. */
export function formatSpan(ms: number): string {
	if (ms < 10_000) return `${(ms / 1000).toFixed(2)} s`
	if (ms < 60_000) return `${(ms / 1000).toFixed(1)} s`
	return `${Math.floor(ms / 60_000)} min ${Math.round((ms % 60_000) / 1000)} s`
}

/** Whether the account is given more than it was promised: what is over is the rebate of the fee. */
export function rebateOf(paid: Decimal, total: Decimal): Decimal {
	return Decimal.max(Decimal.zero, Decimal.subtract(total, paid))
}

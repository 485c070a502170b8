import type { TraceEvent, TraceEventKind } from '../trade/trade-trace.ts'

// Guarantee: a trace and the doctor's counts give the same causes in the same words.

const meanings: Readonly<Record<TraceEventKind, string>> = {
	accepted: 'validated and accepted',
	asked: 'asked to fill it',
	fill_refused: 'sent a fill that was refused',
	fill_accepted: 'filled it',
	rejected: 'rejected its part',
	timed_out: 'did not answer in time',
	called_off: 'called off: no answer was needed any more',
	filled: 'every part filled',
	published: 'signed by the service and published to the solvers',
	settled: 'settled on the ledger',
	unfilled: 'not filled in time; nothing was traded',
	expired: 'expired',
	cancelled: 'cancelled by its account',
	fill_settled: 'its fill settled',
	fill_expired: 'its fill expired',
	fill_released: 'its fill was released: the order did not settle',
}

type Event = Omit<TraceEvent, 'atMs'>

/** What happened in one of an order's events. */
export function eventText(event: Event, { events }: { readonly events: readonly Event[] }): string {
	const { kind, maker } = event
	if (kind === 'expired') return `${meanings.expired}: ${expiryText(event, events)}`
	const wasRefused = events.some(other => other.kind === 'fill_refused' && other.maker === maker)
	if (kind === 'timed_out' && wasRefused) return 'had no fill accepted in time'
	return withCode(event)
}

/** Everything that is known to have kept a published order from settling. */
function expiryText(expired: Event, events: readonly Event[]): string {
	const failed = events.filter(({ kind, code }) => kind === 'fill_expired' && code !== undefined)
	const isOwn = expired.code !== undefined || failed.length === 0
	return [...(isOwn ? [expired] : []), ...failed].map(causeText).join(', ')
}

/** Why an order did not settle, beginning with the maker if it was a maker's doing. */
export function causeText(event: Event): string {
	return event.maker === undefined ? whyText(event) : `${event.maker} ${whyText(event)}`
}

function whyText(event: Event): string {
	const { kind, code } = event
	const isUnfunded = code === 'insufficient_funds'
	if (kind === 'expired') return isUnfunded ? 'the user’s account lacked the funds' : 'no solver settled it'
	if (kind === 'fill_expired') return isUnfunded ? 'lacked the funds of its fill' : 'sent a fill that could not settle'
	return withCode(event)
}

function withCode({ kind, code }: Event): string {
	return code === undefined ? meanings[kind] : `${meanings[kind]}: ${code}`
}

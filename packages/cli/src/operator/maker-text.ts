import { Decimal, type Maker, type MakerPause, type MakerStats, timestampText } from '@accord/protocol'
import type { Paint } from '../terminal/paint.ts'
import { formatFacts, formatTable } from '../terminal/table.ts'
import { agoText } from '../terminal/time-text.ts'

const hundred = Decimal.fromInteger(100n)

type Look = { readonly paint: Paint; readonly nowMs: number }

/** Makers, one per line. */
export function describeMakers(makers: readonly Maker[], { paint, nowMs }: Look): string[] {
	if (makers.length === 0) return ['no makers yet: accord maker create NAME --account ADDRESS']
	const columns = [
		'NAME',
		'ID',
		'STATE',
		{ number: 'SESSIONS' },
		{ number: 'OPEN' },
		{ number: 'ACCOUNTS' },
		{ number: 'KEYS' },
		'CREATED',
	]
	const rows = makers.map(maker => [
		maker.name,
		maker.makerId,
		stateText(maker, paint),
		String(maker.sessions),
		String(maker.openParts + maker.openFills),
		String(maker.accounts.length),
		String(maker.keys.filter(({ state }) => state === 'valid').length),
		agoText(maker.createdAtMs, nowMs),
	])
	return formatTable(columns, rows, paint)
}

/** One maker in full. */
export function describeMaker(maker: Maker, { paint, nowMs }: Look): string[] {
	const { accounts, keys, pauses, stats } = maker
	return formatFacts(
		[
			['maker', `${paint.bold(maker.name)} (${maker.makerId})`],
			['state', stateText(maker, paint)],
			...pauses.map(pause => ['paused', pauseText(pause, nowMs)] as const),
			['created', timestampText(maker.createdAtMs)],
			['sessions', String(maker.sessions)],
			['open', `${maker.openParts} unanswered parts, ${maker.openFills} open fills`],
			...(stats === undefined ? [] : statsFacts(stats, nowMs)),
			...accounts.map(({ address, level }) => ['account', `${address} (level ${level})`] as const),
			...keys.map(
				({ prefix, state, label }) => ['key', [`${prefix}… ${state}`, label].filter(Boolean).join(', ')] as const,
			),
		],
		paint,
	)
}

function statsFacts(stats: MakerStats, nowMs: number): [name: string, value: string | undefined][] {
	const { sinceMs, orders, fills, refusedFills, fillRate, answerMs, breaker } = stats
	const percent = (rate: Decimal) => `${Decimal.format(Decimal.roundDown(Decimal.mulDown(rate, hundred), 1))} %`
	const { missRate, pausesAt, sample, sampleMin, nextPauseSeconds } = breaker
	return [
		['asked', `${orders.asked} orders since ${agoText(sinceMs, nowMs)}`],
		['answered', answersText(orders)],
		['fill rate', fillRate && percent(fillRate)],
		['refused fills', refusedFills?.map(({ code, orders: times }) => `${code} (${times})`).join(', ')],
		[
			'fills',
			`${fills.started} started, ${fills.settled} settled, ${fills.expired} expired, ${fills.released} released`,
		],
		[
			'answer time',
			answerMs && `median ${answerMs.p50} ms, p95 ${answerMs.p95}, p99 ${answerMs.p99}, max ${answerMs.max}`,
		],
		[
			'breaker',
			`misses ${percent(missRate)} of ${sample} orders, pauses from ${percent(pausesAt)} of ${sampleMin} for ${nextPauseSeconds} s`,
		],
	]
}

function answersText({ filled, rejected, timedOut, fillRefused, calledOff }: MakerStats['orders']): string {
	return `${filled} filled, ${rejected} rejected, ${timedOut - fillRefused} not answered, ${fillRefused} with a refused fill, ${calledOff} called off`
}

function pauseText({ by, reason, sinceMs, untilMs }: MakerPause, nowMs: number): string {
	const until = untilMs === undefined ? '' : `, until ${timestampText(untilMs)}`
	return `by the ${by}, ${agoText(sinceMs, nowMs)}${until}${reason === undefined ? '' : `: ${reason}`}`
}

function stateText({ pauses, sessions }: Maker, paint: Paint): string {
	if (pauses.length > 0) return paint.yellow('paused')
	return sessions > 0 ? paint.green('connected') : paint.dim('disconnected')
}

import type { Maker, MakerPause } from '@accord/protocol'
import type { Paint } from '../terminal/paint.ts'
import { formatFacts, formatTable } from '../terminal/table.ts'
import { agoText, timestampText } from '../terminal/time-text.ts'

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
	const { accounts, keys, pauses } = maker
	return formatFacts(
		[
			['maker', `${paint.bold(maker.name)} (${maker.makerId})`],
			['state', stateText(maker, paint)],
			...pauses.map(pause => ['paused', pauseText(pause, nowMs)] as const),
			['created', timestampText(maker.createdAtMs)],
			['sessions', String(maker.sessions)],
			['open', `${maker.openParts} unanswered parts, ${maker.openFills} open fills`],
			...accounts.map(({ address, level }) => ['account', `${address} (level ${level})`] as const),
			...keys.map(
				({ prefix, state, label }) => ['key', [`${prefix}… ${state}`, label].filter(Boolean).join(', ')] as const,
			),
		],
		paint,
	)
}

function pauseText({ by, reason, sinceMs, untilMs }: MakerPause, nowMs: number): string {
	const until = untilMs === undefined ? '' : `, until ${timestampText(untilMs)}`
	return `by the ${by}, ${agoText(sinceMs, nowMs)}${until}${reason === undefined ? '' : `: ${reason}`}`
}

function stateText({ pauses, sessions }: Maker, paint: Paint): string {
	if (pauses.length > 0) return paint.yellow('paused')
	return sessions > 0 ? paint.green('connected') : paint.dim('disconnected')
}

import type { MakerWire } from '@accord/protocol'
import type { Paint } from '../terminal/paint.ts'
import { formatFacts, formatTable } from '../terminal/table.ts'
import { agoText, timestampText } from '../terminal/time-text.ts'

type Look = { readonly paint: Paint; readonly nowMs: number }

/** Makers, one per line. */
export function describeMakers(makers: readonly MakerWire[], { paint, nowMs }: Look): string[] {
	if (makers.length === 0) return ['no makers yet: accord maker create NAME --account ADDRESS']
	const columns = [
		{ title: 'NAME' },
		{ title: 'ID' },
		{ title: 'STATE' },
		{ title: 'SESSIONS', align: 'right' },
		{ title: 'OPEN', align: 'right' },
		{ title: 'ACCOUNTS', align: 'right' },
		{ title: 'KEYS', align: 'right' },
		{ title: 'CREATED' },
	] as const
	const rows = makers.map(maker => [
		maker.name,
		maker.maker_id,
		stateText(maker, paint),
		String(maker.sessions),
		String(maker.open_parts + maker.open_fills),
		String(maker.accounts.length),
		String(maker.keys.filter(({ state }) => state === 'valid').length),
		agoText(maker.created_at_ms, nowMs),
	])
	return formatTable(columns, rows, paint)
}

/** One maker in full. */
export function describeMaker(maker: MakerWire, { paint, nowMs }: Look): string[] {
	const { accounts, keys, pauses } = maker
	return formatFacts(
		[
			['maker', `${paint.bold(maker.name)} (${maker.maker_id})`],
			['state', stateText(maker, paint)],
			...pauses.map(pause => ['paused', pauseText(pause, nowMs)] as const),
			['created', timestampText(maker.created_at_ms)],
			['sessions', String(maker.sessions)],
			['open', `${maker.open_parts} unanswered parts, ${maker.open_fills} open fills`],
			...accounts.map(({ address, level }) => ['account', `${address} (level ${level})`] as const),
			...keys.map(
				({ prefix, state, label }) => ['key', [`${prefix}… ${state}`, label].filter(Boolean).join(', ')] as const,
			),
		],
		paint,
	)
}

function pauseText({ by, reason, since_ms, until_ms }: MakerWire['pauses'][number], nowMs: number): string {
	const until = until_ms === undefined ? '' : `, until ${timestampText(until_ms)}`
	return `by the ${by}, ${agoText(since_ms, nowMs)}${until}${reason === undefined ? '' : `: ${reason}`}`
}

function stateText({ pauses, sessions }: MakerWire, paint: Paint): string {
	if (pauses.length > 0) return paint.yellow('paused')
	return sessions > 0 ? paint.green('connected') : paint.dim('disconnected')
}

import type { MakerPausesWire, MakerPauseWire } from '@accord/protocol'
import type { MakerPause } from '../../breaker/maker-pauses.ts'

/** A pause as the maker sees it. */
export function formatPause({ by, reason, sinceMs, untilMs }: MakerPause): MakerPauseWire {
	return {
		by,
		...(reason === undefined ? {} : { reason }),
		since_ms: sinceMs,
		...(untilMs === undefined ? {} : { until_ms: untilMs }),
	}
}

/** The pauses in force, and whether there are any. */
export function formatPauses(pauses: readonly MakerPause[]): MakerPausesWire {
	return { paused: pauses.length > 0, pauses: pauses.map(formatPause) }
}

import { TradeError } from '@accord/protocol'

/** The service was restored from a backup: log entries read since the backup are no longer there. */
export type LogRestart = {
	/** The incarnation of the log that starts over; absent if the service did not report it. */
	readonly incarnation?: string
}

/**
 * Detects a restart from a refused start; undefined if there was none. A log has also restarted if it ends before a
 * number it once issued.
 */
export function restartIn(error: unknown, { wasGivenOut }: { wasGivenOut: boolean }): LogRestart | undefined {
	if (!(error instanceof TradeError)) return undefined
	const restart = restartOf(error)
	// A socket closed with this code leaves the details to the refusal of the next start.
	if (error.code === 'log_restarted') return restart.incarnation === undefined ? undefined : restart
	return error.code === 'sequence_ahead' && wasGivenOut ? restart : undefined
}

/** The incarnation named in a refusal. */
export function restartOf({ extra: { incarnation } }: TradeError): LogRestart {
	return typeof incarnation === 'string' ? { incarnation } : {}
}

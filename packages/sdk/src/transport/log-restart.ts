import { TradeError } from '@accord/protocol'

/** The service was restored from a backup: what had been read of a log after the backup is not in it any more. */
export type LogRestart = {
	/** Of the log that begins again; absent if the service did not say. */
	readonly incarnation?: string
}

/**
 * What a refused start says of a restart; undefined if there was none. A log that ends before a place that it gave out itself
 * has restarted, too.
 */
export function restartIn(error: unknown, { wasGivenOut }: { wasGivenOut: boolean }): LogRestart | undefined {
	if (!(error instanceof TradeError)) return undefined
	const restart = restartOf(error)
	// A socket that is closed with this code leaves the details to the refusal of the next start.
	if (error.code === 'log_restarted') return restart.incarnation === undefined ? undefined : restart
	return error.code === 'sequence_ahead' && wasGivenOut ? restart : undefined
}

/** The incarnation that a refusal names. */
export function restartOf({ extra: { incarnation } }: TradeError): LogRestart {
	return typeof incarnation === 'string' ? { incarnation } : {}
}

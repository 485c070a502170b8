import { TradeError } from '@accord/protocol'

const attemptsMax = 4

/**
 * Checks and writes an intent, and starts over when the check had become stale by the time of the write: its account had
 * opened something in between that the intent must be checked against.
 * @throws TradeError `busy` after four attempts
 */
export async function retryWhileStale<Outcome>(
	checkAndWrite: (attempt: number) => Promise<Outcome | 'stale'>,
): Promise<void> {
	for (let attempt = 1; attempt <= attemptsMax; attempt++) {
		if ((await checkAndWrite(attempt)) !== 'stale') return
	}
	const detail = 'the account opens orders or fills faster than they can be checked'
	throw new TradeError('busy', detail, { extra: { retry_after_s: 1 } })
}

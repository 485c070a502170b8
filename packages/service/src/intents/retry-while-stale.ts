import { TradeError } from '@accord/protocol'

const attemptsMax = 4

/**
 * Checks and writes an intent, and starts over if the check is stale by the time of the write because its account has opened
 * something else in between.
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

import { TradeError } from '@accord/protocol'

const attemptsMax = 4

/**
 * Checks and writes an intent, and starts over if the check has become stale by the time of the write because its
 * account has opened something else in between. Otherwise returns the outcome.
 * @throws TradeError `busy` after four attempts
 */
export async function retryWhileStale<Outcome>(
	checkAndWrite: (attempt: number) => Promise<Outcome>,
): Promise<Exclude<Outcome, 'stale'>> {
	for (let attempt = 1; attempt <= attemptsMax; attempt++) {
		const outcome = await checkAndWrite(attempt)
		if (outcome !== 'stale') return outcome as Exclude<Outcome, 'stale'>
	}
	const detail = 'the account opens orders or fills faster than they can be checked'
	throw new TradeError('busy', detail, { extra: { retry_after_s: 1 } })
}

import assert from 'node:assert/strict'
import { it } from 'node:test'
import { TradeError } from '@accord/protocol'
import { ConnectionError } from '@accord/sdk'
import { waitMsAfter } from './key-sessions.ts'

it('error: a failed request is repeated after 2 s, and no sooner than the service says', () => {
	const limited = (seconds: number) => new TradeError('rate_limited', '', { extra: { retry_after_s: seconds } })
	assert.equal(waitMsAfter(new ConnectionError('no answer')), 2_000)
	assert.equal(waitMsAfter(limited(1)), 2_000)
	assert.equal(waitMsAfter(limited(7)), 7_000)
})

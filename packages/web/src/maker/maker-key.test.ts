import assert from 'node:assert/strict'
import { it } from 'node:test'
import { TradeError } from '@accord/protocol'
import { ConnectionError } from '@accord/sdk'
import { readKey, UnsentKey } from '../key-view/entered-key.ts'
import { describeMakerError, makerKeyKind } from './maker-key.ts'

it('takes a key without the white space that was copied with it', () => {
	assert.equal(readKey(' play-key-of-maker-1\n', makerKeyKind), 'play-key-of-maker-1')
})

it('error: anything that cannot be a maker’s key is not sent', () => {
	for (const text of ['', '  ', 'two words', 'schlüssel', 'a'.repeat(513), 'accord_operator_abc'])
		assert.throws(() => readKey(text, makerKeyKind), UnsentKey, text)
	assert.throws(() => readKey('accord_operator_abc', makerKeyKind), /operator’s key/)
})

it('has its own texts for a refused key, a limit and a service that does not answer', () => {
	const cases: [error: unknown, reason: RegExp][] = [
		[new TradeError('unauthorized'), /does not accept this key/],
		[new TradeError('rate_limited', 'at most 60', { extra: { retry_after_s: 7 } }), /Too many requests/],
		[new ConnectionError('no answer'), /did not respond/],
		[new TradeError('database_unavailable'), /./],
	]
	for (const [error, reason] of cases) assert.match(describeMakerError(error).reason, reason)
	const limited = describeMakerError(new TradeError('rate_limited', '', { extra: { retry_after_s: 7 } }))
	assert.match(limited.advice ?? '', /in 7 s/)
})

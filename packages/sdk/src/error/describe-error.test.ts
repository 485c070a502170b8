import assert from 'node:assert/strict'
import { it } from 'node:test'
import { SignerTerms, TradeError } from '@accord/protocol'
import { DexClient } from '../dex/dex-client.ts'
import { ConnectionError } from '../transport/connection-error.ts'
import { describeError } from './describe-error.ts'

it('explains what happened and, where possible, what to do', () => {
	assert.deepEqual(describeError(new TradeError('rate_limited', 'at most 60 requests a minute')), {
		reason: 'At most 60 requests a minute.',
		advice: 'Wait a moment, then try again.',
	})
	assert.deepEqual(describeError(new TradeError('wrong_network')).advice, undefined)
	assert.deepEqual(describeError('Just so'), { reason: 'Just so' })
	assert.deepEqual(describeError(new Error('the key is short')), { reason: 'The key is short.' })
	for (const name of ['xUSDC', 'subtxid_sim1abc', 'account_sim1abc'])
		assert.equal(describeError(new Error(`${name} is not known`)).reason, `${name} is not known.`)
	assert.equal(describeError(new Error('busy')).reason, 'Busy.')
	assert.deepEqual(describeError(undefined), { reason: 'Something unexpected happened.' })
})

it('recognizes a failed request whatever the browser’s wording', () => {
	const errors = [
		new ConnectionError('GET /version: no answer'),
		new TypeError('Failed to fetch'),
		new TypeError('fetch failed'),
		new TypeError('network error'),
		new TypeError('NetworkError when attempting to fetch resource.'),
		new TypeError('Load failed'),
	]
	for (const error of errors) assert.equal(describeError(error).reason, 'The service did not respond.')
	assert.match(describeError(new TypeError('x is undefined')).reason, /undefined/)
})

it('does not take the SDK’s own errors for a failed request', () => {
	const wrong = { baseUrl: 'http://127.0.0.1:1', baseURL: '' }
	const errors = [() => new DexClient(wrong), () => SignerTerms.parse({ network: 242 })].map(thrownBy)
	assert.match(describeError(errors[0]).reason, /^DexClient has no option baseURL; there are .*fetch/)
	assert.match(describeError(errors[1]).reason, /network/)
	for (const error of errors) assert.notEqual(describeError(error).reason, 'The service did not respond.')
})

it('blames no clock for an expiry that the request itself named', () => {
	const errors = [{ pointer: '/expires_in_seconds', expected: '15 to 60 seconds', found: '120' }]
	assert.equal(describeError(new TradeError('invalid_expiry', undefined, { errors })).advice, undefined)
	assert.match(describeError(new TradeError('invalid_expiry')).advice ?? '', /clock/)
})

function thrownBy(call: () => unknown): unknown {
	try {
		return call()
	} catch (error) {
		return error
	}
}

import assert from 'node:assert/strict'
import { it } from 'node:test'
import { walletWords } from './wallet-words.ts'

it('says why, and what did not happen', () => {
	assert.equal(walletWords('rejectedByUser', 'sign'), 'You declined in your wallet. Nothing was traded.')
	assert.equal(walletWords('rejectedByUser', 'connect'), 'You declined in your wallet. You are not connected.')
	assert.match(walletWords('closed', 'cancel'), /did not receive the request.* The order was not cancelled\.$/)
	assert.match(walletWords('timeout', 'sign'), /did not answer in time/)
})

it('names a reason that it does not know', () => {
	assert.equal(walletWords('newReason', 'sign'), 'Your wallet could not do this (newReason). Nothing was traded.')
})

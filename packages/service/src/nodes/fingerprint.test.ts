import assert from 'node:assert/strict'
import { test } from 'node:test'
import { differences } from './fingerprint.ts'

// shows decision 65: Nodes with other settings are refused
test('fingerprints differ in the parts that both have, and not in those that only one version knows', () => {
	const one = { network: 'a', fees: 'b' }
	assert.deepEqual(differences(one, { network: 'a', fees: 'c' }), ['fees'])
	assert.deepEqual(differences(one, { network: 'a', fees: 'b', later: 'd' }), [])
	assert.deepEqual(differences({ ...one, later: 'd' }, one), [])
})

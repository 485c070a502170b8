import assert from 'node:assert/strict'
import { test } from 'node:test'
import { explainManifest } from '../manifest/explain-manifest.ts'
import { settledTrace } from './trace-fixture.ts'
import { traceLabels } from './trace-labels.ts'

const xrd = { symbol: 'XRD', resourceAddress: 'resource_xrd', divisibility: 18, name: 'Radix', iconUrl: '' }

test('tokens, accounts and intents of a trade have names', () => {
	assert.deepEqual(Object.fromEntries(traceLabels(settledTrace, new Map([['XRD', xrd]]))), {
		resource_xrd: 'XRD',
		account_user: 'the user’s account',
		account_maker: 'maker 2’s account',
		account_service: 'the service’s account',
		account_solver: 'the solver’s account',
		subtxid_order: 'the user’s intent',
		subtxid_outer_order: 'the user’s intent, wrapped',
		subtxid_fill: 'maker 2’s intent',
		subtxid_outer_fill: 'maker 2’s intent, wrapped',
	})
})

test('manifests are explained with these names', () => {
	const labels = traceLabels(settledTrace, new Map([['XRD', xrd]]))
	const [order] = settledTrace.items
	assert.deepEqual(
		explainManifest(order?.manifest ?? '', labels).map(({ explanation }) => explanation),
		['Withdraw 105.35 XRD from the user’s account'],
	)
})

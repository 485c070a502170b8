import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as codec from '../loaded.ts'
import { argumentForms } from './argument-forms.ts'

test('every function that callers reach has forms for its arguments', () => {
	// These take what this package itself composes.
	const composed = ['attach_own_signatures', 'compose_outer', 'compose_order_preview']
	const camel = (name: string) => name.replace(/_([a-z])/g, (_, letter) => letter.toUpperCase())
	for (const name of Object.keys(argumentForms)) assert.ok(camel(name) in codec, name)
	for (const name of composed) assert.ok(!(name in argumentForms))
})

test('error: the words of the Rust crates are kept where no rule knows them', () => {
	const header = { networkId: 242, startEpoch: 2, endEpoch: 100, intentDiscriminator: '1' }
	assert.throws(() => codec.compileSubintent({ manifest: 'YIELD_TO_PARENT', header }), {
		code: 'bad_manifest',
		message: /unexpected end of file/,
	})
})

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

test('error: bytes that are wrong are named as by-hand.md writes them', () => {
	const header = { networkId: 242, startEpoch: 2, endEpoch: 100, intentDiscriminator: '1' }
	const { subintent } = codec.compileSubintent({ manifest: 'YIELD_TO_PARENT;', header })
	const wrong = [
		['0b012105', '0b012106', 'found 6 members where 5 belong'],
		['07f20a', '09f20a', 'found a value of kind 0x09 in place of 0x07'],
		['07f20a', 'c0f20a', 'found 0xc0 where the kind of a value belongs'],
		['20220160', '202201fe', 'found an unknown variant 0xfe'],
	] as const
	for (const [right, altered, found] of wrong) {
		assert.ok(subintent.includes(right), `${subintent} has no ${right}`)
		const message = `expected a subintent, ${found}`
		assert.throws(() => codec.readSubintent(subintent.replace(right, altered), 242), { code: 'bad_payload', message })
	}
})

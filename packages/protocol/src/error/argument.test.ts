import assert from 'node:assert/strict'
import { it } from 'node:test'
import {
	amountForm,
	type Forms,
	functionForm,
	pairForm,
	requireArguments,
	textForm,
	wrongArgument,
} from './argument.ts'

const forms: Forms = {
	pair: pairForm,
	ids: { items: textForm('an id') },
	'sign?': functionForm,
	'most?': { members: { amount: amountForm } },
}
const valid = { pair: { base: 'XRD', quote: 'xUSDC' }, ids: ['a'] }

it('finds nothing wrong in arguments of their forms, whatever else they have', () => {
	assert.equal(wrongArgument(forms, { ...valid, other: 1 }), undefined)
	assert.equal(wrongArgument(forms, { ...valid, sign: null }), undefined)
	assert.equal(wrongArgument(forms, { ...valid, ids: [], sign: () => 1, most: { amount: 1n } }), undefined)
})

it('names the first that is wrong, what was expected and what was found', () => {
	const cases: [object, string][] = [
		[{ pair: undefined }, 'pair, expected an object {base, quote}, found nothing'],
		[{ pair: 'XRD/xUSDC' }, 'pair, expected an object {base, quote}, found "XRD/xUSDC"'],
		[{ pair: { base: 'XRD' } }, 'pair.quote, expected a token symbol, found nothing'],
		[{ ids: 'a' }, 'ids, expected an array, found "a"'],
		[{ ids: ['a', 5] }, 'ids[1], expected an id, found the number 5'],
		[{ most: ['1', '2'] }, 'most, expected an object {amount}, found an array of 2'],
		[{ most: {} }, 'most.amount, expected a decimal as text, such as "1.5", found nothing'],
		[{ sign: 'me' }, 'sign, expected a function, found "me"'],
	]
	for (const [change, text] of cases) assert.equal(wrongArgument(forms, { ...valid, ...change }), text)
	assert.throws(() => requireArguments('look', forms, { ...valid, ids: null }), {
		name: 'TypeError',
		message: 'look: ids, expected an array, found null',
	})
})

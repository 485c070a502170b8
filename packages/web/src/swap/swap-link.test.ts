import assert from 'node:assert/strict'
import { it } from 'node:test'
import type { SwapLink } from '../app/route.ts'
import { symbolsOf } from './choose-token.ts'
import { type FilledForm, flippedForm, formWithToken, linkedDirection, linkedText, linkOf } from './swap-link.ts'

const pairs = [
	{ base: 'XRD', quote: 'xUSDC' },
	{ base: 'xETH', quote: 'xUSDC' },
]
const [first, second] = pairs as [(typeof pairs)[0], (typeof pairs)[0]]
const form: FilledForm = { direction: { pair: first, sells: 'base' }, exact: 'sell', amount: '100' }

function tokensOf(link: SwapLink): string {
	const linked = linkedDirection(link, { pairs, pair: first })
	if (linked.kind === 'unknown') return linked.reason
	const { sell, buy } = symbolsOf(linked.direction)
	return `${sell} → ${buy}`
}

it('a link decides the tokens, and what it leaves out is chosen to fit', () => {
	const links: [link: SwapLink, tokens: string][] = [
		[{}, 'XRD → xUSDC'],
		[{ sell: 'xUSDC', buy: 'XRD' }, 'xUSDC → XRD'],
		[{ sell: 'xETH', buy: 'xUSDC' }, 'xETH → xUSDC'],
		[{ sell: 'xETH' }, 'xETH → xUSDC'],
		[{ sell: 'xUSDC' }, 'xUSDC → XRD'],
		[{ buy: 'XRD' }, 'xUSDC → XRD'],
		[{ buy: 'xUSDC' }, 'XRD → xUSDC'],
	]
	for (const [link, tokens] of links) assert.equal(tokensOf(link), tokens)
})

it('error: tokens that are not traded are named', () => {
	assert.match(tokensOf({ sell: 'DOGE', buy: 'xUSDC' }), /“DOGE”, which is not traded here/)
	assert.match(tokensOf({ sell: 'xrd' }), /“xrd”/)
	assert.match(tokensOf({ sell: 'DOGE', buy: 'CAT' }), /“DOGE” and “CAT”/)
	assert.match(tokensOf({ sell: 'XRD', buy: 'xETH' }), /XRD for xETH, which are not traded against each other/)
	assert.match(tokensOf({ sell: 'XRD', buy: 'XRD' }), /the same token, XRD/)
})

it('the amount survives an unknown token only if it is of the other one', () => {
	const knownOf = (link: SwapLink) => {
		const linked = linkedDirection(link, { pairs, pair: first })
		return linked.kind === 'unknown' ? linked.known : undefined
	}
	assert.deepEqual(knownOf({ sell: 'XRD', buy: 'DOGE', amount: '5' }), { sell: 'XRD', amount: '5' })
	assert.deepEqual(knownOf({ sell: 'DOGE', buy: 'XRD', amount: '5' }), { buy: 'XRD' })
	assert.deepEqual(knownOf({ sell: 'DOGE', buy: 'XRD', amount: '5', exact: 'buy' }), {
		buy: 'XRD',
		amount: '5',
		exact: 'buy',
	})
})

it('switching the tokens keeps the value, and switching twice changes nothing', () => {
	assert.deepEqual(linkOf(flippedForm(form)), { sell: 'xUSDC', buy: 'XRD', amount: '100', exact: 'buy' })
	assert.deepEqual(flippedForm(flippedForm(form)), form)
})

it('another token takes the place of one; an amount never becomes one of a token that was not chosen', () => {
	const choose = (side: 'sell' | 'buy', symbol: string) => linkOf(formWithToken(form, { side, symbol, pairs }))
	assert.deepEqual(choose('sell', 'xETH'), { sell: 'xETH', buy: 'xUSDC', amount: '100' })
	assert.deepEqual(choose('sell', 'xUSDC'), { sell: 'xUSDC', buy: 'XRD', amount: '100', exact: 'buy' })
	assert.deepEqual(choose('buy', 'xETH'), { sell: 'xUSDC', buy: 'xETH' })
	assert.equal(second.base, 'xETH')
})

it('an amount is shown in the reader’s language, anything else as written', () => {
	assert.deepEqual([undefined, '100', '0.5', 'abc', '1,5'].map(linkedText), ['', '100', '0.5', 'abc', '1,5'])
})

it('lists the tokens that are traded, or the pairs where only these two are not traded against each other', () => {
	const tradedOf = (link: Parameters<typeof linkedDirection>[0]) => {
		const linked = linkedDirection(link, { pairs, pair: first })
		return linked.kind === 'unknown' ? linked.traded : undefined
	}
	assert.deepEqual(tradedOf({ sell: 'DOGE' }), ['XRD', 'xUSDC', 'xETH'])
	assert.deepEqual(tradedOf({ sell: 'XRD', buy: 'xETH' }), ['XRD/xUSDC', 'xETH/xUSDC'])
})

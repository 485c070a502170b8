import assert from 'node:assert/strict'
import { it } from 'node:test'
import { type ListedToken, searchTokens } from './search-tokens.ts'

const listed = (symbol: string, name: string, displaced?: string): ListedToken => ({
	token: {
		symbol,
		name,
		divisibility: 18,
		iconUrl: '',
		resourceAddress: `resource_sim1thaaaaaa${symbol.toLowerCase()}zz9`,
	},
	displaced,
})
const tokens = [
	listed('xUSDC', 'Wrapped USDC'),
	listed('xETH', 'Wrapped Ether', 'xUSDC'),
	listed('XRD', 'Radix'),
	listed('ETHX', 'Staked Ether'),
	listed('xwBTC', 'Wrapped Bitcoin'),
]
const found = (query: string) => searchTokens(tokens, query).map(({ token }) => token.symbol)

it('lists all tokens without a query, those that the other side stays with first', () => {
	assert.deepEqual(found(''), ['xUSDC', 'XRD', 'ETHX', 'xwBTC', 'xETH'])
	assert.deepEqual(found('  '), found(''))
})

it('finds a token by symbol, name and address, whatever the case', () => {
	assert.deepEqual(found('xrd'), ['XRD'])
	assert.deepEqual(found('BITCOIN'), ['xwBTC'])
	assert.deepEqual(found('btc'), ['xwBTC'])
	assert.deepEqual(found('ＸＲＤ'), ['XRD'], 'full-width letters')
	assert.deepEqual(found('resource_sim1thaaaaaaxrdzz9'), ['XRD'])
	assert.deepEqual(found('xrdzz9'), ['XRD'])
	assert.deepEqual(found('resource_sim1thaaaaaaxu'), ['xUSDC'])
	assert.deepEqual(found('nothing like it'), [])
})

it('puts the best match first, and a token that displaces the other side last', () => {
	assert.deepEqual(found('eth'), ['ETHX', 'xETH'])
	assert.deepEqual(found('wrapped'), ['xUSDC', 'xwBTC', 'xETH'])
	assert.deepEqual(found('x'), ['xUSDC', 'XRD', 'xwBTC', 'ETHX', 'xETH'])
})

it('does not take the start that all addresses share for a search', () => {
	assert.deepEqual(found('reso'), [])
})

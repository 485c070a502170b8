import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { InstamintState } from '@accord/ledger'
import { Decimal, type Token } from '@accord/protocol'
import { PaybackPlaces } from './payback-places.ts'

const traded = ['XRD', 'a', 'b'].map(symbol => ({ symbol, resourceAddress: symbol }) as Token)

/** A component with the tokens `a` and `b`, and these customers, each owing these tokens. */
function stateOf(owed: readonly string[][]): InstamintState {
	const token = (resource: string) => [resource, { resource }] as const
	return {
		tokens: new Map(['a', 'b'].map(token)),
		customers: owed.map((loans, at) => ({ id: at + 1, loans: new Map(loans.map(each => [each, Decimal.one])) })),
	} as unknown as InstamintState
}

const textOf = (places: ReturnType<PaybackPlaces['next']>) =>
	places.map(place => `${place.customer.id} ${place.resource}`)

test('loans are looked for in every run, all other places in turn', () => {
	const places = new PaybackPlaces({ tokens: traded })
	const state = stateOf([['a'], [], ['b']])
	const runs = [1, 2, 3].map(() => textOf(places.next(state)))
	for (const run of runs) assert.deepEqual(run.slice(0, 2).toSorted(), ['1 a', '3 b'])
	const others = runs.flatMap(run => run.slice(2))
	assert.deepEqual([others.length, new Set(others).size], [12, 7])
})

test('a run has a bound however many customers owe, and comes to each in turn', () => {
	const places = new PaybackPlaces({ tokens: traded })
	const state = stateOf(Array.from({ length: 100 }, () => ['a', 'b']))
	const seen = new Set<string>()
	for (let run = 0; run < 17; run++) {
		const next = textOf(places.next(state))
		assert.equal(next.length, 16)
		for (const place of next) seen.add(place)
	}
	assert.equal([...seen].filter(place => !place.includes('XRD')).length, 200)
})

test('without customers it looks at nothing', () => {
	assert.deepEqual(new PaybackPlaces({ tokens: traded }).next(stateOf([])), [])
})

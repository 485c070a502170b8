import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Decimal, type Side } from '@accord/protocol'
import fc from 'fast-check'
import {
	levelsByPriority,
	type MakerOffer,
	offerOf,
	offersByPriority,
	priorityOf,
	replaceOffer,
} from './maker-offer.ts'
import type { AvailableLevel } from './maker-side.ts'

const price = fc.bigInt({ min: 1n, max: 8n }).map(n => n as Decimal)
const level = fc.record({ price, amount: price, changedAt: fc.nat(3) })
const ofMaker = fc.record({
	makerId: fc.constantFrom('a', 'b', 'c', 'd', 'e'),
	levels: fc.uniqueArray(level, { selector: ({ price }) => price, maxLength: 6 }),
})
const anyChanges = fc.record({
	side: fc.constantFrom<Side>('bids', 'asks'),
	changes: fc.array(ofMaker, { maxLength: 20 }),
})

test('property: after any changes, offers and their levels are in the same order as if all were sorted again', () => {
	fc.assert(
		fc.property(anyChanges, ({ side, changes }) => {
			let offers: readonly MakerOffer[] = []
			const current = new Map<string, MakerOffer | undefined>()
			for (const { makerId, levels } of changes) {
				const own = levels.map(each => ({ makerId, ...each })).sort(priorityOf(side))
				const next = offerOf(own)
				offers = replaceOffer(offers, { side, former: current.get(makerId), next })
				current.set(makerId, next)
			}
			const all = [...current.values()].flatMap(offer => offer?.levels ?? []).sort(priorityOf(side))
			assert.deepEqual([...levelsByPriority(side, offers)], all)
			assert.deepEqual(offers, offersByPriority(all))
		}),
		{ numRuns: 1000 },
	)
})

test('an offer has the total depth of its levels; without levels there is no offer', () => {
	const levels: AvailableLevel[] = [2n, 3n].map(n => {
		return { makerId: 'a', price: n as Decimal, amount: n as Decimal, changedAt: 1 }
	})
	assert.equal(offerOf(levels)?.depth, 5n)
	assert.equal(offerOf([]), undefined)
	assert.deepEqual([...levelsByPriority('asks', [])], [])
	assert.equal(Decimal.sum([]), 0n)
})

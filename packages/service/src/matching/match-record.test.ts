import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Decimal } from '@accord/protocol'
import fc from 'fast-check'
import { offersByPriority } from '../prices/maker-offer.ts'
import { anyRequest, levels, sells } from './match-fixture.ts'
import { matchOrder } from './match-order.ts'
import { formatMatch, type MatchRecord, replayMatch } from './match-record.ts'
import type { MatchRequest } from './match-request.ts'
import { anyRoutedRequest } from './record-fixture.ts'

/** The record of a match as read back from the log; undefined if there is no match. */
function recordOf(request: MatchRequest): MatchRecord | undefined {
	const match = matchOrder(request)
	return match.kind === 'matched' ? JSON.parse(JSON.stringify(formatMatch(request, match.parts))) : undefined
}

test('every recorded match comes out the same when it is replayed', () => {
	fc.assert(
		fc.property(anyRequest, ({ available, ...request }) => {
			const record = recordOf({ ...request, available: offersByPriority(available) })
			if (record !== undefined) assert.deepEqual(replayMatch(record), record.parts)
		}),
		{ numRuns: 3_000 },
	)
})

test('property: so does every match over routes, and both tokens of each leg add up', () => {
	const kinds = new Set<string>()
	fc.assert(
		fc.property(anyRoutedRequest, request => {
			const record = recordOf(request)
			if (record === undefined) return
			assert.deepEqual(replayMatch(record), record.parts)
			for (const { via } of record.routes ?? []) {
				const sum = (what: 'sell' | 'buy'): Decimal =>
					Decimal.sum(record.parts.filter(part => part[what][0] === via).map(part => Decimal.parse(part[what][1])))
				assert.equal(sum('sell'), sum('buy'), via)
			}
			const { side, sell, buy } = record
			const [base, quote] = side === 'bids' ? [sell, buy] : [buy, sell]
			const given = record.parts.filter(part => part[side === 'bids' ? 'buy' : 'sell'][0] === base[0])
			const amounts = given.map(part => Decimal.parse(part[side === 'bids' ? 'buy' : 'sell'][1]))
			assert.equal(Decimal.sum(amounts), Decimal.parse(base[1]))
			const closing = record.parts.filter(part => part[side === 'bids' ? 'sell' : 'buy'][0] === quote[0])
			const limits = closing.map(part => part.limit_quote ?? part[side === 'bids' ? 'sell' : 'buy'][1])
			assert.equal(Decimal.sum(limits.map(Decimal.parse)), Decimal.parse(quote[1]))
			const sources = new Set(record.parts.map(({ leg }) => leg === undefined || [leg.base, leg.quote].includes('M')))
			kinds.add(`${side} ${sources.size} ${record.parts.some(({ leg }) => leg === undefined)}`)
		}),
		{ numRuns: 3_000 },
	)
	// Sales and purchases, of one source and of several.
	assert.ok(kinds.size >= 6, [...kinds].join(', '))
})

const rules = { divisibility: { base: 2, quote: 3 }, makersMax: 4, smallPart: 0n as never }

test('makers and levels that were not looked at are not recorded', () => {
	const book = levels('a 5 10', 'a 4 90', 'b 3 100', 'c 2 100')
	const record = recordOf({ ...rules, ...sells('8', '40'), available: offersByPriority(book) })
	assert.deepEqual(record?.offers, [{ maker_id: 'a', levels: [['5', '10', 0]] }])
})

test('with another level in its place another match comes out', () => {
	const book = levels('a 5 10', 'b 4 100')
	const record = recordOf({ ...rules, ...sells('20', '90'), available: offersByPriority(book) }) as MatchRecord
	const changed = JSON.parse(JSON.stringify(record).replace('["5","10",0]', '["5","11",0]'))
	assert.notDeepEqual(replayMatch(changed), record.parts)
})

test('a book of too many levels is left out, and says so', () => {
	const available = offersByPriority(
		Array.from({ length: 5_000 }, (_, at) => levels(`m${at} 5 1`)[0] ?? assert.fail()).map((level, at) => ({
			...level,
			changedAt: at,
		})),
	)
	const record = recordOf({ ...rules, ...sells('2', '10'), available }) as MatchRecord
	assert.equal(record.offers, undefined)
	assert.equal(replayMatch(record), undefined)
})

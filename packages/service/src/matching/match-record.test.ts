import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { offersByPriority } from '../prices/maker-offer.ts'
import { anyRequest, levels, sells } from './match-fixture.ts'
import { matchOrder } from './match-order.ts'
import { formatMatch, type MatchRecord, replayMatch } from './match-record.ts'
import type { MatchRequest } from './match-request.ts'

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

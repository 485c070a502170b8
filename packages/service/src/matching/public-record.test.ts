import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Decimal } from '@accord/protocol'
import { offersByPriority } from '../prices/maker-offer.ts'
import { levels, sells } from './match-fixture.ts'
import { matchOrder } from './match-order.ts'
import { formatMatch, type MatchRecord, replayMatch } from './match-record.ts'
import type { MatchRequest } from './match-request.ts'
import { publicRecord } from './public-record.ts'
import { randomRecords, routedRecords } from './record-fixture.ts'

const rules = { divisibility: { base: 2, quote: 3 }, makersMax: 4, smallPart: Decimal.zero }
const matched = { order: 'subtxid_sim1order', atMs: 1_700_000_000_000 }

type Numbered = { maker: number }
type PublicOffer = Numbered & { levels: [price: string, amount: string, place: number][] }
type PublicLeg = Omit<NonNullable<MatchRecord['routes']>[number]['legs'][number], 'offers'> & {
	readonly offers: readonly PublicOffer[]
}
type PublicMatch = Omit<MatchRecord, 'offers' | 'routes' | 'parts'> & {
	readonly order: string
	readonly at_ms: number
	readonly nonce: string
	readonly offers?: readonly PublicOffer[]
	readonly routes?: readonly { via: string; legs: readonly [PublicLeg, PublicLeg] }[]
	readonly parts: readonly (Numbered & Pick<MatchRecord['parts'][number], 'levels' | 'sell' | 'buy'>)[]
}

function recordOf(request: MatchRequest, options: Partial<Parameters<typeof publicRecord>[1]> = {}): PublicMatch {
	const match = matchOrder(request)
	assert.ok(match.kind === 'matched')
	return JSON.parse(publicRecord(formatMatch(request, match.parts), { ...matched, ...options }))
}

/** The same with numbers as makers, and places as times. */
function named({ order, at_ms, nonce, offers = [], routes, parts, ...terms }: PublicMatch): MatchRecord {
	const withIds = <T extends Numbered>({ maker, ...rest }: T) => ({ maker_id: `maker ${100 - maker}`, ...rest })
	const leg = ({ offers, ...leg }: PublicLeg) => ({ ...leg, offers: offers.map(withIds) })
	const named = routes?.map(({ via, legs: [sells, buys] }) => ({ via, legs: [leg(sells), leg(buys)] as const }))
	return { ...terms, offers: offers.map(withIds), ...(named && { routes: named }), parts: parts.map(withIds) }
}

// shows best execution: The published record gives the same match again
test('every match comes out the same from its public record, whatever its makers are called', () => {
	let count = 0
	for (const lines of [randomRecords({ seed: 33, count: 1_000 }), routedRecords({ seed: 34, count: 1_000 })])
		for (const line of lines) {
			const record = named(JSON.parse(line))
			assert.deepEqual(replayMatch(record), record.parts)
			count += 1
		}
	assert.equal(count, 2_000)
})

// shows best execution: Makers are numbered, and nothing says who they are
test('makers have numbers in the priority of their best levels, and levels have places instead of times', () => {
	const book = levels('zoe 5 4', 'anna 5 4', 'bela 4 90').map((level, at) => ({
		...level,
		changedAt: at === 2 ? 1_699_000_111_222 : 1_699_000_333_444,
	}))
	const available = offersByPriority([book[1], book[0], book[2]].flatMap(level => level ?? []))
	const { nonce, ...record } = recordOf({ ...rules, ...sells('10', '40'), available })
	assert.match(nonce, /^[0-9a-f]{32}$/)
	assert.deepEqual(record.offers, [
		{ maker: 1, levels: [['5', '4', 2]] },
		{ maker: 2, levels: [['5', '4', 3]] },
		{ maker: 3, levels: [['4', '90', 1]] },
	])
	assert.deepEqual(
		record.parts.map(({ maker }) => maker),
		[1, 2, 3],
	)
	assert.deepEqual([record.order, record.at_ms], [matched.order, matched.atMs])
	assert.doesNotMatch(JSON.stringify(record), /zoe|anna|bela|1699000/)
})

test('two records of one match have different nonces, so that a hash cannot be guessed', () => {
	const request = { ...rules, ...sells('10', '40'), available: offersByPriority(levels('a 5 100')) }
	assert.notEqual(recordOf(request).nonce, recordOf(request).nonce)
})

test('levels that would make an order’s record too long are left out, and what was asked stays', () => {
	const request = { ...rules, ...sells('10', '40'), available: offersByPriority(levels('a 5 100')) }
	const whole = recordOf(request)
	const cut = recordOf(request, { length: 262_100 })
	assert.deepEqual({ ...cut, nonce: '' }, { ...JSON.parse(JSON.stringify({ ...whole, offers: undefined })), nonce: '' })
	assert.ok(whole.offers !== undefined)
})

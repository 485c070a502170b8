import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { Decimal, TradeError } from '@accord/protocol'
import { askOne } from '../db/together.ts'
import { insertFills } from '../fills/fills-table.ts'
import { signedLimitOrderRow } from '../intents/accepted-intent.ts'
import { selectOpenIntents } from '../intents/open-intents-table.ts'
import { readSignedPartial } from '../intents/read-intent.ts'
import { validateOrder } from '../intents/validate-order.ts'
import { Books } from '../prices/books.ts'
import { MakerQuotes } from '../prices/maker-quotes.ts'
import { messagesDuring } from '../testing/messages-during.ts'
import { oneLane } from '../testing/one-lane.ts'
import { amountOf, market, nowMs, rules, user } from '../testing/order-fixture.ts'
import { makerId, openTrade, pair, quote, userOrder } from '../testing/trade-fixture.ts'
import type { MatchCandidate } from './decide-match.ts'
import { MatchQueue } from './match-queue.ts'

function candidate(hex: string, changes: Partial<MatchCandidate> = {}): MatchCandidate {
	const validated = validateOrder(rules, readSignedPartial(market, hex))
	return {
		validated,
		level: 0,
		ownMakers: [],
		openOrdersMax: 8,
		uses: { code: [], signers: [] },
		signedPartialTransaction: hex,
		costXrd: Decimal.parse('0.5'),
		rebate: Decimal.parse('4.5'),
		executionUnits: 3_300_000,
		checkedAgainst: [],
		funds: {
			stateVersion: 1,
			committed: new Set(),
			held: Decimal.parse('10000'),
		},
		...changes,
	}
}

const codeOf = (code: string) => (error: unknown) => error instanceof TradeError && error.code === code

async function openQuoted(
	t: TestContext,
	bids: string[] = ['0.05 1000'],
	rules: { exposurePerMakerXrd?: string } = {},
) {
	const trade = await openTrade(t, rules)
	trade.quote({ bids })
	return trade
}

test('a matched order is written with its part and its reservation, and then the maker is notified', async t => {
	const { db, matchQueue, messages } = await openQuoted(t)
	const order = candidate(userOrder())
	assert.equal(await matchQueue.match(order), 'accepted')
	const stored = await db.own.selectFrom('order').selectAll().executeTakeFirstOrThrow()
	const part = await db.own.selectFrom('part').selectAll().executeTakeFirstOrThrow()
	assert.deepEqual(
		{ ...stored, signed_partial_transaction: '', match_record: JSON.parse(stored.match_record ?? '').parts },
		{
			subintent_hash: order.validated.subintentHash,
			subintent_id: order.validated.subintentId,
			signed_partial_transaction: '',
			account: order.validated.account,
			level: 0,
			own_makers: [],
			surplus: null,
			integrator: null,
			share_account: null,
			share_due: null,
			share_paid: null,
			match_record: [{ maker: 1, levels: [['0.05', '100']], sell: ['xUSDC', '5'], buy: ['XRD', '100'] }],
			base: 'XRD',
			quote: 'xUSDC',
			side: 'bids',
			sell_symbol: 'XRD',
			sell_amount: '100.000000000000000000',
			buy_symbol: 'xUSDC',
			buy_amount: '5.000000000000000000',
			platform_fee: '0.100000000000000000',
			settlement_fee: '5.250000000000000000',
			cost_xrd: '0.500000000000000000',
			rebate: '4.500000000000000000',
			execution_units: 3_300_000n,
			has_prefix: false,
			expires_at_s: BigInt(order.validated.expiresAtS),
			state: 'awaiting_fills',
			accepted_at_ms: BigInt(nowMs),
			filled_at_ms: null,
			published_at_ms: null,
			ended_at_ms: null,
			claimed_until_ms: 0n,
			trace_context: null,
			transaction_id: null,
		},
	)
	assert.match(part.part_id, /^[0-9a-f]{32}$/)
	assert.deepEqual(
		{ ...part, part_id: '', reservation_changed_by: 0n, reserved_number: 0n },
		{
			part_id: '',
			order_hash: order.validated.subintentHash,
			maker_id: makerId,
			base: 'XRD',
			quote: 'xUSDC',
			side: 'bids',
			base_amount: '100.000000000000000000',
			limit_quote: '5.000000000000000000',
			levels: [['0.05', '100']],
			fill_sell_symbol: 'xUSDC',
			fill_sell_amount: '5.000000000000000000',
			fill_buy_symbol: 'XRD',
			fill_buy_amount: '100.000000000000000000',
			state: 'asked',
			fill_before_ms: BigInt(nowMs + 3000),
			asked_at_ms: BigInt(nowMs),
			ended_at_ms: null,
			reservation: 'open',
			reservation_ended_at_ms: null,
			settled_number: null,
			reject_reason: null,
			refusals: null,
			awaits_rerouting: false,
			reservation_changed_by: 0n,
			reserved_number: 0n,
		},
	)
	assert.deepEqual(messages, [
		['new_order', { makerId, partId: part.part_id, order: order.validated.subintentId }],
		['reservation', { pair, isKnown: true }],
	])
})

// shows Flash API: Rule 2: only orders that match the newest book are forwarded; each consumes liquidity
test('orders that arrive together never match more than the book holds', async t => {
	const { db, matchQueue } = await openQuoted(t, ['0.05 450'])
	const results = await Promise.allSettled(
		Array.from({ length: 7 }, (_, n) => matchQueue.match({ ...candidate(userOrder()), level: n })),
	)
	const accepted = results.filter(result => result.status === 'fulfilled')
	// Four orders of 100 XRD fit into 450.
	assert.equal(accepted.length, 4)
	assert.ok(results.slice(4).every(result => result.status === 'rejected' && codeOf('no_liquidity')(result.reason)))
	assert.equal((await db.own.selectFrom('part').select('part_id').execute()).length, 4)
})

test('two nodes with the same book never match more than it holds, whichever the accounts', async t => {
	const trade = await openQuoted(t, ['0.05 500'])
	const makerQuotes = new MakerQuotes({ ...trade, withdrawAfterMs: 2000 })
	quote(makerQuotes, makerId, { bids: ['0.05 500'] })
	const other = new MatchQueue({ ...trade.deps, prices: { books: new Books({ ...trade.deps, makerQuotes }) } })
	const orders = Array.from({ length: 10 }, (_, n) => {
		const order = candidate(userOrder())
		const account = `account ${n}`
		return { ...order, validated: { ...order.validated, account, payers: [account] } }
	})
	const outcomes = await Promise.allSettled(
		orders.map((order, n) => (n % 2 === 0 ? trade.matchQueue : other).match(order)),
	)
	assert.equal(outcomes.filter(({ status }) => status === 'fulfilled').length, 5)
	assert.equal((await trade.db.own.selectFrom('part').select('part_id').execute()).length, 5)
})

test('matches an order in two messages, though others have reserved, opened or released something meanwhile', async t => {
	// Each order takes 100 XRD.
	const trade = await openQuoted(t, ['0.05 500'])
	const makerQuotes = new MakerQuotes({ ...trade, withdrawAfterMs: 2000 })
	quote(makerQuotes, makerId, { bids: ['0.05 500'] })
	const other = new MatchQueue({ ...trade.deps, prices: { books: new Books({ ...trade.deps, makerQuotes }) } })
	const messagesOf = (changes: Partial<MatchCandidate>) =>
		messagesDuring(async () => {
			assert.equal(await trade.matchQueue.match(candidate(userOrder(), changes)), 'accepted')
		})
	await trade.books.read(trade.db.own)
	const openNow = () => selectOpenIntents(trade.db.own, [user])
	assert.equal(await messagesOf({}), 2)
	const one = await openNow()
	assert.equal(await messagesOf({ checkedAgainst: one }), 2)
	// The account has opened another order.
	assert.equal(await messagesOf({ checkedAgainst: one }), 2)
	// Another node has reserved something.
	assert.equal(await other.match(candidate(userOrder())), 'accepted')
	assert.equal(await messagesOf({ checkedAgainst: await openNow() }), 2)
	await assert.rejects(trade.matchQueue.match(candidate(userOrder())), codeOf('no_liquidity'))
	// Liquidity was released, and this node was not told.
	await trade.db.own.updateTable('part').set({ reservation: 'released', reservation_ended_at_ms: nowMs }).execute()
	assert.equal(await messagesOf({ checkedAgainst: await openNow() }), 2)
})

test('orders of different accounts that wait together are matched in one transaction', async t => {
	const { db, books, matchQueue } = await openQuoted(t, ['0.05 450'])
	await books.read(db.own)
	const orders = Array.from({ length: 4 }, (_, n) => {
		const order = candidate(userOrder())
		const account = `account ${n}`
		return { ...order, validated: { ...order.validated, account, payers: [account] } }
	})
	const match = async () => void (await Promise.all(orders.map(order => matchQueue.match(order))))
	// The first one does not wait for the others. Each transaction takes two messages.
	assert.equal(await messagesDuring(match), 4)
	assert.equal((await db.own.selectFrom('part').select('part_id').execute()).length, 4)
	await assert.rejects(matchQueue.match(candidate(userOrder())), codeOf('no_liquidity'))
})

// shows error: no_liquidity
test('error: no liquidity names the largest amount that would match', async t => {
	const { matchQueue } = await openQuoted(t, ['0.05 60'])
	await assert.rejects(matchQueue.match(candidate(userOrder())), error => {
		assert.ok(error instanceof TradeError)
		assert.deepEqual([error.code, error.extra], ['no_liquidity', { largest_amount: { symbol: 'XRD', amount: '60' } }])
		return true
	})
})

// shows maker addition: A cap on what a maker has open in a pair
// shows error: exposure_limit
test('error: makers at their exposure cap are not used until some of their reservations have ended', async t => {
	const { db, matchQueue } = await openQuoted(t, ['0.05 1000'], { exposurePerMakerXrd: '199' })
	assert.equal(await matchQueue.match(candidate(userOrder())), 'accepted')
	await assert.rejects(matchQueue.match(candidate(userOrder())), codeOf('exposure_limit'))
	const tooMuch = userOrder({ sell: amountOf('1200', 'XRD'), buy: amountOf('60', 'xUSDC'), platformFee: '1.2' })
	await assert.rejects(matchQueue.match(candidate(tooMuch)), codeOf('no_liquidity'))
	await db.own.updateTable('part').set({ reservation: 'released', reservation_ended_at_ms: nowMs }).execute()
	assert.equal(await matchQueue.match(candidate(userOrder())), 'accepted')
})

test('error: a maker that takes only larger parts is not used', async t => {
	const { makerQuotes, matchQueue } = await openQuoted(t)
	const setMinPart = (amount: string) =>
		makerQuotes.setQuoting(makerId, 'session', 'all', { minAmounts: new Map([['xUSDC', Decimal.parse(amount)]]) })
	setMinPart('5.000001')
	await assert.rejects(matchQueue.match(candidate(userOrder())), codeOf('no_liquidity'))
	setMinPart('5')
	assert.equal(await matchQueue.match(candidate(userOrder())), 'accepted')
})

test('an order submitted twice is written once, concurrently and later', async t => {
	const { db, matchQueue } = await openQuoted(t)
	const order = candidate(userOrder())
	assert.deepEqual(await Promise.all([matchQueue.match(order), matchQueue.match(order)]), ['accepted', 'known'])
	assert.equal(await matchQueue.match(order), 'known')
	assert.equal((await db.own.selectFrom('part').select('part_id').execute()).length, 1)
})

// shows decision 18: Open orders of an account are counted together; at most 8
// shows error: too_many_open_orders
test('error: a ninth open order of an account is refused', async t => {
	const { matchQueue } = await openQuoted(t)
	for (let n = 1; n <= 8; n++) assert.equal(await matchQueue.match(candidate(userOrder())), 'accepted')
	await assert.rejects(matchQueue.match(candidate(userOrder())), codeOf('too_many_open_orders'))
})

test('a check is stale if its account has opened another order since and the funds do not suffice for both', async t => {
	const { matchQueue } = await openQuoted(t)
	const [first, second, third] = [candidate(userOrder()), candidate(userOrder()), candidate(userOrder())]
	const funds = { stateVersion: 1, committed: new Set<string>(), held: Decimal.parse('210.7') }
	assert.equal(await matchQueue.match({ ...first, funds }), 'accepted')
	assert.equal(await matchQueue.match({ ...second, funds }), 'accepted')
	assert.equal(await matchQueue.match({ ...third, funds }), 'stale')
})

test('an order with a prefix is stale unless it was checked against all open intents of its account', async t => {
	const { matchQueue } = await openQuoted(t)
	const first = candidate(userOrder())
	const { funds: _, ...second } = candidate(userOrder())
	assert.equal(await matchQueue.match(first), 'accepted')
	const withPrefix = { ...second, validated: { ...second.validated, hasPrefix: true } }
	assert.equal(await matchQueue.match(withPrefix), 'stale')
	const checkedAgainst = [first.validated]
	assert.equal(await matchQueue.match({ ...withPrefix, checkedAgainst }), 'accepted')
})

test('an order that ran out of time during validation is accepted without requesting any part', async t => {
	const { db, clock, matchQueue, messages } = await openQuoted(t)
	const order = candidate(userOrder({ expiresInS: 15 }))
	clock.advance(6_501)
	assert.equal(await matchQueue.match(order), 'accepted')
	assert.equal((await db.own.selectFrom('order').select('state').execute()).length, 1)
	assert.equal((await db.own.selectFrom('part').select('part_id').execute()).length, 0)
	assert.deepEqual(messages, [])
})

test('error: a hash that is in use as a fill is refused', async t => {
	const { db, matchQueue } = await openQuoted(t)
	const order = candidate(userOrder())
	const subintent_hash = order.validated.subintentHash
	await db.own.insertInto('subintent').values({ subintent_hash, role: 'fill', created_at_ms: 0 }).execute()
	// The first one is matched alone, then the others together.
	const results = await Promise.allSettled([order, order, order].map(each => matchQueue.match(each)))
	for (const result of results) assert.ok(result.status === 'rejected' && codeOf('subintent_in_use')(result.reason))
	assert.equal((await db.own.selectFrom('order').select('state').execute()).length, 0)
})

test('error: an order that has become an open fill of its account since the check is refused', async t => {
	const { db, matchQueue } = await openQuoted(t)
	await matchQueue.match(candidate(userOrder()))
	const part = await db.own.selectFrom('part').select(['part_id', 'order_hash']).executeTakeFirstOrThrow()
	const order = candidate(userOrder())
	const row = signedLimitOrderRow(order, { acceptedAtMs: nowMs })
	const fill = {
		...row,
		...part,
		maker_id: makerId,
		state: 'started' as const,
		mints: null,
		minted: null,
		vetoed_at_ms: null,
	}
	await askOne(db.own, insertFills({ fills: [{ fill, receivedAtMs: nowMs }], payers: [] }))
	await assert.rejects(matchQueue.match(order), codeOf('subintent_in_use'))
})

test('error: an order whose role cannot be looked up does not fail others written with it', async t => {
	const { db, deps, messages } = await openQuoted(t)
	const unread = db.own.withPlugin({
		transformQuery: ({ node }) => node,
		transformResult: async ({ result }) => {
			if (result.rows.some(row => Object.keys(row).join() === 'role')) throw new TradeError('database_unavailable')
			return result
		},
	})
	const queue = new MatchQueue({ ...deps, platform: { ...deps.platform, db: oneLane(unread) } })
	const [known, first, second] = [candidate(userOrder()), candidate(userOrder()), candidate(userOrder())]
	assert.equal(await queue.match(known), 'accepted')
	const results = await Promise.allSettled([first, known, second].map(each => queue.match(each)))
	assert.deepEqual(
		results.map(({ status }) => status),
		['fulfilled', 'rejected', 'fulfilled'],
	)
	assert.equal(messages.filter(([subject]) => subject === 'new_order').length, 3)
})

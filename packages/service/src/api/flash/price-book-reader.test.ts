import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { flashMethods, JsonRpcPeer, type PriceBook, pairKey, parsePriceBook, type Token } from '@accord/protocol'
import fc from 'fast-check'
import { pairOfBookMessage, ReadPriceBook, readPriceBookMessage } from './price-book-reader.ts'

const token = (symbol: string, divisibility: number): Token => {
	return { symbol, resourceAddress: `resource_${symbol}`, divisibility, name: symbol, iconUrl: '' }
}
const tokens = new Map(['XRD', 'xwBTC', 'xUSDC'].map((symbol, at) => [symbol, token(symbol, [18, 8, 6][at] ?? 0)]))
const pairs = new Map(
	[
		{ base: 'XRD', quote: 'xUSDC' },
		{ base: 'xwBTC', quote: 'xUSDC' },
	].map(pair => [pairKey(pair), pair]),
)
const rules = { tokens, pairs, maxLevels: 5 }

const bids = [
	['0.0499', '12'],
	['0.048', '0.50'],
]
const params = {
	pair: { base: 'XRD', quote: 'xUSDC' },
	bids,
	asks: [['0.05', '123456789012345678.123456789012345678']],
}
const usual = { jsonrpc: '2.0', method: flashMethods.priceBookChanged, params }

type Done = { readonly books: PriceBook[]; readonly said: unknown[] }

/** What a session does with a text: the books that it takes, and its answers. */
async function done(text: string, readFast?: (text: string) => ReturnType<typeof readPriceBookMessage>): Promise<Done> {
	const [books, said]: [PriceBook[], unknown[]] = [[], []]
	const take = (wire: unknown) => {
		books.push(wire instanceof ReadPriceBook ? wire.book : parsePriceBook(wire, rules))
	}
	const peer = new JsonRpcPeer({
		send: answer => said.push(answer),
		methods: { [flashMethods.priceBookChanged]: take },
		...(readFast === undefined ? {} : { readFast }),
		context: undefined,
		limits: { maxBatch: 8, maxPendingRequests: 8, requestTimeoutMs: 1000 },
		onRefusedNotification: (_method, error) => void said.push(error),
	})
	await peer.receive(text)
	return { books, said }
}

async function assertSame(text: string): Promise<Done> {
	const asEver = await done(text)
	assert.deepEqual(await done(text, text => readPriceBookMessage(text, rules)), asEver, text)
	return asEver
}

const digits = (maxLength: number) => fc.string({ unit: fc.constantFrom(...'0123456789'), minLength: 1, maxLength })
const decimalTexts = fc.oneof(
	{ weight: 40, arbitrary: fc.tuple(digits(4), digits(3)).map(parts => parts.join('.')) },
	{ weight: 2, arbitrary: digits(45) },
	{ weight: 2, arbitrary: fc.tuple(digits(30), digits(20)).map(parts => parts.join('.')) },
	{ weight: 1, arbitrary: fc.string({ unit: fc.constantFrom(...'0123456789.-+e "\\١'), maxLength: 9 }) },
	{
		weight: 1,
		arbitrary: fc.constantFrom('', '.', '1.', '.5', '-1', '0', '0.000', '1e3', '9'.repeat(41), '1'.repeat(99)),
	},
)
const sides = (direction: 1 | -1) =>
	fc.oneof(
		{ weight: 1, arbitrary: fc.array(fc.tuple(decimalTexts, decimalTexts), { maxLength: 6 }) },
		{
			weight: 3,
			arbitrary: fc
				.array(fc.tuple(fc.integer({ min: 1, max: 30 }), decimalTexts), { maxLength: 6 })
				.map(levels => levels.sort(([a], [b]) => direction * (a - b)))
				.map(levels => levels.map(([price, amount]) => [`0.${price}`, amount])),
		},
	)
const books = fc.record(
	{
		pair: fc.constantFrom(...pairs.values(), { base: 'xUSDC', quote: 'XRD' }, { base: 'XRD/xUSDC', quote: '' }, null),
		bids: sides(-1),
		asks: sides(1),
		net_of: fc.constantFrom('subtxid_sim1abc', '', null, 'a"\\', 'ä', '\ud800', 'x'.repeat(129)),
		other: fc.constantFrom(1, 'a'),
	},
	{ requiredKeys: ['pair', 'bids', 'asks'] },
)
const messages = fc.record(
	{
		method: fc.constantFrom(flashMethods.priceBookChanged, flashMethods.priceBookChanged, flashMethods.ping),
		jsonrpc: fc.constantFrom('2.0', '2.0', '1.0', null),
		params: books,
		id: fc.constantFrom(1, 'a', null),
	},
	{ requiredKeys: ['method', 'params'] },
)
/** Writes the text with this many blanks, then replaces some of its characters. */
const texts = fc
	.tuple(
		fc.oneof(fc.constant(usual), messages),
		fc.constantFrom(undefined, 1, '\t'),
		fc.array(
			fc.record({
				at: fc.nat(400),
				length: fc.nat(2),
				by: fc.oneof(
					fc.string({ unit: fc.constantFrom(...'{}[]":,.0-\\ \n\0a'), maxLength: 2 }),
					fc.constant(',"bids":[]'),
				),
			}),
			{ maxLength: 2 },
		),
	)
	.map(([message, indent, edits]) =>
		edits.reduce(
			(text, { at, length, by }) => {
				const place = at % text.length
				return text.slice(0, place) + by + text.slice(place + length)
			},
			JSON.stringify(message, null, indent),
		),
	)

describe('a price book that is read from its text', () => {
	it('is the one that JSON.parse and parsePriceBook read, and a text that they refuse is refused in the same way', async () => {
		await fc.assert(
			fc.asyncProperty(texts, async text => void (await assertSame(text))),
			{ numRuns: 3_000 },
		)
	})

	it('is read in the usual ways to write one', async () => {
		const { asks, bids, pair } = params
		const ways: unknown[] = [
			usual,
			{ ...usual, jsonrpc: undefined },
			{ ...usual, params: { ...params, net_of: 'subtxid_sim1abc' } },
			{ ...usual, params: { asks, bids, pair } },
			{ ...usual, params: { ...params, bids: [], asks: [] } },
		]
		for (const way of ways) {
			for (const text of [JSON.stringify(way), JSON.stringify(way, null, ' ')]) {
				assert.ok(readPriceBookMessage(text, rules), text)
				assert.equal((await assertSame(text)).books.length, 1)
			}
		}
	})

	it('is left to JSON.parse if its message is a request, has unknown members or is one of a batch', () => {
		const others: unknown[] = [{ ...usual, id: 1 }, { ...usual, params: { ...params, other: 1 } }, [usual]]
		for (const other of others) assert.equal(readPriceBookMessage(JSON.stringify(other), rules), undefined)
	})

	it('error: an invalid text is refused as JSON.parse and parsePriceBook refuse it', async () => {
		const wrong: [string, unknown][] = [
			['a side out of order', { ...params, bids: bids.toReversed() }],
			['a price twice', { ...params, bids: [...bids, ['0.0480', '1']] }],
			['crossed', { ...params, asks: [['0.0498', '1']] }],
			['an amount of zero', { ...params, asks: [['0.05', '0.0']] }],
			['more places than the token has', { ...params, pair: pairs.get('xwBTC/xUSDC'), asks: [['1', '0.000000001']] }],
			[
				'a bid worth more than the ledger can hold',
				{ ...params, bids: [[`5${'0'.repeat(18)}`, `1${'0'.repeat(21)}`]], asks: [] },
			],
			['asks worth more only together', { ...params, asks: [1, 2].map(price => [`${price}`, `12${'0'.repeat(38)}`]) }],
			['a level too many', { ...params, bids: [6, 5, 4, 3, 2, 1].map(price => [`0.0${price}`, '1']), asks: [] }],
			['a level of three', { ...params, asks: [['0.05', '1', '1']] }],
			['an inverted pair', { ...params, pair: { base: 'xUSDC', quote: 'XRD' } }],
			['no asks', { ...params, asks: undefined }],
		]
		for (const [what, params] of wrong) {
			const { books, said } = await assertSame(JSON.stringify({ ...usual, params }))
			assert.deepEqual([books.length, said.length], [0, 1], what)
		}
	})
})

describe('the pair of a price book that is not read', () => {
	const found = (message: object | string) =>
		pairOfBookMessage(typeof message === 'string' ? message : JSON.stringify(message), rules)

	it('is that of a notification which names it before its levels, whatever these are', () => {
		assert.deepEqual(found(usual), params.pair)
		assert.deepEqual(found({ ...usual, params: { pair: params.pair, bids: 'none' } }), params.pair)
		assert.deepEqual(found(`${JSON.stringify(usual)} `), params.pair)
	})

	it('is unknown in anything that might be another message', () => {
		const others = {
			'a request': { ...usual, id: 1 },
			'a request with an escaped id': JSON.stringify({ ...usual, id: 1 }).replace('"id"', '"\\u0069d"'),
			'a batch': [usual],
			'another method': { ...usual, method: flashMethods.ping },
			'a pair that is not traded': { ...usual, params: { ...params, pair: { base: 'xUSDC', quote: 'XRD' } } },
			'a pair after the levels': { ...usual, params: { bids, asks: [], pair: params.pair } },
			'two pairs': JSON.stringify(usual).replace('"bids"', '"pair":{"base":"xwBTC","quote":"xUSDC"},"bids"'),
			'no JSON': 'price',
		}
		for (const [what, message] of Object.entries(others)) assert.equal(found(message), undefined, what)
	})
})

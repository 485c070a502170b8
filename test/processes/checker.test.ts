import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { after, before, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { DexClient } from '@accord/sdk'
import { randomRecords, routedRecords } from '../../packages/service/src/matching/record-fixture.ts'
import { runtime, withoutRuntime } from '../fixtures/runtimes.ts'
import type { BookText } from '../network/book-text.ts'
import { askOperator, operatorSetting } from '../network/operator-request.ts'
import { untilState } from '../network/order-state.ts'
import { participant } from '../network/participant.ts'
import { publishTrade } from '../network/published-trade.ts'
import { connectMaker, silent, type TestMaker, type TestMakerOptions } from '../network/test-maker.ts'
import { startTestNetwork, type TestNetwork, testNetworkId } from '../network/test-network.ts'
import { connectSolver, settle, type TestSolver } from '../network/test-solver.ts'
import { type OrderText, placeOrder, type SignedOrder } from '../network/test-user.ts'
import { askTrade } from '../network/trade-request.ts'
import { until } from '../network/until.ts'

const checker = fileURLToPath(new URL('../../examples/checker/checker.py', import.meta.url))
const skip = withoutRuntime('python')

let network: TestNetwork
let solver: TestSolver
let folder: string

before(async () => {
	folder = mkdtempSync(join(tmpdir(), 'accord-checker-'))
	if (skip) return
	network = await startTestNetwork({ users: 8, makers: 5, settings: operatorSetting })
	solver = connectSolver(network, network.solvers[0])
})
after(async () => {
	await network?.stop()
	rmSync(folder, { recursive: true })
})

type Checked = { readonly code: number; readonly lines: readonly string[]; readonly differences: readonly string[] }

async function check(...args: string[]): Promise<Checked> {
	const env = { ...process.env, PYTHONDONTWRITEBYTECODE: '1', PYTHONIOENCODING: 'utf8' }
	const { promise, resolve } = Promise.withResolvers<Checked>()
	execFile(runtime('python'), [checker, ...args], { env, maxBuffer: 2 ** 26 }, (error, stdout, stderr) => {
		const lines = (stdout + stderr).trim().split('\n')
		const differences = lines.filter(line => line.startsWith('DIFFERENCE: ')).map(line => line.slice(12))
		resolve({ code: error === null ? 0 : Number(error.code), lines, differences })
	})
	return promise
}

/** Writes a file for the checker to read; returns its path. */
function written(name: string, content: unknown): string {
	const path = join(folder, name)
	writeFileSync(path, typeof content === 'string' ? content : JSON.stringify(content))
	return path
}

test('the checker is two files of at most 500 lines each that know nothing of our code', () => {
	const texts = ['checker.py', 'rules.py'].map(name => readFileSync(join(dirname(checker), name), 'utf8'))
	for (const text of texts) assert.ok(text.split('\n').length <= 500)
	const imported = texts.flatMap(text => [...text.matchAll(/^(?:import|from) ([\w.]+)/gm)].map(([, name]) => name))
	const ofOthers = new Set(imported.filter(name => name !== 'radix_engine_toolkit' && name !== 'rules'))
	assert.deepEqual([...ofOthers].toSorted(), [
		'collections',
		'hashlib',
		'itertools',
		'json',
		'pathlib',
		'sys',
		'typing',
		'urllib.request',
	])
})

type OfferText = { maker: number; levels: [price: string, amount: string, place: number][] }
type LegText = { base: string; quote: string; side: 'bids' | 'asks'; offers: OfferText[] }
type PartText = {
	maker: number
	levels: [price: string, amount: string][]
	sell: [string, string]
	buy: [string, string]
	leg?: { base: string; quote: string }
}
type RecordText = {
	offers: OfferText[]
	routes?: { legs: LegText[] }[]
	parts: PartText[]
	side: 'bids' | 'asks'
	sell: [string, string]
	buy: [string, string]
	nonce: string
}

const matches = Number(process.env.ACCORD_CHECKER_MATCHES ?? 300)
const seed = Number(process.env.ACCORD_SEED ?? Date.now() % 1_000_000)

const records = { 'of one pair': randomRecords, 'over routes': routedRecords }

for (const [kind, recordsOf] of Object.entries(records)) {
	// shows best execution: Anyone derives the match again, over 100,000 random matches without a difference
	test(`${matches} random matches ${kind} come out the same by the published rules`, { skip }, async () => {
		const file = written('matches.jsonl', `${[...recordsOf({ seed, count: matches })].join('\n')}\n`)
		const { code, lines } = await check('--matches', file)
		assert.deepEqual([code, lines], [0, [`${matches} matches, 0 differences`]], `ACCORD_SEED=${seed}`)
	})
}

/** What a service might do to a record, each of which must be found. */
const plants: Record<string, (record: RecordText) => void> = {
	'not the best on offer': record => {
		const { side, sell, buy, offers, parts } = record
		const quote = (side === 'bids' ? buy : sell)[0]
		const routed = parts.find(({ leg, sell, buy }) => leg && [sell[0], buy[0]].includes(quote))
		const leg = routed && legOf(record, routed)
		const better = leg ?? { offers, side }
		better.offers.push({ maker: 1_000, levels: [[better.side === 'bids' ? '1000' : '0.0001', '1000000', 1]] })
	},
	'a level is missing': record => {
		const [part] = record.parts
		const offers = part && (legOf(record, part)?.offers ?? record.offers)
		offers?.find(({ maker }) => maker === part?.maker)?.levels.shift()
	},
	'is asked for': ({ parts }) => {
		const [part] = parts
		if (part !== undefined) part.sell = [part.sell[0], `${part.sell[1]}${part.sell[1].includes('.') ? '1' : '.1'}`]
	},
}

function legOf({ routes = [] }: RecordText, { leg }: PartText): LegText | undefined {
	const legs = routes.flatMap(route => route.legs)
	return legs.find(({ base, quote }) => base === leg?.base && quote === leg.quote)
}

for (const [kind, recordsOf] of Object.entries(records))
	for (const [found, plant] of Object.entries(plants)) {
		// shows best execution: A planted worse match, a missing level and a changed byte are each named
		test(`of 100 planted matches ${kind} each is named: ${found}`, { skip }, async () => {
			const planted = [...recordsOf({ seed: 7, count: 100 })].map(line => {
				const record = JSON.parse(line) as RecordText
				plant(record)
				return JSON.stringify(record)
			})
			const { code, differences } = await check('--matches', written('planted.jsonl', planted.join('\n')))
			assert.equal(code, 1)
			// Where a leg gives a unit or a surplus too small to deliver, a better level gives the user no more.
			const others = kind === 'over routes' && found === 'not the best on offer' ? ['not the parts'] : []
			const isNamed = (text: string) => [found, ...others].some(words => text.includes(words))
			const named = new Set(differences.filter(isNamed).map(text => text.split(':')[0]))
			assert.equal(named.size, 100, differences.slice(0, 5).join('\n'))
		})
	}

/** A story of trades: who quotes what, what a user wants, and what becomes of the makers' parts. */
const story: {
	title: string
	books: (BookText & Pick<TestMakerOptions, 'terms'>)[]
	order: OrderText
	/** Which maker, by its place, does not fill its part. */
	fails?: number
	/** Whether it says so, or is silent until its time is up. */
	isSilent?: boolean
	/** How many matches are recorded. */
	matches?: number
}[] = [
	{
		title: 'a sale at the limit, to one maker',
		books: [{ pair: 'XRD/xUSDC', bids: ['0.05 1000'] }],
		order: { sell: '100 XRD', buy: '5 xUSDC' },
	},
	{
		title: 'a sale split over three makers, with a surplus',
		books: [
			{ pair: 'XRD/xUSDC', bids: ['0.051 60', '0.049 500'] },
			{ pair: 'XRD/xUSDC', bids: ['0.0505 70.5'] },
			{ pair: 'XRD/xUSDC', bids: ['0.05 800'] },
		],
		order: { sell: '200 XRD', buy: '9.9 xUSDC' },
	},
	{
		title: 'a purchase split over two makers, with a surplus of what is sold',
		books: [
			{ pair: 'xETH/xUSDC', asks: ['3000 0.05', '3010 1'] },
			{ pair: 'xETH/xUSDC', asks: ['3001 0.123456789'] },
			{ pair: 'xETH/xUSDC', asks: ['3500 10'] },
		],
		order: { sell: '620 xUSDC', buy: '0.2 xETH' },
	},
	{
		title: 'a sale of which a part is rejected and asked of another maker',
		books: [
			{ pair: 'XRD/xUSDC', bids: ['0.05 600'] },
			{ pair: 'XRD/xUSDC', bids: ['0.0499 600'] },
			{ pair: 'XRD/xUSDC', bids: ['0.0498 600'] },
		],
		order: { sell: '1000 XRD', buy: '49 xUSDC' },
		fails: 1,
		matches: 2,
	},
	{
		title: 'a purchase of which a part is not answered, past a maker that takes only larger parts',
		books: [
			{ pair: 'xETH/xUSDC', asks: ['2990 0.05'], terms: { minAmounts: { xETH: '0.06' } } },
			{ pair: 'xETH/xUSDC', asks: ['3000 0.1'] },
			{ pair: 'xETH/xUSDC', asks: ['3002 0.2', '3003 0.3'] },
			{ pair: 'xETH/xUSDC', asks: ['3004 1'] },
		],
		order: { sell: '700 xUSDC', buy: '0.23 xETH' },
		fails: 1,
		isSilent: true,
		matches: 2,
	},
	{
		title: 'a sale over two legs, one of them split, with a surplus',
		books: [
			{ pair: 'XRD/xUSDC', bids: ['0.0503 1000'] },
			{ pair: 'XRD/xUSDC', bids: ['0.05 4000'] },
			{ pair: 'xETH/xUSDC', asks: ['3000 0.5'] },
			{ pair: 'xETH/xUSDC', asks: ['3001 1'] },
		],
		order: { sell: '3000 XRD', buy: '0.0495 xETH' },
	},
	{
		title: 'a purchase over two legs of which one is rejected and asked of another maker',
		books: [
			{ pair: 'XRD/xUSDC', asks: ['0.05 4000'] },
			{ pair: 'xETH/xUSDC', bids: ['3010 0.5'] },
			{ pair: 'xETH/xUSDC', bids: ['3000 1'] },
		],
		order: { sell: '0.051 xETH', buy: '3000 XRD' },
		fails: 1,
		matches: 2,
	},
]

async function connectAll(books: (typeof story)[number]['books']): Promise<TestMaker[]> {
	const makers: TestMaker[] = []
	for (const [at, { terms, ...book }] of books.entries()) {
		const options = { books: [book], answer: silent, executionsFrom: 1, ...(terms && { terms }) }
		makers.push(await connectMaker(network, network.makers[at], options))
	}
	return makers
}

type Story = (typeof story)[number]

/** Places the order, has the makers fill it, and settles it. */
async function trade({ books, order: wish, fails, isSilent = false }: Story, user: number): Promise<SignedOrder> {
	const makers = await connectAll(books)
	network.clock.freeze()
	const order = await placeOrder(network, network.users[user], wish)
	const parts = (await network.dex.order(order.subintentId)).parts.length
	await fillAll(makers, { parts, except: fails })
	if (fails !== undefined) {
		const failing = makers[fails] as TestMaker
		const { id } = await failing.asked()
		if (!isSilent) await failing.client.reject(id)
		else network.clock.advance(3.4)
		await fillAll(makers, { parts: parts + 1, except: fails })
	}
	const bundle = await solver.bundleOf(order)
	network.clock.thaw()
	await settle(network, solver, bundle)
	await untilState(network, order, 'settled')
	for (const maker of makers) await maker.leave()
	return order
}

const filled = new Set<string>()

/** Fills what makers were asked for and have not filled yet, once that many parts of the order have arrived. */
async function fillAll(makers: readonly TestMaker[], { parts, except }: { parts: number; except: number | undefined }) {
	const asked = () => makers.flatMap(maker => maker.newOrders.map(order => ({ maker, order })))
	await until(`${parts} parts to be asked for`, () => asked().length === parts)
	for (const { maker, order } of asked()) {
		if (maker === makers[except ?? -1] || filled.has(order.id)) continue
		filled.add(order.id)
		await maker.fill(order)
	}
}

const traceOf = ({ subintentId }: SignedOrder) => `${network.service.url}/trade/trades/${subintentId}`

for (const [user, each] of story.entries()) {
	// shows best execution: The record's hash is on the ledger with the trade, and the trace publishes it
	test(`the checker finds no difference in ${each.title}`, { skip }, async () => {
		const order = await trade(each, user)
		const { code, lines, differences } = await check(traceOf(order), network.ledger.url)
		assert.deepEqual([code, differences], [0, []], lines.join('\n'))
		const count = each.matches ?? 1
		for (const what of ['commitment', 'order and fees', `match ${count} of ${count}`, 'parts', 'fills', 'surplus'])
			assert.ok(lines.includes(`agrees: ${what}`), lines.join('\n'))
	})
}

// shows best execution: The record's hash is on the ledger with the trade, and the trace publishes it
test('the checker finds no difference in two orders of one transaction, one with a share for an integrator', {
	skip,
}, async () => {
	const { account } = participant('northern-dex', 'Ed25519', testNetworkId)
	await askOperator(network, 'POST /operator/integrators', { body: { code: 'northern-dex', account, share: '0.9' } })
	const throughDex = { ...network, dex: new DexClient({ baseUrl: network.service.url, integrator: 'northern-dex' }) }
	const maker = await connectMaker(network, network.makers[4], { books: [{ pair: 'XRD/xUSDC', bids: ['0.05 1000'] }] })
	const order = { sell: '100 XRD', buy: '4.9 xUSDC' }
	const trades = [
		await publishTrade(throughDex, solver, { user: network.users[0], order }),
		await publishTrade(network, solver, { user: network.users[1], order }),
	]
	await settle(
		network,
		solver,
		trades.flatMap(({ bundle }) => bundle),
	)
	for (const { order } of trades) {
		await untilState(network, order, 'settled')
		const { code, lines, differences } = await check(traceOf(order), network.ledger.url)
		assert.deepEqual([code, differences], [0, []], lines.join('\n'))
	}
	assert.equal(network.balances(account).XRD, '0.09')
	await maker.leave()
})

type TraceText = {
	match_record: string
	rebate: { amount: string }
	transaction_id: string
	items: { subintent_id: string; signed_partial_transaction: string }[]
}

// shows best execution: A planted worse match, a missing level and a changed byte are each named
test('whatever is changed about a trade is named', { skip }, async () => {
	const [, split] = story
	assert.ok(split !== undefined)
	const book = await bookOf(split)
	const order = await trade(split, 7)
	const { body } = await askTrade(network, `/trade/trades/${order.subintentId}`)
	const changed = async (change: (trace: TraceText) => void, ...more: string[]) => {
		const trace = structuredClone(body) as TraceText
		change(trace)
		const { code, differences } = await check(written(`${randomUUID()}.json`, trace), network.ledger.url, ...more)
		assert.equal(code, differences.length === 0 ? 0 : 1)
		return differences.map(text =>
			text.replace(/ signed: error=.*/, ' signed').replaceAll(/(sub)?txid_\w+|[0-9a-f]{64}|\d+\.\d{7,}/g, '…'),
		)
	}
	const inRecord = (change: (record: RecordText) => void) => (trace: TraceText) => {
		const record = JSON.parse(trace.match_record) as RecordText
		change(record)
		trace.match_record = JSON.stringify(record)
	}
	const otherHash = "commitment: the record's is accord-match-v1:…, the ledger has accord-match-v1:…"
	const shown = written('book.json', book)
	assert.deepEqual(await changed(() => {}, shown), [])
	assert.deepEqual(await changed(inRecord(record => (record.nonce = record.nonce.replace(/^./, 'x')))), [otherHash])
	assert.deepEqual(await changed(inRecord(({ offers }) => offers.push({ maker: 9, levels: [['0.06', '1000', 9]] }))), [
		otherHash,
		'match 1 of 1: not the best on offer: makers 9 would give 1.90475 xUSDC more',
	])
	assert.deepEqual(await changed(inRecord(({ offers }) => offers[0]?.levels.shift())), [
		otherHash,
		'match 1 of 1: a level is missing: maker 1 gives 60 at 0.051, 0 is recorded',
		'match 1 of 1: not the parts that the rules give: makers 2, 3 have priority, or are fewer',
	])
	const seen = { ...(book as object), bids: [['0.052', '7'], ...(book as { bids: string[][] }).bids] }
	assert.deepEqual(await changed(() => {}, written('seen.json', seen)), [
		'order book: a level is missing: 7 at 0.052 was shown, 0 is recorded',
	])
	// The three fills: a changed Ed25519 signature is invalid, a changed secp256k1 signature is another key's.
	const signatures = await Promise.all(
		[1, 2, 3].map(at =>
			changed(({ items }) => {
				const item = items[at] as TraceText['items'][number]
				const { signed_partial_transaction: bytes } = item
				item.signed_partial_transaction = bytes.replace(/[0-9a-f]{2}(?=[0-9a-f]{40}$)/, byte =>
					byte === '77' ? '78' : '77',
				)
			}),
		),
	)
	assert.deepEqual([...new Set(signatures.flat())].toSorted(), [
		'signatures: the bytes of … are not validly signed',
		'signatures: the bytes of … have other signatures on the ledger',
	])
	assert.equal(signatures.flat().length, 3)
	assert.deepEqual(await changed(trace => (trace.rebate.amount = '4.6')), [
		'order and fees: fees and rebate are said to be 0.2, 5.25 and 4.6, on the ledger are 0.2, 5.25 and …',
	])
})

/** The order book with a story's makers, and no others. */
async function bookOf({ books, order }: Story): Promise<unknown> {
	const makers = await connectAll(books)
	const [, base] = order.sell.split(' ')
	const answer = await askTrade(network, `/trade/order_book?base=${base}&quote=xUSDC`)
	for (const maker of makers) await maker.leave()
	return answer.body
}

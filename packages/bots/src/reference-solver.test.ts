import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { test } from 'node:test'
import { Decimal } from '@accord/protocol'
import { WebSocketServer } from 'ws'
import {
	balanceOf,
	fundedParticipant,
	participant,
	presentWindow,
	signedOrder,
	startTestLedger,
	type TestLedger,
	type TestOrder,
	wrappedOrder,
} from '../../../test/fixtures/ledger.ts'
import { startReferenceSolver } from './reference-solver.ts'

type Wrapped = ReturnType<typeof wrappedOrder>
type Context = { after(fn: () => unknown): void }

/** A real ledger and a stream of bundles, with the solver between them. `lines` is the solver's log. */
async function setUp(
	t: Context,
	prepare: (ledger: TestLedger) => Promise<Wrapped[][]>,
	gatewayUrl = async ({ url }: TestLedger) => url,
) {
	const ledger = await startTestLedger()
	const solver = await fundedParticipant(ledger, {
		name: 'reference-solver',
		funds: { XRD: '1000', xUSDC: '1' },
	})
	const bundles = await prepare(ledger)
	const stream = new WebSocketServer({ host: '127.0.0.1', port: 0 })
	await once(stream, 'listening')
	const send = (bundle: readonly Wrapped[]) => {
		const params = bundle.map(item => item.signedPartialTransaction)
		const text = JSON.stringify({ jsonrpc: '2.0', id: null, method: 'new_subintent_bundle', params })
		for (const socket of stream.clients) socket.send(text)
	}
	stream.on('connection', () => bundles.forEach(send))
	const lines: string[] = []
	const say = (line: string) => void lines.push(line)
	const running = await startReferenceSolver({
		solverUrl: `ws://127.0.0.1:${(stream.address() as AddressInfo).port}`,
		gatewayUrl: await gatewayUrl(ledger),
		...solver,
		networkId: ledger.networkId,
		clock: ledger.clock,
		log: { info: say, warn: say },
	})
	t.after(async () => {
		await running.stop()
		for (const socket of stream.clients) socket.terminate()
		stream.close()
		await ledger.stop()
	})
	return { ledger, solver, bundles, lines, send }
}

/** The transactions in which the items settled, in order, once all have. */
async function settlements(ledger: TestLedger, items: readonly Wrapped[]): Promise<string[]> {
	return Promise.all(
		items.map(({ innerId }) =>
			until(async () => (await ledger.gateway.subintentStatus(innerId)).finalizingTransactionId),
		),
	)
}

/** The ledger's Gateway, except that it commits nothing until this many previews have begun. */
async function committingDuringPreview(t: Context, { url, nth }: { url: string; nth: number }): Promise<string> {
	const begun = Promise.withResolvers<void>()
	let previews = 0
	const server = createServer(async (request, response) => {
		const { url: path = '', method = 'POST', headers } = request
		if (path === '/transaction/preview-v2' && ++previews === nth) begun.resolve()
		const body = await text(request)
		if (path === '/transaction/submit') await begun.promise
		const answer = await fetch(new URL(path, url), {
			method,
			body,
			headers: { 'content-type': headers['content-type'] ?? '' },
		})
		response.writeHead(answer.status, { 'content-type': 'application/json' }).end(await answer.text())
	}).listen(0, '127.0.0.1')
	await once(server, 'listening')
	t.after(() => {
		server.close()
		server.closeAllConnections()
	})
	return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

async function until<T>(ask: () => Promise<T | undefined> | T | undefined): Promise<T> {
	for (const deadlineMs = Date.now() + 20_000; ; ) {
		const answer = await ask()
		if (answer !== undefined) return answer
		if (Date.now() > deadlineMs) throw new Error('waited 20 s in vain')
		await new Promise(resolve => setTimeout(resolve, 20))
	}
}

const funds = { XRD: '10000', xUSDC: '1000' }

/** A user's sale of 100 XRD for 5 xUSDC and a maker's fill, both wrapped. */
function trade(ledger: TestLedger, user: TestOrder['owner'], maker: TestOrder['owner']): Wrapped[] {
	const sale = signedOrder(ledger, { owner: user, sell: ['100', 'XRD'], buy: ['5', 'xUSDC'] })
	const fill = signedOrder(ledger, {
		owner: maker,
		sell: ['5', 'xUSDC'],
		buy: ['100', 'XRD'],
		platformFee: '0',
		settlementFee: '0.5',
	})
	return [wrappedOrder(ledger, sale), wrappedOrder(ledger, fill)]
}

async function tradersOf(ledger: TestLedger) {
	const user = await fundedParticipant(ledger, { name: 'user-1', funds })
	const maker = await fundedParticipant(ledger, { name: 'maker-1', curve: 'Secp256k1', funds })
	return { user, maker }
}

// shows Solver API: Bundles are sent as soon as available
// shows Solver API: Procedure 4: sign and submit; the rewards go to the solver
test('a trade settles and the solver logs its profit', async t => {
	const { ledger, solver, bundles, lines } = await setUp(t, async ledger => {
		const { user, maker } = await tradersOf(ledger)
		return [trade(ledger, user, maker)]
	})
	await settlements(ledger, bundles.flat())
	assert.equal(await balanceOf(ledger, participant('user-1').account, 'xUSDC'), Decimal.parse('1005'))
	// Each side leaves its settlement fee less the rebate, in the token it sells.
	assert.equal(await balanceOf(ledger, solver.account, 'xUSDC'), Decimal.parse('1.3'))
	const line = await until(() => lines.find(said => said.startsWith('settled')))
	assert.match(line, /^settled 1 bundles \(2 items\): -?\+?\S+ XRD, \+0\.3 xUSDC in txid_sim1/)
})

// shows decision 26: The reference solver
test('of nine open trades eight settle in one root and the ninth in the next', async t => {
	const { ledger, bundles } = await setUp(t, async ledger => {
		const { user, maker } = await tradersOf(ledger)
		return Array.from({ length: 9 }, () => trade(ledger, user, maker))
	})
	const transactions = await settlements(ledger, bundles.flat())
	const itemsOf = (id: string) => transactions.filter(transaction => transaction === id).length
	assert.deepEqual([...new Set(transactions)].map(itemsOf).sort(), [16, 2])
})

test('while a root is committed the next one is previewed if it is full', { timeout: 20_000 }, async t => {
	const sixteen = async (ledger: TestLedger) => {
		const { user, maker } = await tradersOf(ledger)
		return Array.from({ length: 16 }, () => trade(ledger, user, maker))
	}
	const { ledger, bundles } = await setUp(t, sixteen, ({ url }) => committingDuringPreview(t, { url, nth: 2 }))
	await settlements(ledger, bundles.flat())
})

test('a trade whose funds are gone does not delay others, and settles once they are back', async t => {
	let poorTrade: Wrapped[] = []
	const { ledger, bundles, lines } = await setUp(t, async ledger => {
		const { user, maker } = await tradersOf(ledger)
		poorTrade = trade(ledger, participant('user-2'), maker)
		return [...Array.from({ length: 3 }, () => trade(ledger, user, maker)), poorTrade]
	})
	const good = bundles.slice(0, 3)
	await settlements(ledger, good.flat())
	await until(() => lines.find(line => line.startsWith('a root of 1 failed')))
	await fundedParticipant(ledger, { name: 'user-2', funds })
	await settlements(ledger, poorTrade)
})

test('a bundle that has already settled is dropped, and later ones settle', async t => {
	const { ledger, bundles, send } = await setUp(t, async ledger => {
		const { user, maker } = await tradersOf(ledger)
		return [trade(ledger, user, maker)]
	})
	const [first = []] = bundles
	await settlements(ledger, first)
	send(first)
	const next = trade(ledger, participant('user-1'), participant('maker-1', 'Secp256k1'))
	send(next)
	await settlements(ledger, next)
})

test('an expired bundle is dropped', async t => {
	const { ledger, lines, send } = await setUp(t, async ledger => {
		await tradersOf(ledger)
		return []
	})
	const window = { ...presentWindow(ledger), maxTimestampS: Math.floor(ledger.clock.nowMs() / 1000) + 15 }
	const owner = participant('user-1')
	const late = wrappedOrder(ledger, signedOrder(ledger, { owner, sell: ['1', 'XRD'], buy: ['1', 'xUSDC'], window }))
	send([late])
	await until(() => lines.find(line => line.startsWith('a root of 1 failed')))
	ledger.clock.advance(20)
	await ledger.treasury.fund(owner.account, [{ resource: ledger.resource('XRD'), amount: Decimal.one }])
	await until(() => lines.find(line => line.startsWith('gave up')))
})

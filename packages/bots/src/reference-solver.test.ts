import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Decimal } from '@accord/protocol'
import { boundBundle } from '../../../test/fixtures/bound-bundle.ts'
import {
	connectSolverBot,
	gatewayBehind,
	settlements,
	trade,
	traderFunds,
	tradersOf,
	untilFound,
	type Wrapped,
} from '../../../test/fixtures/bundle-stream.ts'
import {
	balanceOf,
	fundedParticipant,
	participant,
	presentWindow,
	signedOrder,
	type TestLedger,
	wrappedOrder,
} from '../../../test/fixtures/ledger.ts'

// shows Solver API: Bundles are sent as soon as available
// shows Solver API: Procedure 4: sign and submit; the rewards go to the solver
test('a trade settles and the solver logs its profit', async t => {
	const { ledger, solver, bundles, lines } = await connectSolverBot(t, async ledger => {
		const { user, maker } = await tradersOf(ledger)
		return [trade(ledger, user, maker)]
	})
	await settlements(ledger, bundles.flat())
	assert.equal(await balanceOf(ledger, participant('user-1').account, 'xUSDC'), Decimal.parse('1005'))
	// Each side leaves its settlement fee less the rebate, in the token it sells.
	assert.equal(await balanceOf(ledger, solver.account, 'xUSDC'), Decimal.parse('1.3'))
	const line = await untilFound(() => lines.find(said => said.startsWith('settled')))
	assert.match(line, /^settled 1 bundles \(2 items\): -?\+?\S+ XRD, \+0\.3 xUSDC in txid_sim1/)
})

test('a surplus goes to the user, and the solver gets its fees', async t => {
	const { ledger, solver, bundles } = await connectSolverBot(t, async ledger => {
		const { user, maker } = await tradersOf(ledger)
		return [trade(ledger, user, maker, { surplus: '0.1' })]
	})
	await settlements(ledger, bundles.flat())
	assert.equal(await balanceOf(ledger, participant('user-1').account, 'xUSDC'), Decimal.parse('1005.1'))
	assert.equal(await balanceOf(ledger, solver.account, 'xUSDC'), Decimal.parse('1.3'))
})

// shows decision 26: The reference solver
test('of nine open trades with surplus eight settle in one root and the ninth in the next', async t => {
	const { ledger, bundles } = await connectSolverBot(t, async ledger => {
		const { user, maker } = await tradersOf(ledger)
		return Array.from({ length: 9 }, () => trade(ledger, user, maker, { surplus: '0.1' }))
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
	const secondPreview = Promise.withResolvers<void>()
	const { ledger, bundles } = await connectSolverBot(t, sixteen, ({ url }) =>
		gatewayBehind(t, {
			url,
			// It commits nothing until then.
			before: ({ path, earlier }) => {
				if (path === '/transaction/preview-v2' && earlier === 1) secondPreview.resolve()
				return path === '/transaction/submit' ? secondPreview.promise : undefined
			},
		}),
	)
	await settlements(ledger, bundles.flat())
})

test('a trade whose funds are gone does not delay others, and settles once they are back', async t => {
	let poorTrade: Wrapped[] = []
	const { ledger, bundles, lines } = await connectSolverBot(t, async ledger => {
		const { user, maker } = await tradersOf(ledger)
		poorTrade = trade(ledger, participant('user-2'), maker)
		return [...Array.from({ length: 3 }, () => trade(ledger, user, maker)), poorTrade]
	})
	const good = bundles.slice(0, 3)
	await settlements(ledger, good.flat())
	await untilFound(() => lines.find(line => line.startsWith('a root of 1 failed')))
	for (const { innerId } of poorTrade) assert.equal((await ledger.gateway.subintentStatus(innerId)).status, 'Unknown')
	await fundedParticipant(ledger, { name: 'user-2', funds: traderFunds })
	await settlements(ledger, poorTrade)
})

// The maker of the first one no longer holds what it sells.
test('an order that is published again with other fills settles, although its first bundle never can', async t => {
	let again: Wrapped[] = []
	const { ledger, bundles, lines, send } = await connectSolverBot(t, async ledger => {
		const { user, maker } = await tradersOf(ledger)
		const sale = signedOrder(ledger, { owner: user, sell: ['100', 'XRD'], buy: ['5', 'xUSDC'] })
		const fillOf = (owner: typeof maker) => signedOrder(ledger, { owner, sell: ['5', 'xUSDC'], buy: ['100', 'XRD'] })
		again = boundBundle(ledger, [sale, fillOf(maker)])
		return [boundBundle(ledger, [sale, fillOf(participant('maker-2'))])]
	})
	await untilFound(() => lines.find(line => line.startsWith('a root of 1 failed')))
	send(again)
	await settlements(ledger, again)
	assert.equal(bundles[0]?.[0]?.innerId, again[0]?.innerId)
})

test('a bundle that has already settled is dropped, and later ones settle', async t => {
	const { ledger, bundles, send } = await connectSolverBot(t, async ledger => {
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
	const { ledger, lines, send } = await connectSolverBot(t, async ledger => {
		await tradersOf(ledger)
		return []
	})
	const window = { ...presentWindow(ledger), maxTimestampS: Math.floor(ledger.clock.nowMs() / 1000) + 15 }
	const owner = participant('user-1')
	const late = wrappedOrder(ledger, signedOrder(ledger, { owner, sell: ['1', 'XRD'], buy: ['1', 'xUSDC'], window }))
	send([late])
	await untilFound(() => lines.find(line => line.startsWith('a root of 1 failed')))
	ledger.clock.advance(20)
	await ledger.treasury.fund(owner.account, [{ resource: ledger.resource('XRD'), amount: Decimal.one }])
	await untilFound(() => lines.find(line => line.startsWith('gave up')))
})

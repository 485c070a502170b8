import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Decimal } from '@accord/protocol'
import { applySettings } from '../../../test/network/applied-settings.ts'
import type { Balances } from '../../../test/network/balances.ts'
import { loansOf } from '../../../test/network/instamint.ts'
import { operatorSetting } from '../../../test/network/operator-request.ts'
import { signerTerms } from '../../../test/network/signer-terms.ts'
import { fund, startTestNetwork, type TestNetwork } from '../../../test/network/test-network.ts'
import { signLimitOrder } from '../../../test/network/test-user.ts'
import { until } from '../../../test/network/until.ts'
import type { InstamintTerms } from './maker/credit.ts'
import { startReferenceMaker } from './reference-maker.ts'
import { startReferenceSolver } from './reference-solver.ts'

const prices = { XRD: '0.05', xUSDC: '1', xUSDT: '1', xwBTC: '60000', xETH: '3000' }
const midPrices = new Map(Object.entries(prices).map(([symbol, price]) => [symbol, Decimal.parse(price)]))

type Options = {
	makerFunds?: Balances
	settings?: Record<string, unknown>
	walkSeed?: number
	instamint?: (network: TestNetwork) => InstamintTerms
}

async function startBots(t: { after(fn: () => unknown): void }, { instamint, walkSeed, ...options }: Options = {}) {
	const network = await startTestNetwork({ users: 1, makers: 1, solvers: 1, ...options })
	const [user, account, solver] = [network.users[0], network.makers[0], network.solvers[0]]
	assert.ok(user && account && solver)
	const lines: string[] = []
	const log = { info: (line: string) => void lines.push(line), warn: (line: string) => void lines.push(line) }
	const common = { gatewayUrl: network.ledger.url, networkId: 242, clock: network.clock, log }
	const pricing = { midPrices, spread: Decimal.parse('0.002'), depth: 5, seed: 1, walkSeed }
	const { flashUrl, solverUrl } = network
	const startMaker = () =>
		startReferenceMaker({
			...{ ...common, ...pricing, ...account, flashUrl, baseUrl: network.service.url },
			signerTerms: signerTerms(network),
			instamint: instamint?.(network),
		})
	let maker = await startMaker()
	const settling = await startReferenceSolver({ ...common, ...solver, solverUrl })
	t.after(async () => {
		await maker.stop()
		await settling.stop()
		await network.stop()
	})
	const restartMaker = async () => {
		await maker.stop()
		maker = await startMaker()
	}
	return { network, user, maker: account, lines, restartMaker }
}

/** The depth of XRD/xUSDC as the service shows it. */
async function xrdBook({ dex }: TestNetwork) {
	return dex.orderBook({ base: 'XRD', quote: 'xUSDC' })
}

async function untilQuoting({ dex }: TestNetwork): Promise<void> {
	for (const pair of await dex.tokenPairs()) {
		await until(`the maker’s book of ${pair.base}`, async () => (await dex.orderBook(pair)).bids.length > 0)
	}
}

async function trade(
	network: TestNetwork,
	user: TestNetwork['users'][number],
	swap: { sell: [string, string]; buy: string },
) {
	const [amount, symbol] = swap.sell
	return network.dex.trade({
		account: user.account,
		sell: { symbol, amount: Decimal.parse(amount) },
		buy: swap.buy,
		anyPrice: true,
		sign: ({ quote }) => signLimitOrder(network, user, quote.limitOrder).signedPartialTransaction,
	})
}

test('every pair is quoted, and trades both ways settle at the quoted prices', async t => {
	const { network, user, lines } = await startBots(t)
	await untilQuoting(network)
	const pairs = await network.dex.tokenPairs()
	for (const pair of pairs.filter(({ quoted }) => quoted !== false)) {
		const { bids, asks } = await network.dex.orderBook(pair)
		assert.deepEqual([bids.length, asks.length], [5, 5], pair.base)
	}
	// It sends no book of a pair that only has routes: the service would refuse it.
	assert.ok(pairs.some(({ quoted }) => quoted === false))
	assert.deepEqual(
		lines.filter(line => line !== 'connected'),
		[],
	)
	for (const swap of [
		{ sell: ['100', 'XRD'], buy: 'xUSDC' },
		{ sell: ['100', 'xUSDC'], buy: 'XRD' },
		{ sell: ['0.01', 'xwBTC'], buy: 'xUSDC' },
		{ sell: ['10', 'xUSDT'], buy: 'xUSDC' },
	] satisfies { sell: [string, string]; buy: string }[]) {
		const before = network.balances(user.account)
		const { status, quote } = await trade(network, user, swap)
		assert.equal(status.state, 'settled', lines.join('\n'))
		const { symbol, amount } = quote.limitOrder.buy
		const bought = Decimal.subtract(
			Decimal.parse(network.balances(user.account)[symbol] ?? ''),
			Decimal.parse(before[symbol] ?? ''),
		)
		assert.equal(bought, amount)
	}
})

test('after a trade the books follow the balances', async t => {
	const { network, user, maker } = await startBots(t)
	await untilQuoting(network)
	const before = await xrdBook(network)
	const depth = (book: typeof before) => Decimal.sum(book.asks.map(({ amount }) => amount))
	await trade(network, user, { sell: ['50000', 'XRD'], buy: 'xUSDC' })
	assert.ok(Decimal.parse(network.balances(maker.account).XRD ?? '') > Decimal.parse('149000'))
	await until('deeper asks', async () => depth(await xrdBook(network)) > depth(before))
})

test('a maker fills at the fees that were changed while it ran', async t => {
	const { network, user, lines } = await startBots(t, { settings: operatorSetting })
	await untilQuoting(network)
	const levels = [0, 1, 2].map(() => ({ taker_fee: '0.003', maker_fee: '0.002' }))
	const applied = await applySettings(network, { levels })
	network.clock.set(applied.valid_from_ms)
	network.clock.advance(35)
	await until('the maker to read them', () => lines.includes('the service’s pairs or fees have changed'))
	network.clock.advance(120)
	network.feeInfo = await network.dex.info()
	await trade(network, user, { sell: ['100', 'XRD'], buy: 'xUSDC' })
})

test('a maker that restarts quotes and fills as before', async t => {
	const { network, user, restartMaker } = await startBots(t)
	await untilQuoting(network)
	await restartMaker()
	await untilQuoting(network)
	const { status } = await trade(network, user, { sell: ['100', 'XRD'], buy: 'xUSDC' })
	assert.equal(status.state, 'settled')
})

test('with a seed its prices walk, starting at the given ones, and trades settle at them', async t => {
	const { network, user, lines } = await startBots(t, { walkSeed: 7 })
	await untilQuoting(network)
	const bestBid = async () => Decimal.format((await xrdBook(network)).bids[0]?.price ?? Decimal.zero)
	assert.equal(await bestBid(), '0.0499')
	await until('another price', async () => {
		network.clock.advance(5)
		await network.drain()
		return (await bestBid()) !== '0.0499'
	})
	const { status, quote } = await trade(network, user, { sell: ['100', 'XRD'], buy: 'xUSDC' })
	assert.equal(status.state, 'settled', lines.join('\n'))
	assert.notEqual(Decimal.format(quote.limitOrder.buy.amount), '4.99')
})

test('many trades at once all settle', async t => {
	const { network, user, lines } = await startBots(t)
	await untilQuoting(network)
	// A fill has 3 s, which a busy machine may miss: nothing is traded then, and the user trades again.
	const settle = async (tries = 3): ReturnType<typeof trade> => {
		const outcome = await trade(network, user, { sell: ['10', 'XRD'], buy: 'xUSDC' })
		return outcome.status.state === 'unfilled' && tries > 1 ? settle(tries - 1) : outcome
	}
	const trades = Array.from({ length: 6 }, () => settle())
	const states = (await Promise.all(trades)).map(({ status }) => status.state)
	assert.deepEqual(states, Array(6).fill('settled'), lines.join('\n'))
})

test('a maker that holds none of what it sells mints it, and repays when it has more than it needs', async t => {
	const instamint = ({
		ledger: {
			instamint: { component, badge },
		},
	}: TestNetwork) => ({
		...{ component, badge, customerLocalId: '#2#' },
		levels: new Map(['xUSDC', 'xETH'].map(symbol => [symbol, Decimal.fromInteger(1000)])),
	})
	const { network, user, maker, lines } = await startBots(t, { makerFunds: { XRD: '1000' }, instamint })
	const quotes = async () => (await xrdBook(network)).bids.length > 0
	await until('bids of what it can mint', quotes)
	const { status } = await trade(network, user, { sell: ['20', 'XRD'], buy: 'xUSDC' })
	assert.equal(status.state, 'settled', lines.join('\n'))
	const owed = Decimal.parse((await loansOf(network, 2)).xUSDC ?? '0')
	assert.ok(owed > Decimal.one, lines.join('\n'))
	await fund(network.ledger, maker.account, { xUSDC: '2000' })
	await until('the repayment', async () => {
		network.clock.advance(5)
		return Object.keys(await loansOf(network, 2)).length === 0
	})
	const left = Decimal.parse(network.balances(maker.account).xUSDC ?? '0')
	assert.ok(left > Decimal.fromInteger(1990) && left < Decimal.fromInteger(2001), Decimal.format(left))
})

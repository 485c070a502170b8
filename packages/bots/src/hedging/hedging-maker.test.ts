import assert from 'node:assert/strict'
import { join } from 'node:path'
import { test } from 'node:test'
import { Decimal } from '@accord/protocol'
import { signerTerms } from '../../../../test/network/signer-terms.ts'
import { startTestNetwork } from '../../../../test/network/test-network.ts'
import { signLimitOrder } from '../../../../test/network/test-user.ts'
import { until } from '../../../../test/network/until.ts'
import { startReferenceSolver } from '../reference-solver.ts'
import { type HedgingMaker, startHedgingMaker } from './hedging-maker.ts'
import { parseHedgeSettings } from './settings.ts'
import { BreakingVenue, firstBalances, RequestTimeout, recordedMarket } from './venue-fixture.ts'

const pair = { base: 'XRD', quote: 'xUSDC' }
const given = { pair: 'XRD/xUSDC', recorded: 'venue.jsonl', symbol: 'XRD/USDT', size: '5000', inventory_max: '20000' }

/** Its prices cannot be read while its line is down. */
class SilentVenue extends BreakingVenue {
	isSilent = false

	override async fetchOrderBook(symbol: string) {
		if (this.isSilent) throw new RequestTimeout('no answer')
		return super.fetchOrderBook(symbol)
	}
}

async function startAll(t: { after(fn: () => unknown): void }) {
	const network = await startTestNetwork({ users: 2, makers: 1, solvers: 1 })
	const [account, solver] = [network.makers[0], network.solvers[0]]
	assert.ok(account && solver)
	const lines: string[] = []
	const log = { info: (line: string) => void lines.push(line), warn: (line: string) => void lines.push(line) }
	const common = { gatewayUrl: network.ledger.url, networkId: 242, clock: network.clock, log }
	const { directory, file } = recordedMarket(t, { prices: ['0.05', '0.05001', '0.04999'] })
	const venue = new SilentVenue(file, { nowMs: () => network.clock.nowMs() })
	const settings = parseHedgeSettings({ ...given, stale_ms: 4_000 }, file)
	const start = () =>
		startHedgingMaker({
			...{ ...common, ...account, flashUrl: network.flashUrl, baseUrl: network.service.url },
			...{ signerTerms: signerTerms(network), settings, venue, directory: join(directory, 'journal') },
		})
	let maker: HedgingMaker = await start()
	const settling = await startReferenceSolver({ ...common, ...solver, solverUrl: network.solverUrl })
	t.after(async () => {
		await maker.stop()
		await settling.stop()
		await network.stop()
	})
	const restart = async () => {
		await maker.stop()
		maker = await start()
	}
	const trade = (n: number) => {
		const user = network.users[n % 2] ?? assert.fail()
		const amount = Decimal.parse(`${100 + n}.123456`)
		const swap =
			n % 3 === 0
				? { sell: 'xUSDC', buy: { symbol: 'XRD', amount } }
				: { sell: { symbol: 'XRD', amount }, buy: 'xUSDC' }
		return network.dex.trade({
			...swap,
			...{ account: user.account, anyPrice: true, slippage: '0.005' },
			sign: ({ quote }) => signLimitOrder(network, user, quote.limitOrder).signedPartialTransaction,
		})
	}
	const quotes = async () => (await network.dex.orderBook(pair)).bids.length > 0
	return { network, venue, lines, restart, trade, quotes, maker: () => maker }
}

test('dozens of trades are hedged, over a restart with fills open, a cut line and a venue that falls silent', async t => {
	const { network, venue, lines, restart, trade, quotes, maker } = await startAll(t)
	await until('a book', quotes)
	const settle = async (n: number, tries = 3): Promise<void> => {
		const { status } = await trade(n)
		if (status.state === 'settled') return
		assert.ok(tries > 1, `${status.state}\n${lines.join('\n')}`)
		await until('a book', quotes)
		return settle(n, tries - 1)
	}
	for (let n = 0; n < 12; n += 4) await Promise.all([0, 1, 2, 3].map(more => settle(n + more)))

	// It ends while trades are open, and an order of its own was executed without an answer.
	venue.breaks = 'after'
	const open = [settle(12), settle(13)]
	await until('an order without an answer', () => maker().hedger.trouble !== undefined)
	await restart()
	venue.breaks = undefined
	await Promise.all(open)
	for (let n = 14; n < 26; n += 4) await Promise.all([0, 1, 2, 3].map(more => settle(n + more)))

	// Stale prices are withdrawn, and quoted again once there are new ones.
	venue.isSilent = true
	await until('an empty book', async () => !(await quotes()))
	venue.isSilent = false
	await until('a book again', quotes)

	await until('the hedge of everything', () => {
		const { open, unhedged } = maker().hedger.position
		return open === 0n && unhedged < Decimal.parse('0.1') && unhedged > Decimal.parse('-0.1')
	})
	const { trades } = await network.dex.trades({ limit: 100 })
	const onLedger = Decimal.sum(
		trades.map(({ side, baseAmount }) => (side === 'sell' ? baseAmount : Decimal.negate(baseAmount))),
	)
	assert.ok(trades.length >= 26)
	const atVenue = Decimal.subtract(venue.balance('XRD'), Decimal.parse(firstBalances.XRD))
	assert.equal(Decimal.add(onLedger, atVenue), maker().hedger.position.unhedged)
})

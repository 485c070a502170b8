import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { Decimal } from '@accord/protocol'
import { connectMaker } from '../network/test-maker.ts'
import { placeOrder } from '../network/test-user.ts'
import { untilEqual } from '../network/until.ts'
import { withoutChromium } from './chromium.ts'
import { findViolations } from './find-violations.ts'
import { type PageNetwork, startPageNetwork } from './page-network.ts'
import { settleTrades } from './settle-trades.ts'

describe('what happened under the hood, in a browser', { skip: withoutChromium() }, () => {
	let place: PageNetwork

	before(async () => {
		place = await startPageNetwork()
	})
	after(() => place?.stop())

	test('before the first trade there is nothing to show, and then it appears on its own', async () => {
		const page = await place.open({ at: '#/trades' })
		await page.getByText('No trades yet').waitFor()
		await settleTrades(place.network, ['100 XRD → xUSDC'])
		await page.getByRole('heading', { name: '100 XRD for 4.99 xUSDC' }).waitFor()
		await page.close()
	})

	test('the trade that is read stays, and the reader is told how many are newer', async () => {
		const page = await place.open({ at: '#/trades' })
		const title = page.locator('#flow-title')
		await title.getByText('100 XRD for 4.99 xUSDC').waitFor()
		const listed = await page.locator('.trade-list li').allInnerTexts()
		await settleTrades(place.network, ['110 XRD → xUSDC', '120 XRD → xUSDC', '130 XRD → xUSDC'])
		const newer = page.getByRole('button', { name: '3 newer' })
		await newer.waitFor()
		assert.equal(await title.innerText(), '100 XRD for 4.99 xUSDC')
		assert.deepEqual(await page.locator('.trade-list li').allInnerTexts(), listed)
		assert.deepEqual(await findViolations(page), [])
		await newer.click()
		await title.getByText('130 XRD for 6.487 xUSDC').waitFor()
		await untilEqual('the list', () => page.locator('.trade-list li').count(), listed.length + 3)
		await newer.waitFor({ state: 'detached' })
		await page.close()
	})

	test('a trade shows who signed what, down to the manifests, and what each party paid and received', async () => {
		const { network } = place
		const [user, , trader] = network.users
		const [maker] = network.makers
		const [solver] = network.solvers
		assert.ok(user && trader && maker && solver)
		const before = network.balanceSheet()
		const [id] = await settleTrades(network, ['250 XRD → xUSDC'])
		const after = network.balanceSheet()
		const page = await place.open({ at: `#/trades/${id}` })
		await page.getByRole('heading', { name: '250 XRD for 12.475 xUSDC' }).waitFor()
		assert.equal(await page.getByRole('region', { name: 'The root transaction' }).locator('.root-inner').count(), 2)

		const signed = page.getByRole('region', { name: 'User’s intent' })
		await signed.getByText('What was signed').click()
		await signed.getByText('Withdraw 255.5 XRD from the user’s account').waitFor()
		assert.match(await signed.locator('pre').nth(1).innerText(), /^CALL_METHOD\s+Address\("account_sim/)
		const root = page.getByRole('region', { name: 'The root transaction' })
		await root.getByText('What the solver signed').click()
		await root.getByText('Include the user’s intent, wrapped, signed by someone else').waitFor()

		for (const [name, who] of [
			['User', 'user-1'],
			['Maker 1', 'maker-1'],
			['Solver', 'solver-1'],
			['Service', 'service'],
		] as const)
			assert.deepEqual(await netChanges(name), ledgerChanges(who), name)
		await page.close()

		async function netChanges(name: string): Promise<string[]> {
			const table = page.getByRole('region', { name: `Balance changes: ${name}` }).getByRole('table')
			const sums = table.locator('tfoot td')
			const shown = (await sums.count()) > 0 ? sums : table.locator('tbody td')
			return (await shown.allInnerTexts()).map(text => text.replaceAll(',', '').replace('−', '-')).sort()
		}

		function ledgerChanges(who: string): string[] {
			const symbols = ['XRD', 'xUSDC']
			const changes = symbols.flatMap(symbol => {
				const [was, is] = [before, after].map(sheet => Decimal.parse(sheet[who]?.[symbol] ?? '0'))
				const change = Decimal.subtract(is ?? Decimal.zero, was ?? Decimal.zero)
				return change === Decimal.zero ? [] : `${change > 0n ? '+' : ''}${Decimal.format(change)} ${symbol}`
			})
			return changes.sort()
		}
	})

	test('an order split over two makers, after a third one rejected its part', async () => {
		const { network } = place
		const declining = await connectMaker(network, network.makers[1], {
			answer: () => 'reject',
			books: [{ pair: 'xETH/xUSDC', bids: ['2995 0.5'] }],
		})
		const filling = await connectMaker(network, network.makers[2], {
			books: [{ pair: 'xETH/xUSDC', bids: ['2994.5 1'] }],
		})
		const { dex } = network
		const { bids } = await dex.orderBook({ base: 'xETH', quote: 'xUSDC' })
		assert.equal(Decimal.format(bids[0]?.price ?? Decimal.zero), '2995')
		const [id] = await settleTrades(network, ['1.2 xETH → xUSDC'], { slippage: '0.002' })
		const page = await place.open({ at: `#/trades/${id}` })
		await page.getByRole('heading', { name: '3 makers are asked, 2 sign' }).waitFor()
		await page.getByText('rejected', { exact: true }).waitFor()
		// What the first maker rejected went to the other two: the order is one box, and there are three fills.
		await untilEqual('the boxes', () => page.locator('.root-inner').count(), 4)
		await page.close()
		await declining.leave()
		await filling.leave()
	})

	test('an unfilled order shows who rejected, and nothing that did not happen', async () => {
		const { network } = place
		const declining = await connectMaker(network, network.makers[1], {
			answer: () => 'reject',
			books: [{ pair: 'XRD/xUSDC', bids: ['0.05005 20000'] }],
		})
		const order = await placeOrder(network, network.users[2], { sell: '100 XRD', buy: '5.005 xUSDC' })
		const page = await place.open({ at: `#/trades/${order.subintentId}` })
		await page.locator('.flow-state').getByText('Not filled').waitFor()
		await page.getByText('rejected', { exact: true }).waitFor()
		assert.deepEqual(await findViolations(page), [])
		assert.equal(await page.locator('.root').count(), 0)
		assert.equal(await page.locator('.changes').count(), 0)
		await page.close()
		await declining.leave()
	})

	test('error: an unknown trade', async () => {
		const page = await place.open({ at: '#/trades/subtxid_sim1nobody', expectedErrors: /Failed to load resource/ })
		await page.getByText('Couldn’t load this trade').waitFor()
		await page.close()
	})
})

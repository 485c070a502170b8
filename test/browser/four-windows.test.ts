import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { Page } from 'playwright-core'
import { metricOf } from '../network/metric.ts'
import { operatorSetting } from '../network/operator-request.ts'
import { connectMaker, silent } from '../network/test-maker.ts'
import type { TestNetwork } from '../network/test-network.ts'
import { patienceMs, untilEqual } from '../network/until.ts'
import { withoutChromium } from './chromium.ts'
import { type PageNetwork, startPageNetwork } from './page-network.ts'
import { settleTrades } from './settle-trades.ts'
import { reviewAndSign, showTab, typeSold, useAccount } from './trader.ts'

const bestBid = async (page: Page) => (await page.locator('.book-bids .book-price').allInnerTexts())[0]
const tradesShown = (page: Page) => page.locator('.recent tbody tr').count()

describe('one browser with four windows', { skip: withoutChromium() }, () => {
	let place: PageNetwork

	before(async () => {
		place = await startPageNetwork({ settings: operatorSetting })
	})
	after(() => place?.stop())

	/** The event streams of all windows, as the service counts them. */
	const openStreams = (network: TestNetwork) => () => metricOf(network, 'accord_sessions{kind="event_stream"}')

	/** Every window shows what a maker quotes, and trades as they settle. */
	async function allFollow(windows: readonly Page[], network: TestNetwork, price: string): Promise<void> {
		const maker = await connectMaker(network, network.makers[1], { answer: silent })
		// The pair's prices have six places.
		await maker.quote({ pair: 'XRD/xUSDC', bids: [`${price} 1000`] })
		for (const page of windows) {
			await showTab(page, 'Book')
			await untilEqual('the best bid', () => bestBid(page), `${price}0`)
			await showTab(page, 'Trades')
		}
		await maker.leave()
		const before = await tradesShown(windows[0] as Page)
		await settleTrades(network, ['100 XRD → xUSDC'])
		for (const page of windows) await untilEqual('the trades', () => tradesShown(page), before + 1)
	}

	// shows decision 82: Tabs of one browser share its orders
	test('have one connection for books, trades and orders, also after the first closes and after a restart', async () => {
		const { network } = place
		const first = await place.open({ at: '#/market', expectedErrors: /ERR_|503/ })
		const open = async (at: string) => {
			const page = await first.context().newPage()
			page.setDefaultTimeout(patienceMs)
			await page.goto(`${network.service.url}/${at}`)
			return page
		}
		const [second, third] = [await open('#/market'), await open('#/market')]
		const trading = await open('#/swap')
		await settleTrades(network, ['100 XRD → xUSDC'])
		const swap = async (sold: string) => {
			await typeSold(trading, sold)
			await reviewAndSign(trading)
			// The strip says the same of earlier orders.
			await trading.locator('.order-frame .badge').getByText('Settled', { exact: true }).waitFor()
		}
		await useAccount(trading, 'user-3')

		await allFollow([first, second, third], network, '0.04995')
		await swap('100')
		await untilEqual('one stream', openStreams(network), 1)

		await first.close()
		await allFollow([second, third], network, '0.04996')
		await trading.getByRole('button', { name: 'New swap' }).click()
		await swap('110')
		await untilEqual('one stream', openStreams(network), 1)

		await network.service.stop()
		const restarted = await network.anotherNode({ port: network.service.port })
		await allFollow([second, third], restarted, '0.04997')
		await trading.getByRole('button', { name: 'New swap' }).click()
		await swap('120')
		await untilEqual('one stream', openStreams(restarted), 1)
		for (const page of [second, third, trading]) assert.equal(await page.getByText('Connection lost').count(), 0)
		await trading.context().close()
	})
})

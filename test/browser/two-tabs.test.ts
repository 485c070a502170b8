import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { Page } from 'playwright-core'
import { metricOf } from '../network/metric.ts'
import { operatorSetting } from '../network/operator-request.ts'
import { connectMaker, silent } from '../network/test-maker.ts'
import { untilEqual } from '../network/until.ts'
import { withoutChromium } from './chromium.ts'
import { type PageNetwork, startPageNetwork } from './page-network.ts'
import { orderIs, reviewAndSign, typeSold, useAccount } from './trader.ts'

describe('one browser with several tabs', { skip: withoutChromium() }, () => {
	let place: PageNetwork

	before(async () => {
		place = await startPageNetwork({ settings: operatorSetting })
	})
	after(() => place?.stop())

	/** Another tab of the same browser: it shares what is stored, but no key. */
	async function openBeside(first: Page, at = '#/swap'): Promise<Page> {
		const second = await first.context().newPage()
		second.setDefaultTimeout(30_000)
		await second.goto(`${place.network.service.url}/${at}`)
		return second
	}

	const strip = (page: Page) => page.getByRole('complementary', { name: 'Your orders' })

	// shows decision 82: Tabs of one browser share its orders
	test('an order sent in one tab is shown, counted and followed to its end in the other', async () => {
		const slow = await connectMaker(place.network, place.network.makers[1], {
			answer: silent,
			books: [{ pair: 'XRD/xUSDC', bids: ['0.05005 20000'] }],
		})
		const first = await place.open()
		await useAccount(first, 'user-3')
		const second = await openBeside(first)
		await second.getByRole('button', { name: 'Account', exact: true }).waitFor()
		await useAccount(second, 'user-3')
		await second.getByRole('link', { name: 'History', exact: true }).click()
		await second.getByText('No orders yet').waitFor()
		await place.network.clock.standStill(async () => {
			await typeSold(first, '100')
			await reviewAndSign(first)
			await strip(second).getByText('Waiting for makers').waitFor()
			await second
				.getByRole('row', { name: /100 XRD/ })
				.getByText('Waiting for makers')
				.waitFor()
			await second.getByRole('link', { name: 'Swap', exact: true }).click()
			await second.getByText('105.35 in open orders').waitFor()
			await slow.fill(await slow.asked())
		})
		await orderIs(first, 'Settled')
		await strip(second).getByRole('status').getByText('Settled').waitFor()
		await first.context().close()
		await slow.leave()
	})

	test('both tabs swap at the same time, and both histories have both orders', async () => {
		const first = await place.open()
		const second = await openBeside(first)
		await useAccount(first, 'user-1')
		await useAccount(second, 'user-4')
		const swap = async (page: Page, amount: string) => {
			await typeSold(page, amount)
			await reviewAndSign(page)
			// The strip says the same of the other tab's order.
			await page.locator('.order-frame .badge').getByText('Settled', { exact: true }).waitFor()
			await page.getByRole('link', { name: 'History', exact: true }).click()
		}
		await Promise.all([swap(first, '110'), swap(second, '120')])
		for (const page of [first, second]) {
			const states = () => page.locator('tbody .badge').allInnerTexts()
			await untilEqual('the orders', states, ['Settled', 'Settled'])
		}
		await first.context().close()
	})

	test('signing out in one tab leaves the other its account', async () => {
		const first = await place.open()
		const second = await openBeside(first)
		await useAccount(first, 'user-1')
		await useAccount(second, 'user-1')
		await first.getByRole('button', { name: /^user-1/ }).click()
		await first.getByRole('button', { name: 'Sign out' }).click()
		await first.getByRole('button', { name: 'Account', exact: true }).waitFor()
		await typeSold(second, '100')
		await reviewAndSign(second)
		await orderIs(second, 'Settled')
		await first.context().close()
	})

	/** The event streams of all tabs, as the service counts them. */
	const openStreams = () => metricOf(place.network, 'accord_sessions{kind="event_stream"}')

	const bestBid = async (page: Page) => (await page.locator('.book-bids .book-price').allInnerTexts())[0]

	// shows decision 82: Tabs of one browser share its orders
	test('one of four market tabs reads the streams for all; when it closes, another one does', async () => {
		const { network } = place
		const maker = await connectMaker(network, network.makers[1], { answer: silent })
		const tabs = [await place.open({ at: '#/market' })]
		const [first] = tabs
		for (let opened = 1; opened < 4; opened++) tabs.push(await openBeside(first as Page, '#/market'))
		// The pair's prices have six places.
		const allShow = async (price: string) => {
			await maker.quote({ pair: 'XRD/xUSDC', bids: [`${price} 1000`] })
			for (const tab of tabs) await untilEqual('the best bid', () => bestBid(tab), `${price}0`)
		}
		await allShow('0.04995')
		await untilEqual('the streams of the book and of the trades', openStreams, 2)
		await tabs.shift()?.close()
		for (const price of ['0.04996', '0.04997']) await allShow(price)
		await untilEqual('the streams, without the first tab', openStreams, 2)
		for (const tab of tabs) assert.equal(await tab.getByText('Connection lost').count(), 0)
		await tabs[0]?.context().close()
		await maker.leave()
	})
})

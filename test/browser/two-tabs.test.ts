import { after, before, describe, test } from 'node:test'
import type { Page } from 'playwright-core'
import { connectMaker, silent } from '../network/test-maker.ts'
import { patienceMs, untilEqual } from '../network/until.ts'
import { withoutChromium } from './chromium.ts'
import { type PageNetwork, startPageNetwork } from './page-network.ts'
import { orderIs, reviewAndSign, typeSold, useAccount } from './trader.ts'

describe('one browser with several tabs', { skip: withoutChromium() }, () => {
	let place: PageNetwork

	before(async () => {
		place = await startPageNetwork()
	})
	after(() => place?.stop())

	/** Another tab of the same browser: it shares what is stored, but no key. */
	async function openBeside(first: Page, at = '#/swap'): Promise<Page> {
		const second = await first.context().newPage()
		second.setDefaultTimeout(patienceMs)
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
			await second.getByRole('link', { name: 'Trade', exact: true }).click()
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
})

import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { Page } from 'playwright-core'
import { connectMaker, silent } from '../network/test-maker.ts'
import { withoutChromium } from './chromium.ts'
import { Door } from './door.ts'
import { brokenFigures, covered, fitsWidth, outside, tooSmall } from './measures.ts'
import { type PageNetwork, startPageNetwork } from './page-network.ts'
import { settleTrades } from './settle-trades.ts'
import { everyTab, orderIs, reviewAndSign, typeSold, useAccount } from './trader.ts'

const views = [
	['swap', '.book-asks .book-price'],
	['history', '.history :is(.state-title, tbody tr)'],
	['trades', '.manifest'],
	['maker', 'input'],
] as const

/** Phones, tablets, desktops, and 1280 × 800 at 200 %. */
const sizes = [
	{ width: 320, height: 640 },
	{ width: 390, height: 844 },
	{ width: 640, height: 400 },
	{ width: 800, height: 900 },
	{ width: 1024, height: 800 },
	{ width: 1440, height: 900 },
]

describe('the page fits its window', { skip: withoutChromium() }, () => {
	let place: PageNetwork

	before(async () => {
		place = await startPageNetwork()
		await settleTrades(place.network, ['100 XRD → xUSDC', '20 xUSDC → XRD'])
	})
	after(() => place?.stop())

	async function fits(page: Page, where: string): Promise<void> {
		await fitsWidth(page, where)
		assert.deepEqual(await outside(page), [], where)
		assert.deepEqual(await covered(page), [], where)
		assert.deepEqual(await brokenFigures(page), [], where)
	}

	// shows decision 81: The page fits 320 px and 200 %
	test('nothing is wider than the window, outside of its panel, covered or smaller than 13 px', async () => {
		const page = await place.open()
		await useAccount(page, 'user-3')
		for (const size of sizes) {
			await page.setViewportSize(size)
			for (const [view, sign] of views) {
				await page.evaluate(`location.hash = '#/${view}'`)
				await page.locator(sign).first().waitFor()
				const where = `${view} at ${size.width} × ${size.height}`
				await fits(page, where)
				assert.deepEqual(await tooSmall(page), [], where)
				if (view !== 'swap') continue
				await everyTab(page, async tab => {
					await fits(page, `the tab ${tab}, ${where}`)
					assert.deepEqual(await tooSmall(page), [], `the tab ${tab}, ${where}`)
				})
			}
		}
		await page.close()
	})

	// shows decision 81: The page fits 320 px and 200 %
	test('on the narrowest phone an order is followed to its end, and each view can be reached from there', async () => {
		const page = await place.open({ viewport: { width: 320, height: 640 }, hasTouch: true, isMobile: true })
		await useAccount(page, 'user-3')
		await typeSold(page, '100')
		await page.getByRole('button', { name: 'Review swap' }).click()
		await page.getByText('Read what you sign').click()
		await fits(page, 'the review')
		await page.getByRole('button', { name: 'Sign with demo account' }).click()
		await orderIs(page, 'Settled')
		await page.locator('.order-result li').first().waitFor()
		await fits(page, 'the settled order')
		for (const view of ['History', 'Under the hood', 'Trade']) {
			await page.getByRole('link', { name: view, exact: true }).click()
			await page.locator(`.header-nav a[aria-current="page"]`).getByText(view, { exact: true }).waitFor()
			await page.locator('.panel').first().waitFor()
			await fits(page, view)
		}
		await page.close()
	})

	test('dialogs fit the narrowest phone', async () => {
		const page = await place.open({ viewport: { width: 320, height: 640 }, hasTouch: true, isMobile: true })
		for (const [opener, title] of [
			['Account', 'Choose an account'],
			['Swap settings', 'Swap settings'],
		] as const) {
			await page.getByRole('button', { name: opener, exact: true }).click()
			await page.getByRole('dialog', { name: title }).waitFor()
			await fitsWidth(page, title)
			assert.deepEqual(await outside(page), [], title)
			await page.keyboard.press('Escape')
		}
		await page.close()
	})

	// A phone, and 1280 × 1024 at 200 %: overlays have room there.
	for (const viewport of [
		{ width: 390, height: 844 },
		{ width: 640, height: 512 },
	])
		test(`content over the page at ${viewport.width} px covers nothing that is scrolled to`, async () => {
			const { network } = place
			const door = await Door.before(network.service.url)
			const slow = await connectMaker(network, network.makers[1], {
				answer: silent,
				books: [{ pair: 'XRD/xUSDC', bids: ['0.05005 20000'] }],
			})
			const page = await place.open({ viewport, through: door.url, expectedErrors: /ERR_|Failed to load resource/ })
			await useAccount(page, 'user-3')
			await typeSold(page, '100')
			await network.clock.standStill(async () => {
				await reviewAndSign(page)
				const order = await slow.asked()
				for (const view of ['Trade', 'History']) {
					await page.getByRole('link', { name: view, exact: true }).click()
					await page.getByRole('complementary', { name: 'Your orders' }).getByText('Waiting for makers').waitFor()
					assert.deepEqual(await covered(page), [], `${view} with an open order`)
				}
				await slow.client.reject(order.id)
			})
			const strip = page.getByRole('complementary', { name: 'Your orders' })
			await strip.getByRole('button', { name: 'Close' }).click()
			await strip.waitFor({ state: 'hidden' })
			door.shut()
			await page.getByText('Connection lost').waitFor()
			assert.deepEqual(await covered(page), [], 'without a connection')
			await page.close()
			await slow.leave()
			door.remove()
		})
})

import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { Page } from 'playwright-core'
import { connectMaker, silent } from '../network/test-maker.ts'
import { withoutChromium } from './chromium.ts'
import { findViolations } from './find-violations.ts'
import { type PageNetwork, startPageNetwork } from './page-network.ts'
import { settleTrades } from './settle-trades.ts'
import { everyTab, orderIs, reviewAndSign, typeSold, useAccount } from './trader.ts'

describe('everyone can use the page', { skip: withoutChromium() }, () => {
	let place: PageNetwork

	before(async () => {
		place = await startPageNetwork()
		await settleTrades(place.network, ['100 XRD → xUSDC', '20 xUSDC → XRD'])
	})
	after(() => place?.stop())

	const nothingIsWrong = async (page: Page, state: string) => assert.deepEqual(await findViolations(page), [], state)

	test('from an empty form to a settled order, in light and dark', async () => {
		const page = await place.open()
		await page.locator('.book-asks .book-price').first().waitFor()
		await nothingIsWrong(page, 'the empty form')
		await page.getByRole('button', { name: 'Account' }).click()
		await page.getByLabel('Demo account').waitFor()
		await nothingIsWrong(page, 'choosing an account')
		await page.keyboard.press('Escape')
		await page.getByRole('button', { name: 'Swap settings' }).click()
		await nothingIsWrong(page, 'the settings')
		await page.keyboard.press('Escape')
		await useAccount(page, 'user-3')
		await typeSold(page, '100000000')
		await nothingIsWrong(page, 'more than is offered')
		await typeSold(page, '100')
		await nothingIsWrong(page, 'a quote')
		await page.getByRole('button', { name: 'Review swap' }).click()
		await page.getByText('Read what you sign').click()
		await nothingIsWrong(page, 'what is signed')
		await page.getByRole('button', { name: 'Sign with demo account' }).click()
		await orderIs(page, 'Settled')
		await page.locator('.order-result li').first().waitFor()
		await nothingIsWrong(page, 'a settled order')
		await page.getByRole('link', { name: 'History' }).click()
		await page
			.getByRole('row', { name: /100 XRD/ })
			.first()
			.waitFor()
		await nothingIsWrong(page, 'the history')
		await page.close()
	})

	test('an order in progress, and one that was not filled', async () => {
		const maker = await connectMaker(place.network, place.network.makers[1], {
			answer: silent,
			books: [{ pair: 'XRD/xUSDC', bids: ['0.05005 20000'] }],
		})
		const page = await place.open()
		await useAccount(page, 'user-3')
		await typeSold(page, '300')
		await place.network.clock.standStill(async () => {
			await reviewAndSign(page)
			const order = await maker.asked()
			await orderIs(page, 'Waiting for makers')
			await nothingIsWrong(page, 'waiting for makers')
			await maker.client.reject(order.id)
		})
		await orderIs(page, 'Not filled')
		await nothingIsWrong(page, 'an order that was not filled')
		await maker.leave()
		await page.close()
	})

	test('the market and the under-the-hood view, with everything expanded', async () => {
		const page = await place.open({ at: '#/market' })
		await page.locator('.price-canvas canvas').first().waitFor()
		await everyTab(page, tab => nothingIsWrong(page, `the tab ${tab}`))
		await page.getByRole('link', { name: 'Under the hood' }).click()
		await page.getByText('What the solver signed').waitFor()
		for (const manifest of await page.locator('.manifest summary').all()) await manifest.click()
		await nothingIsWrong(page, 'a trade under the hood')
		await page.close()
	})

	test('the same on a phone, where everything is large enough to touch', async () => {
		const page = await place.open({ viewport: { width: 375, height: 667 }, hasTouch: true, isMobile: true })
		for (const [view, sign] of [
			['swap', '.swap'],
			['history', '.history .state-title'],
			['trades', '.manifest'],
		] as const) {
			await page.goto(`${place.network.service.url}/#/${view}`)
			await page.locator(sign).first().waitFor()
			await nothingIsWrong(page, `${view} on a phone`)
			assert.deepEqual(await tooSmallToTouch(page), [], `${view} on a phone`)
			if (view !== 'swap') continue
			await everyTab(page, async tab => {
				await nothingIsWrong(page, `the tab ${tab} on a phone`)
				assert.deepEqual(await tooSmallToTouch(page), [], `the tab ${tab} on a phone`)
			})
		}
		await page.close()
	})

	test('the pages about the interfaces', async () => {
		const page = await place.open()
		for (const path of ['docs', 'docs/flash', 'docs/solver']) {
			await page.goto(`${place.network.service.url}/${path}`)
			await nothingIsWrong(page, path)
		}
		// Scalar's page is not ours to check, but it must work under our security policy without console errors.
		await page.goto(`${place.network.service.url}/docs/rest`)
		await page.getByRole('heading', { name: 'Accord Trade API' }).first().waitFor()
		await page.getByText('/trade/info').first().waitFor()
		await page.close()
	})

	test('the keyboard alone gets through a swap', async () => {
		const page = await place.open()
		await page.locator('.book-asks .book-price').first().waitFor()
		await page.keyboard.press('Tab')
		await page.keyboard.press('Enter')
		assert.equal(await page.evaluate('document.activeElement.id'), 'main', 'the link to the content leads there')
		assert.ok(await page.getByRole('textbox', { name: 'You pay' }).isVisible())
		await useAccount(page, 'user-3')
		await page.getByRole('textbox', { name: 'You pay' }).focus()
		await page.keyboard.type('120')
		await page.keyboard.press('Enter')
		const sign = page.getByRole('button', { name: 'Sign with demo account' })
		await sign.waitFor()
		await sign.focus()
		await page.keyboard.press('Enter')
		await orderIs(page, 'Settled')
		await page.close()
	})
})

/** Controls lower than a fingertip, except those in a line of text and those for keyboards. */
function tooSmallToTouch(page: Page): Promise<string[]> {
	return page.evaluate<string[]>(`Array.from(document.querySelectorAll('button, select, input, summary, nav a'))
		.filter(element => element.checkVisibility() && !element.matches('.text-button, .copyable, .skip-link'))
		.filter(element => element.getBoundingClientRect().height < 43.5)
		.map(element => element.outerHTML.slice(0, 120) + ' ' + element.getBoundingClientRect().height)`)
}

import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { Page } from 'playwright-core'
import { connectMaker, silent } from '../network/test-maker.ts'
import type { TestNetwork } from '../network/test-network.ts'
import { withoutChromium } from './chromium.ts'
import { findViolations } from './find-violations.ts'
import { enterKey } from './maker-page.ts'
import { brokenFigures, fitsWidth, outside } from './measures.ts'
import { modes } from './modes.ts'
import { type PageNetwork, startPageNetwork } from './page-network.ts'
import { settleTrades } from './settle-trades.ts'
import { everyTab, orderIs, reviewAndSign, typeSold, useAccount } from './trader.ts'

describe('everyone can use the page in every mode', { skip: withoutChromium() }, () => {
	let place: PageNetwork

	before(async () => {
		place = await startPageNetwork()
		await settleTrades(place.network, ['100 XRD → xUSDC', '20 xUSDC → XRD'])
	})
	after(() => place?.stop())

	for (const [mode, options] of Object.entries(modes))
		test(`no rule is broken in any state ${mode}, in light and dark`, async () => {
			const page = await place.open(options)
			await throughEveryState(page, place.network, async state => {
				assert.deepEqual(await findViolations(page), [], `${state} ${mode}`)
				await fitsWidth(page, `${state} ${mode}`)
				assert.deepEqual(await outside(page), [], `${state} ${mode}`)
				assert.deepEqual(await brokenFigures(page), [], `${state} ${mode}`)
			})
			await page.close()
		})
})

type See = (state: string) => Promise<void>

/** From the empty form to a settled order, and through the other views, with everything expanded. */
async function throughEveryState(page: Page, network: TestNetwork, see: See): Promise<void> {
	await throughForm(page, see)
	await throughUnfilled(page, network, see)
	await throughSettled(page, see)
	await page.getByRole('link', { name: 'Under the hood', exact: true }).click()
	await page.getByText('What the solver signed').waitFor()
	for (const manifest of await page.locator('.manifest summary').all()) await manifest.click()
	await page.getByRole('button', { name: 'Check this trade' }).click()
	await page.locator('.check-summary').waitFor()
	await see('a checked trade')
	await page.getByRole('link', { name: 'History' }).click()
	await page
		.getByRole('row', { name: /100 XRD/ })
		.first()
		.waitFor()
	await see('the history')
	await page.getByRole('link', { name: 'Trade', exact: true }).click()
	await everyTab(page, tab => see(`the tab ${tab}`))
	await page.getByRole('link', { name: 'For makers' }).click()
	await page.getByLabel('API key').waitFor()
	await see('the maker’s key')
	await enterKey(page, network.makers[0]?.apiKey ?? assert.fail())
	await page.getByRole('table', { name: /order book with your levels/ }).waitFor()
	await page.getByText('Allowance left').waitFor()
	await see('the maker’s view')
}

async function throughForm(page: Page, see: See): Promise<void> {
	await page.locator('.book-asks .book-price').first().waitFor()
	await see('the empty form')
	await page.getByRole('button', { name: 'Swap settings' }).click()
	await see('the settings')
	await page.keyboard.press('Escape')
	await page.getByRole('button', { name: 'Account', exact: true }).click()
	await see('choosing an account')
	await page.keyboard.press('Escape')
	await useAccount(page, 'user-3')
	await typeSold(page, '1')
	await page.getByRole('button', { name: /^Review anyway/ }).waitFor()
	await see('a swap that costs more than it is worth')
}

/** An order whose maker takes its time, and then declines. */
async function throughUnfilled(page: Page, network: TestNetwork, see: See): Promise<void> {
	const slow = await connectMaker(network, network.makers[1], {
		answer: silent,
		books: [{ pair: 'XRD/xUSDC', bids: ['0.05005 20000'] }],
	})
	await bestBidIs(page, '0.050050')
	await typeSold(page, '300')
	await network.clock.standStill(async () => {
		await reviewAndSign(page)
		const order = await slow.asked()
		await orderIs(page, 'Waiting for makers')
		await see('an order in progress')
		await slow.client.reject(order.id)
	})
	await orderIs(page, 'Not filled')
	await see('an order that was not filled')
	await slow.leave()
	await bestBidIs(page, '0.049900')
	await page.getByRole('button', { name: 'New swap' }).click()
}

async function bestBidIs(page: Page, price: string): Promise<void> {
	await page.locator('.book-bids .book-price').first().getByText(price, { exact: true }).waitFor()
}

async function throughSettled(page: Page, see: See): Promise<void> {
	await typeSold(page, '100')
	await page.getByRole('button', { name: 'Review swap' }).click()
	await page.getByText('Read what you sign').click()
	await see('what is signed')
	// The order that was not filled is still valid.
	await page.getByLabel('I accept that both orders may be executed.').check()
	await page.getByRole('button', { name: 'Sign with demo account' }).click()
	await orderIs(page, 'Settled')
	await page.locator('.order-result li').first().waitFor()
	await see('a settled order')
}

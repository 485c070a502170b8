import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { Page } from 'playwright-core'
import { withoutChromium } from './chromium.ts'
import { findViolations } from './find-violations.ts'
import { fitsWidth } from './measures.ts'
import { type PageNetwork, type PageOptions, startPageNetwork } from './page-network.ts'
import { settleTrades } from './settle-trades.ts'
import { orderIs, typeSold, useAccount } from './trader.ts'

const modes: Readonly<Record<string, PageOptions>> = {
	'with forced colours': { forcedColors: 'active' },
	'at 320 px': { viewport: { width: 320, height: 640 }, hasTouch: true, isMobile: true },
	'at 200 %': { viewport: { width: 640, height: 400 }, deviceScaleFactor: 2 },
}

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
			await throughEveryState(page, async state => {
				assert.deepEqual(await findViolations(page), [], `${state} ${mode}`)
				await fitsWidth(page, `${state} ${mode}`)
			})
			await page.close()
		})
})

/** From the empty form to a settled order, and through the other views, with everything opened. */
async function throughEveryState(page: Page, see: (state: string) => Promise<void>): Promise<void> {
	await throughSwap(page, see)
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
	await page.getByRole('link', { name: 'Market' }).click()
	await page.locator('.price-canvas canvas').first().waitFor()
	await see('the market')
	await page.getByRole('link', { name: 'For makers' }).click()
	await page.getByLabel('API key').waitFor()
	await see('the maker’s key')
}

async function throughSwap(page: Page, see: (state: string) => Promise<void>): Promise<void> {
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
	await typeSold(page, '100')
	await page.getByRole('button', { name: 'Review swap' }).click()
	await page.getByText('Read what you sign').click()
	await see('what is signed')
	await page.getByRole('button', { name: 'Sign with demo account' }).click()
	await orderIs(page, 'Settled')
	await page.locator('.order-result li').first().waitFor()
	await see('a settled order')
}

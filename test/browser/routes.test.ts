import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { Page } from 'playwright-core'
import { until, untilEqual } from '../network/until.ts'
import { withoutChromium } from './chromium.ts'
import { findViolations } from './find-violations.ts'
import { brokenFigures, fitsWidth, outside } from './measures.ts'
import { type PageNetwork, startPageNetwork } from './page-network.ts'
import { settleTrades } from './settle-trades.ts'
import { factIs, orderIs, reviewAndSign, tokenButton, tokenIs, typeSold, useAccount } from './trader.ts'

// With the words that stand for arrows where these are not seen.
const way = /XRD →\s+to\s+xUSDC →\s+to\s+xETH$/
const form = '#/swap?sell=XRD&buy=xETH&amount=3000'

/** Where to keep pictures, if somebody wants to look at them. */
const pictures = process.env.ACCORD_PICTURES

describe('a swap of two tokens that nobody quotes against each other, in a browser', {
	skip: withoutChromium(),
}, () => {
	let place: PageNetwork

	before(async () => {
		place = await startPageNetwork()
	})
	after(() => place?.stop())

	async function looksRight(page: Page, where: string): Promise<void> {
		for (const size of [
			{ width: 1440, height: 900 },
			{ width: 390, height: 844 },
		]) {
			await page.setViewportSize(size)
			if (pictures !== undefined)
				await page.screenshot({ path: `${pictures}/${where}-${size.width}.png`, fullPage: true })
			await fitsWidth(page, where)
			assert.deepEqual([await outside(page), await brokenFigures(page)], [[], []], where)
		}
		assert.deepEqual(await findViolations(page), [])
		await page.setViewportSize({ width: 1440, height: 900 })
	}

	test('every token can be bought with every other', async () => {
		const page = await place.open()
		const tokens = ['XRD', 'xUSDC', 'xUSDT', 'xwBTC', 'xETH']
		for (const side of ['You pay', 'You receive'] as const) {
			await tokenButton(page, side).click()
			await page.getByRole('option').first().waitFor()
			assert.deepEqual((await page.locator('.token-option-symbol').allInnerTexts()).sort(), tokens.toSorted())
			assert.equal(await page.getByRole('listbox').getByRole('group').count(), 0)
			await page.keyboard.press('Escape')
		}
		await page.close()
	})

	test('where no route leads, the list names what a choice changes, and the form says it', async () => {
		// As a service without routes over xUSDC would list its pairs.
		const prepare = async (page: Page) => {
			await page.route('**/trade/token_pairs', async route => {
				const response = await route.fetch()
				const { token_pairs } = (await response.json()) as {
					readonly token_pairs: readonly { readonly quote: string }[]
				}
				await route.fulfill({ response, json: { token_pairs: token_pairs.filter(({ quote }) => quote === 'xUSDC') } })
			})
		}
		const page = await place.open({ prepare })
		await typeSold(page, '100')
		const group = page.getByRole('group', { name: 'Not traded for' })
		await tokenButton(page, 'You pay').click()
		await page.getByRole('option').first().waitFor()
		assert.equal(await group.count(), 0)
		await page.keyboard.press('Escape')
		await tokenButton(page, 'You receive').click()
		const unreachable = page.getByRole('group', { name: 'Not traded for XRD' })
		await unreachable.getByRole('option', { name: /^xETH .*The other side becomes xUSDC/ }).click()
		await page.getByText('xETH is not traded for XRD, so that xUSDC took its place.').waitFor()
		await tokenIs(page, 'You pay', 'xUSDC')
		await page.close()
	})

	test('the form, the review, the order and the trade say by which way XRD becomes xETH', async () => {
		const page = await place.open()
		await useAccount(page, 'user-1')
		await page.evaluate(`location.hash = '${form}'`)
		await factIs(page, 'Route', way)
		// The same maker is asked in both books.
		await page.getByText(/asks 1 maker\.$/).waitFor()
		await looksRight(page, 'form')
		await page.getByRole('button', { name: 'Review swap' }).click()
		await page.getByText('Read what you sign').waitFor()
		await factIs(page, 'Route', way)
		// Compared with the best price of the route, in the tokens of the pair.
		await page.getByText('Cost and prices').click()
		await factIs(page, 'Price impact', /(^|\()0(\.\d+)?%\)?$/)
		// Half of the spreads of both books, 0.4 %, is part of it.
		await factIs(page, 'Total cost', /^[\d.]+ XRD \(0\.[5-9]\d?%\)$/)
		await looksRight(page, 'review')
		await page.getByRole('button', { name: 'Sign with demo account' }).click()
		await orderIs(page, 'Settled')
		await factIs(page, 'Route', way)
		await looksRight(page, 'order')

		await page.getByRole('link', { name: 'See how it settled under the hood' }).click()
		assert.match(await page.locator('.flow-route').innerText(), way)
		// One maker quotes both pairs: two parts, each in the tokens of its own pair.
		const quoted = page.locator('.card-maker').getByText(/ at [\d.,]+ \w+$/)
		await untilEqual('the parts', () => quoted.count(), 2)
		assert.match(
			(await quoted.allInnerTexts()).sort().join('; '),
			/^0\.\d+ xETH at [\d,]+ xUSDC; 3,000(\.00)? XRD at 0\.\d+ xUSDC$/,
		)
		await page.getByRole('button', { name: 'Check this trade' }).click()
		assert.match(await page.locator('.check-summary').innerText(), /^All \d\d checks hold\.$/)
		await looksRight(page, 'trade')
		await page.close()
	})

	test('the market shows the book that two others imply, and where it comes from', async () => {
		await settleTrades(place.network, ['1000 XRD → xETH'])
		const page = await place.open({ at: '#/market' })
		await page.getByLabel('Pair', { exact: true }).selectOption('XRD/xETH')
		await page
			.getByText('No maker quotes this pair. Its prices come from the books of XRD/xUSDC and xETH/xUSDC.')
			.waitFor()
		await until('both sides of the book', async () => {
			const [asks, bids] = [page.locator('.book-asks .book-price'), page.locator('.book-bids .book-price')]
			return (await asks.count()) > 0 && (await bids.count()) > 0
		})
		await page.locator('.price-canvas canvas').first().waitFor()
		await looksRight(page, 'market')
		await page.close()
	})

	test('a pair in which nothing was traded has no chart, and says how to make one', async () => {
		const page = await place.open({ at: '#/market' })
		await page.getByLabel('Pair', { exact: true }).selectOption('xUSDT/xETH')
		await page.getByText('Nothing has been traded yet').waitFor()
		await page.close()
	})

	test('an open order in the strip names the token in the middle', async () => {
		const page = await place.open()
		await useAccount(page, 'user-3')
		await page.evaluate(`location.hash = '${form}'`)
		await typeSold(page, '2000')
		await reviewAndSign(page)
		await page.getByRole('link', { name: 'Trade', exact: true }).click()
		await page
			.locator('.open-orders')
			.getByText(/2,000 XRD → .*xUSDC → .*xETH/)
			.waitFor()
		await page.close()
	})
})

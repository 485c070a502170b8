import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { Page } from 'playwright-core'
import { connectMaker, silent } from '../network/test-maker.ts'
import { until, untilEqual } from '../network/until.ts'
import { withoutChromium } from './chromium.ts'
import { Door } from './door.ts'
import { type PageNetwork, startPageNetwork } from './page-network.ts'
import { settleTrades } from './settle-trades.ts'
import { showTab, typeSold, useAccount } from './trader.ts'

describe('the market in a browser', { skip: withoutChromium() }, () => {
	let place: PageNetwork

	before(async () => {
		place = await startPageNetwork()
	})
	after(() => place?.stop())

	test('shows the service’s book, best prices in the middle, and follows its changes', async t => {
		const page = await place.open({ at: '#/market' })
		await page.locator('.book-asks .book-price').first().waitFor()
		t.diagnostic(`time to the first book: ${await page.evaluate('Math.round(performance.now())')} ms`)
		await untilEqual('the book', () => shownPrices(page), {
			asks: ['0.050500', '0.050400', '0.050300', '0.050200', '0.050100'],
			bids: ['0.049900', '0.049800', '0.049700', '0.049600', '0.049500'],
		})
		const { network } = place
		const maker = await connectMaker(network, network.makers[1], { answer: silent })
		await maker.quote({ pair: 'XRD/xUSDC', bids: ['0.04995 1234.5678'] })
		await untilEqual('the new best bid', async () => (await shownPrices(page)).bids[0], '0.049950')
		const best = page.locator('.book-bids tr').first()
		assert.equal(await best.locator('td').nth(1).innerText(), '1,234')
		assert.equal(
			await best.getByRole('button').getAttribute('title'),
			'0.04995 xUSDC: 1,234.5678 XRD, 1,234.5678 XRD up to here',
		)
		await maker.leave()
		await untilEqual('its leaving', async () => (await shownPrices(page)).bids[0], '0.049900')
	})

	test('a click on a level fills the form with everything up to it, and the book shows what the form takes', async () => {
		const page = await place.open({ at: '#/market' })
		// The button lies over the whole row.
		await page.locator('.book-bids tr').nth(1).locator('td').nth(2).click({ force: true })
		await page.getByRole('heading', { name: 'Swap', exact: true }).first().waitFor()
		await page.waitForURL(/amount=/)
		assert.match(page.url(), /#\/swap\?sell=XRD&buy=xUSDC&amount=\d+(\.\d+)?$/)
		const taken = () => page.locator('.book-taken .book-price').allInnerTexts()
		await untilEqual('the levels taken', taken, ['0.049900', '0.049800'])
		await page.locator('.book-asks').getByRole('button').last().press('Enter')
		await untilEqual('the levels taken', taken, ['0.050100'])
		assert.match(page.url(), /#\/swap\?sell=xUSDC&buy=XRD&amount=[\d.]+&exact=buy$/)
		await page.close()
	})

	test('a level that has more than the balance covers fills the form with what the account can spend', async () => {
		const page = await place.open({ at: '#/market' })
		await useAccount(page, 'user-1')
		const [user] = place.network.users
		const { XRD = '', xUSDC = '' } = place.network.balances(user?.account ?? '')
		const maker = await connectMaker(place.network, place.network.makers[1], { answer: silent })
		await maker.quote({ pair: 'XRD/xUSDC', bids: ['0.04995 5000000'], asks: ['0.05005 5000000'] })
		await untilEqual('the best ask', async () => (await shownPrices(page)).asks.at(-1), '0.050050')
		await page.locator('.book-bids').getByRole('button').first().press('Enter')
		await page.getByText('Your balance covers less than the 5,000,000 XRD up to this level.').waitFor()
		await page.getByRole('button', { name: 'Review swap' }).waitFor()
		const sold = Number(await page.getByRole('textbox', { name: 'You pay' }).inputValue())
		assert.ok(sold < Number(XRD) && sold > Number(XRD) * 0.99, `${sold} of ${XRD}`)
		await page.locator('.book-asks').getByRole('button').last().press('Enter')
		await page.waitForURL(/sell=xUSDC/)
		// What is sold is exact, so that a price that moves asks no more of the balance.
		assert.ok(!page.url().includes('exact=buy'))
		await page.getByRole('button', { name: 'Review swap' }).waitFor()
		await page.getByText(/^Your balance covers less than the/).waitFor()
		await until('what the balance pays', async () => {
			const paid = Number((await page.getByRole('textbox', { name: 'You pay' }).inputValue()).replaceAll(',', ''))
			return paid <= Number(xUSDC) && paid > Number(xUSDC) * 0.99
		})
		await typeSold(page, '100')
		await page.getByText(/^Your balance covers less than the/).waitFor({ state: 'detached' })
		await maker.leave()
		await page.close()
	})

	test('levels are grouped by price steps, rounded to the worse price', async () => {
		const page = await place.open({ at: '#/market' })
		await page.getByLabel('Group prices by').selectOption('0.0001')
		const { network } = place
		const maker = await connectMaker(network, network.makers[1], { answer: silent })
		await maker.quote({ pair: 'XRD/xUSDC', bids: ['0.04991 1000'], asks: ['0.05003 1000'] })
		await untilEqual('the steps', () => shownPrices(page), {
			asks: ['0.0505', '0.0504', '0.0503', '0.0502', '0.0501'],
			bids: ['0.0499', '0.0498', '0.0497', '0.0496', '0.0495'],
		})
		await page.getByLabel('Group prices by').selectOption('No grouping')
		await untilEqual('every level', async () => (await shownPrices(page)).asks.at(-1), '0.050030')
		await maker.leave()
	})

	test('a large amount is shortened with all its digits at hand, and the prices keep their width', async () => {
		const page = await place.open({ at: '#/market' })
		const { network } = place
		const price = page.locator('.book-bids .book-price').first()
		await price.getByText('0.049900').waitFor()
		const width = await price.evaluate(cell => cell.getBoundingClientRect().width)
		const maker = await connectMaker(network, network.makers[1], { answer: silent })
		await maker.quote({ pair: 'XRD/xUSDC', bids: ['0.0499123456 1525000.5'] })
		await price.getByText('0.049912').waitFor()
		assert.equal(await page.locator('.book-bids tr').first().locator('td').nth(1).innerText(), '1.52M')
		const title = await price.getByRole('button').getAttribute('title')
		assert.equal(title, '0.0499123456 xUSDC: 1,525,000.5 XRD, 1,525,000.5 XRD up to here')
		assert.equal(await price.evaluate(cell => cell.getBoundingClientRect().width), width)
		await maker.leave()
		await page.close()
	})

	test('a settled trade is listed with its price, and the chart is drawn', async () => {
		const page = await place.open({ at: '#/market' })
		await showTab(page, 'Trades')
		await page.getByText('No trades yet').waitFor()
		await settleTrades(place.network, ['100 XRD → xUSDC', '20 xUSDC → XRD'])
		const trades = page.getByRole('table', { name: /Latest settled trades/ }).locator('tbody tr')
		await untilEqual('two trades', () => trades.count(), 2)
		assert.deepEqual(await trades.locator('td:first-child').allTextContents(), [
			'Bought at 0.050100',
			'Sold at 0.049900',
		])
		assert.equal(await trades.nth(1).locator('td').nth(1).innerText(), '100.000')
		await page.getByRole('button', { name: 'candles' }).click()
		await page
			.getByRole('img', { name: /price chart/ })
			.locator('canvas')
			.first()
			.waitFor()
		await page.locator('.price-figures').getByText('Close 0.0501').waitFor()
		await page.getByRole('button', { name: 'line' }).click()
		await page
			.getByRole('img', { name: /price chart/ })
			.locator('canvas')
			.first()
			.waitFor()
	})

	test('the wheel scrolls the page over the chart, and zooms the chart with Ctrl', async () => {
		const page = await place.open({ viewport: { width: 1440, height: 700 } })
		const chart = page.locator('.price-canvas')
		await chart.locator('canvas').first().waitFor()
		const { x, y, width, height } = (await chart.boundingBox()) ?? assert.fail('a chart')
		await page.mouse.move(x + width / 2, y + height / 2)
		await page.mouse.wheel(0, 120)
		await until('a scrolled page', () => page.evaluate<boolean>('scrollY > 0'))
		const scrolled = await page.evaluate('scrollY')
		const prevented = page.evaluate<boolean>(
			`new Promise(resolve => addEventListener('wheel', event => resolve(event.defaultPrevented)))`,
		)
		await page.keyboard.down('Control')
		await page.mouse.wheel(0, 120)
		await page.keyboard.up('Control')
		assert.equal(await prevented, true, 'the chart takes it')
		assert.equal(await page.evaluate('scrollY'), scrolled)
		await page.close()
	})

	test('nothing but the levels of the book moves while the page loads and the book changes', async () => {
		const page = await place.open()
		await page.addInitScript(`globalThis.shifts = []
			new PerformanceObserver(list => {
				const nodes = list.getEntries().flatMap(({ sources }) => sources.map(({ node }) => node?.parentElement))
				const others = nodes.filter(parent => parent && !parent.closest('.book tbody'))
				shifts.push(...others.map(parent => parent.outerHTML.slice(0, 200)))
			}).observe({ type: 'layout-shift', buffered: true })`)
		for (const width of [1440, 390]) {
			await page.setViewportSize({ width, height: 900 })
			await page.reload()
			await page.locator('.book-asks .book-price').first().waitFor()
			await page.locator('.market-figures').getByText('0.0501').first().waitFor()
			const { network } = place
			const maker = await connectMaker(network, network.makers[1], { answer: silent })
			await maker.quote({ pair: 'XRD/xUSDC', bids: ['0.04995 1000', '0.04994 1000'] })
			await untilEqual('the new best bid', async () => (await shownPrices(page)).bids[0], '0.049950')
			await maker.leave()
			await untilEqual('its leaving', async () => (await shownPrices(page)).bids[0], '0.049900')
			assert.deepEqual(await page.evaluate('shifts'), [], `${width}`)
		}
		await page.close()
	})

	test('another pair is chosen in the list, and the whole page shows it', async () => {
		const page = await place.open({ at: '#/market' })
		await showTab(page, 'Trades')
		await showTab(page, 'Pairs')
		await page.getByRole('button', { name: 'xwBTC/xUSDC' }).click()
		await page.getByText('No trades yet').waitFor()
		await showTab(page, 'Book')
		await untilEqual('its asks', async () => (await shownPrices(page)).asks.at(-1), '60,120')
		assert.equal(await page.getByLabel('Pair', { exact: true }).inputValue(), 'xwBTC/xUSDC')
	})

	test('a lost connection is announced, the book is marked as stale, and it continues on its own', async () => {
		const door = await Door.before(place.network.service.url)
		const page = await place.open({ at: '#/market', through: door.url, expectedErrors: /ERR_|Failed to load resource/ })
		await untilEqual('the book', async () => (await shownPrices(page)).asks.length, 5)
		door.shut()
		await page.getByText('Connection lost').waitFor()
		assert.equal((await shownPrices(page)).asks.length, 5)
		await page.locator('.book-stale').waitFor()
		door.open()
		await page.getByText('Connection lost').waitFor({ state: 'hidden' })
		await page.locator('.book-stale').waitFor({ state: 'detached' })
		const { network } = place
		const maker = await connectMaker(network, network.makers[1], { answer: silent })
		await maker.quote({ pair: 'XRD/xUSDC', bids: ['0.04996 1000'] })
		await untilEqual('what changes after', async () => (await shownPrices(page)).bids[0], '0.049960')
		await maker.leave()
		await page.close()
		door.remove()
	})

	test('a chart that fails to load appears later, and the rest of the page does not wait for it', async () => {
		const refused = Promise.withResolvers<void>()
		const prepare = async (page: Page) => {
			await page.route('**/price-chart*.js', async route => {
				await route.abort()
				refused.resolve()
			})
		}
		const page = await place.open({ prepare, expectedErrors: /ERR_|Failed to load resource/ })
		await refused.promise
		await untilEqual('the book', async () => (await shownPrices(page)).asks.length, 5)
		await page.unroute('**/price-chart*.js')
		await page.locator('.price-canvas canvas').first().waitFor()
		await page.close()
	})

	test('a page opened while the service is down shows its market as soon as it is back', async () => {
		const door = await Door.before(place.network.service.url)
		const page = await place.open({ through: door.url, expectedErrors: /ERR_|Failed to load resource/ })
		await page.route('**/trade/tokens', route => route.abort())
		await page.goto(`${door.url}/#/market`)
		await page.reload()
		await page.getByText('Couldn’t reach the service').waitFor()
		await page.unroute('**/trade/tokens')
		await page.getByRole('button', { name: 'Try again' }).click()
		await untilEqual('the book', async () => (await shownPrices(page)).asks.length, 5)
		await page.close()
		door.remove()
	})

	test('when no maker is left, the empty book says so', async () => {
		const page = await place.open({ at: '#/market' })
		await place.stopMaker()
		await page.getByText('No quotes for XRD/xUSDC').waitFor()
		await showTab(page, 'Depth')
		await page.getByText('No liquidity right now').waitFor()
	})
})

/** The prices of the book's rows from top to bottom. */
async function shownPrices(page: Page): Promise<{ asks: string[]; bids: string[] }> {
	const prices = (side: string) => page.locator(`.book-${side} .book-price`).allInnerTexts()
	return { asks: await prices('asks'), bids: await prices('bids') }
}

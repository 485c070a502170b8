import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { Page } from 'playwright-core'
import { connectMaker, silent } from '../network/test-maker.ts'
import { until, untilEqual } from '../network/until.ts'
import { withoutChromium } from './chromium.ts'
import { findViolations } from './find-violations.ts'
import { brokenFigures, fitsWidth, outside } from './measures.ts'
import { type PageNetwork, startPageNetwork } from './page-network.ts'
import { settleTrades } from './settle-trades.ts'
import { orderIs, reviewAndSign, showTab, typeSold, useAccount } from './trader.ts'

const pictures = process.env.ACCORD_PICTURES
const form = '#/swap?sell=XRD&buy=xUSDC&amount=2500'
const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true }

describe('the desk', { skip: withoutChromium() }, () => {
	let place: PageNetwork

	before(async () => {
		place = await startPageNetwork()
	})
	after(() => place?.stop())

	test('before the first trade, the chart is the middle of the book, and the key figures are dashes', async () => {
		const page = await place.open()
		await page.getByText('Mid price 0.050000 xUSDC').waitFor()
		await page.getByText('Nothing has been traded yet').waitFor()
		await page.locator('.mid-chart-line').waitFor({ state: 'attached' })
		await untilEqual('its change', () => figure(page, '24 h change'), '–')
		const { network } = place
		const maker = await connectMaker(network, network.makers[1], { answer: silent })
		await maker.quote({ pair: 'XRD/xUSDC', bids: ['0.05 1000'] })
		await page.locator('.mid-chart').getByText('Between 0.050000 and 0.050050 so far').waitFor()
		// The arrow says what the flash did, to those who do not see it.
		await page.locator('.market-head .moved-up', { hasText: '0.05005' }).getByText('▲').waitFor()
		await maker.leave()
		await page.locator('.market-head .moved-down', { hasText: '0.050000' }).getByText('▼').waitFor()
		await page.close()
	})

	test('the first trade leaves the line of mid prices, and the choice of the chart says what is drawn', async () => {
		const page = await place.open()
		await page.locator('.mid-chart-line').waitFor({ state: 'attached' })
		const kinds = page.getByRole('group', { name: 'Chart type' })
		const pressed = () =>
			page.getByRole('region', { name: 'Price' }).locator('.choice [aria-pressed="true"]').allInnerTexts()
		assert.deepEqual(await pressed(), ['mid'])
		assert.equal(await kinds.getByRole('button', { name: 'candles' }).isDisabled(), true)
		await settleTrades(place.network, ['100 XRD → xUSDC'])
		await untilEqual('its price', () => figure(page, 'Last price'), '0.049900')
		await untilEqual('the choice', () => kinds.getByRole('button', { name: 'candles' }).isEnabled(), true)
		await page.locator('.mid-chart-line').waitFor({ state: 'attached' })
		await page.getByText('Nothing has been traded yet').waitFor({ state: 'detached' })
		assert.deepEqual(await pressed(), ['mid'])
		await kinds.getByRole('button', { name: 'candles' }).click()
		await page.locator('.price-canvas canvas').first().waitFor()
		assert.deepEqual(await pressed(), ['5m', 'candles'])
		await page.close()
		const later = await place.open()
		await later.locator('.price-canvas canvas').first().waitFor()
		await later.close()
	})

	test('the last price is never outside of the day’s low and high, and both follow a trade at once', async () => {
		const page = await place.open()
		await untilEqual('its high', () => figure(page, '24 h high'), '0.049900')
		await page.evaluate(`window.outside = []
			const figure = name => Array.from(document.querySelectorAll('.market-figure'))
				.find(one => one.querySelector('dt').textContent === name).querySelector('dd').textContent
			new MutationObserver(() => {
				const [last, low, high] = ['Last price', '24 h low', '24 h high'].map(figure)
				if (Number(last) < Number(low) || Number(last) > Number(high)) window.outside.push([low, last, high])
			}).observe(document.querySelector('.market-figures'), { subtree: true, childList: true, characterData: true })`)
		const sinceMs = performance.now()
		await settleTrades(place.network, ['20 xUSDC → XRD'])
		await untilEqual('its change', () => figure(page, '24 h change'), '+0.4%')
		assert.equal(await figure(page, '24 h high'), '0.050100')
		assert.ok(performance.now() - sinceMs < 25_000, 'not only when the day is read again')
		assert.deepEqual(await page.evaluate('window.outside'), [])
		const volume = page.locator('.market-figure', { hasText: '24 h volume' })
		assert.equal(await volume.getAttribute('title'), 'Legs of routed trades count, too')
		await page.close()
	})

	test('the figures at the head do not move when the price does, and all prices have the same places', async () => {
		for (const viewport of [
			{ width: 1440, height: 900 },
			{ width: 320, height: 640 },
		]) {
			const page = await place.open({ viewport })
			await untilEqual('its high', () => figure(page, '24 h high'), '0.050100')
			const places = () =>
				page.evaluate<number[][]>(`Array.from(document.querySelectorAll('.market-figure'), one => {
					const { left, top } = one.getBoundingClientRect()
					return [left, top + scrollY].map(Math.round)
				})`)
			const before = await places()
			const { network } = place
			const maker = await connectMaker(network, network.makers[1], { answer: silent })
			await maker.quote({ pair: 'XRD/xUSDC', bids: ['0.049987 1000'] })
			await page.locator('.market-head').getByText('0.050043').waitFor()
			assert.deepEqual(await places(), before)
			await page.locator('.book-mid-price').getByText('0.050043').waitFor()
			assert.equal(await figure(page, 'Last price'), '0.050100')
			await maker.leave()
			await page.locator('.market-head').getByText('0.050000').waitFor()
			await page.close()
		}
	})

	test('at 320 px the tabs of both groups are in one line, and no word at the top is cut', async () => {
		const page = await place.open({ ...phone, viewport: { width: 320, height: 640 } })
		await page.locator('.book-asks .book-price').first().waitFor()
		for (const name of ['Market', 'Yours']) {
			const tops = await page
				.getByRole('tablist', { name })
				.getByRole('tab')
				.evaluateAll(tabs => tabs.map(tab => tab.getBoundingClientRect().top))
			assert.equal(new Set(tops).size, 1, `${name}: ${tops}`)
		}
		const cut = await page
			.locator('.header :is(a, button, span)')
			.evaluateAll(all =>
				all.filter(one => one.scrollWidth > one.clientWidth + 1 && one.clientWidth > 0).map(one => one.textContent),
			)
		assert.deepEqual(
			cut.filter(text => text !== 'Accord'),
			[],
		)
		await page.close()
	})

	test('the last day is one line at the head of the market', async () => {
		const page = await place.open()
		await untilEqual('its change', () => figure(page, '24 h change'), '+0.4%')
		assert.equal(await figure(page, '24 h high'), '0.050100')
		assert.equal(await figure(page, '24 h low'), '0.049900')
		assert.match(await figure(page, '24 h volume'), /^499\.2\d* XRD$/)
		const tops = await page.evaluate<number[]>(
			`Array.from(document.querySelectorAll('.market-figure dd'), one => Math.round(one.getBoundingClientRect().bottom))`,
		)
		assert.ok(Math.max(...tops) - Math.min(...tops) <= 4, `one line: ${tops}`)
		await page.close()
	})

	test('chart, book and ticket are beside each other, and on a phone the ticket is first, and the rest are tabs', async () => {
		const page = await place.open({ viewport: { width: 1440, height: 900 } })
		await page.locator('.price-canvas canvas').first().waitFor()
		const box = async (selector: string) =>
			(await page.locator(selector).first().boundingBox()) ?? assert.fail(selector)
		for (const width of [1440, 1100]) {
			await page.setViewportSize({ width, height: 900 })
			const [chart, book, ticket] = [await box('.desk-chart'), await box('.desk-book'), await box('.desk-ticket')]
			assert.ok(chart.x + chart.width <= book.x && book.x + book.width <= ticket.x, `at ${width}`)
			assert.ok(book.y < 400 && ticket.y < 400, `at ${width}`)
			const lower = await box('.desk-lower')
			assert.ok(lower.y >= chart.y + chart.height, `at ${width}`)
			assert.equal(await page.getByRole('tab', { name: 'Chart' }).count(), 0)
		}
		await page.setViewportSize({ width: 390, height: 844 })
		await page.getByRole('tab', { name: 'Chart' }).waitFor()
		const [ticket, book, lower] = [await box('.desk-ticket'), await box('.desk-book'), await box('.desk-lower')]
		assert.ok(ticket.y + ticket.height <= book.y && book.y + book.height <= lower.y)
		await showTab(page, 'Chart')
		await page.locator('.desk-book .price-canvas canvas').first().waitFor()
		await page.close()
	})

	test('arrow keys choose among tabs, which are one stop for the Tab key and stay chosen', async () => {
		const page = await place.open()
		const tab = (name: string) => page.getByRole('tab', { name, exact: true })
		await tab('Open').focus()
		await page.keyboard.press('ArrowRight')
		assert.equal(await tab('History').getAttribute('aria-selected'), 'true')
		await page.getByText('No orders yet').waitFor()
		await page.keyboard.press('ArrowLeft')
		await page.keyboard.press('ArrowLeft')
		await page.getByRole('table', { name: 'Traded pairs' }).waitFor()
		assert.equal(await page.locator('.desk-lower [role="tab"][tabindex="0"]').count(), 1)
		await page.getByRole('link', { name: 'Under the hood', exact: true }).click()
		await page.goBack()
		await page.getByRole('table', { name: 'Traded pairs' }).waitFor()
		await page.close()
	})

	test('links to the former views open the desk, with the form filled and the pair chosen', async () => {
		const page = await place.open({ at: '#/market' })
		await page.locator('.price-canvas canvas').first().waitFor()
		await page.goto(`${place.network.service.url}/#/market?sell=xETH&buy=xUSDC`)
		await untilEqual('the pair', () => page.getByLabel('Pair', { exact: true }).inputValue(), 'xETH/xUSDC')
		await page.goto(`${place.network.service.url}/${form}`)
		await untilEqual('the pair', () => page.getByLabel('Pair', { exact: true }).inputValue(), 'XRD/xUSDC')
		await page.getByText('124.75').first().waitFor()
		// A pair that is chosen while the form names another one.
		await page.getByLabel('Pair', { exact: true }).selectOption('xETH/xUSDC')
		await page.waitForURL(/#\/swap\?sell=xETH&buy=xUSDC$/)
		await page.locator('.book caption', { hasText: 'xETH/xUSDC' }).waitFor({ state: 'attached' })
		await page.goto(`${place.network.service.url}/#/history`)
		await page.getByRole('heading', { name: 'History' }).waitFor({ state: 'attached' })
		await page.close()
	})

	test('the book says how many levels the order takes, and how many makers the service asks', async () => {
		const { network } = place
		const maker = await connectMaker(network, network.makers[1], { answer: silent })
		await maker.quote({ pair: 'XRD/xUSDC', bids: ['0.04995 1000'] })
		const page = await place.open({ at: form })
		await page.getByText('Your order takes 2 levels and asks 2 makers.').waitFor()
		await untilEqual('the levels taken', () => page.locator('.book-taken').count(), 2)
		await typeSold(page, '900')
		await page.getByText('Your order takes 1 level and asks 1 maker.').waitFor()
		// More than there is, or less than one unit: the service is not asked.
		await typeSold(page, '100000000')
		await page.getByText(/^Your order takes \d+ levels\.$/).waitFor()
		await typeSold(page, '')
		await page.getByText('A click on a level fills the form.').waitFor()
		await maker.leave()
		await page.close()
	})

	test('an amount has its value in the pair’s stable token, unless it is one of it, and pairs without one have none', async () => {
		const page = await place.open({ at: form })
		const worth = () => page.locator('.amount-field-worth').allInnerTexts()
		const clean = async () =>
			(await worth()).map(text =>
				text
					.replace(/Worth about|\s+/g, ' ')
					.replace(/ +/g, ' ')
					.trim(),
			)
		await untilEqual('the values', clean, ['≈ 125 xUSDC at mid'])
		await page.goto(`${place.network.service.url}/#/swap?sell=XRD&buy=xETH&amount=2500`)
		await page.getByText('0.04').first().waitFor()
		await untilEqual('the values', clean, [])
		await page.close()
	})

	test('the cost is one bar with a length for each part, which is said in words', async () => {
		const page = await place.open({ at: '#/swap?sell=XRD&buy=xUSDC&amount=100' })
		const parts = page.getByRole('list', { name: 'What the total cost consists of, of the amount sold' })
		await parts.getByText('0.9%').waitFor()
		assert.deepEqual(await parts.getByRole('listitem').allInnerTexts(), [
			'Spread\n0.2%',
			'Impact\n0%',
			'Platform\n0.1%',
			'Network\n0.9%',
		])
		const widths = async () =>
			page.evaluate<number[]>(`(() => {
				const bar = document.querySelector('.cost-bar')
				return Array.from(bar.children, part => Math.round((part.getBoundingClientRect().width / bar.getBoundingClientRect().width) * 12))
			})()`)
		// 0.2, 0, 0.1 and 0.9 of 1.2 %.
		await untilEqual('the lengths', widths, [2, 0, 1, 9])
		await page.close()
	})

	test('the review is reached in six keys after the amount', async () => {
		const page = await place.open({ at: form })
		await useAccount(page, 'user-3')
		await page.getByRole('button', { name: 'Review swap' }).waitFor()
		await page.getByRole('textbox', { name: 'You pay' }).focus()
		const review = () => page.evaluate<boolean>(`document.activeElement.textContent === 'Review swap'`)
		let keys = 0
		for (; keys < 6 && !(await review()); keys++) await page.keyboard.press('Tab')
		await page.keyboard.press('Enter')
		await page.getByRole('heading', { name: 'Review and sign' }).waitFor()
		assert.ok(keys + 1 <= 6, `${keys + 1} keys`)
		await page.close()
	})

	test('on a phone the next step is at the bottom of the window, wherever the reader is', async () => {
		const page = await place.open({ ...phone, at: form })
		await useAccount(page, 'user-3')
		const review = page.getByRole('button', { name: 'Review swap' })
		await review.waitFor()
		const isInSight = () =>
			page.evaluate<boolean>(`(() => {
				const button = document.querySelector('.swap-action .button')
				const { left, top, width, height, bottom } = button.getBoundingClientRect()
				return bottom > innerHeight - 80 && button.contains(document.elementFromPoint(left + width / 2, top + height / 2))
			})()`)
		assert.equal(await isInSight(), true)
		for (const tab of ['Book', 'Chart', 'Pairs']) {
			await showTab(page, tab)
			assert.equal(await isInSight(), true, tab)
		}
		assert.deepEqual(await findViolations(page), [])
		await page.locator('.desk-mid').getByText('0.050000 xUSDC').waitFor()
		await review.click()
		await page.getByRole('button', { name: 'Sign with demo account' }).click()
		await orderIs(page, 'Settled')
		const next = page.getByRole('button', { name: 'New swap' })
		await page.evaluate('scrollTo(0, 0)')
		const isNextInSight = `document.querySelector('.desk-next .button').getBoundingClientRect().bottom < innerHeight`
		await untilEqual('the next step in sight', () => page.evaluate<boolean>(isNextInSight), true)
		if (pictures !== undefined) await page.screenshot({ path: `${pictures}/settled-phone.png` })
		await page.evaluate('scrollTo(0, document.body.scrollHeight)')
		await next.click()
		await review.waitFor({ state: 'hidden' })
		await page.getByRole('textbox', { name: 'You pay' }).waitFor()
		await page.close()
	})

	test('an open order is marked in the book and listed, and settled it is marked among the trades', async () => {
		const { network } = place
		const slow = await connectMaker(network, network.makers[1], {
			answer: silent,
			books: [{ pair: 'XRD/xUSDC', bids: ['0.05005 20000'] }],
		})
		const page = await place.open()
		await useAccount(page, 'user-3')
		await typeSold(page, '321')
		await network.clock.standStill(async () => {
			await reviewAndSign(page)
			const order = await slow.asked()
			await page.locator('.desk-lower').getByText('321 XRD').waitFor()
			// What the order holds of the level is gone from the book, but the rest of it is there.
			const marked = page.locator('.book-bids tr', { has: page.locator('.own-mark') })
			await untilEqual('the marked level', () => marked.locator('.book-level').allInnerTexts(), ['0.050050'])
			await marked.getByText('The limit of your open order').waitFor({ state: 'attached' })
			assert.deepEqual(await findViolations(page), [])
			await slow.fill(order)
		})
		await orderIs(page, 'Settled')
		await until('no mark', async () => (await page.locator('.book .own-mark').count()) === 0)
		await page.locator('.desk-lower').getByText('No open orders').waitFor()
		await showTab(page, 'Trades')
		const own = page.locator('.recent tbody tr', { has: page.locator('.own-mark') })
		const amounts = async () => (await own.locator('td').nth(1).allInnerTexts()).map(text => text.replace(/0+$/, ''))
		await untilEqual('the own trades', amounts, ['321.'])
		await own.getByText(', your order').waitFor({ state: 'attached' })
		await page.getByRole('button', { name: 'New swap' }).click()
		await typeSold(page, '100')
		await page.getByText(/Your last trade took \d+(\.\d)? m?s\./).waitFor()
		await showTab(page, 'Balances')
		const user = network.users.find(({ name }) => name === 'user-3') ?? assert.fail('a user')
		const [whole = ''] = (network.balances(user.account).XRD ?? '').split('.')
		const row = page.locator('.balances-table tr', { hasText: 'Radix' })
		await until('its balance', async () => (await row.innerText()).replaceAll(',', '').includes(whole))
		await slow.leave()
		await page.close()
	})

	test('balances have their value at mid and a total, without what has no price', async () => {
		const { network } = place
		const page = await place.open()
		await useAccount(page, 'user-4')
		await showTab(page, 'Balances')
		const user = network.users.find(({ name }) => name === 'user-4') ?? assert.fail('a user')
		const held = new Map(Object.entries(network.balances(user.account)).map(([one, amount]) => [one, Number(amount)]))
		const mids = { XRD: 0.05, xUSDC: 1, xUSDT: 1, xwBTC: 60_000, xETH: 3_000 }
		const values = Object.entries(mids).map(([symbol, mid]) => [symbol, (held.get(symbol) ?? 0) * mid] as const)
		for (const [symbol, value] of values)
			await until(`the value of ${symbol}`, async () => isAbout(await shownValue(page, symbol), value))
		const total = page.locator('.balances-total')
		await total.getByText('an estimate at mid prices').waitFor()
		const sum = values.reduce((all, [, value]) => all + value, 0)
		assert.ok(isAbout((await total.innerText()).split(' xUSDC')[0], sum), await total.innerText())
		assert.deepEqual(await findViolations(page), [])
		for (const width of [390, 320]) {
			await page.setViewportSize({ width, height: 844 })
			await fitsWidth(page, 'balances')
			assert.deepEqual(await outside(page), [], `at ${width}`)
			assert.deepEqual(await brokenFigures(page), [], `at ${width}`)
		}
		await place.stopMaker()
		await total.getByText('Not counted, for want of a price: XRD, xUSDT, xwBTC, xETH').waitFor()
		assert.equal(await shownValue(page, 'XRD'), '–')
		assert.ok(isAbout((await total.innerText()).split(' xUSDC')[0], held.get('xUSDC') ?? 0))
		await page.close()
	})
})

/** The value of a token's balance, as the list shows it. */
async function shownValue(page: Page, symbol: string): Promise<string> {
	const row = page.locator('.balances-table tbody tr', { has: page.locator(`b:text-is("${symbol}")`) })
	return (await row.locator('td').nth(2).innerText()).trim()
}

/** Whether a text's number is this one, but for the digits left out and prices that moved a little. */
function isAbout(text: string | undefined, value: number): boolean {
	const shown = Number(/\d[\d,.]*/.exec(text ?? '')?.[0].replaceAll(',', ''))
	return Math.abs(shown - value) <= value * 0.005
}

async function figure(page: Page, name: string): Promise<string> {
	const one = page.locator('.market-figure', { has: page.locator('dt', { hasText: name }) }).locator('dd')
	return (await one.innerText()).replace(/\s+/g, ' ').trim()
}

import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { Decimal } from '@accord/protocol'
import type { Page } from 'playwright-core'
import { connectMaker, silent } from '../network/test-maker.ts'
import { until, untilEqual } from '../network/until.ts'
import { withoutChromium } from './chromium.ts'
import { findViolations } from './find-violations.ts'
import { brokenFigures, fitsWidth, outside } from './measures.ts'
import { modes } from './modes.ts'
import { type PageNetwork, startPageNetwork } from './page-network.ts'
import { settleTrades } from './settle-trades.ts'
import { orderIs, typeSold, useAccount } from './trader.ts'
import { loseableTexts, translate } from './translator.ts'

const pictures = process.env.ACCORD_PICTURES

/** Records what the page asks of the browser's notifications, which this browser shows to nobody. */
const recordNotifications = `globalThis.asked = 0
	globalThis.notified = []
	globalThis.Notification = class {
		static permission = 'default'
		static async requestPermission() {
			asked++
			return (Notification.permission = 'granted')
		}
		constructor(title, { body }) {
			notified.push(body)
		}
		close() {}
	}`

describe('the page watches a price and the clock', { skip: withoutChromium() }, () => {
	let place: PageNetwork

	before(async () => {
		place = await startPageNetwork()
	})
	after(() => place?.stop())

	const banner = (page: Page) => page.locator('.alert-ringing')
	const panel = (page: Page) => page.getByRole('region', { name: 'Alerts' })
	const dialog = (page: Page) => page.getByRole('dialog', { name: 'At my price' })
	const repeatDialog = (page: Page) => page.getByRole('dialog', { name: 'Repeat' })
	const sign = (page: Page) => page.getByRole('button', { name: 'Sign with demo account' })

	/** A maker who gives 0.0512 xUSDC for an XRD, and fills: more than the reference maker's 0.0499. */
	const arrive = (answer?: typeof silent) => {
		const books = [{ pair: 'XRD/xUSDC', bids: ['0.0512 20000'] }]
		return connectMaker(place.network, place.network.makers[1], answer === undefined ? { books } : { books, answer })
	}

	async function watchPrice(page: Page, price: string): Promise<void> {
		await page.getByRole('button', { name: 'At my price…' }).click()
		await dialog(page).getByLabel('Price in xUSDC for one XRD').fill(price)
		await dialog(page).getByRole('button', { name: 'Watch for this price' }).click()
		await panel(page).getByText(`Waits for ${price} xUSDC`).waitFor()
	}

	/** Whether the banner covers a part of the review's title. */
	const coversTitle = (page: Page) =>
		page.evaluate<boolean>(`(() => {
			const banner = document.querySelector('.alert-ringing').getBoundingClientRect()
			const title = Array.from(document.querySelectorAll('h2')).find(one => one.textContent === 'Review and sign').getBoundingClientRect()
			return banner.top < title.bottom && title.top < banner.bottom && banner.left < title.right && title.left < banner.right
		})()`)

	/** Until no click of the reader can be on its way any more. */
	async function leaveAlone(page: Page): Promise<void> {
		const sinceMs = await page.evaluate<number>('Date.now()')
		await until('a moment without a click', async () => (await page.evaluate<number>('Date.now()')) - sinceMs > 3_100)
	}

	test('at the reader’s price the page rings once and opens the review, and exactly the limit is signed', async () => {
		const page = await place.open({ prepare: async page => void (await page.addInitScript(recordNotifications)) })
		await useAccount(page, 'user-1')
		await page.getByRole('button', { name: 'At my price…' }).click()
		await page.locator('.swap').getByRole('status').getByText('Enter an amount first.').waitFor()
		assert.equal(await dialog(page).count(), 0)
		const amount = page.getByRole('textbox', { name: 'You pay' })
		assert.equal(await amount.evaluate(field => field === field.ownerDocument.activeElement), true)
		await typeSold(page, '100')
		await page.getByRole('button', { name: 'At my price…' }).click()
		const price = dialog(page).getByLabel('Price in xUSDC for one XRD')
		await price.fill('0.04')
		await dialog(page).getByText('The book gives this price already').waitFor()
		const watch = dialog(page).getByRole('button', { name: 'Watch for this price' })
		assert.equal(await watch.isDisabled(), true)
		await price.fill('0.051')
		await dialog(page).getByText('You receive at least 5.1 xUSDC.').waitFor()
		assert.equal(await page.evaluate('asked'), 0, 'asked only on a click')
		await dialog(page).getByRole('button', { name: 'Also notify me' }).click()
		await dialog(page).getByText('also shows a notification').waitFor()
		if (pictures !== undefined) await page.screenshot({ path: `${pictures}/at-price.png` })
		await price.press('Enter')
		await panel(page).getByText('Waits for 0.051 xUSDC').waitFor()
		await leaveAlone(page)
		const maker = await arrive()
		await page.getByRole('heading', { name: 'Review and sign' }).waitFor()
		await banner(page).getByText('The book gives your price: Sell 100 XRD for at least 5.1 xUSDC').waitFor()
		await page.getByText('At your price of 0.051 xUSDC or better').waitFor()
		assert.equal(await page.title(), '● Trade – Accord')
		for (const [width, height] of [
			[320, 640],
			[390, 844],
			[1440, 1000],
		] as const) {
			await page.setViewportSize({ width, height })
			await page.evaluate('scrollTo(0, 0)')
			assert.equal(await coversTitle(page), false, `at ${width} px`)
		}
		await sign(page).and(page.locator(':enabled')).waitFor()
		assert.deepEqual(await page.evaluate('notified'), [
			'The book gives your price, 0.051 xUSDC: sell 100 XRD for at least 5.1 xUSDC.',
		])
		assert.deepEqual(await findViolations(page), [])
		if (pictures !== undefined) await page.screenshot({ path: `${pictures}/at-price-review.png`, fullPage: true })
		// Gone, and back: nothing can be signed in between.
		await maker.leave()
		await page.getByText('makers do not offer this amount at your price right now').waitFor()
		assert.equal(await sign(page).isDisabled(), true)
		const back = await arrive()
		await sign(page).and(page.locator(':enabled')).waitFor()
		await sign(page).click()
		await orderIs(page, 'Settled')
		const id = new URL(page.url()).hash.split('/').at(-1) ?? ''
		const { orders } = await place.network.dex.orders([id])
		assert.deepEqual(orders[0]?.limitOrder, {
			sell: { symbol: 'XRD', amount: Decimal.parse('100') },
			buy: { symbol: 'xUSDC', amount: Decimal.parse('5.1') },
		})
		await untilEqual('no alert', () => page.evaluate(`localStorage.getItem('accord.alerts')`), null)
		assert.equal(await banner(page).count(), 0)
		await untilEqual('the title', () => page.title(), 'Trade – Accord')
		await back.leave()
		await page.close()
	})

	test('what is watched is said where it was asked for, and counted at its tab', async () => {
		const page = await place.open()
		await typeSold(page, '100')
		const status = page.locator('.swap').getByRole('status')
		await watchPrice(page, '0.0513')
		await status.getByText('Watching for 0.0513 xUSDC, to sell 100 XRD for at least 5.13 xUSDC.').waitFor()
		await page.getByRole('tab', { name: 'Alerts (1)' }).waitFor()
		await page.getByRole('button', { name: 'Repeat…' }).click()
		assert.equal(await repeatDialog(page).getByLabel('By the clock').isChecked(), true)
		await repeatDialog(page).getByLabel('At a price').check()
		await dialog(page).getByLabel('By the clock').check()
		await repeatDialog(page).getByRole('button', { name: 'Repeat' }).click()
		await status.getByText(/^Repeating every hour, first at \d.*: sell 100 XRD for xUSDC\.$/).waitFor()
		await page.getByRole('tab', { name: 'Alerts (2)' }).waitFor()
		assert.deepEqual(await findViolations(page), [])
		await page.close()
	})

	test('a reader in the middle of something is not moved, and a price that returns does not ring again', async () => {
		const page = await place.open()
		await useAccount(page, 'user-2')
		await typeSold(page, '100')
		await watchPrice(page, '0.051')
		await page.reload()
		await panel(page).getByText('Waits for 0.051 xUSDC').waitFor()
		await page.getByRole('button', { name: 'Swap settings' }).click()
		const maker = await arrive(silent)
		await banner(page).waitFor()
		assert.doesNotMatch(page.url(), /review/)
		await page.keyboard.press('Escape')
		await banner(page).getByRole('button', { name: 'Close' }).click()
		await panel(page)
			.getByText(/^0\.051 xUSDC was there at \d\d:\d\d:\d\d$/)
			.waitFor()
		const best = () => page.locator('.book-bids .book-price').first().innerText()
		await maker.leave()
		await untilEqual('the best bid', best, '0.049900')
		const again = await arrive(silent)
		await untilEqual('the best bid', best, '0.051200')
		await page.reload()
		await untilEqual('the best bid', best, '0.051200')
		assert.equal(await banner(page).count(), 0)
		await panel(page)
			.getByRole('button', { name: /^Review/ })
			.click()
		await page.getByText('At your price of 0.051 xUSDC or better').waitFor()
		await page.goBack()
		await panel(page)
			.getByRole('button', { name: /^Remove/ })
			.click()
		await panel(page).waitFor({ state: 'detached' })
		await page.goForward()
		await page.getByText('This alert has been removed.').waitFor()
		await again.leave()
		await page.close()
	})

	test('of several tabs one rings, and all of them show it', async () => {
		const first = await place.open({
			prepare: async page => void (await page.context().addInitScript(recordNotifications)),
		})
		const second = await first.context().newPage()
		await second.goto(place.network.service.url)
		for (const page of [first, second]) await page.evaluate(`Notification.permission = 'granted'`)
		await typeSold(first, '100')
		await watchPrice(first, '0.051')
		await panel(second).getByText('Waits for 0.051 xUSDC').waitFor()
		const maker = await arrive(silent)
		for (const page of [first, second]) await banner(page).waitFor()
		const notified = await Promise.all([first, second].map(page => page.evaluate<number>('notified.length')))
		assert.equal(
			notified.reduce((sum, count) => sum + count),
			1,
		)
		await banner(second).getByRole('button', { name: 'Close' }).click()
		for (const page of [first, second]) await banner(page).waitFor({ state: 'detached' })
		await maker.leave()
		await first.context().close()
	})

	test('a repeat comes up at its time, filled in, and each time needs a signature', async () => {
		const page = await place.open()
		await useAccount(page, 'user-4')
		await typeSold(page, '110')
		await page.getByRole('button', { name: 'At my price…' }).click()
		await dialog(page).getByLabel('By the clock').check()
		const every = repeatDialog(page).getByLabel('Every', { exact: true })
		await every.fill('0')
		await repeatDialog(page).getByText('Enter a whole number').waitFor()
		await every.fill('15')
		await repeatDialog(page).getByLabel('Unit').selectOption('minutes')
		await repeatDialog(page)
			.getByText(/The first time at \d\d:\d\d:\d\d/)
			.waitFor()
		await repeatDialog(page).getByRole('button', { name: 'Repeat' }).click()
		await panel(page)
			.getByText(/^Every 15 minutes, next at \d\d:\d\d:\d\d$/)
			.waitFor()
		await typeSold(page, '7')
		await leaveAlone(page)
		const now = await page.evaluate<number>('Date.now()')
		await setNext(page, now)
		await page.getByRole('heading', { name: 'Review and sign' }).waitFor()
		await banner(page).getByText('It is time: Sell 110 XRD for xUSDC').waitFor()
		await sign(page).and(page.locator(':enabled')).click()
		await orderIs(page, 'Settled')
		await page.getByRole('button', { name: 'New swap' }).click()
		await panel(page)
			.getByText(/^Every 15 minutes, next at .*, last at/)
			.waitFor()
		assert.equal(await next(page), now + 15 * 60_000)
		// A time that passed while no page was open.
		assert.equal(await banner(page).count(), 0)
		await setNext(page, now - 20 * 60_000)
		await untilEqual('the next time', () => next(page), now + 10 * 60_000)
		assert.equal(await banner(page).count(), 0)
		await page.close()
	})

	test('the chart has a line at the price, and says so', async () => {
		await settleTrades(place.network, ['100 XRD → xUSDC', '20 xUSDC → XRD'])
		const page = await place.open()
		await typeSold(page, '100')
		await watchPrice(page, '0.0505')
		const chart = page.getByRole('img', { name: /your price: 0\.0505$/ })
		await chart.locator('canvas').first().waitFor()
		if (pictures !== undefined) await page.screenshot({ path: `${pictures}/at-price-chart.png` })
		await page.close()
	})

	for (const [mode, options] of Object.entries({ 'in a usual window': {}, ...modes }))
		test(`dialog, panel and banner fit, and no rule is broken ${mode}, in light and dark`, async () => {
			const page = await place.open(options)
			const see = async (state: string) => {
				const path = `${pictures}/at-price-${state}-${mode}.png`.replaceAll(' ', '-')
				if (pictures !== undefined) await page.screenshot({ path, fullPage: state === 'panel' })
				assert.deepEqual(await findViolations(page), [], `${state} ${mode}`)
				await fitsWidth(page, `${state} ${mode}`)
				assert.deepEqual(await outside(page), [], `${state} ${mode}`)
				assert.deepEqual(await brokenFigures(page), [], `${state} ${mode}`)
			}
			await useAccount(page, 'user-3')
			await typeSold(page, '100')
			await page.getByRole('button', { name: 'At my price…' }).click()
			await dialog(page).getByLabel('Price in xUSDC for one XRD').fill('0.051')
			await dialog(page).getByText('You receive at least').waitFor()
			await see('price')
			await dialog(page).getByLabel('By the clock').check()
			await see('repeat')
			await repeatDialog(page).getByRole('button', { name: 'Repeat' }).click()
			await panel(page).waitFor()
			await watchPrice(page, '0.051')
			await setNext(page, await page.evaluate<number>('Date.now()'))
			await banner(page).waitFor()
			await see('banner')
			await banner(page).getByRole('button', { name: 'Close' }).click()
			await page.evaluate(`location.hash = '#/swap?sell=XRD&buy=xUSDC&amount=100'`)
			await panel(page).waitFor()
			await see('panel')
			await page.close()
		})

	test('a translated page watches, too, and leaves no text that could be lost', async () => {
		const plain = await place.open()
		await typeSold(plain, '100')
		await watchPrice(plain, '0.0513')
		await plain.getByRole('button', { name: 'At my price…' }).click()
		await dialog(plain).getByLabel('Price in xUSDC for one XRD').fill('1,234')
		await dialog(plain).getByText('Do you mean').waitFor()
		assert.deepEqual(await loseableTexts(plain), [])
		await plain.close()
		const page = await place.open({ prepare: translate })
		await typeSold(page, '100')
		await watchPrice(page, '0.0513')
		await panel(page)
			.getByRole('button', { name: /Remove/ })
			.click()
		await panel(page).waitFor({ state: 'detached' })
		await watchPrice(page, '0.051')
		const maker = await arrive(silent)
		await banner(page).getByText('The book gives your price').waitFor()
		await maker.leave()
		await page.close()
	})
})

/** Moves the next time of the first repeat, as the clock would. */
async function setNext(page: Page, nextAtMs: number): Promise<void> {
	await page.evaluate(`localStorage.setItem('accord.alerts', JSON.stringify(JSON.parse(localStorage.getItem('accord.alerts'))
		.map(alert => alert.kind === 'repeat' ? { ...alert, nextAtMs: ${nextAtMs} } : alert)))`)
}

function next(page: Page): Promise<number> {
	return page.evaluate(
		`JSON.parse(localStorage.getItem('accord.alerts')).find(({ kind }) => kind === 'repeat').nextAtMs`,
	)
}

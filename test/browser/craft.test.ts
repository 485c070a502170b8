import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { Page } from 'playwright-core'
import { everyPath, GatewayProxy, noPath } from '../network/gateway-proxy.ts'
import { operatorKey, operatorSetting } from '../network/operator-request.ts'
import { until, untilEqual } from '../network/until.ts'
import { withoutChromium } from './chromium.ts'
import { findViolations } from './find-violations.ts'
import { enterKey } from './maker-page.ts'
import { fitsWidth } from './measures.ts'
import { type PageNetwork, startPageNetwork } from './page-network.ts'
import { settleTrades } from './settle-trades.ts'
import { chooseToken, everyTab, orderIs, reviewAndSign, showTab, typeSold, useAccount } from './trader.ts'
import { loseableTexts, translate } from './translator.ts'

describe('the page follows its reader', { skip: withoutChromium() }, () => {
	let place: PageNetwork
	let gatewayProxy: GatewayProxy

	before(async () => {
		gatewayProxy = await GatewayProxy.start()
		place = await startPageNetwork({
			gatewayProxy,
			settings: { ...operatorSetting, page: { embed_origins: ['https://dex.example'] } },
		})
		await settleTrades(place.network, ['100 XRD → xUSDC', '20 xUSDC → XRD'])
	})
	after(async () => {
		try {
			await place?.stop()
		} finally {
			gatewayProxy?.stop()
		}
	})

	test('the focus follows the reader: after an account, Back, New swap and another view', async () => {
		const page = await place.open()
		await page.locator('.book-asks .book-price').first().waitFor()
		assert.equal(await focused(page), 'body', 'nothing takes the focus at the start')
		await useAccount(page, 'user-3')
		await focusIsIn(page, '.account-button')
		await typeSold(page, '100')
		await page.getByRole('button', { name: 'Review swap' }).click()
		await focusIsIn(page, '.review-frame')
		await page.getByRole('button', { name: 'Back to swap' }).click()
		await focusIsIn(page, '.swap-frame')
		await reviewAndSign(page)
		await focusIsIn(page, '.order-frame')
		await orderIs(page, 'Settled')
		await page.getByRole('button', { name: 'New swap' }).click()
		await focusIsIn(page, '.swap-frame')
		await page.getByRole('link', { name: 'History', exact: true }).click()
		await focusIsIn(page, '#main')
		await page.close()
	})

	test('the button that asked for an account has the focus again, as the next step', async () => {
		const page = await place.open()
		await typeSold(page, '100')
		await page.getByRole('button', { name: 'Choose an account' }).click()
		await page.getByRole('button', { name: 'Use this account' }).click()
		await page.getByRole('button', { name: 'Review swap' }).waitFor()
		await focusIsIn(page, '.swap-action .button')
		await page.close()
	})

	test('Enter continues, or says why it does not', async () => {
		const page = await place.open()
		const field = page.getByRole('textbox', { name: 'You pay' })
		const reason = page.locator('.swap-reason')
		await field.press('Enter')
		await reason.getByText('Enter an amount.').waitFor()
		await field.fill('100000000')
		await page.getByRole('button', { name: 'Can’t swap this amount' }).waitFor()
		await field.press('Enter')
		await reason.getByText('Can’t swap this amount.').waitFor()
		await field.fill('100')
		await page.getByRole('button', { name: 'Choose an account' }).waitFor()
		await field.press('Enter')
		await page.getByRole('button', { name: 'Use this account' }).click()
		await page.getByRole('button', { name: 'Review swap' }).waitFor()
		await field.press('Enter')
		await page.getByRole('heading', { name: 'Review and sign' }).waitFor()
		await page.close()
	})

	test('Back returns to where the reader was, and a new place begins at its start', async () => {
		const page = await place.open({ viewport: { width: 390, height: 600 }, at: '#/market' })
		await showTab(page, 'Trades')
		await page.locator('.recent tbody tr').first().waitFor()
		await page.evaluate('window.scrollTo(0, 700)')
		await page.locator('.recent-price a').first().click({ noWaitAfter: true })
		await page.getByText('What the solver signed').waitFor()
		const left = Number(await page.evaluate('window.scrollY'))
		assert.ok(left < 100, `another view begins at its start, not at ${left}`)
		await page.evaluate('window.scrollTo(0, 500)')
		await page.goBack()
		await page.locator('.recent tbody tr').first().waitFor()
		await until('the market to be where it was left', async () => Number(await page.evaluate('window.scrollY')) > 400)
		await page.goForward()
		await untilEqual('the trade to be where it was left', () => page.evaluate<number>('window.scrollY'), 500)
		const trade = Promise.withResolvers<void>()
		await page.route(/\/trades\/subtxid/, async route => {
			await trade.promise
			await route.continue()
		})
		await page.reload()
		// The page is shorter with the list than while it was loading, until the trade is there too.
		await page.locator('.trade-list a').first().waitFor()
		trade.resolve()
		await page.getByText('What the solver signed').waitFor()
		await untilEqual('the trade to be where it was left', () => page.evaluate<number>('window.scrollY'), 500)
		await page.close()
	})

	test('corrupt entries in the browser’s storage, or none at all, break no view', async () => {
		const page = await place.open()
		const good = { subintentId: 'subtxid_sim1aa', networkId: 242, account: 'account_sim1', sentAtMs: 1e300 }
		const limitOrder = { sell: { symbol: 'XRD', amount: '1' }, buy: { symbol: 'xUSDC', amount: '1' } }
		const orders = [{ ...good, limitOrder }, { ...good, subintentId: '', sentAtMs: 1, limitOrder }, 7]
		for (const [entry, text] of Object.entries({
			'accord.orders': JSON.stringify(orders),
			'accord.swap': '{"slippage":{},"expiresInSeconds":[]}',
			'accord.pair': '\u0000',
			'accord.theme': '7',
		}))
			await page.evaluate(`localStorage.setItem(${JSON.stringify(entry)}, ${JSON.stringify(text)})`)
		await page.evaluate(`sessionStorage.setItem('accord.play-key', '{"name":7}')`)
		await eachViewWorks(page)
		await page.addInitScript(
			`for (const name of ['localStorage', 'sessionStorage'])
				Object.defineProperty(window, name, { get() { throw new DOMException('refused', 'SecurityError') } })`,
		)
		await eachViewWorks(page)
		await page.close()
	})

	test('a page that the browser translates trades, and its words follow what happens', async () => {
		const page = await place.open({ prepare: translate })
		const action = page.locator('.swap-action .button')
		const labelIs = async (label: string) => untilEqual('the label', () => action.innerText(), label)
		await labelIs('Enter an amount')
		await useAccount(page, 'user-3')
		await typeSold(page, '100000000')
		await labelIs('Can’t swap this amount')
		await typeSold(page, '100')
		await labelIs('Review swap')
		await reviewAndSign(page)
		await orderIs(page, 'Settled')
		await page.locator('.order-result li').first().waitFor()
		await page.getByRole('button', { name: 'New swap' }).click()
		await chooseToken(page, 'You pay', 'xETH')
		await chooseToken(page, 'You pay', 'XRD')
		await everyView(page, async view => {
			const words = await page.locator('main').innerText()
			assert.ok(words.trim() !== '' && (await page.locator('main font').count()) > 0, view)
		})
		await page.close()
	})

	test('no text of any view is beside something else in one element, so that a translator’s changes lose none', async () => {
		const page = await place.open()
		await useAccount(page, 'user-3')
		await typeSold(page, '120')
		await page.getByRole('button', { name: 'Review swap' }).click()
		await page.getByText('Read what you sign').click()
		assert.deepEqual(await loseableTexts(page), [], 'the review')
		await page.getByRole('button', { name: 'Sign with demo account' }).click()
		await orderIs(page, 'Settled')
		await page.locator('.order-result li').first().waitFor()
		assert.deepEqual(await loseableTexts(page), [], 'the order')
		await everyView(page, async view => assert.deepEqual(await loseableTexts(page), [], view))
		await page.close()
	})

	/** Shows one view after the other, those of makers and operators signed in. */
	async function everyView(page: Page, look: (view: string) => Promise<void>): Promise<void> {
		const { service, makers } = place.network
		for (const [view, sign] of [
			['swap', '.book-asks .book-price'],
			['history', '.history tbody tr'],
			['trades', '.manifest'],
			['maker', 'input'],
		] as const) {
			await page.goto(`${service.url}/#/${view}`)
			await page.locator(sign).first().waitFor()
			if (view === 'maker') {
				await enterKey(page, makers[0]?.apiKey ?? '')
				await page.getByText('Allowance left').waitFor()
			}
			await look(view)
			if (view === 'swap') await everyTab(page, tab => look(`the tab ${tab}`))
		}
		await page.goto(`${service.url}/embed?sell=XRD&buy=xUSDC&amount=100`)
		await page.getByText('Total cost').waitFor()
		await look('embed')
		await page.goto(`${service.operatorUrl}/operator`)
		await page.getByLabel('Operator key').fill(operatorKey)
		await page.getByRole('button', { name: 'Sign in' }).click()
		await page.locator('.panel tbody tr').nth(3).waitFor()
		await look('operator')
	}

	test('a ledger that does not answer is named below the header, on phones too', async () => {
		const page = await place.open({ expectedErrors: /503/, viewport: { width: 320, height: 640 } })
		await page.locator('.header-network').waitFor()
		gatewayProxy.failing = everyPath
		const health = page.locator('.header-health')
		await health.getByText('The ledger does not answer').waitFor()
		assert.deepEqual(await findViolations(page), [])
		await fitsWidth(page, 'the page with its warning')
		gatewayProxy.failing = noPath
		await untilEqual('the warning', () => health.innerText(), '')
		await page.close()
	})

	test('error: an unknown trade is requested three times, and again when the reader says so', async () => {
		const page = await place.open({ expectedErrors: /404/ })
		let asked = 0
		page.on('request', request => {
			if (request.url().includes('subtxid_sim1unknown')) asked += 1
		})
		await page.evaluate(`location.hash = '#/trades/subtxid_sim1unknown'`)
		await page.getByText('Couldn’t load this trade').waitFor()
		await untilEqual('the requests', () => Promise.resolve(asked), 3)
		// Other requests continue meanwhile: each poll has run twice.
		for (let polls = 0; polls < 2; polls++) await page.waitForResponse(/\/trades/)
		assert.equal(asked, 3)
		await page.getByRole('button', { name: 'Try again' }).click()
		await untilEqual('the requests', () => Promise.resolve(asked), 6)
		await page.close()
	})
})

/** The focused element, by its tag. */
function focused(page: Page): Promise<string> {
	return page.evaluate<string>('document.activeElement.tagName.toLowerCase()')
}

/** Waits until an element in this part of the page, or the part itself, has the focus. */
async function focusIsIn(page: Page, selector: string): Promise<void> {
	const isIn = `document.activeElement.closest(${JSON.stringify(selector)}) !== null`
	await until(`the focus to be in ${selector}`, () => page.evaluate<boolean>(isIn))
}

async function eachViewWorks(page: Page): Promise<void> {
	await page.reload()
	for (const [view, sign] of [
		['swap', '.book-asks .book-price'],
		['market', '.book-asks .book-price'],
		['history', '.history .state-title'],
		['trades', '.manifest'],
		['maker', 'input'],
	] as const) {
		await page.evaluate(`location.hash = '#/${view}'`)
		await page.locator(sign).first().waitFor()
		assert.equal(await page.getByText('This view stopped working').count(), 0, view)
	}
}

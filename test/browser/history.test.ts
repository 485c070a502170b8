import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { after, before, describe, test } from 'node:test'
import { Decimal } from '@accord/protocol'
import type { Page } from 'playwright-core'
import { plenty } from '../network/test-network.ts'
import { untilEqual } from '../network/until.ts'
import { withoutChromium } from './chromium.ts'
import { findViolations } from './find-violations.ts'
import { brokenFigures, fitsWidth, outside } from './measures.ts'
import { type PageNetwork, startPageNetwork } from './page-network.ts'
import { settleTrades } from './settle-trades.ts'
import { fact, orderIs, reviewAndSign, typeSold, useAccount } from './trader.ts'

describe('the history in a browser', { skip: withoutChromium() }, () => {
	let place: PageNetwork

	before(async () => {
		place = await startPageNetwork()
		// The three users take turns: the first and the last are of user-1.
		await settleTrades(place.network, ['100 XRD → xUSDC', '10 XRD → xUSDC', '20 xUSDC → XRD', '200 XRD → xUSDC'])
	})
	after(() => place?.stop())

	/** The history of a browser that has sent nothing, with user-1 signed in. */
	async function openHistory(options: { expectedErrors?: RegExp; prepare?: (page: Page) => Promise<void> } = {}) {
		const page = await place.open(options)
		await useAccount(page, 'user-1')
		await page.getByRole('link', { name: 'History', exact: true }).click()
		return page
	}

	const ordersOf = async () => {
		const user = place.network.users.find(({ name }) => name === 'user-1') ?? assert.fail()
		return (await place.network.dex.accountOrders(user.account)).orders
	}

	test('the account’s published orders are listed in a browser that did not send them', async () => {
		const page = await openHistory()
		const rows = page.locator('tbody tr')
		const listed = await ordersOf()
		assert.ok(listed.length > 0)
		await untilEqual('the orders', () => rows.count(), listed.length)
		await page
			.getByRole('row', { name: /100 XRD/ })
			.getByText('Settled')
			.waitFor()
		assert.deepEqual(await findViolations(page), [])
		await page.getByLabel('Show orders of').selectOption('browser')
		await page.getByText('No orders yet').waitFor()
		await page.getByLabel('Show orders of').selectOption('account')
		await untilEqual('the orders', () => rows.count(), listed.length)
		await rows.first().getByRole('link').click()
		await orderIs(page, 'Settled')
		await page.close()
	})

	test('the list is exported with all digits', async () => {
		const page = await openHistory()
		await page.getByRole('row', { name: /100 XRD/ }).waitFor()
		const download = page.waitForEvent('download')
		await page.getByRole('button', { name: 'Export CSV' }).click()
		const file = await download
		assert.match(file.suggestedFilename(), /^orders-\d{4}-\d\d-\d\d\.csv$/)
		const text = await readFile(await file.path(), 'utf8')
		const [head = '', ...lines] = text.trimEnd().split('\r\n')
		const columns = head.split(',')
		const read = lines.map(line => Object.fromEntries(line.split(',').map((field, at) => [columns[at], field])))
		assert.deepEqual(
			read.map(row => [row.order, row.state, row.sold_amount, row.sold_token, row.bought_amount, row.platform_fee]),
			(await ordersOf()).map(({ subintentId, state, limitOrder: { sell, buy }, fee }) => [
				subintentId,
				state,
				Decimal.format(sell.amount),
				sell.symbol,
				Decimal.format(buy.amount),
				Decimal.format(fee.platformAmount),
			]),
		)
		await page.close()
	})

	test('the export has all orders, not only those that are listed, and its sums are what the ledger moved', async () => {
		const user = place.network.users.find(({ name }) => name === 'user-1') ?? assert.fail()
		const page = await openHistory({
			prepare: async page => {
				await page.route('**/trade/account_addresses/*/orders?*', route =>
					route.continue({
						url: route
							.request()
							.url()
							.replace(/limit=\d+/, 'limit=1'),
					}),
				)
			},
		})
		await untilEqual('the orders', () => page.locator('tbody tr').count(), 1)
		const download = page.waitForEvent('download')
		await page.getByRole('button', { name: 'Export CSV' }).click()
		const [head = '', ...lines] = (await readFile(await (await download).path(), 'utf8')).trimEnd().split('\r\n')
		await page.getByText(`All ${lines.length} orders were saved`).waitFor()
		assert.equal(lines.length, (await ordersOf()).length)
		const columns = head.split(',')
		const moved = new Map<string, Decimal>()
		const add = (symbol = '', amount = Decimal.zero) =>
			moved.set(symbol, Decimal.add(moved.get(symbol) ?? Decimal.zero, amount))
		for (const line of lines) {
			const row = Object.fromEntries(line.split(',').map((field, at) => [columns[at], field]))
			add(row.paid_token, Decimal.negate(Decimal.parse(row.paid ?? '')))
			add(row.received_token, Decimal.parse(row.received ?? ''))
		}
		const now = place.network.balances(user.account)
		for (const symbol of ['XRD', 'xUSDC']) {
			const change = Decimal.subtract(Decimal.parse(now[symbol] ?? '0'), Decimal.parse(plenty[symbol] ?? '0'))
			assert.equal(Decimal.format(moved.get(symbol) ?? Decimal.zero), Decimal.format(change), symbol)
		}
		await page.close()
	})

	test('older orders are loaded on request', async () => {
		const page = await openHistory({
			prepare: async page => {
				await page.route('**/trade/account_addresses/*/orders?*', route =>
					route.continue({ url: route.request().url().replace('limit=50', 'limit=1') }),
				)
			},
		})
		const rows = page.locator('tbody tr')
		const { length } = await ordersOf()
		assert.ok(length > 1)
		for (let shown = 1; shown < length; shown++) {
			await untilEqual('the orders', () => rows.count(), shown)
			await page.getByRole('button', { name: 'Show older orders' }).click()
		}
		await untilEqual('all orders', () => rows.count(), length)
		await page.getByRole('button', { name: 'Show older orders' }).waitFor({ state: 'detached' })
		await page.close()
	})

	const row = (page: Page, name: RegExp) => page.getByRole('row', { name })

	test('an order has its price and its costs: all of them where it was sent, elsewhere the fees', async () => {
		const page = await openHistory()
		const { fee, rebate } =
			(await ordersOf()).find(({ limitOrder }) => limitOrder.sell.amount === Decimal.parse('100')) ?? assert.fail()
		assert.ok(rebate)
		const fees = Decimal.subtract(Decimal.add(fee.platformAmount, fee.settlementAmount), rebate.amount)
		const shown = Decimal.format(Decimal.roundDown(fees, fees < Decimal.one ? 3 : 2))
		await row(page, /100 XRD/)
			.getByText('0.0499')
			.waitFor()
		await row(page, /100 XRD/)
			.getByText(shown, { exact: true })
			.waitFor()
		await row(page, /100 XRD/)
			.getByText('fees alone')
			.waitFor()
		await page.getByRole('link', { name: 'Trade', exact: true }).click()
		await typeSold(page, '150')
		await reviewAndSign(page)
		await orderIs(page, 'Settled')
		await page.getByRole('link', { name: 'History', exact: true }).click()
		await page.getByText(/Times are in \S+\.$/).waitFor()
		const own = row(page, /150 XRD/)
		await own.getByText(/^\d[\d.]*%$/).waitFor()
		const cost = await own.locator('.history-cost .amount').innerText()
		await own.getByRole('link').click()
		// The nearest number with three digits.
		const [[rounded = ''], [whole = '']] = [cost, await fact(page, 'All costs against the mid price').innerText()].map(
			text => text.split(/\s/),
		) as [string[], string[]]
		const off = Decimal.subtract(Decimal.parse(rounded), Decimal.parse(whole))
		assert.match(rounded, /^\d\.\d\d$/)
		assert.ok(Decimal.max(off, Decimal.negate(off)) <= Decimal.parse('0.005'), `${rounded} for ${whole}`)
		await page.close()
	})

	test('the list is narrowed to a pair and a state by keyboard, which is announced', async () => {
		await settleTrades(place.network, ['0.01 xETH → xUSDC'])
		const page = await openHistory()
		await row(page, /0\.01 xETH/).waitFor()
		const all = await page.locator('tbody tr').count()
		const pairs = page.getByLabel('Show pair')
		await pairs.focus()
		await page.keyboard.type('xE')
		assert.equal(await pairs.inputValue(), 'xETH/xUSDC')
		await page.getByRole('status').getByText(`1 of ${all} orders`).waitFor()
		await untilEqual('the orders', () => page.locator('tbody tr').count(), 1)
		await row(page, /0\.01 xETH/).waitFor()
		await page.keyboard.press('Tab')
		await page.keyboard.type('Se')
		assert.equal(await page.getByLabel('Show state').inputValue(), 'Settled')
		assert.deepEqual(await findViolations(page), [])
		await pairs.selectOption('')
		await page.getByRole('status').getByText(`${all} of ${all} orders`).waitFor()
		await page.getByLabel('Show state').selectOption('')
		await page.getByText(`${all} of ${all} orders`).waitFor({ state: 'detached' })
		await page.close()
	})

	for (const width of [390, 320])
		test(`at ${width} px an order is two lines, all of which lead to it`, async () => {
			const page = await openHistory()
			await page.setViewportSize({ width, height: 800 })
			await page.locator('.history-tick').nth(1).waitFor()
			await untilEqual('lines', async () => [...new Set(await linesOfRows(page))], [2])
			await fitsWidth(page, 'the history')
			assert.deepEqual(await outside(page), [])
			assert.deepEqual(await brokenFigures(page), [])
			assert.deepEqual(await findViolations(page), [])
			await page.getByText('200', { exact: true }).click({ force: true })
			await orderIs(page, 'Settled')
			await page.getByText('All orders').waitFor()
			await page.close()
		})

	test('error: what the service does not answer is named, and appears when it does', async () => {
		const orders = '**/trade/account_addresses/*/orders?*'
		const page = await openHistory({
			expectedErrors: /503/,
			prepare: async page => {
				await page.route(orders, route => route.fulfill({ status: 503 }))
			},
		})
		await page.getByText('Couldn’t load the account’s orders').waitFor()
		await page.unroute(orders)
		await page.getByRole('row', { name: /100 XRD/ }).waitFor()
		await page.close()
	})
})

/** How many lines each row of the list has. */
function linesOfRows(page: Page): Promise<number[]> {
	return page.evaluate(`Array.from(document.querySelectorAll('.history-table tbody tr'), row => {
		const cells = Array.from(row.querySelectorAll('td:not(.history-order)')).filter(cell => cell.checkVisibility())
		const middles = cells.map(cell => cell.getBoundingClientRect()).map(({ top, bottom }) => (top + bottom) / 2)
		return middles.sort((a, b) => a - b).filter((middle, at) => at === 0 || middle - middles[at - 1] > 8).length
	})`)
}

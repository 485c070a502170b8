import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { Browser, Page } from 'playwright-core'
import { NetworkPlace, type NetworkProcess } from '../network/network-process.ts'
import { patienceMs } from '../network/until.ts'
import { startChromium, withoutChromium } from './chromium.ts'
import { orderIs, reviewAndSign, typeSold, useAccount } from './trader.ts'

// A frozen process keeps its connections: only its silence reveals it.

describe('the page when the service or the ledger stands still', { skip: withoutChromium() }, () => {
	let place: NetworkPlace
	let network: NetworkProcess
	let browser: Browser

	before(async () => {
		place = await NetworkPlace.create()
		network = await place.start('--users', '2')
		browser = await startChromium()
	})
	after(async () => {
		await browser?.close()
		await place?.dispose()
	})

	/** Stops one of the network's processes while something is done. */
	async function whileStopped<T>(part: 'ledger' | 'service', act: () => Promise<T>): Promise<T> {
		const [ledger, service] = network.parts()
		const id = part === 'ledger' ? ledger : service
		assert.ok(id)
		process.kill(id, 'SIGSTOP')
		try {
			return await act()
		} finally {
			process.kill(id, 'SIGCONT')
		}
	}

	async function open(at: string): Promise<Page> {
		const page = await (await browser.newContext({ viewport: { width: 1280, height: 900 } })).newPage()
		page.setDefaultTimeout(patienceMs)
		await page.goto(`${place.readNetworkFile().base_url}/${at}`)
		return page
	}

	test('a service that stands still is noticed on every view, and the book is dated', async t => {
		const page = await open('#/market')
		await page.locator('.book-asks .book-price').first().waitFor()
		await whileStopped('service', async () => {
			const stoppedMs = performance.now()
			await page.getByText(/Connection lost: nothing heard since \d\d:\d\d:\d\d/).waitFor()
			t.diagnostic(`noticed after ${Math.round(performance.now() - stoppedMs)} ms`)
			await page.locator('.book-stale').waitFor()
			await page
				.locator('.book-date')
				.getByText(/^As of \d\d:\d\d:\d\d$/)
				.waitFor()
		})
		await page.getByText('Connection lost').waitFor({ state: 'hidden' })
		await page.locator('.book-date').waitFor({ state: 'detached' })
		await page.goto(`${place.readNetworkFile().base_url}/#/history`)
		await page.getByText('No orders yet').waitFor()
		await whileStopped('service', () => page.getByText('Connection lost').waitFor())
		await page.getByText('Connection lost').waitFor({ state: 'hidden' })
		await page.close()
	})

	test('while the ledger is silent, the page says what is known', async () => {
		const page = await open('')
		// What was read once for the receipt, the service would still know.
		await page.route('**/trade/trades/subtxid*', route => route.abort())
		await useAccount(page, 'user-1')
		await typeSold(page, '100')
		await reviewAndSign(page)
		await orderIs(page, 'Settled')
		const order = page.url()
		const trade = order.replace('#/swap/', '#/trades/')
		await page.close()
		await whileStopped('ledger', async () => {
			const later = await open(new URL(order).hash)
			await later.getByText('The swap has settled. The changes to your account').waitFor()
			await later.close()
			const hood = await open(new URL(trade).hash)
			await hood.getByText('the service cannot read the transaction').waitFor()
			await hood.close()
		})
		const again = await open(new URL(order).hash)
		await again.locator('.order-result li').nth(1).waitFor()
		await again.close()
	})
})

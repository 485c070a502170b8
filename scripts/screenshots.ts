import { mkdirSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { Page } from 'playwright-core'
import { type PageNetwork, type PageOptions, startPageNetwork } from '../test/browser/page-network.ts'
import { orderIs, reviewAndSign, showTab, typeSold, useAccount } from '../test/browser/trader.ts'
import { PastClock } from './screenshots/past-clock.ts'
import { tradeForAWhile } from './screenshots/trade-for-a-while.ts'

const directory = fileURLToPath(new URL('../docs/screenshots/', import.meta.url))
const historyMs = 90 * 60_000

/** `npm run screenshots`: screenshots of the page's main states, on a network with a history of trades. */
const pageNetwork = await startPageNetwork({ clock: new PastClock(historyMs), makers: 4 })
try {
	mkdirSync(directory, { recursive: true })
	await pageNetwork.stopMaker()
	await tradeForAWhile(pageNetwork.network, { pastMs: historyMs, trades: 90 })
	await takeAll(pageNetwork)
} finally {
	await pageNetwork.stop()
}

async function takeAll(network: PageNetwork): Promise<void> {
	const wide = { viewport: { width: 1280, height: 800 } }
	await take('swap-light', { ...wide, colorScheme: 'light' }, fillSwap)
	await take('swap-dark', { ...wide, colorScheme: 'dark' }, fillSwap)
	await take('order-settled', { ...wide, colorScheme: 'light' }, settleSwap)
	await take('market', { viewport: { width: 1440, height: 900 }, colorScheme: 'dark', at: '#/market' }, seeMarket)
	await take('under-the-hood', { viewport: { width: 1280, height: 1180 }, at: '#/trades' }, seeTrade)
	const phone = { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true, deviceScaleFactor: 2 }
	await take('phone', { ...phone, colorScheme: 'dark' }, fillSwap)
	await take(
		'docs-flash',
		{ ...wide, at: 'docs/flash' },
		async page => void (await page.locator('h3').first().waitFor()),
	)

	async function take(name: string, options: PageOptions, prepare: (page: Page) => Promise<void>): Promise<void> {
		const page = await network.open({ reducedMotion: 'reduce', ...options })
		await prepare(page)
		const picture = await page.screenshot({ animations: 'disabled' })
		await page.close()
		writeFileSync(`${directory}${name}.png`, picture)
		console.log(`${name}: ${Math.ceil(picture.length / 1000)} kB`)
	}
}

async function fillSwap(page: Page): Promise<void> {
	await useAccount(page, 'user-1')
	await typeSold(page, '2500')
	await page.getByRole('button', { name: 'Review swap' }).waitFor()
	await page.locator('.fact', { hasText: 'Total cost' }).getByText('XRD').waitFor()
	await page.mouse.move(0, 0)
}

async function settleSwap(page: Page): Promise<void> {
	await fillSwap(page)
	await reviewAndSign(page)
	await orderIs(page, 'Settled')
	await page.locator('.order-result li').first().waitFor()
}

async function seeMarket(page: Page): Promise<void> {
	await page.locator('.price-canvas canvas').first().waitFor()
	await page.getByRole('button', { name: '5m', exact: true }).click()
	await showTab(page, 'Pairs')
	await page.locator('.pair-bid').first().waitFor()
	await page.mouse.move(0, 0)
}

async function seeTrade(page: Page): Promise<void> {
	await page.getByText('What the solver signed').waitFor()
}

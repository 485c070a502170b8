import assert from 'node:assert/strict'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after, before, describe, test } from 'node:test'
import type { Browser, Page } from 'playwright-core'
import { NetworkPlace } from '../network/network-process.ts'
import { patienceMs } from '../network/until.ts'
import { startChromium, withoutChromium } from './chromium.ts'
import { chooseToken, factIs, orderIs, reviewAndSign, tokenIs, typeSold } from './trader.ts'

// The network of `npm start`, as users have it: with its own ports, processes and Gateway.

describe('the page of the local network', { skip: withoutChromium() }, () => {
	let place: NetworkPlace
	let browser: Browser
	const consoleErrors: string[] = []
	const host = createServer((request, response) => {
		response.setHeader('content-type', 'text/html')
		const snippet = /```html\n([\s\S]*?)```/.exec(readFileSync('docs/embed.md', 'utf8'))?.[1] ?? ''
		const text = snippet.replace('http://127.0.0.1:8480', place.readNetworkFile().base_url)
		response.writeHead(request.url === '/' ? 200 : 204).end(request.url === '/' ? text : '')
	})
	const hostOrigin = () => `http://127.0.0.1:${(host.address() as AddressInfo).port}`

	before(async () => {
		host.listen(0, '127.0.0.1')
		await once(host, 'listening')
		process.env.ACCORD_PAGE_EMBED_ORIGINS = hostOrigin()
		place = await NetworkPlace.create()
		await place.start('--users', '2')
		browser = await startChromium()
	})
	after(async () => {
		await browser?.close()
		host.close()
		delete process.env.ACCORD_PAGE_EMBED_ORIGINS
		await place?.dispose()
		assert.deepEqual(consoleErrors, [])
	})

	async function open(): Promise<Page> {
		const page = await (await browser.newContext({ viewport: { width: 1280, height: 900 } })).newPage()
		page.setDefaultTimeout(patienceMs)
		page.on('pageerror', error => consoleErrors.push(String(error)))
		page.on('console', message => {
			// On a busy machine the service may say that it is late, which the page shows.
			const isHealth = message.location().url.endsWith('/health/ready')
			if (message.type() === 'error' && !isHealth) consoleErrors.push(message.text())
		})
		await page.goto(place.readNetworkFile().base_url)
		return page
	}

	test('a visitor creates an account, receives play money, swaps it, and finds everything after a reload', async () => {
		const page = await open()
		await page.getByRole('button', { name: 'Account' }).click()
		await page.getByText('This is play money on your local network').waitFor()
		await page.getByRole('button', { name: 'New funded account' }).click()
		await page.getByText('Balance 10,000').waitFor()
		await typeSold(page, '250')
		await reviewAndSign(page)
		await orderIs(page, 'Settled')
		const settled = await page.locator('.order-result li').allInnerTexts()
		assert.equal(settled.length, 2)
		await page.reload()
		await orderIs(page, 'Settled')
		await page.locator('.order-result li').nth(1).waitFor()
		assert.deepEqual(await page.locator('.order-result li').allInnerTexts(), settled)
		await page.getByRole('button', { name: /my account/ }).waitFor()
		await page.getByRole('link', { name: 'See how it settled' }).click()
		await page.getByRole('heading', { name: 'Under the hood' }).waitFor()
		await page.close()
	})

	test('the documented page frames the swap, where the variable of `npm start` allows it', async () => {
		const page = await open()
		await page.goto(hostOrigin())
		const frame = page.frameLocator('#swap')
		await frame.getByRole('button', { name: 'Choose an account' }).waitFor()
		assert.ok(Number(await page.locator('#swap').getAttribute('height')) > 300)
		await page.close()
	})

	test('a key that the network printed can be pasted; another tab does not have it', async () => {
		const [, user] = place.readNetworkFile().users
		assert.ok(user)
		const page = await open()
		await page.getByRole('button', { name: 'Account' }).click()
		await page.getByText('Paste a private key').click()
		await page.getByLabel(/^Private key/).fill('12')
		await page.getByRole('button', { name: 'Use this key' }).click()
		await page.getByText('64 hexadecimal digits, as').waitFor()
		await page.getByLabel(/^Private key/).fill(user.private_key_hex)
		await page.getByLabel('Curve').selectOption('Secp256k1')
		await page.getByRole('button', { name: 'Use this key' }).click()
		await page.locator('.amount-field-balance').waitFor()
		await page.getByRole('button', { name: /pasted key/ }).click()
		assert.equal(await page.getByRole('button', { name: /Copy account address/ }).getAttribute('title'), user.address)
		await page.keyboard.press('Escape')
		const other = await page.context().newPage()
		await other.goto(page.url())
		await other.getByRole('button', { name: 'Account', exact: true }).waitFor()
		await other.close()
		await page.close()
	})

	test('theme, pair and slippage survive a reload', async () => {
		const page = await open()
		await page.getByRole('button', { name: /^Theme: system/ }).click()
		await chooseToken(page, 'You pay', 'xETH')
		await page.getByRole('button', { name: 'Swap settings' }).click()
		await page.getByLabel('Custom slippage').fill('0.25')
		await page.keyboard.press('Escape')
		await page.reload()
		await factIs(page, 'Slippage', '0.25%')
		await tokenIs(page, 'You pay', 'xETH')
		await page.getByRole('button', { name: /^Theme: light/ }).waitFor()
		assert.equal(await page.locator('html').getAttribute('data-theme'), 'light')
		await page.close()
	})
})

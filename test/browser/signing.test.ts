import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { Page } from 'playwright-core'
import { withoutChromium } from './chromium.ts'
import { Door } from './door.ts'
import { findViolations } from './find-violations.ts'
import { type PageNetwork, type PageOptions, startPageNetwork } from './page-network.ts'
import { orderIs, typeSold, useAccount } from './trader.ts'

describe('signing in a browser while the service takes its time', { skip: withoutChromium() }, () => {
	let place: PageNetwork

	before(async () => {
		place = await startPageNetwork()
	})
	after(() => place?.stop())

	/** A page with an order ready to be signed, and the orders that it has sent. */
	async function review(options: PageOptions = {}) {
		const page = await place.open(options)
		const sent: string[] = []
		page.on('request', request => {
			if (request.method() === 'POST' && request.url().endsWith('/trade/orders')) sent.push(request.url())
		})
		await useAccount(page, 'user-3')
		await typeSold(page, '100')
		await page.getByRole('button', { name: 'Review swap' }).click()
		const sign = page.getByRole('button', { name: 'Sign with demo account' })
		await sign.and(page.locator(':enabled')).waitFor()
		return { page, sign, sent }
	}

	/** Holds back matching requests until released. */
	async function hold(page: Page, url: string): Promise<() => void> {
		const { promise, resolve } = Promise.withResolvers<void>()
		await page.route(url, async route => {
			await promise
			await route.continue()
		})
		return resolve
	}

	test('before anything is sent it can be cancelled, and nothing is sent even if the answer arrives afterwards', async () => {
		const { page, sign, sent } = await review()
		const path = '**/construction/create_subintent'
		const release = await hold(page, path)
		await sign.click()
		await page.getByRole('button', { name: 'Cancel', exact: true }).click()
		await page.getByText('Cancelled before anything was sent').waitFor()
		assert.deepEqual(await findViolations(page), [])
		const answered = page.waitForResponse(path)
		release()
		await answered
		await sign.and(page.locator(':enabled')).waitFor()
		assert.deepEqual(sent, [])
		await sign.click()
		await orderIs(page, 'Settled')
		assert.equal(sent.length, 1)
		await page.close()
	})

	test('a sent order may have arrived: the page says so, and sends the same order again', async () => {
		const { page, sign, sent } = await review()
		const release = await hold(page, '**/trade/orders')
		await sign.click()
		await page.getByRole('button', { name: 'Stop waiting' }).click()
		await page.getByText('it may have arrived').waitFor()
		await page.getByRole('button', { name: 'Send again' }).waitFor()
		assert.deepEqual(await findViolations(page), [])
		release()
		await page.getByRole('button', { name: 'Send again' }).click()
		await orderIs(page, 'Settled')
		assert.equal(sent.length, 2)
		await page.getByRole('link', { name: 'History', exact: true }).click()
		await page.getByLabel('Show orders of').selectOption('browser')
		assert.equal(await page.getByRole('row', { name: /100 XRD/ }).count(), 1)
		await page.close()
	})

	test('error: a clock that is off is named, with the difference', async () => {
		const { page, sign, sent } = await review()
		await page.evaluate(`(() => { const now = Date.now.bind(Date); Date.now = () => now() - 95_000 })()`)
		await sign.click()
		await page.getByText(/This device’s clock is 9\d s behind the service’s/).waitFor()
		await page.getByText('Set the clock').waitFor()
		assert.deepEqual(sent, [])
		assert.equal(await page.getByText('Stop: do not trade here').count(), 0)
		await page.close()
	})

	test('error: a browser without WebAssembly is told so in words', async () => {
		const page = await place.open({
			prepare: async page => void (await page.addInitScript('delete globalThis.WebAssembly')),
		})
		await page.getByRole('button', { name: 'Account', exact: true }).click()
		await page.getByRole('button', { name: 'Use this account' }).click()
		await page.getByText('This browser does not run WebAssembly').waitFor()
		await page.close()
	})

	test('an order whose review was left before it was signed is not sent', async () => {
		const { page, sign, sent } = await review()
		const path = '**/construction/create_subintent'
		const release = await hold(page, path)
		await sign.click()
		await page.getByRole('link', { name: 'Trade', exact: true }).click()
		const answered = page.waitForResponse(path)
		release()
		await answered
		await page.locator('.book-asks .book-price').first().waitFor()
		assert.deepEqual(sent, [])
		await page.close()
	})

	test('without a connection nothing can be signed', async () => {
		const door = await Door.before(place.network.service.url)
		const { page, sign } = await review({ through: door.url, expectedErrors: /ERR_|Failed to load resource/ })
		door.shut()
		assert.equal(await page.getByRole('button', { name: 'Waiting for connection' }).isDisabled(), true)
		door.open()
		await sign.and(page.locator(':enabled')).waitFor()
		await page.close()
		door.remove()
	})
})

import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { Page } from 'playwright-core'
import { connectMaker } from '../network/test-maker.ts'
import { untilEqual } from '../network/until.ts'
import { withoutChromium } from './chromium.ts'
import { findViolations } from './find-violations.ts'
import { type PageNetwork, startPageNetwork } from './page-network.ts'
import { chooseToken, orderIs, reviewAndSign, tokenIs, typeSold, useAccount } from './trader.ts'

describe('the swap form lives in the address', { skip: withoutChromium() }, () => {
	let place: PageNetwork

	before(async () => {
		place = await startPageNetwork()
	})
	after(() => place?.stop())

	test('a link fills the form, in the language of its reader', async () => {
		const page = await place.open({ at: '#/swap?sell=xUSDC&buy=XRD&amount=12.5', locale: 'de-DE' })
		await formIs(page, { pay: '12,5', sell: 'xUSDC', buy: 'XRD' })
		await page.goto(`${place.network.service.url}/#/swap?sell=xUSDC&buy=XRD&amount=100&exact=buy`)
		await formIs(page, { receive: '100', sell: 'xUSDC', buy: 'XRD' })
		await page.getByText('Order book').first().waitFor()
		await page.close()
	})

	test('what is entered is in the address, and survives Back, Forward and a reload', async () => {
		const page = await place.open()
		await typeSold(page, '1,234,567.5')
		await hashIs(page, '#/swap?sell=XRD&buy=xUSDC&amount=1234567.5')
		await typeSold(page, '100')
		await hashIs(page, '#/swap?sell=XRD&buy=xUSDC&amount=100')
		await chooseToken(page, 'You pay', 'xETH')
		await hashIs(page, '#/swap?sell=xETH&buy=xUSDC&amount=100')
		await page.getByRole('link', { name: 'History', exact: true }).click()
		await page.goBack()
		await formIs(page, { pay: '100', sell: 'xETH', buy: 'xUSDC' })
		await page.goBack()
		await formIs(page, { pay: '100', sell: 'XRD', buy: 'xUSDC' })
		await page.goForward()
		await formIs(page, { pay: '100', sell: 'xETH', buy: 'xUSDC' })
		await page.reload()
		await formIs(page, { pay: '100', sell: 'xETH', buy: 'xUSDC' })
		await page.close()
	})

	test('Back leads from the review to the form, and from an order to the form that it came from', async () => {
		const page = await place.open()
		await useAccount(page, 'user-3')
		await typeSold(page, '150')
		await page.getByRole('button', { name: 'Review swap' }).click()
		await page.getByRole('heading', { name: 'Review and sign' }).waitFor()
		await page.reload()
		await page.getByRole('heading', { name: 'Review and sign' }).waitFor()
		await page.goBack()
		await formIs(page, { pay: '150', sell: 'XRD', buy: 'xUSDC' })
		await reviewAndSign(page)
		await orderIs(page, 'Settled')
		await page.goBack()
		await formIs(page, { pay: '150', sell: 'XRD', buy: 'xUSDC' })
		await page.close()
	})

	test('an order that was not filled is tried again with the same values', async () => {
		const maker = await connectMaker(place.network, place.network.makers[1], {
			answer: () => 'reject',
			books: [{ pair: 'XRD/xUSDC', asks: ['0.0499 20000'] }],
		})
		const page = await place.open({ at: '#/swap?sell=xUSDC&buy=XRD&amount=200&exact=buy' })
		await useAccount(page, 'user-3')
		await reviewAndSign(page)
		await orderIs(page, 'Not filled')
		assert.deepEqual(await findViolations(page), [])
		await page.getByRole('button', { name: 'Try again' }).click()
		await formIs(page, { receive: '200', sell: 'xUSDC', buy: 'XRD' })
		await hashIs(page, '#/swap?sell=xUSDC&buy=XRD&amount=200&exact=buy')
		await maker.leave()
		await page.close()
	})

	test('error: a token in a link that nobody trades is named, and nothing takes its place', async () => {
		const page = await place.open({ at: '#/swap?sell=DOGE&buy=xUSDC&amount=100' })
		await page.getByText('This link names “DOGE”, which is not traded here.').waitFor()
		assert.equal(await page.getByRole('textbox').count(), 0)
		await hashIs(page, '#/swap?sell=DOGE&buy=xUSDC&amount=100')
		assert.deepEqual(await findViolations(page), [])
		await page.getByRole('button', { name: 'Choose other tokens' }).click()
		await formIs(page, { pay: '', buy: 'xUSDC' })
		await page.goto(`${place.network.service.url}/#/swap?sell=xwBTC&buy=xwBTC&amount=1`)
		await page.getByText('sells and buys the same token, xwBTC').waitFor()
		await page.close()
	})

	test('error: an invalid amount in a link is shown as written', async () => {
		const page = await place.open({ at: '#/swap?sell=XRD&buy=xUSDC&amount=lots' })
		await page.getByText('This is an amount of XRD, not of “lots”').waitFor()
		await formIs(page, { pay: 'lots', sell: 'XRD', buy: 'xUSDC' })
		await page.close()
	})

	test('a link does not decide what its reader gives up', async () => {
		const page = await place.open({ at: '#/swap?sell=XRD&buy=xUSDC&amount=100&slippage=0.2' })
		await page.getByText('No slippage').waitFor()
		await page.close()
	})
})

type Form = { pay?: string; receive?: string; sell?: string; buy?: string }

/** Waits until the form shows this. */
async function formIs(page: Page, wanted: Form): Promise<void> {
	const { pay, receive, sell, buy } = wanted
	const amountIs = (side: string, amount: string) =>
		untilEqual(side, () => page.getByRole('textbox', { name: side }).inputValue(), amount)
	if (pay !== undefined) await amountIs('You pay', pay)
	if (receive !== undefined) await amountIs('You receive', receive)
	if (sell !== undefined) await tokenIs(page, 'You pay', sell)
	if (buy !== undefined) await tokenIs(page, 'You receive', buy)
}

function hashIs(page: Page, hash: string): Promise<void> {
	return untilEqual('the address', () => page.evaluate('window.location.hash'), hash)
}

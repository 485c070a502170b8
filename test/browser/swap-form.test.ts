import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { Page } from 'playwright-core'
import { connectMaker, silent } from '../network/test-maker.ts'
import { amount, signLimitOrder } from '../network/test-user.ts'
import { untilEqual } from '../network/until.ts'
import { withoutChromium } from './chromium.ts'
import { findViolations } from './find-violations.ts'
import { type PageNetwork, startPageNetwork } from './page-network.ts'
import { orderIs, reviewAndSign, tokenIs, typeSold, useAccount } from './trader.ts'

describe('the swap form does not lead into refusals', { skip: withoutChromium() }, () => {
	let place: PageNetwork

	before(async () => {
		place = await startPageNetwork()
	})
	after(() => place?.stop())

	test('Max and the form leave out what open orders hold', async () => {
		const maker = await connectMaker(place.network, place.network.makers[1], {
			answer: silent,
			books: [{ pair: 'XRD/xUSDC', bids: ['0.05005 200000'] }],
		})
		const page = await place.open()
		await useAccount(page, 'user-3')
		await typeSold(page, '60000')
		await place.network.clock.standStill(async () => {
			await reviewAndSign(page)
			const order = await maker.asked()
			await orderIs(page, 'Waiting for makers')
			await page.getByRole('button', { name: 'New swap' }).click()
			await page.getByText('60,065.25 in open orders').waitFor()
			assert.deepEqual(await findViolations(page), [])
			await typeSold(page, '50000')
			await page.getByRole('button', { name: 'Not enough XRD' }).waitFor()
			await page.getByRole('button', { name: 'Max' }).click()
			// Of 100,000 XRD: less the open order, and less the fees of this one, in eight digits.
			await valueIs(page, 'You pay', '39889.61')
			await page.getByRole('button', { name: 'Review swap' }).waitFor()
			await maker.client.reject(order.id)
		})
		await maker.leave()
		await page.close()
	})

	test('an amount that the page offers instead is not refused again, whichever side is exact', async () => {
		const page = await place.open()
		await useAccount(page, 'user-4')
		for (const side of ['You pay', 'You receive']) {
			await page.getByRole('textbox', { name: side }).fill('100000000')
			await page.getByRole('button', { name: 'Can’t swap this amount' }).waitFor()
			await page.getByRole('button', { name: /^Use [\d.,]+ / }).click()
			await page.getByRole('button', { name: 'Review swap' }).waitFor()
		}
		await typeSold(page, '99990')
		await page.getByRole('button', { name: 'Not enough XRD' }).waitFor()
		await page.getByRole('button', { name: /^Use [\d.,]+ XRD/ }).click()
		await page.getByRole('button', { name: 'Review swap' }).click()
		await page.getByRole('button', { name: 'Sign with demo account' }).and(page.locator(':enabled')).waitFor()
		await page.close()
	})

	test('a part of the balance has six digits, and what was typed is repeated only where it could be misread', async () => {
		const page = await place.open()
		await useAccount(page, 'user-1')
		const understood = page.locator('.amount-field-understood').first()
		// Of 100,000 XRD, less the fees.
		for (const [part, value] of [
			['25%', '24973.7'],
			['50%', '49947.4'],
		] as const) {
			await page.getByRole('button', { name: part }).click()
			await valueIs(page, 'You pay', value)
			await page.getByRole('button', { name: 'Review swap' }).waitFor()
			await understood.getByText('XRD').waitFor()
		}
		await typeSold(page, '2500')
		await valueIs(page, 'You receive', '124.75')
		assert.equal(await understood.innerText(), '')
		await page.close()
	})

	test('switching the tokens keeps the value, and switching back the digits', async () => {
		const page = await place.open()
		await typeSold(page, '100')
		await valueIs(page, 'You receive', '4.99')
		await page.getByRole('button', { name: 'Switch tokens' }).click()
		await valueIs(page, 'You receive', '100')
		await tokenIs(page, 'You receive', 'XRD')
		await valueIs(page, 'You pay', '5.01')
		await page.getByRole('button', { name: 'Switch tokens' }).click()
		await valueIs(page, 'You pay', '100')
		await tokenIs(page, 'You pay', 'XRD')
		await page.close()
	})

	test('the review says in its own words why an order would be refused, and offers what would not be', async () => {
		const { network } = place
		const [user] = network.users
		assert.ok(user)
		const maker = await connectMaker(network, network.makers[2], {
			answer: silent,
			books: [{ pair: 'XRD/xUSDC', bids: ['0.05005 200000'] }],
		})
		const page = await place.open({ expectedErrors: /status of 422/ })
		await useAccount(page, 'user-1')
		await network.clock.standStill(async () => {
			// From another browser, so that only the service knows of it.
			const elsewhere = { sell: amount('60000 XRD'), buy: amount('3003 xUSDC') }
			const { signedPartialTransaction } = signLimitOrder(network, user, elsewhere)
			await network.dex.submitOrder(signedPartialTransaction)
			const order = await maker.asked()
			await typeSold(page, '50000')
			await page.getByRole('button', { name: 'Review swap' }).click()
			// A check is not signed, so it says nothing about the account's open orders; the order is.
			await page.getByRole('button', { name: 'Sign with demo account' }).and(page.locator(':enabled')).click()
			await page.getByText('in addition to its open orders').waitFor()
			const review = await page.locator('.review').innerText()
			assert.doesNotMatch(review, /intent|insufficient|expected \d|found \d|pointer|\{/i)
			assert.equal(await page.getByRole('button', { name: 'Sign with demo account' }).isDisabled(), true)
			await page.getByRole('button', { name: /^Sell 39,889\.6\d* XRD/ }).click()
			await page.getByRole('button', { name: 'Review swap' }).click()
			await page.getByLabel('I accept that both orders may be executed.').check()
			await page.getByRole('button', { name: 'Sign with demo account' }).and(page.locator(':enabled')).waitFor()
			await maker.client.reject(order.id)
		})
		await maker.leave()
		await page.close()
	})
})

function valueIs(page: Page, field: string, value: string): Promise<void> {
	return untilEqual(field, () => page.getByRole('textbox', { name: field }).inputValue(), value)
}

import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { Page } from 'playwright-core'
import { setDepositRule } from '../network/deposit-rule.ts'
import { connectMaker } from '../network/test-maker.ts'
import { untilEqual } from '../network/until.ts'
import { withoutChromium } from './chromium.ts'
import { findViolations } from './find-violations.ts'
import { type PageNetwork, startPageNetwork } from './page-network.ts'
import { fact, factIs, orderIs, typeSold, useAccount } from './trader.ts'

// Slippage is the worst case: makers are asked for their own prices, and what they give beyond the limit is the user's.

describe('what slippage costs', { skip: withoutChromium() }, () => {
	let place: PageNetwork

	before(async () => {
		place = await startPageNetwork({ users: 5 })
	})
	after(() => place?.stop())

	test('without slippage the worst case is the price of the book', async () => {
		const page = await place.open()
		await typeSold(page, '100')
		await factIs(page, 'You receive at least', '4.99 xUSDC')
		assert.equal(await page.getByRole('textbox', { name: 'You receive' }).inputValue(), '4.99')
		await page.getByText('Cost and prices').click()
		await factIs(page, 'Book price', /^0\.0499 /)
		await factIs(page, 'Your limit price', /^0\.0499 /)
		await page.close()
	})

	test('half a percent gets a warning, and more than a fifth is not possible', async () => {
		const page = await place.open()
		await setSlippage(page, '0.4', { close: false })
		assert.equal(await page.getByText('every trade may get').count(), 0)
		await page.getByLabel('Custom slippage').fill('0.5')
		await page.getByText('every trade may get up to 0.5% less').waitFor()
		await page.getByLabel('Custom slippage').fill('20.01')
		await page.getByText('Enter a percentage from 0 to 20.').waitFor()
		await page.getByLabel('Custom slippage').fill('20')
		await page.getByText('This accepts more than 5% less').waitFor()
		await page.getByLabel('Allow slippage above 5%').check()
		await page.getByText('every trade may get up to 20% less').waitFor()
		assert.deepEqual(await findViolations(page), [])
		await page.close()
	})

	// shows decision 64: Expected and worst case are shown at form and review; from 2 % on the worst case is confirmed
	test('expected and worst case are two figures, and the user gets what the book gives', async () => {
		const page = await place.open()
		await useAccount(page, 'user-1')
		await setSlippage(page, '2.5')
		await typeSold(page, '100')
		await factIs(page, 'You receive at least', '4.86525 xUSDC')
		assert.equal(await page.getByRole('textbox', { name: 'You receive' }).inputValue(), '4.99')
		await page.getByText('Cost and prices').click()
		await factIs(page, 'Book price', /^0\.0499 /)
		await factIs(page, 'Your limit price', /^0\.0486525 /)
		await page.getByRole('button', { name: 'Review swap' }).click()
		await page
			.locator('.review-sides', { hasText: /You receive about\s*4\.99 xUSDC\s*You receive at least\s*4\.86525 xUSDC/ })
			.waitFor()
		const sign = page.getByRole('button', { name: 'Sign with demo account' })
		assert.equal(await sign.isDisabled(), true)
		assert.deepEqual(await findViolations(page), [])

		await page.getByRole('checkbox', { name: /as little as 4\.86525 xUSDC, 2\.5% less/ }).check()
		await sign.click()
		await orderIs(page, 'Settled')
		await page.locator('.order-result li', { hasText: '+4.99 xUSDC' }).waitFor()
		await page.getByText('You received 0.12475 xUSDC more than your limit').waitFor()
		assert.deepEqual(await findViolations(page), [])

		await page.getByRole('link', { name: 'Trade', exact: true }).click()
		const strip = page.getByRole('complementary', { name: 'Your orders' })
		await strip.getByRole('link', { name: /100 XRD.*4\.99 xUSDC/ }).waitFor()
		await page.close()
	})

	test('a purchase shows the most that it may cost, and gets back what the maker does not want', async () => {
		const page = await place.open()
		await useAccount(page, 'user-2')
		await setSlippage(page, '0.5')
		await page.getByRole('button', { name: 'Switch tokens' }).click()
		await page.getByRole('textbox', { name: 'You receive' }).fill('100')
		await fact(page, 'You pay in total').waitFor()
		await page.getByText(/^At most /).waitFor()

		await page.getByRole('button', { name: 'Review swap' }).click()
		await page.locator('.review-sides', { hasText: /You sell about\s*5\.01 xUSDC\s*at most 5\.03505 xUSDC/ }).waitFor()
		await page.getByRole('button', { name: 'Sign with demo account' }).click()
		await orderIs(page, 'Settled')
		await page.getByText('You paid 0.02505 xUSDC less than your limit').waitFor()
		await page.getByText(/^You paid in total .*: 5\.01 xUSDC sold \+/).waitFor()
		await page.close()
	})

	test('an account that refuses deposits is told so before it signs', async () => {
		const user = place.network.users.find(({ name }) => name === 'user-5') ?? assert.fail('a user')
		await setDepositRule(place.network, user, 'reject')
		const page = await place.open()
		await useAccount(page, 'user-5')
		await setSlippage(page, '0.5')
		await typeSold(page, '100')
		await page.getByRole('button', { name: 'Review swap' }).click()
		await page.getByText('Your account refuses deposits of xUSDC by others').waitFor()
		await page.locator('.review-sides', { hasText: /You receive at least\s*4\.96505 xUSDC/ }).waitFor()
		assert.deepEqual(await findViolations(page), [])

		await page.close()
	})

	// shows decision 64: A worse price is quoted again and accepted before it is signed
	test('a price that falls before the signature is quoted again, named, and accepted before anything is signed', async () => {
		const maker = await connectMaker(place.network, place.network.makers[1], {
			books: [{ pair: 'XRD/xUSDC', bids: ['0.0505 20000'] }],
		})
		const page = await place.open({ viewport: { width: 1440, height: 900 } })
		await useAccount(page, 'user-3')
		await typeSold(page, '100')
		await page.getByRole('button', { name: 'Review swap' }).click()
		const sign = page.getByRole('button', { name: 'Sign with demo account' })
		await sign.waitFor()
		await page.evaluate('scrollTo(0, 0)')
		await maker.quote({ pair: 'XRD/xUSDC', bids: ['0.0503 20000'] })
		await page.getByText('You now receive 5.03 xUSDC instead of 5.05 xUSDC').waitFor()
		// The action itself is the acceptance, and the reason stands whole above it, wherever the page is scrolled to.
		const accept = page.getByRole('button', { name: 'Accept 5.03 xUSDC (−0.4%)' })
		await accept.waitFor()
		assert.equal(await sign.count(), 0)
		const isInView = (part: string) =>
			page.evaluate<boolean>(`(() => {
				scrollTo(0, 0)
				const part = document.querySelector('.review-action ${part}')
				const { left, right, top, bottom } = part.getBoundingClientRect()
				return [top + 2, bottom - 2].every(y => part.contains(document.elementFromPoint((left + right) / 2, y)))
			})()`)
		for (const [width, height] of [
			[320, 640],
			[390, 844],
			[1440, 900],
		] as const) {
			await page.setViewportSize({ width, height })
			await untilEqual(`the notice in view at ${width} px`, () => isInView('.notice'), true)
			await untilEqual(`whose key it is, at ${width} px`, () => isInView('.review-demo'), true)
		}
		assert.deepEqual(await findViolations(page), [])
		// The second click of a double click signs nothing.
		await accept.dblclick()
		await sign.and(page.locator(':enabled')).click()
		await orderIs(page, 'Settled')
		await page.locator('.order-result li', { hasText: '+5.03 xUSDC' }).waitFor()
		await maker.leave()
		await page.close()
	})

	test('a price that falls while the order is being sent costs nothing: a new quote shows what changed', async () => {
		const maker = await connectMaker(place.network, place.network.makers[1], {
			books: [{ pair: 'XRD/xUSDC', bids: ['0.0505 20000'] }],
		})
		const page = await place.open({ expectedErrors: /Failed to load resource/ })
		await useAccount(page, 'user-3')
		await typeSold(page, '100')
		await page.getByRole('button', { name: 'Review swap' }).click()
		const sign = page.getByRole('button', { name: 'Sign with demo account' })
		await sign.waitFor()
		// The signed order is on its way when the price falls.
		await page.route('**/trade/orders', async route => {
			await maker.quote({ pair: 'XRD/xUSDC', bids: ['0.0504 20000'] })
			await route.continue()
		})
		await sign.click()
		await page.getByText('makers no longer offer this price. Nothing was traded.').waitFor()
		await page.getByText('You now receive 5.04 xUSDC instead of 5.05 xUSDC').waitFor()
		await page.getByRole('button', { name: 'Get a new quote' }).waitFor({ state: 'hidden' })
		await page.getByText('Your signed order came too late').waitFor()
		await page.getByText('This is a new quote.').waitFor()
		await page.unroute('**/trade/orders')
		await page.getByRole('button', { name: 'Accept 5.04 xUSDC (−0.2%)' }).click()
		// Only the service says that the first order will not be executed.
		await page.getByText('Your signature on it is valid until').waitFor()
		assert.ok(await sign.isDisabled())
		await page.getByRole('button', { name: 'Back to swap' }).click()
		await page.getByRole('button', { name: 'Review swap' }).click()
		await page.getByText('Your signature on it is valid until').waitFor()
		assert.ok(await sign.isDisabled())
		await page.getByLabel('I accept that both orders may be executed.').check()
		await sign.click()
		await orderIs(page, 'Settled')
		await page.locator('.order-result li', { hasText: '+5.04 xUSDC' }).waitFor()
		await maker.leave()
		await page.close()
	})

	test('a second order for the same swap can be signed when the first, which was refused, has expired', async () => {
		const page = await place.open({ expectedErrors: /Failed to load resource/ })
		await useAccount(page, 'user-3')
		await typeSold(page, '100')
		await page.getByRole('button', { name: 'Review swap' }).click()
		const sign = page.getByRole('button', { name: 'Sign with demo account' })
		await page.route('**/trade/orders', route => {
			const json = { type: 'about:blank', title: 'No liquidity', status: 422, code: 'no_liquidity' }
			return route.fulfill({ status: 422, contentType: 'application/problem+json', json })
		})
		await sign.click()
		await page.getByText('Your signature on it is valid until').waitFor()
		assert.ok(await sign.isDisabled())
		await page.unroute('**/trade/orders')
		await page.evaluate(() => {
			const orders = JSON.parse(localStorage.getItem('accord.unconfirmed') ?? '[]') as object[]
			localStorage.setItem(
				'accord.unconfirmed',
				JSON.stringify(orders.map(order => ({ ...order, untilMs: Date.now() }))),
			)
		})
		await page.getByText('Your signature on it is valid until').waitFor({ state: 'hidden' })
		await sign.and(page.locator(':enabled')).click()
		await orderIs(page, 'Settled')
		await page.close()
	})

	test('a price that rises before the signature is the user’s', async () => {
		const maker = await connectMaker(place.network, place.network.makers[2], {
			books: [{ pair: 'XRD/xUSDC', bids: ['0.0503 20000'] }],
		})
		const page = await place.open()
		await useAccount(page, 'user-4')
		await typeSold(page, '100')
		await page.getByRole('button', { name: 'Review swap' }).click()
		await page.getByRole('button', { name: 'Sign with demo account' }).waitFor()
		await maker.quote({ pair: 'XRD/xUSDC', bids: ['0.0505 20000'] })
		await page.getByText('You now receive 5.05 xUSDC instead of 5.03 xUSDC').waitFor()
		await page.getByRole('button', { name: 'Sign with demo account' }).click()
		await orderIs(page, 'Settled')
		await page.locator('.order-result li', { hasText: '+5.05 xUSDC' }).waitFor()
		await maker.leave()
		await page.close()
	})
})

async function setSlippage(page: Page, percent: string, { close = true }: { close?: boolean } = {}): Promise<void> {
	await page.getByRole('button', { name: 'Swap settings' }).click()
	await page.getByLabel('Custom slippage').fill(percent)
	if (close) await page.keyboard.press('Escape')
}

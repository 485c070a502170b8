import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { Decimal } from '@accord/protocol'
import { connectMaker, silent } from '../network/test-maker.ts'
import { untilEqual } from '../network/until.ts'
import { withoutChromium } from './chromium.ts'
import { Door } from './door.ts'
import { findViolations } from './find-violations.ts'
import { covered } from './measures.ts'
import { type PageNetwork, startPageNetwork } from './page-network.ts'
import { factIs, orderIs, reviewAndSign, typeSold, useAccount } from './trader.ts'

describe('a swap in a browser', { skip: withoutChromium() }, () => {
	let place: PageNetwork

	before(async () => {
		place = await startPageNetwork()
	})
	after(() => place?.stop())

	test('a user swaps, watches it settle, and the account has what the page shows', async () => {
		const { network } = place
		const [user] = network.users
		assert.ok(user)
		const before = network.balances(user.account)
		const page = await place.open()
		await useAccount(page, 'user-1')
		await typeSold(page, '100')
		// 100 XRD at 0.0499: the worst case is the book’s price unless the user wants it.
		assert.equal(await page.getByRole('textbox', { name: 'You receive' }).inputValue(), '4.99')
		await page.getByRole('button', { name: 'Review swap' }).click()
		await page.getByText('Read what you sign').click()
		await page.getByText('Withdraw 105.35 XRD from your account').waitFor()
		await page.getByText('must be at least 4.99 xUSDC').waitFor()
		await factIs(page, 'Network$', 'simulator (242)')
		await factIs(page, 'Valid until', /\d:\d\d:\d\d /)
		await page.getByText('45 s, if you sign now').waitFor()
		await factIs(page, 'Id', 'once you sign; your order shows it')
		await factIs(page, 'You pay in total', '101 XRD')
		await page.getByRole('button', { name: 'Sign with demo account' }).click()
		await orderIs(page, 'Settled')
		await page.getByRole('heading', { name: 'Balance changes', exact: true }).waitFor()
		const changed = page.locator('.order-result li')
		await changed.first().waitFor()
		await factIs(page, 'Order', /subtxid_sim1/)
		await page.getByText('The hash that you signed').waitFor()
		await factIs(page, 'Valid until', /\d:\d\d:\d\d /)
		await page.getByText(/^You paid in total 100\.9\d+ XRD: 100 XRD sold \+ 5\.35 XRD in fees/).waitFor()
		const after = network.balances(user.account)
		const changes = ['XRD', 'xUSDC'].map(symbol => {
			return Decimal.subtract(Decimal.parse(after[symbol] ?? '0'), Decimal.parse(before[symbol] ?? '0'))
		})
		assert.deepEqual(
			(await changed.allInnerTexts()).sort(),
			[`+${Decimal.format(changes[1] ?? Decimal.zero)} xUSDC`, `−${minus(changes[0])} XRD`].sort(),
		)

		await page.getByRole('link', { name: 'History' }).click()
		await page
			.getByRole('row', { name: /100 XRD/ })
			.first()
			.getByText('Settled')
			.waitFor()
		await page.close()
	})

	test('error: more than makers offer is not possible, and the page offers the maximum', async () => {
		const page = await place.open()
		await typeSold(page, '100000000')
		await page.getByRole('button', { name: 'Can’t swap this amount' }).waitFor()
		await page.getByRole('button', { name: /^Use [\d.,]+ XRD/ }).click()
		await page.getByRole('button', { name: 'Choose an account' }).waitFor()
		await page.close()
	})

	test('error: an amount too small to buy one unit', async () => {
		const page = await place.open()
		await typeSold(page, '0.000000000001')
		await page.getByRole('button', { name: 'Can’t swap this amount' }).waitFor()
		assert.match(await page.locator('.swap-reason').innerText(), /small/)
		await page.close()
	})

	test('error: the account lacks amount and fees', async () => {
		const page = await place.open()
		await useAccount(page, 'user-3')
		await typeSold(page, '100000')
		await page.getByRole('button', { name: 'Not enough XRD' }).waitFor()
		await page.getByText('You need 105.25 XRD more, including fees.').waitFor()
		await page.close()
	})

	test('error: the maker declines, and no other offers as good a price', async () => {
		const maker = await connectMaker(place.network, place.network.makers[1], {
			answer: () => 'reject',
			books: [{ pair: 'XRD/xUSDC', bids: ['0.05005 20000'] }],
		})
		const page = await place.open()
		await useAccount(page, 'user-3')
		await typeSold(page, '200')
		await reviewAndSign(page)
		await orderIs(page, 'Not filled')
		await page.getByText('Nothing was traded and you paid nothing').first().waitFor()
		await maker.leave()
		await page.getByRole('button', { name: 'New swap' }).click()
		await page.getByRole('heading', { name: 'Swap', exact: true }).first().waitFor()
		await page.goBack()
		await page.getByText('what makers give beyond it is yours').waitFor()
		assert.deepEqual(await findViolations(page), [])
		await page.getByRole('button', { name: 'Allow 0.1% from now on' }).click()
		await factIs(page, 'You receive at least', /^9\.9700\d+ xUSDC$/)
		await page.getByText('Slippage 0.1%').waitFor()
		await page.close()
	})

	test('a reload in the middle of an order continues it', async () => {
		const maker = await connectMaker(place.network, place.network.makers[1], {
			answer: silent,
			books: [{ pair: 'XRD/xUSDC', bids: ['0.05005 20000'] }],
		})
		const page = await place.open()
		await useAccount(page, 'user-3')
		await typeSold(page, '300')
		const newSwap = page.getByRole('button', { name: 'New swap' })
		await place.network.clock.standStill(async () => {
			await reviewAndSign(page)
			const order = await maker.asked()
			await page.reload()
			await orderIs(page, 'Waiting for makers')
			const open = page.locator('.order-open')
			await open
				.getByRole('timer')
				.getByText(/^Expires in \d+ s$/)
				.waitFor()
			assert.match(await open.locator('.time-left-ring').innerText(), /^\d+$/)
			await open.getByRole('button', { name: 'Cancel order' }).waitFor()
			assert.match((await newSwap.getAttribute('class')) ?? '', /button-plain/)
			assert.deepEqual(await findViolations(page), [])
			await maker.fill(order)
		})
		await orderIs(page, 'Settled')
		await page.locator('.order-open').waitFor({ state: 'detached' })
		assert.match((await newSwap.getAttribute('class')) ?? '', /button-primary/)
		await maker.leave()
		await page.close()
	})

	test('an order continues while its page is cut off, and the page catches up', async () => {
		const door = await Door.before(place.network.service.url)
		// No other test's fills are in its log.
		const maker = await connectMaker(place.network, place.network.makers[2], {
			answer: silent,
			books: [{ pair: 'XRD/xUSDC', bids: ['0.05005 20000'] }],
		})
		const page = await place.open({ through: door.url, expectedErrors: /ERR_|Failed to load resource/ })
		await useAccount(page, 'user-4')
		await typeSold(page, '400')
		await place.network.clock.standStill(async () => {
			await reviewAndSign(page)
			const order = await maker.asked()
			door.shut()
			await page.getByText('Connection lost').waitFor()
			await maker.fill(order)
		})
		await maker.told(['started', 'Settled'])
		door.open()
		await orderIs(page, 'Settled')
		await page.getByText('Connection lost').waitFor({ state: 'hidden' })
		await maker.leave()
		await page.close()
		door.remove()
	})

	test('error: nothing can be signed while the service is unreachable', async () => {
		const door = await Door.before(place.network.service.url)
		const page = await place.open({ through: door.url, expectedErrors: /ERR_|Failed to load resource/ })
		await useAccount(page, 'user-3')
		await typeSold(page, '100')
		await page.getByRole('button', { name: 'Review swap' }).waitFor()
		const colour = () =>
			page.evaluate<string>(`getComputedStyle(document.querySelector('.book-asks .book-price')).color`)
		const bright = await colour()
		door.shut()
		const waiting = page.getByRole('button', { name: 'Waiting for connection' })
		await waiting.waitFor()
		assert.equal(await waiting.isDisabled(), true)
		assert.notEqual(await colour(), bright, 'figures that are not current are dimmed')
		await page.close()
		door.remove()
	})

	for (const viewport of [
		{ width: 1440, height: 900 },
		{ width: 390, height: 844 },
	])
		test(`the review has five lines, and the signature is in sight whatever is unfolded, at ${viewport.width} px`, async () => {
			const page = await place.open({ viewport })
			await useAccount(page, 'user-2')
			await typeSold(page, '150')
			await page.getByRole('button', { name: 'Review swap' }).click()
			const sign = page.getByRole('button', { name: 'Sign with demo account' })
			await sign.waitFor()
			const names = (await page.locator('.review dt:visible').allInnerTexts()).map(text => text.split('\n')[0])
			const lines = ['You sell', 'You receive about', 'You receive at least', 'You pay in total', 'Total cost']
			assert.deepEqual(names, lines)
			const isInSight = () =>
				page.evaluate<boolean>(`(() => {
					const button = document.querySelector('.review-action .button')
					const { left, top, width, height } = button.getBoundingClientRect()
					return document.elementFromPoint(left + width / 2, top + height / 2) === button
				})()`)
			assert.equal(await isInSight(), true, 'at first')
			await page.getByText('Cost and prices').click()
			await page.getByText('Read what you sign').click()
			await page.evaluate('window.scrollTo(0, 0)')
			assert.equal(await isInSight(), true, 'unfolded')
			assert.deepEqual(await covered(page), [])
			await page.close()
		})

	test('on a phone the whole swap is within reach, and no view is wider than the screen', async () => {
		const page = await place.open({ viewport: { width: 375, height: 667 }, hasTouch: true, isMobile: true })
		await useAccount(page, 'user-3')
		await typeSold(page, '150')
		const isInSight = async (title: string) => {
			const top = await page
				.getByRole('heading', { name: title })
				.evaluate(heading => heading.getBoundingClientRect().top)
			assert.ok(top > 60 && top < 600, `${title} is at ${top}`)
		}
		await page.getByRole('button', { name: 'Review swap' }).click()
		await isInSight('Review and sign')
		await page.getByRole('button', { name: 'Sign with demo account' }).click()
		await orderIs(page, 'Settled')
		await isInSight('Your order')
		for (const view of ['Trade', 'History', 'Under the hood']) {
			await page.getByRole('link', { name: view, exact: true }).click()
			await page.locator('.panel').first().waitFor()
			await untilEqual(`the width of ${view}`, () => page.evaluate('document.documentElement.scrollWidth'), 375)
		}
		await page.close()
	})
})

/** Without its sign: the page uses a minus, not a hyphen. */
function minus(change: Decimal = Decimal.zero): string {
	return Decimal.format(Decimal.negate(change))
}

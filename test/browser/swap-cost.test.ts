import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { connectMaker, silent } from '../network/test-maker.ts'
import { withoutChromium } from './chromium.ts'
import { findViolations } from './find-violations.ts'
import { type PageNetwork, startPageNetwork } from './page-network.ts'
import { factIs, orderIs, typeSold, useAccount } from './trader.ts'

describe('the total cost of a swap', { skip: withoutChromium() }, () => {
	let place: PageNetwork

	before(async () => {
		place = await startPageNetwork()
	})
	after(() => place?.stop())

	test('one total, of fees, refund and price, as a share of the trade', async () => {
		const page = await place.open()
		await typeSold(page, '100')
		// 100 + 0.1 + 5.25 − 4.35 XRD, for 4.99 xUSDC, which are worth 99.8 XRD at the mid price of 0.05.
		await factIs(page, 'You pay in total', '101 XRD')
		await factIs(page, 'You receive at least', '4.99 xUSDC')
		await factIs(page, 'Total cost', '1.2 XRD (1.2%)')
		await page.getByText('Cost and prices').click()
		await factIs(page, 'Half the spread', '0.2 XRD')
		await factIs(page, 'Price impact', '0%')
		await factIs(page, 'Platform fee', '0.1 XRD')
		await factIs(page, 'Network and solver', '0.9 XRD')
		await factIs(page, 'Mid price', '0.05 xUSDC')
		await factIs(page, 'Needed in the account', '105.35 XRD')
		assert.deepEqual(await findViolations(page), [])
		await page.close()
	})

	test('before an amount is typed there are three lines, and then three others in their place', async () => {
		const page = await place.open()
		await factIs(page, 'Network and solver', '0.9 XRD')
		const lines = () => page.locator('.swap .fact:visible dt').allInnerTexts()
		const names = async () => (await lines()).map(text => text.split('\n')[0])
		assert.deepEqual(await names(), ['Platform fee', 'Network and solver', 'Slippage'])
		await typeSold(page, '100')
		await factIs(page, 'Total cost', '1.2 XRD (1.2%)')
		assert.deepEqual(await names(), ['You pay in total', 'You receive at least', 'Total cost'])
		await page.close()
	})

	test('a crossed book has no mid price and no cost, and the form says so', async () => {
		const { network } = place
		const maker = await connectMaker(network, network.makers[1], { answer: silent })
		await maker.quote({ pair: 'XRD/xUSDC', bids: ['0.0512 20000'] })
		const page = await place.open()
		await typeSold(page, '100')
		await page.getByText('The book is crossed: this price may not be filled.').waitFor()
		await factIs(page, 'Total cost', '–')
		await page.getByText('Cost and prices').click()
		await factIs(page, 'Mid price', 'none')
		await page.getByText(/^Crossed by .*: no mid price$/).waitFor()
		await page.locator('.market-figures').getByText('crossed').waitFor()
		assert.deepEqual(await findViolations(page), [])
		await maker.leave()
		await factIs(page, 'Total cost', '1.2 XRD (1.2%)')
		await page.close()
	})

	test('the smallest sensible amount is shown before anything is typed, for each token', async () => {
		const page = await place.open()
		await page.getByText('Sensible from about 53 XRD: below').waitFor()
		await page.getByRole('button', { name: 'Switch tokens' }).click()
		await page.getByText('Sensible from about 2.7 xUSDC: below').waitFor()
		await page.close()
	})

	test('from 2 % on the cost is amber', async () => {
		const page = await place.open()
		await useAccount(page, 'user-1')
		await typeSold(page, '20')
		await factIs(page, 'Total cost', '0.96 XRD (4.8%)')
		await page.locator('.swap-cost-high', { hasText: '4.8%' }).first().waitFor()
		await page.getByText('This swap costs 4.8% of what you sell. Sensible from about 53 XRD.').waitFor()
		assert.match((await page.getByRole('button', { name: 'Review swap' }).getAttribute('class')) ?? '', /caution/)
		assert.deepEqual(await findViolations(page), [])
		await page.close()
	})

	// shows decision 64: A total cost of 10 % or more is confirmed
	test('from 10 % on it is red, and confirmed before it can be signed', async () => {
		const page = await place.open()
		await useAccount(page, 'user-1')
		await typeSold(page, '1')
		await factIs(page, 'Total cost', '0.903 XRD (90.3%)')
		const review = page.getByRole('button', { name: 'Review anyway: costs 90%' })
		assert.match((await review.getAttribute('class')) ?? '', /danger/)
		assert.deepEqual(await findViolations(page), [])
		await review.click()
		const sign = page.getByRole('button', { name: 'Sign with demo account' })
		await sign.waitFor()
		assert.equal(await sign.isDisabled(), true)
		assert.deepEqual(await findViolations(page), [])
		await page.getByRole('checkbox', { name: /total cost of [89]\d.*% of what I sell/ }).check()
		await sign.click()
		await orderIs(page, 'Settled')
		await page.close()
	})

	test('the rounding of dust is a cost, but not a price impact', async () => {
		const page = await place.open()
		await typeSold(page, '0.00003')
		await page.getByRole('textbox', { name: 'You receive' }).and(page.locator('[value="0.000001"]')).waitFor()
		await page.getByText('Cost and prices').click()
		await factIs(page, 'Price impact', '0%')
		await factIs(page, 'Rounding', /^0\.0000\d+ XRD$/)
		await factIs(page, 'Book price', /^0\.0499 /)
		await page.close()
	})
})

import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { connectMaker, silent } from '../network/test-maker.ts'
import { untilEqual } from '../network/until.ts'
import { withoutChromium } from './chromium.ts'
import { findViolations } from './find-violations.ts'
import { type PageNetwork, startPageNetwork } from './page-network.ts'
import { reviewAndSign, typeSold, useAccount } from './trader.ts'

describe('open orders in a browser', { skip: withoutChromium() }, () => {
	let place: PageNetwork

	before(async () => {
		place = await startPageNetwork()
	})
	after(() => place?.stop())

	for (const viewport of [
		{ width: 1440, height: 900 },
		{ width: 390, height: 844 },
	])
		test(`an order is followed on every view, and its end is news, at ${viewport.width} px`, async () => {
			const { network } = place
			const slow = await connectMaker(network, network.makers[1], {
				answer: silent,
				books: [{ pair: 'XRD/xUSDC', bids: ['0.05005 20000'] }],
			})
			const page = await place.open({ viewport })
			const strip = page.getByRole('complementary', { name: 'Your orders' })
			await useAccount(page, 'user-3')
			await network.clock.standStill(async () => {
				await typeSold(page, '100')
				await reviewAndSign(page)
				assert.equal(await strip.count(), 0, 'the order’s own view says all of it')
				await page.getByRole('link', { name: 'Trade', exact: true }).click()
				await strip.getByText(/expires in \d+ s/).waitFor()
				await strip.getByText('Waiting for makers').waitFor()
				assert.deepEqual(await findViolations(page), [])
				await page.getByRole('link', { name: 'Under the hood' }).click()
				await strip.getByText('Waiting for makers').waitFor()
				await slow.fill(await slow.asked())
			})
			await strip.getByRole('status').getByText('Settled').waitFor()
			await untilEqual('the title', () => page.title(), '✓ Settled – Under the hood – Accord')
			assert.deepEqual(await findViolations(page), [])
			await strip.getByRole('button', { name: 'Close' }).click()
			await strip.waitFor({ state: 'hidden' })
			assert.equal(await page.title(), 'Under the hood – Accord')
			await page.close()
			await slow.leave()
		})

	test('an order is cancelled from another view, and a reload keeps it in sight', async () => {
		const { network } = place
		const slow = await connectMaker(network, network.makers[1], {
			answer: silent,
			books: [{ pair: 'XRD/xUSDC', bids: ['0.05005 20000'] }],
		})
		const page = await place.open()
		await useAccount(page, 'user-3')
		const strip = page.getByRole('complementary', { name: 'Your orders' })
		await network.clock.standStill(async () => {
			await typeSold(page, '100')
			await reviewAndSign(page)
			await page.getByRole('link', { name: 'History', exact: true }).click()
			await page.reload()
			await strip.getByRole('button', { name: 'Cancel order' }).click()
		})
		await strip.getByRole('status').getByText('Cancelled').waitFor()
		await untilEqual('the title', () => page.title(), 'Cancelled – History – Accord')
		await page.close()
		await slow.leave()
	})
})

import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { connectMaker, silent } from '../network/test-maker.ts'
import { until } from '../network/until.ts'
import { withoutChromium } from './chromium.ts'
import type { Connector } from './connector.ts'
import { findViolations } from './find-violations.ts'
import type { PageNetwork } from './page-network.ts'
import { balanceIsShown, orderIs } from './trader.ts'
import { connect, openWithWallet, reviewOrder, sizes, startWalletNetwork } from './wallet-page.ts'

const pastPatience = '02:05'

describe('a wallet that does not sign', { skip: withoutChromium() }, () => {
	let place: PageNetwork

	before(async () => {
		place = await startWalletNetwork()
	})
	after(() => place?.stop())

	for (const viewport of sizes) {
		const at = `at ${viewport.width} × ${viewport.height}`

		/** A page with an order ready to be signed, whose time the test controls. */
		async function review() {
			const opened = await openWithWallet(place, { viewport, prepare: page => page.clock.install() })
			await connect(opened.page)
			return { ...opened, sign: await reviewOrder(opened.page) }
		}

		const asked = (connector: Connector, what: string) =>
			until(`the wallet to be asked: ${what}`, () => connector.asked.includes(what))

		test(`a declined signature has its own message, and can be requested again, ${at}`, async () => {
			const { page, connector, sign } = await review()
			connector.mood = 'declines'
			await sign.click()
			await page.getByText('You declined in your wallet. Nothing was traded.').waitFor()
			assert.deepEqual(await findViolations(page), [])
			connector.mood = 'signs'
			await sign.click()
			await orderIs(page, 'Settled')
			await page.close()
		})

		test(`the page stops waiting for a wallet that does not answer, and withdraws the request, ${at}`, async () => {
			const { page, connector, sign } = await review()
			connector.mood = 'ignores'
			await sign.click()
			await asked(connector, 'preAuthorizationRequest')
			await page.clock.fastForward(pastPatience)
			await page.getByText('Your wallet received the request but did not answer in time').waitFor()
			await asked(connector, 'cancelRequest')
			assert.deepEqual(await findViolations(page), [])
			await page.close()
		})

		test(`a closed wallet is noticed while it can still be opened, ${at}`, async () => {
			const { page, connector, sign } = await review()
			connector.mood = 'closed'
			await sign.click()
			await asked(connector, 'preAuthorizationRequest')
			await page.clock.fastForward('00:11')
			await page.getByText('Your wallet has not received the request yet.').waitFor()
			assert.deepEqual(await findViolations(page), [])
			await page.clock.fastForward(pastPatience)
			await page.getByText('Your wallet did not receive the request').waitFor()
			await page.close()
		})

		test(`cancelling on the page withdraws the request, ${at}`, async () => {
			const { page, connector, sign } = await review()
			connector.mood = 'ignores'
			await sign.click()
			await page.getByRole('button', { name: 'Cancel', exact: true }).click()
			await page.getByText('Cancelled before anything was sent').waitFor()
			await asked(connector, 'cancelRequest')
			await page.close()
		})

		test(`an open order is cancelled by the wallet, which stays connected, ${at}`, async () => {
			const { network } = place
			const slow = await connectMaker(network, network.makers[1], {
				answer: silent,
				books: [{ pair: 'XRD/xUSDC', bids: ['0.05005 20000'] }],
			})
			const { page, connector } = await openWithWallet(place, { viewport })
			await connect(page)
			await network.clock.standStill(async () => {
				const sign = await reviewOrder(page)
				await sign.click()
				const cancel = page.locator('.order-open').getByRole('button', { name: 'Cancel order' })
				await cancel.waitFor()
				connector.mood = 'declines'
				await cancel.click()
				await page.getByText('You declined in your wallet. The order was not cancelled.').waitFor()
				connector.mood = 'signs'
				await cancel.click()
				await orderIs(page, 'Cancelled')
			})
			await page.getByRole('button', { name: 'New swap' }).click()
			await balanceIsShown(page)
			await page.reload()
			await balanceIsShown(page)
			await page.close()
			await slow.leave()
		})
	}
})

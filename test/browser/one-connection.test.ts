import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { Page } from 'playwright-core'
import { connectMaker } from '../network/test-maker.ts'
import { untilEqual } from '../network/until.ts'
import { withoutChromium } from './chromium.ts'
import { type PageNetwork, startPageNetwork } from './page-network.ts'

describe('the market in four windows of one browser', { skip: withoutChromium() }, () => {
	let place: PageNetwork

	before(async () => {
		place = await startPageNetwork()
	})
	after(() => place?.stop())

	/** The open event streams, as the service counts them. */
	async function streams(): Promise<number> {
		const metrics = await (await fetch(`${place.network.operatorUrl}/metrics`)).text()
		return Number(/^accord_event_streams_open (\d+)$/m.exec(metrics)?.[1])
	}

	// shows decision 90: One connection a browser
	test('they share one stream of the book and one of trades; if the first closes, the others go on', async () => {
		await place.stopMaker()
		const maker = await connectMaker(place.network, place.network.makers[1], {
			books: [{ pair: 'XRD/xUSDC', bids: ['0.05005 20000'] }],
		})
		const first = await place.open({ at: '#/market' })
		const beside = async () => {
			const page = await first.context().newPage()
			await page.goto(`${place.network.service.url}/#/market`)
			return page
		}
		const pages = [first, await beside(), await beside(), await beside()]
		const shows = async (price: string, tabs: readonly Page[]) => {
			for (const page of tabs) await page.locator('.book').getByText(price).first().waitFor()
		}
		await shows('0.05005', pages)
		await untilEqual('the streams', streams, 2)
		await first.close()
		const left = pages.slice(1)
		for (const price of ['0.05006', '0.05007']) {
			maker.quote(price)
			await shows(price, left)
		}
		await untilEqual('the streams', streams, 2)
		assert.equal(await left[0]?.getByText('Reconnecting').count(), 0)
		await left[0]?.context().close()
	})
})

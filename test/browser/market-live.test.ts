import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { Decimal } from '@accord/protocol'
import { until, untilEqual } from '../network/until.ts'
import { withoutChromium } from './chromium.ts'
import { type PageNetwork, startPageNetwork } from './page-network.ts'
import { settleTrades } from './settle-trades.ts'

const bytesPerMinuteMax = 60_000

describe('the live market in a browser', { skip: withoutChromium() }, () => {
	let place: PageNetwork

	before(async () => {
		place = await startPageNetwork()
	})
	after(() => place?.stop())

	test('while nothing trades, a view of the market receives at most 60 kB a minute', async t => {
		await settleTrades(place.network, ['100 XRD → xUSDC'])
		const page = await place.open({ at: '#/market' })
		await page.locator('.price-canvas canvas').first().waitFor()
		await page.locator('.recent tbody tr').first().waitFor()
		const session = await page.context().newCDPSession(page)
		const { length: pairs } = await place.network.dex.tokenPairs()
		let bytes = 0
		let polled = 0
		session.on('Network.responseReceived', ({ response }) => {
			bytes += response.encodedDataLength
			if (response.url.includes('depth=1')) polled += 1
		})
		session.on('Network.dataReceived', ({ encodedDataLength }) => {
			bytes += encodedDataLength
		})
		await session.send('Network.enable')
		// Views that are loaded ahead arrive before the first round of the pairs' best prices, the only thing that is
		// requested again.
		await until('a round of the pairs', () => polled >= pairs)
		const sinceMs = performance.now()
		bytes = 0
		await until('another round', () => polled >= 2 * pairs)
		const perMinute = (bytes / (performance.now() - sinceMs)) * 60_000
		t.diagnostic(`${Math.round(perMinute)} bytes a minute`)
		assert.ok(perMinute < bytesPerMinuteMax, `${perMinute} bytes a minute`)
		await page.close()
	})

	test('a trade appears as it settles, in list and chart, and only the newest candles are read again', async () => {
		const page = await place.open({ at: '#/market' })
		await page.locator('.recent tbody tr').first().waitFor()
		await page.locator('.price-figures').getByText('100 XRD').waitFor()
		const asked: string[] = []
		page.on('request', request => asked.push(new URL(request.url()).search))
		await settleTrades(place.network, ['20 xUSDC → XRD'])
		await untilEqual('two trades', () => page.locator('.recent tbody tr').count(), 2)
		await page.getByText('Close 0.0501').waitFor()
		await page
			.getByRole('img', { name: /^XRD\/xUSDC price chart: 2 trades in .* to 0\.0501, lowest 0\.0499/ })
			.waitFor()
		const candles = asked.filter(search => search.includes('interval='))
		assert.deepEqual([...new Set(candles)], ['?base=XRD&quote=xUSDC&interval=1m&limit=3'])
		await page.close()
	})

	test('candles have lengths from a minute to a day, and times are the reader’s', async () => {
		const page = await place.open({ at: '#/market', timezoneId: 'Asia/Kathmandu' })
		const { trades } = await place.network.dex.trades({ limit: 1 })
		const time = new Intl.DateTimeFormat('en-GB', { timeStyle: 'medium', timeZone: 'Asia/Kathmandu' })
		const shown = page.locator('.recent tbody time').first()
		await untilEqual('its time', () => shown.innerText(), time.format(trades[0]?.settledAtMs))
		const lengths = page.getByRole('group', { name: 'Interval' }).getByRole('button')
		assert.deepEqual(await lengths.allInnerTexts(), ['1m', '5m', '15m', '1h', '4h', '1d'])
		for (const interval of ['4h', '1d', '1m'] as const) {
			await page.getByRole('button', { name: interval, exact: true }).click()
			// Between the two trades an interval may have ended.
			const { candles } = await place.network.dex.candles({ base: 'XRD', quote: 'xUSDC' }, { interval })
			const [newest] = candles
			assert.ok(newest !== undefined)
			await page.getByText(`Open ${Decimal.format(newest.open)}`, { exact: true }).waitFor()
			await page.getByText('Close 0.0501', { exact: true }).waitFor()
		}
		await page.close()
	})
})

import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { Decimal } from '@accord/protocol'
import { readBook } from '../network/book-text.ts'
import { connectMaker, silent } from '../network/test-maker.ts'
import { until, untilEqual } from '../network/until.ts'
import { withoutChromium } from './chromium.ts'
import { type PageNetwork, startPageNetwork } from './page-network.ts'
import { settleTrades } from './settle-trades.ts'
import { showTab } from './trader.ts'

const bytesPerMinuteMax = 60_000

describe('the live market in a browser', { skip: withoutChromium() }, () => {
	let place: PageNetwork

	before(async () => {
		// Makers may quote a tenth of the usual price.
		place = await startPageNetwork({ settings: { settlement: { price_band: '0.99' } } })
	})
	after(() => place?.stop())

	test('while nothing trades, a view of the market receives at most 60 kB a minute', async t => {
		await settleTrades(place.network, ['100 XRD → xUSDC'])
		const page = await place.open({ at: '#/market' })
		await page.locator('.price-canvas canvas').first().waitFor()
		await showTab(page, 'Trades')
		await page.locator('.recent tbody tr').first().waitFor()
		await showTab(page, 'Pairs')
		const session = await page.context().newCDPSession(page)
		const { length: pairs } = await place.network.dex.tokenPairs()
		let bytes = 0
		let polled = 0
		let views = 0
		session.on('Network.responseReceived', ({ type, response }) => {
			bytes += response.encodedDataLength
			if (type === 'Script' || type === 'Stylesheet') views += 1
			if (response.url.includes('depth=1')) polled += 1
		})
		session.on('Network.dataReceived', ({ encodedDataLength }) => {
			bytes += encodedDataLength
		})
		await session.send('Network.enable')
		/** Between two rounds of the pairs' best prices, the only thing that is requested again. */
		const measureRound = async () => {
			const before = { bytes, views, sinceMs: performance.now() }
			const next = polled + pairs
			await until('a round of the pairs', () => polled >= next)
			const perMinute = ((bytes - before.bytes) / (performance.now() - before.sinceMs)) * 60_000
			return { perMinute, loadedView: views > before.views }
		}
		await measureRound()
		let round = await measureRound()
		// Views are loaded ahead while the browser is idle, each once.
		while (round.loadedView) round = await measureRound()
		const { perMinute } = round
		t.diagnostic(`${Math.round(perMinute)} bytes a minute`)
		assert.ok(perMinute < bytesPerMinuteMax, `${perMinute} bytes a minute`)
		await page.close()
	})

	test('a book of 50 levels that changes 20 times a second is drawn at most four times a second', async t => {
		const { network } = place
		const page = await place.open({ at: '#/market' })
		await page.locator('.book-asks .book-price').first().waitFor()
		const maker = await connectMaker(network, network.makers[1], { answer: silent })
		const level = (at: number, step: number) =>
			`0.04${String(989 - at).padStart(3, '0')} ${1_000 + ((step * 7 + at) % 13)}`
		const quote = (step: number) =>
			maker.client.setPriceBook(
				readBook({ pair: 'XRD/xUSDC', bids: Array.from({ length: 50 }, (_, at) => level(at, step)) }),
			)
		quote(0)
		await page.locator('.book-bids .book-price').getByText('0.049890').waitFor()
		await page.evaluate(`window.draws = 0
			new MutationObserver(() => window.draws++).observe(document.querySelector('.book'), {
				subtree: true, childList: true, characterData: true, attributes: true,
			})`)
		const sinceMs = performance.now()
		for (let step = 1; step <= 60; step++) {
			quote(step)
			await new Promise(resolve => setTimeout(resolve, 50))
		}
		const draws = await page.evaluate<number>('window.draws')
		const seconds = (performance.now() - sinceMs) / 1000
		t.diagnostic(`${draws} draws in ${seconds} s`)
		assert.ok(draws > 0 && draws <= 4 * seconds + 2, `${draws} draws in ${seconds} s`)
		await maker.client.ping()
		maker.client.setPriceBook(readBook({ pair: 'XRD/xUSDC' }))
		await page.locator('.book-bids .book-price').getByText('0.049890').waitFor({ state: 'detached' })
		maker.disconnect()
		await page.close()
	})

	test('a trade appears as it settles, in list and chart, and only the newest candles are read again', async () => {
		const page = await place.open({ at: '#/market' })
		await showTab(page, 'Trades')
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
		const candles = asked.filter(search => search.includes('interval=5m'))
		assert.deepEqual([...new Set(candles)], ['?base=XRD&quote=xUSDC&interval=5m&limit=3'])
		await page.close()
	})

	test('candles have lengths from a minute to a day, and times are the reader’s', async () => {
		const page = await place.open({ at: '#/market', timezoneId: 'Asia/Kathmandu' })
		const { trades } = await place.network.dex.trades({ limit: 1 })
		const time = new Intl.DateTimeFormat('en-GB', { timeStyle: 'medium', timeZone: 'Asia/Kathmandu' })
		await showTab(page, 'Trades')
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
			await page.getByText(new RegExp(`^Open ${Decimal.format(newest.open)}0*$`)).waitFor()
			await page.getByText('Close 0.050100', { exact: true }).waitFor()
		}
		await page.close()
	})

	test('after a fall to a tenth the axis is in the reader’s language and never below zero', async () => {
		await place.stopMaker()
		const maker = await connectMaker(place.network, place.network.makers[2], {
			books: [{ pair: 'XRD/xUSDC', bids: ['0.005 50000'], asks: ['0.0051 50000'] }],
		})
		await settleTrades(place.network, ['500 XRD → xUSDC'])
		const page = await place.open({
			at: '#/market',
			locale: 'de-DE',
			// What the chart writes on its canvas, its axis among it.
			prepare: async page => {
				await page.addInitScript(`window.written = new Set()
					const write = CanvasRenderingContext2D.prototype.fillText
					CanvasRenderingContext2D.prototype.fillText = function (text, ...place) {
						window.written.add(text)
						return write.call(this, text, ...place)
					}`)
			},
		})
		await page.getByText('Close 0,0050000', { exact: true }).waitFor()
		const written = () => page.evaluate<string[]>('[...window.written]')
		const prices = async () => (await written()).filter(text => /^[−-]?\d+[.,]\d/.test(text))
		await until('the axis', async () => (await prices()).length >= 4)
		assert.deepEqual(
			(await prices()).filter(text => !/^0,0\d+$/.test(text)),
			[],
		)
		assert.ok((await prices()).includes('0,0050000'), `the last price among ${await prices()}`)
		assert.ok((await prices()).includes('0,0050500'), 'the mid price')
		await maker.leave()
		await page.close()
	})
})

import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { withoutChromium } from './chromium.ts'
import { type PageNetwork, startPageNetwork } from './page-network.ts'
import { settleTrades } from './settle-trades.ts'

describe('the page’s sizes and colours', { skip: withoutChromium() }, () => {
	let place: PageNetwork

	before(async () => {
		place = await startPageNetwork()
		await settleTrades(place.network, ['100 XRD → xUSDC', '20 xUSDC → XRD'])
	})
	after(() => place?.stop())

	test('a rem is 16 px, unless the reader has chosen another size', async () => {
		const page = await place.open()
		await page.locator('.book-asks .book-price').first().waitFor()
		const rem = () => page.evaluate<string>('getComputedStyle(document.documentElement).fontSize')
		assert.equal(await rem(), '16px')
		await page.close()
	})

	test('the book’s bars are within their rows', async () => {
		const page = await place.open()
		await page.locator('.book-asks .book-price').first().waitFor()
		const outside = await page.evaluate<string[]>(`Array.from(document.querySelectorAll('.book-asks tr, .book-bids tr'))
			.filter(row => row.querySelector('.book-price'))
			.filter(row => {
				const bar = getComputedStyle(row.cells[0], '::before')
				return parseFloat(bar.width) > row.getBoundingClientRect().width || parseFloat(bar.right) < 0 || parseFloat(bar.left) < 0
			})
			.map(row => row.innerText)`)
		assert.deepEqual(outside, [])
		await page.close()
	})

	test('no part of the desk is more than half empty, at 1024 and 1440', async () => {
		const page = await place.open({ at: '#/market' })
		await page.locator('.price-canvas canvas').first().waitFor()
		for (const width of [1024, 1440]) {
			await page.setViewportSize({ width, height: 900 })
			const empty = await page.evaluate<
				string[]
			>(`Array.from(document.querySelectorAll('.desk :is(.frame, .desk-ticket > * > .panel)'))
				.filter(panel => {
					const { top, height } = panel.getBoundingClientRect()
					const bottoms = Array.from(panel.querySelectorAll('td, canvas, svg, p, .depth-axis'), part => part.getBoundingClientRect().bottom)
					return Math.max(...bottoms) - top < height / 2
				})
				.map(panel => panel.innerText.slice(0, 40))`)
			assert.deepEqual(empty, [], `${width}`)
		}
		await page.close()
	})

	test('where the browser chooses the colours, the selected items are framed, and the marks keep their own', async () => {
		const page = await place.open({ forcedColors: 'active', at: '#/market' })
		await page.locator('.price-canvas canvas').first().waitFor()
		const style = (selector: string, name: string) =>
			page.evaluate<string>(`getComputedStyle(document.querySelector(${JSON.stringify(selector)})).${name}`)
		const chosen = await style('.header-nav a[aria-current]', 'borderBottomColor')
		assert.notEqual(await style('.header-nav a:not([aria-current])', 'borderBottomColor'), chosen)
		assert.equal(await style('.choice button[aria-pressed="true"]', 'outlineStyle'), 'solid')
		assert.equal(await style('.choice button[aria-pressed="false"]', 'outlineStyle'), 'none')
		const tab = await style('.tab[aria-selected="true"]', 'borderBottomColor')
		assert.notEqual(await style('.tab[aria-selected="false"]', 'borderBottomColor'), tab)
		await page.locator('.token-mark-xrd').first().waitFor()
		assert.equal(await style('.token-mark-xrd circle', 'fill'), 'rgb(19, 64, 201)')
		assert.equal(await style('.token-mark-usdc circle', 'fill'), 'rgb(31, 102, 189)')
		await page.close()
	})
})

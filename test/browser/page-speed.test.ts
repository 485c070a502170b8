import assert from 'node:assert/strict'
import { after, before, describe, type TestContext, test } from 'node:test'
import type { Page } from 'playwright-core'
import { until } from '../network/until.ts'
import { withoutChromium } from './chromium.ts'
import { type PageNetwork, startPageNetwork } from './page-network.ts'
import { settleTrades } from './settle-trades.ts'

/** How many seconds to watch the live market. If given, times are asserted too: the machine must then be otherwise idle. */
const watchedS = process.env.ACCORD_WATCH_SECONDS
const watchedMs = Number(watchedS ?? 2) * 1_000
const form = '#/swap?sell=XRD&buy=xUSDC&amount=2500'
const bookMsMax = 800
/**
 * A figure that is a fraction of a pixel wider than the one before it moves its column imperceptibly: 0 to three
 * decimals, the usual precision of such scores.
 */
const shiftMin = 0.0005

/** Collected by the browser from the first moment; a task is long from 50 ms on. */
const observe = `
	window.seen = { shifts: [], long: [] }
	const collect = (type, add) => new PerformanceObserver(list => list.getEntries().forEach(add)).observe({ type, buffered: true })
	collect('layout-shift', ({ startTime, value, hadRecentInput, sources }) => {
		if (hadRecentInput) return
		const moved = sources.map(({ node }) => (node?.nodeType === Node.TEXT_NODE ? node.parentElement : node)?.outerHTML?.slice(0, 120))
		window.seen.shifts.push({ atMs: Math.round(startTime), value, moved })
	})
	collect('longtask', ({ startTime, duration }) => window.seen.long.push({ atMs: Math.round(startTime), durationMs: duration }))
	new MutationObserver((_, observer) => {
		if (document.querySelector('.book-asks .book-price') === null) return
		window.seen.bookMs = performance.now()
		observer.disconnect()
	}).observe(document, { childList: true, subtree: true })`

type Seen = {
	readonly shifts: readonly { readonly atMs: number; readonly value: number; readonly moved: readonly string[] }[]
	readonly long: readonly { readonly atMs: number; readonly durationMs: number }[]
	readonly bookMs?: number
}

describe('the page stands still and stays responsive', { skip: withoutChromium() }, () => {
	let place: PageNetwork

	before(async () => {
		place = await startPageNetwork()
		await settleTrades(place.network, ['100 XRD → xUSDC', '20 xUSDC → XRD'])
	})
	after(() => place?.stop())

	for (const [size, at] of [
		[{ width: 1440, height: 900 }, ''],
		[{ width: 1440, height: 900 }, form],
		[{ width: 1024, height: 800 }, form],
		[{ width: 390, height: 844 }, ''],
		[{ width: 390, height: 844 }, form],
		[{ width: 320, height: 640 }, form],
	] as const)
		test(`nothing moves ${at === '' ? 'in the empty form' : 'in a filled form'} at ${size.width} px while it loads and lives`, async t => {
			const page = await place.open({ viewport: size, at, prepare: observed })
			await page.locator('.book-asks .book-price').first().waitFor()
			await page.locator('.market-figures').getByText('0.0501').first().waitFor()
			if (size.width > 760) await page.locator('.price-canvas canvas').first().waitFor()
			if (at !== '') await page.getByText(/asks \d maker/).waitFor()
			const loadedMs = await watch(page, watchedMs)
			const seen = await page.evaluate<Seen>('window.seen')
			assert.deepEqual(
				seen.shifts.filter(({ value }) => value >= shiftMin),
				[],
			)
			judgeTimes(t, seen, loadedMs)
			await page.close()
		})

	test('what is loaded ahead does not compete with the first book', async () => {
		const page = await place.open({ viewport: { width: 320, height: 640 }, at: form })
		const startsOf = (name: string) =>
			page.evaluate<number[]>(`performance.getEntriesByType('resource')
				.filter(({ name }) => name.includes('/assets/${name}-')).map(({ startTime }) => startTime)`)
		for (const part of ['review', 'token-dialog', 'order-panel']) {
			await until(`the part ${part}`, async () => (await startsOf(part)).length > 0)
			assert.ok(Math.min(...(await startsOf(part))) >= 1_500, `${part}: ${await startsOf(part)}`)
		}
		await page.close()
	})
})

async function observed(page: Page): Promise<void> {
	await page.addInitScript(observe)
}

/** The live book is observed for this many of its events; returns when that began. */
async function watch(page: Page, ms: number): Promise<number> {
	const loadedMs = await page.evaluate<number>('performance.now()')
	await page.evaluate(`new Promise(resolve => setTimeout(resolve, ${ms}))`)
	return loadedMs
}

/** Times depend on the machine's other load: they are reported, and asserted only if a measurement was requested. */
function judgeTimes(t: TestContext, { bookMs, long }: Seen, loadedMs: number): void {
	assert.ok(bookMs !== undefined, 'the book was shown')
	t.diagnostic(`first book after ${Math.round(bookMs)} ms; tasks from 50 ms on: ${JSON.stringify(long)}`)
	if (watchedS === undefined) return
	assert.ok(bookMs <= bookMsMax, `first book after ${bookMs} ms`)
	const live = long.filter(({ atMs }) => atMs >= loadedMs)
	assert.deepEqual(live, [], 'tasks from 50 ms on, once the view had loaded')
}

import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { Page, Route } from 'playwright-core'
import { withoutChromium } from './chromium.ts'
import { enterKey, panel } from './maker-page.ts'
import { type PageNetwork, startPageNetwork } from './page-network.ts'

const keyHeader = 'service-api-key'

describe('the session of the maker’s view in a browser', { skip: withoutChromium() }, () => {
	let place: PageNetwork

	before(async () => {
		place = await startPageNetwork()
	})
	after(() => place?.stop())

	const keyOf = (maker: number) => place.network.makers[maker - 1]?.apiKey ?? assert.fail(`no maker ${maker}`)
	const signOut = (page: Page) => page.getByRole('button', { name: 'Sign out' })

	test('the document never holds the key, not while it is entered and not when it is refused', async () => {
		const page = await place.open({ at: '#/maker', expectedErrors: /401/ })
		const key = 'a-key-that-nobody-has'
		const field = page.getByLabel('API key')
		await field.fill(key)
		assert.equal((await page.content()).includes(key), false)
		await page.getByRole('button', { name: 'Sign in' }).click()
		await page.getByRole('alert').getByText('does not accept this key').waitFor()
		assert.equal(await field.inputValue(), key)
		assert.equal((await page.content()).includes(key), false)
		await page.close()
	})

	test('a page that is left forgets the key, even if the browser keeps it for the way back', async () => {
		const page = await place.open({ at: '#/maker' })
		await enterKey(page, keyOf(1))
		await page.getByText('Allowance left').waitFor()
		await page.evaluate("window.dispatchEvent(new Event('pagehide'))")
		assert.equal(await page.getByLabel('API key').inputValue(), '')
		assert.equal(await signOut(page).count(), 0)
		await page.close()
	})

	test('error: an accepted key that is answered late does not replace a newer one', async () => {
		const page = await place.open({ at: '#/maker' })
		const held = await hold(page, '**/maker/limits')
		await enterKey(page, keyOf(1))
		const late = await held.route
		await page.getByRole('link', { name: 'Trade', exact: true }).click()
		await page.getByRole('link', { name: 'For makers' }).click()
		await enterKey(page, keyOf(2))
		await signOut(page).waitFor()
		await late.continue()
		assert.equal(await statusOf(late), 200)
		assert.deepEqual(await nextKeys(page), [keyOf(2), keyOf(2)])
		await page.close()
	})

	test('error: an accepted key that is answered after signing out does not open the view', async () => {
		const page = await place.open({ at: '#/maker' })
		const held = await hold(page, '**/maker/limits')
		await enterKey(page, keyOf(1))
		const late = await held.route
		await page.evaluate("window.dispatchEvent(new Event('pagehide'))")
		await late.continue()
		assert.equal(await statusOf(late), 200)
		await page.locator('button[type=submit]:not([aria-busy])').waitFor()
		assert.equal(await signOut(page).count(), 0)
		await page.close()
	})

	test('error: a late refusal of an old key does not end the session of the next', async () => {
		const page = await place.open({ at: '#/maker', expectedErrors: /401/ })
		const held = await hold(page, '**/maker/books')
		await enterKey(page, keyOf(1))
		const late = await held.route
		await signOut(page).click()
		await enterKey(page, keyOf(2))
		await signOut(page).waitFor()
		await late.continue({ headers: { ...late.request().headers(), [keyHeader]: 'revoked-meanwhile' } })
		assert.equal(await statusOf(late), 401)
		assert.deepEqual(await nextKeys(page), [keyOf(2), keyOf(2)])
		await page.close()
	})

	test('error: pausing and resuming continue while something else cannot be read', async () => {
		const page = await place.open({ at: '#/maker', expectedErrors: /503/ })
		await page.route('**/maker/orders*', route => route.fulfill({ status: 503 }))
		await enterKey(page, keyOf(2))
		await page.getByText('What is shown may be out of date').waitFor()
		const quoting = panel(page, 'Quoting')
		await quoting.getByRole('button', { name: 'Pause all books' }).click()
		await quoting.getByRole('button', { name: 'Resume quoting' }).click()
		await quoting.getByText('All your books are paused').waitFor({ state: 'detached' })
		await quoting.getByRole('button', { name: 'Pause all books', disabled: false }).waitFor()
		await page.close()
	})

	test('error: a view that cannot be loaded says so, and loads when that is tried again', async () => {
		const page = await place.open({ expectedErrors: /ERR_FAILED|could not be loaded/ })
		const script = '**/assets/maker-*.js'
		await page.route(script, route => route.abort())
		await page.getByRole('link', { name: 'For makers' }).click()
		await page.getByRole('alert').getByText('reload the page').waitFor()
		await page.unroute(script)
		await page.getByRole('button', { name: 'Try again' }).click()
		await page.getByLabel('API key').waitFor()
		await page.close()
	})
})

/** Holds back the next request of this kind, which is not awaited here. */
async function hold(page: Page, url: string): Promise<{ readonly route: Promise<Route> }> {
	const { promise, resolve } = Promise.withResolvers<Route>()
	let isHeld = false
	await page.route(url, route => {
		if (isHeld) return route.continue()
		isHeld = true
		resolve(route)
	})
	return { route: promise }
}

/** The status of a held request, once the page has its answer. */
async function statusOf(route: Route): Promise<number | undefined> {
	const response = await route.request().response()
	await response?.finished()
	return response?.status()
}

/** The keys of the next two requests for the books. */
async function nextKeys(page: Page): Promise<(string | undefined)[]> {
	const next = async () => (await page.waitForRequest(/\/maker\/books/)).headers()[keyHeader]
	return [await next(), await next()]
}

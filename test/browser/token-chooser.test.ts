import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { Page } from 'playwright-core'
import { until, untilEqual } from '../network/until.ts'
import { withoutChromium } from './chromium.ts'
import { findViolations } from './find-violations.ts'
import { brokenFigures, fitsWidth, outside } from './measures.ts'
import { modes } from './modes.ts'
import { type PageNetwork, startPageNetwork } from './page-network.ts'
import { chooseToken, tokenButton, tokenIs, typeSold, useAccount } from './trader.ts'
import { loseableTexts, translate } from './translator.ts'

const pictures = process.env.ACCORD_PICTURES

describe('a token is chosen from the list of all of them', { skip: withoutChromium() }, () => {
	let place: PageNetwork

	before(async () => {
		place = await startPageNetwork()
	})
	after(() => place?.stop())

	const search = (page: Page) => page.getByRole('combobox', { name: 'Search by name, symbol or address' })
	const found = (page: Page) => page.locator('.token-option-symbol').allInnerTexts()
	const active = (page: Page) => page.locator('.token-option-active .token-option-symbol').innerText()

	test('the keyboard finds a token by symbol, name and address, and the focus returns to the form', async () => {
		const page = await place.open()
		await useAccount(page, 'user-3')
		await tokenButton(page, 'You receive').focus()
		await page.keyboard.press('Enter')
		await search(page).waitFor()
		assert.equal(await search(page).evaluate('document.activeElement.getAttribute("role")'), 'combobox')
		assert.equal(await active(page), 'xUSDC', 'the token in the form')
		await page.keyboard.type('wrapped btc')
		await untilEqual('the tokens found', () => found(page), ['xwBTC'])
		const usdt = place.network.tokens.get('xUSDT')
		assert.ok(usdt)
		await search(page).fill(usdt.resourceAddress)
		await untilEqual('the tokens found', () => found(page), ['xUSDT'])
		await search(page).fill('nothing of this name')
		await page.getByText('Nothing traded here has this name, symbol or address.').waitFor()
		await page.keyboard.press('Enter')
		await search(page).fill('')
		const all = await found(page)
		await page.keyboard.press('ArrowUp')
		assert.equal(await active(page), all.at(-1))
		await page.keyboard.press('ArrowDown')
		await page.keyboard.press('ArrowDown')
		assert.equal(await active(page), all[1])
		const named = await search(page).getAttribute('aria-activedescendant')
		assert.match(await page.locator(`[id="${named}"]`).innerText(), new RegExp(`^${all[1]}`))
		await search(page).fill('eth')
		await page.keyboard.press('Enter')
		await tokenIs(page, 'You receive', 'xETH')
		assert.equal(await page.evaluate('document.activeElement.title'), 'xETH')
		await page.keyboard.press('Enter')
		await search(page).waitFor()
		await page.keyboard.press('Escape')
		await search(page).waitFor({ state: 'detached' })
		await tokenIs(page, 'You receive', 'xETH')
		await page.close()
	})

	test('each token has its balance, its address, and a mark that only the address gives', async () => {
		// As a service would list an imitation: another resource with the symbol of a known one.
		const imitation = `resource_sim1t${'q'.repeat(52)}fake00`
		const prepare = async (page: Page) => {
			await page.route('**/trade/tokens', async route => {
				const response = await route.fetch()
				const { tokens } = (await response.json()) as { readonly tokens: readonly { readonly symbol: string }[] }
				const listed = tokens.map(token =>
					token.symbol === 'xETH' ? { ...token, resource_address: imitation } : token,
				)
				await route.fulfill({ response, json: { tokens: listed } })
			})
		}
		const page = await place.open({ prepare })
		await useAccount(page, 'user-3')
		await tokenButton(page, 'You receive').click()
		const xrd = page.getByRole('option', { name: /^XRD / })
		assert.match(await xrd.innerText(), /XRD Radix[\s\S]*Verified[\s\S]*resource_sim1t…akj8n3[\s\S]*100,000/)
		const fake = page.getByRole('option', { name: /^xETH / })
		assert.match(await fake.innerText(), /Looks like another token[\s\S]*fake00/)
		assert.doesNotMatch(await fake.innerText(), /Verified/)
		assert.equal(await fake.locator('.token-mark-other').count(), 1)
		assert.deepEqual(await findViolations(page), [])
		await page.close()
	})

	test('an unknown token has the icon that the ledger names, fetched without a referrer, and its letter if that fails', async () => {
		const other = `resource_sim1t${'q'.repeat(52)}other0`
		const referrers: (string | undefined)[] = []
		let isThere = true
		const prepare = async (page: Page) => {
			await page.route('**/trade/{tokens,token_pairs,info}', async route => {
				const response = await route.fetch()
				const text = (await response.text())
					.replaceAll('"xETH"', '"WOOD"')
					.replace(/resource_sim1th56g[a-z0-9]+/g, other)
				await route.fulfill({ response, body: text })
			})
			// The ledger's Gateway describes a resource that the local ledger does not have.
			await page.route('**/state/entity/details', async route => {
				if (route.request().postDataJSON().addresses[0] !== other) return route.fallback()
				const icon = { key: 'icon_url', value: { typed: { type: 'Url', value: 'https://art.example/wood.svg' } } }
				const items = [{ address: other, metadata: { items: [icon] }, details: { divisibility: 18 } }]
				await route.fulfill({ headers: { 'access-control-allow-origin': '*' }, json: { items } })
			})
			await page.route('https://art.example/**', async route => {
				referrers.push(route.request().headers().referer)
				if (!isThere) return route.abort()
				const body =
					'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 8 8"><rect width="8" height="8" fill="#383"/></svg>'
				await route.fulfill({ contentType: 'image/svg+xml', body })
			})
		}
		const page = await place.open({ prepare, expectedErrors: /ERR_FAILED|status of 422/ })
		await chooseToken(page, 'You receive', 'WOOD')
		const art = page.locator('.token-button .token-art')
		await art.waitFor()
		await untilEqual(
			'the picture',
			() => page.evaluate(`document.querySelector('.token-button .token-art').naturalWidth > 0`),
			true,
		)
		assert.deepEqual([...new Set(referrers)], [undefined])
		if (pictures !== undefined) await page.screenshot({ path: `${pictures}/token-art.png` })
		isThere = false
		const before = referrers.length
		await page.reload()
		await until('another request of the picture', () => referrers.length > before)
		await untilEqual('no picture', () => page.locator('.token-art').count(), 0)
		await page.locator('.token-button .token-mark-letter').getByText('W').waitFor()
		await page.close()
	})

	for (const [mode, options] of Object.entries({ 'in a usual window': {}, ...modes }))
		test(`the list fits, and no rule is broken ${mode}, in light and dark`, async () => {
			const page = await place.open(options)
			await useAccount(page, 'user-3')
			await tokenButton(page, 'You pay').click()
			await page.getByRole('option').first().waitFor()
			await page.keyboard.press('ArrowDown')
			await page.getByText('100,000').first().waitFor()
			if (pictures !== undefined) await page.screenshot({ path: `${pictures}/tokens-${mode.replaceAll(' ', '-')}.png` })
			assert.deepEqual(await findViolations(page), [], mode)
			await fitsWidth(page, mode)
			assert.deepEqual(await outside(page), [], mode)
			assert.deepEqual(await brokenFigures(page), [], mode)
			await page.close()
		})

	test('a translator leaves symbols, names and addresses alone, and the list still searches', async () => {
		const plain = await place.open()
		await tokenButton(plain, 'You pay').click()
		await plain.getByRole('option').first().waitFor()
		assert.deepEqual(await loseableTexts(plain), [])
		await plain.close()
		const page = await place.open({ prepare: translate })
		await typeSold(page, '100')
		await tokenButton(page, 'You pay').click()
		await search(page).fill('ether')
		await untilEqual('the tokens found', () => found(page), ['xETH'])
		assert.equal(await page.locator('.token-option-symbol font, .token-option code font').count(), 0)
		await search(page).fill('')
		await chooseTokenInList(page, 'xUSDC')
		await tokenIs(page, 'You pay', 'xUSDC')
		await chooseToken(page, 'You pay', 'xwBTC')
		await page.close()
	})
})

async function chooseTokenInList(page: Page, symbol: string): Promise<void> {
	await page.locator('.token-option', { hasText: symbol }).first().click()
}

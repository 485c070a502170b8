import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { Page } from 'playwright-core'
import { untilEqual } from '../network/until.ts'
import { withoutChromium } from './chromium.ts'
import { findViolations } from './find-violations.ts'
import { fitsWidth } from './measures.ts'
import { type PageNetwork, startPageNetwork } from './page-network.ts'
import { factIs, orderIs, reviewAndSign, tokenButton, tokenIs, typeSold, useAccount } from './trader.ts'

describe('amounts as people write them', { skip: withoutChromium() }, () => {
	let place: PageNetwork

	before(async () => {
		place = await startPageNetwork({ userFunds: { XRD: '98765.123456789012345678' } })
	})
	after(() => place?.stop())

	const languages = [
		{ locale: 'en-US', decimal: '12345.5', grouped: '12,345.5' },
		{ locale: 'de-DE', decimal: '12345,5', grouped: '12.345,5' },
		{ locale: 'de-CH', decimal: '12345.5', grouped: '12’345.5' },
		{ locale: 'fr-FR', decimal: '12345,5', grouped: '12 345,5' },
	] as const

	for (const { locale, decimal, grouped } of languages)
		test(`${locale}: reads and echoes decimals, groups and pasted text`, async () => {
			const page = await place.open({ locale })
			// Browsers differ in the apostrophe and the blank that they group with.
			const shown = await page.evaluate<string>(`new Intl.NumberFormat('${locale}').format(12345.5)`)
			for (const text of [decimal, grouped, '12,345.5', '12.345,5', '12’345.5', '12 345,5 XRD', 'XRD 12345.5']) {
				await typeSold(page, text)
				await understood(page, `= ${shown} XRD`)
			}
			await typeSold(page, '0,5')
			await understood(page, locale.startsWith('en') || locale === 'de-CH' ? '= 0.5 XRD' : '= 0,5 XRD')
			await page.close()
		})

	test('pasted texts of pages and mails', async () => {
		const page = await place.open()
		const pasted = { '12,345.678': '12,345.678', '1’234': '1,234', '100 XRD': '100', '\u00a01\u202f234,5 ': '1,234.5' }
		for (const [text, amount] of Object.entries(pasted)) {
			await typeSold(page, text)
			await understood(page, `= ${amount} XRD`)
		}
		await typeSold(page, '100 xUSDC')
		await page.getByText('This is an amount of XRD, not of “xUSDC”').waitFor()
		await page.close()
	})

	// shows decision 64: An amount that can be read in two ways is asked about
	test('an amount that could be a thousand times as much is asked about', async () => {
		for (const { locale, text, small } of [
			{ locale: 'en-US', text: '1,234', small: '1.234' },
			{ locale: 'de-DE', text: '1.234', small: '1,234' },
		]) {
			const page = await place.open({ locale })
			await typeSold(page, text)
			await understood(page, `Do you mean 1234 XRD or ${small} XRD?`)
			await page.getByRole('button', { name: 'Choose an amount' }).waitFor()
			assert.deepEqual(await findViolations(page), [])
			await page.getByRole('button', { name: `${small} XRD`, exact: true }).click()
			await understood(page, `= ${small} XRD`)
			assert.equal(await page.getByRole('textbox', { name: 'You pay' }).inputValue(), small)
			await typeSold(page, text)
			await page.getByRole('button', { name: '1234 XRD', exact: true }).click()
			assert.equal(await page.getByRole('textbox', { name: 'You pay' }).inputValue(), '1234')
			await page.close()
		}
	})

	test('on a phone with a comma, a trade is for what was typed', async () => {
		const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true }
		const page = await place.open({ ...phone, locale: 'de-DE' })
		await useAccount(page, 'user-3')
		const field = page.getByRole('textbox', { name: 'You pay' })
		assert.equal(await field.getAttribute('inputmode'), 'decimal')
		await field.focus()
		await page.keyboard.type('150,25')
		await factIs(page, 'You pay in total', '151,30025 XRD')
		await reviewAndSign(page)
		await orderIs(page, 'Settled')
		await page.close()
	})

	test('eighteen decimals stay readable on a phone', async () => {
		const page = await place.open({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true })
		await typeSold(page, '12345.123456789012345678')
		await understood(page, '= 12,345.123456789012345678 XRD')
		const field = page.getByRole('textbox', { name: 'You pay' })
		const hidden = 'element => element.scrollWidth - element.clientWidth'
		assert.equal(await field.evaluate(`(${hidden})(document.querySelector('.amount-field-long'))`), 0)
		assert.equal(await page.evaluate('document.documentElement.scrollWidth'), 390)
		await page.close()
	})

	for (const width of [320, 360, 390])
		test(`an amount is as large as fits beside its token, at ${width} px`, async () => {
			const page = await place.open({ viewport: { width, height: 800 }, hasTouch: true, isMobile: true })
			for (const text of ['1', '124.82485', '12345.678901', '2500.123456789', '12345.123456789012345678']) {
				await typeSold(page, text)
				await page.getByRole('textbox', { name: 'You receive' }).and(page.locator(':not([value=""])')).waitFor()
				assert.deepEqual(await cutFields(page), [], text)
				await fitsWidth(page, text)
			}
			await page.setViewportSize({ width: width + 80, height: 800 })
			await page.setViewportSize({ width, height: 800 })
			await untilEqual('the fields of a narrower window', () => cutFields(page), [])
			await page.close()
		})

	test('after Max, and with eighteen decimals, the token can be chosen where it was before', async () => {
		const page = await place.open()
		await useAccount(page, 'user-1')
		const rtl = `document.documentElement.dir = document.documentElement.dir === 'rtl' ? 'ltr' : 'rtl'`
		const ways = {
			Max: async () => {
				await page.getByRole('button', { name: /^Max/ }).click()
				await page.getByText(/^= 98,\d{3}\.\d{1,3} XRD/).waitFor()
			},
			'eighteen decimals': async () => {
				await typeSold(page, '98765.123456789012345678')
				await page.getByText(/^= 98,765\.123/).waitFor()
			},
		}
		for (const width of [320, 360, 390, 480, 640, 760, 1000, 1100, 1280, 1366, 1440])
			for (const [way, enter] of Object.entries(ways)) {
				await page.evaluate(rtl)
				await page.setViewportSize({ width, height: 800 })
				await typeSold(page, '')
				const before = await tokenPlace(page)
				await enter()
				const after = await tokenPlace(page)
				assert.ok(Math.abs(after.left - before.left) < 1 && Math.abs(after.top - before.top) < 8, `${way} at ${width}`)
				await tokenButton(page, 'You pay').click({ trial: true })
				assert.deepEqual(await cutFields(page), [], `${way} at ${width}`)
				await fitsWidth(page, `${width} px`)
			}
		await page.close()
	})

	test('a long symbol is shortened, with its full name at hand, and leaves room for the amount', async () => {
		const long = 'WrappedRadixOfAnotherChain'
		const page = await place.open({
			viewport: { width: 320, height: 800 },
			hasTouch: true,
			isMobile: true,
			expectedErrors: /Failed to load resource/,
			// As another service would name its tokens.
			prepare: async page => {
				await page.route(/\/trade\/(tokens|token_pairs|info)$/, async route => {
					const response = await route.fetch()
					await route.fulfill({ response, body: (await response.text()).replaceAll('"XRD"', `"${long}"`) })
				})
			},
		})
		await typeSold(page, '124.82485')
		await understood(page, `= 124.82485 ${long}`)
		assert.deepEqual(await cutFields(page), [])
		await fitsWidth(page, 'a long symbol')
		await tokenIs(page, 'You pay', long)
		await page.close()
	})

	test('a screen reader hears one number for one amount', async () => {
		const page = await place.open()
		await typeSold(page, '12345.123456789012345678')
		await understood(page, '= 12,345.123456789012345678 XRD')
		const session = await page.context().newCDPSession(page)
		const { nodes } = await session.send('Accessibility.getFullAXTree')
		const heard = nodes
			.filter(({ ignored, role }) => !ignored && role?.value === 'StaticText')
			.map(({ name }) => name?.value)
		assert.ok(heard.includes('12,345.123456789012345678'))
		assert.deepEqual(
			heard.filter(text => /^\d{3}$/.test(text)),
			[],
		)
		await page.close()
	})

	test('Arabic, Persian and Hindi digits are understood, and other signs are refused by name', async () => {
		const page = await place.open()
		for (const text of ['١٢٣٫٥', '۱۲۳٫۵', '१२३.५']) {
			await typeSold(page, text)
			await understood(page, '= 123.5 XRD')
		}
		await typeSold(page, '10²')
		await page.getByText('“²” is not a digit of an amount').waitFor()
		await page.close()
	})

	test('read from right to left, as a translator sets it, no mark hides a symbol, and signs stay before their numbers', async () => {
		const page = await place.open({ viewport: { width: 390, height: 844 } })
		await typeSold(page, '100')
		await page.getByText('Total cost').waitFor()
		await page.evaluate(`document.documentElement.dir = 'rtl'`)
		const hidden = await page.evaluate<string[]>(`Array.from(document.querySelectorAll('.token-button'))
			.filter(token => {
				const edge = (selector, side) => token.querySelector(selector).getBoundingClientRect()[side]
				return edge('.token-mark', 'right') > edge('.token-button-symbol', 'left')
			})
			.map(token => token.textContent)`)
		assert.deepEqual(hidden, [])
		const directions = `Array.from(document.querySelectorAll('.amount'), amount => getComputedStyle(amount).direction)`
		assert.deepEqual([...new Set(await page.evaluate<string[]>(directions))], ['ltr'])
		assert.equal(await page.evaluate('document.documentElement.scrollWidth'), 390)
		await page.close()
	})

	test('form and review fit a window of 320 pixels, which is also one of 640 at 200 %', async () => {
		const page = await place.open({ viewport: { width: 320, height: 640 }, hasTouch: true, isMobile: true })
		const isAsWideAs = (what: string) =>
			untilEqual(`the width of ${what}`, () => page.evaluate('document.documentElement.scrollWidth'), 320)
		await useAccount(page, 'user-1')
		await typeSold(page, '1,234')
		await understood(page, 'Do you mean 1234 XRD or 1.234 XRD?')
		await isAsWideAs('the question')
		await typeSold(page, '12345.123456789012345678')
		await isAsWideAs('a long amount')
		await page.getByRole('button', { name: 'Review swap' }).click()
		await page.getByRole('button', { name: 'Sign with demo account' }).waitFor()
		await isAsWideAs('the review')
		await page.emulateMedia({ forcedColors: 'active' })
		assert.deepEqual(await findViolations(page), [])
		await page.close()
	})
})

/** Where the token's button is within the first side of the form. */
function tokenPlace(page: Page): Promise<{ left: number; top: number }> {
	return page.evaluate(`(() => {
		const [side, button] = ['.amount-field', '.token-button'].map(one => document.querySelector(one).getBoundingClientRect())
		return { left: button.left - side.left, top: button.top - side.top }
	})()`)
}

/** The amounts of the form that are cut off. */
function cutFields(page: Page): Promise<string[]> {
	return page.evaluate<string[]>(`Array.from(document.querySelectorAll('.amount-field-input'))
		.filter(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth)
		.map(({ value }) => value)`)
}

/** Waits until the page shows this for the typed amount. */
function understood(page: Page, text: string): Promise<void> {
	const line = page.locator('.amount-field-understood').first()
	return untilEqual('what was understood', async () => (await line.innerText()).replace(/ +/g, ' '), text)
}

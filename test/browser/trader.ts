import type { Locator, Page } from 'playwright-core'
import { until, untilEqual } from '../network/until.ts'

/** Chooses one of the local network's funded accounts. */
export async function useAccount(page: Page, user: string): Promise<void> {
	await page.getByRole('button', { name: 'Account', exact: true }).click()
	await page.getByLabel('Demo account').selectOption(user)
	await page.getByRole('button', { name: 'Use this account' }).click()
	await balanceIsShown(page)
}

/** Waits until the form shows the balance of the token sold. */
export async function balanceIsShown(page: Page): Promise<void> {
	await page.locator('.amount-field-balance').first().waitFor()
}

/** Shows a tab of the trade view, such as `Trades`. */
export async function showTab(page: Page, name: string): Promise<void> {
	await page.getByRole('tab', { name, exact: true }).click()
}

const tabs: Readonly<Record<string, string>> = {
	Trades: '.recent tbody tr',
	Depth: '.depth-drawing',
	Chart: '.price-canvas canvas',
	Book: '.book-asks .book-price',
	History: '.desk-lower :is(.state-title, tbody tr)',
	Balances: '.balances-table',
	Pairs: '.pair-bid',
	Open: '.desk-lower :is(.state-title, .open-order)',
}

/** Shows each tab of the trade view that there is, in turn; the first ones again at the end. */
export async function everyTab(page: Page, look: (tab: string) => Promise<void>): Promise<void> {
	for (const [name, sign] of Object.entries(tabs)) {
		if ((await page.getByRole('tab', { name, exact: true }).count()) === 0) continue
		await showTab(page, name)
		await page.locator(sign).first().waitFor()
		await look(name)
	}
}

/** Types the amount to sell, in the tokens that the form shows. */
export async function typeSold(page: Page, amount: string): Promise<void> {
	await page.getByRole('textbox', { name: 'You pay' }).fill(amount)
}

/** The button with one side's token. */
export function tokenButton(page: Page, side: 'You pay' | 'You receive'): Locator {
	return page.getByRole('button', { name: `${side}: token` })
}

/** Chooses another token from the list of all of them. */
export async function chooseToken(page: Page, side: 'You pay' | 'You receive', symbol: string): Promise<void> {
	await tokenButton(page, side).click()
	await page.getByRole('option', { name: new RegExp(`^${symbol} `) }).click()
	await tokenIs(page, side, symbol)
}

/** Waits until a side of the form has this token. */
export function tokenIs(page: Page, side: 'You pay' | 'You receive', symbol: string): Promise<void> {
	return untilEqual(`${side}: token`, () => tokenButton(page, side).getAttribute('title'), symbol)
}

/** Reviews the form and signs it; the page then follows the order. */
export async function reviewAndSign(page: Page): Promise<void> {
	await page.getByRole('button', { name: 'Review swap' }).click()
	await page.getByRole('button', { name: 'Sign with demo account' }).click()
	await page.getByRole('heading', { name: 'Your order' }).waitFor()
}

/** Waits until the badge of the order shows this state. */
export async function orderIs(page: Page, state: string): Promise<void> {
	await page.locator('.order-frame .badge').getByText(state, { exact: true }).waitFor()
}

/** The value of a line of facts, such as `You give up`. */
export function fact(page: Page, name: string): Locator {
	return page.locator('.fact', { has: page.locator('dt', { hasText: new RegExp(`^${name}`) }) }).locator('dd')
}

/** Waits until a line of facts says this. */
export async function factIs(page: Page, name: string, wanted: string | RegExp): Promise<void> {
	const read = async () => (await fact(page, name).allInnerTexts())[0] ?? ''
	if (typeof wanted === 'string') return untilEqual(name, read, wanted)
	await until(`${name} to be ${wanted}`, async () => wanted.test(await read()))
}

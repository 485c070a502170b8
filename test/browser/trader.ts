import type { Locator, Page } from 'playwright-core'
import { until, untilEqual } from '../network/until.ts'

/** Chooses one of the local network's funded accounts. */
export async function useAccount(page: Page, user: string): Promise<void> {
	await page.getByRole('button', { name: 'Account', exact: true }).click()
	await page.getByLabel('Demo account').selectOption(user)
	await page.getByRole('button', { name: 'Use this account' }).click()
	await page.getByText('Balance').first().waitFor()
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
	await page.locator('.badge').getByText(state, { exact: true }).waitFor()
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

import type { Page } from 'playwright-core'

/** Chooses one of the local network's funded accounts. */
export async function useAccount(page: Page, user: string): Promise<void> {
	await page.getByRole('button', { name: 'Account' }).click()
	await page.getByLabel('Funded account').selectOption(user)
	await page.getByRole('button', { name: 'Use this account' }).click()
	await page.getByText('Balance').first().waitFor()
}

/** Types the amount to sell, in the tokens that the form shows. */
export async function typeSold(page: Page, amount: string): Promise<void> {
	await page.getByRole('textbox', { name: 'You pay' }).fill(amount)
}

/** Reviews what was typed and signs it; the page then follows the order. */
export async function reviewAndSign(page: Page): Promise<void> {
	await page.getByRole('button', { name: 'Review swap' }).click()
	await page.getByRole('button', { name: 'Sign with play key' }).click()
	await page.getByRole('heading', { name: 'Your order' }).waitFor()
}

/** Waits until the badge of the order shows this state. */
export async function orderIs(page: Page, state: string): Promise<void> {
	await page.locator('.badge').getByText(state, { exact: true }).waitFor()
}

import type { Page } from 'playwright-core'

/** Chooses one of the accounts that a local network prints. */
export async function useAccount(page: Page, user: string): Promise<void> {
	await page.getByRole('button', { name: 'Account' }).click()
	await page.getByLabel('Printed user').selectOption(user)
	await page.getByRole('button', { name: 'Use this account' }).click()
	await page.getByText('Balance').first().waitFor()
}

/** Types an amount to sell, in the tokens that the form shows. */
export async function typeSold(page: Page, amount: string): Promise<void> {
	await page.getByRole('textbox', { name: 'You sell' }).fill(amount)
}

/** Reviews what was typed and signs it; the page then follows the order. */
export async function reviewAndSign(page: Page): Promise<void> {
	await page.getByRole('button', { name: 'Review the swap' }).click()
	await page.getByRole('button', { name: 'Sign with the play key' }).click()
	await page.getByRole('heading', { name: 'Your order' }).waitFor()
}

/** Waits until the order that is followed has this state, as its badge says it. */
export async function orderIs(page: Page, state: string): Promise<void> {
	await page.locator('.badge').getByText(state, { exact: true }).waitFor()
}

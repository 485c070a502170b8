import type { Locator, Page } from 'playwright-core'

/** Enters a key in the form of the maker's view, and sends it. */
export async function enterKey(page: Page, key: string): Promise<void> {
	await page.getByLabel('API key').fill(key)
	await page.getByRole('button', { name: 'Sign in' }).click()
}

/** A panel of the maker's view. */
export function panel(page: Page, title: string): Locator {
	return page.getByRole('region', { name: title, exact: true })
}

import assert from 'node:assert/strict'
import type { Locator, Page } from 'playwright-core'
import { participant } from '../network/participant.ts'
import { testNetworkId } from '../network/test-network.ts'
import { Connector, type WalletMood } from './connector.ts'
import { type PageNetwork, type PageOptions, startPageNetwork } from './page-network.ts'
import { balanceIsShown, typeSold } from './trader.ts'

/** A desktop and a phone. */
export const sizes = [
	{ width: 1440, height: 900 },
	{ width: 390, height: 844 },
] as const

/** A network whose page connects to wallets. */
export function startWalletNetwork(): Promise<PageNetwork> {
	const { account } = participant('dapp', 'Ed25519', testNetworkId)
	return startPageNetwork({ settings: { page: { dapp_definition_address: account } } })
}

/** A page in a browser with a wallet, which is not connected yet. */
export async function openWithWallet(place: PageNetwork, options: PageOptions & { readonly mood?: WalletMood } = {}) {
	const { mood, prepare, ...rest } = options
	const [user] = place.network.users
	assert.ok(user)
	const connector = new Connector(place.network, user, mood)
	const install = async (page: Page) => {
		await connector.install(page)
		await prepare?.(page)
	}
	const page = await place.open({ ...rest, prepare: install })
	return { page, connector }
}

/** The toolkit's button and its menu. */
export function walletButton(page: Page): Locator {
	return page.locator('radix-connect-button radix-button button')
}

export function walletMenu(page: Page): Locator {
	return page.locator('radix-connect-button radix-popover.show')
}

/** Presses the button, then the menu's connect button. */
export async function pressConnect(page: Page): Promise<void> {
	await walletButton(page).click()
	await walletMenu(page).getByRole('button', { name: 'Connect Now' }).click()
}

/** Connects, and closes the menu. */
export async function connect(page: Page): Promise<void> {
	await pressConnect(page)
	await balanceIsShown(page)
	await page.mouse.click(5, 400)
	await walletMenu(page).waitFor({ state: 'hidden' })
}

/** Types an amount and reviews it, so that only the signature is missing. */
export async function reviewOrder(page: Page): Promise<Locator> {
	await typeSold(page, '100')
	await page.getByRole('button', { name: 'Review swap' }).click()
	const sign = page.getByRole('button', { name: 'Sign with your wallet' })
	await sign.and(page.locator(':enabled')).waitFor()
	return sign
}

/** Fails unless all of it is in the window. */
export async function assertVisible(locator: Locator): Promise<void> {
	const box = await locator.boundingBox()
	const window = locator.page().viewportSize()
	assert.ok(box && window)
	const { x, y, width, height } = box
	assert.ok(
		x >= 0 && y >= 0 && x + width <= window.width && y + height <= window.height,
		`${JSON.stringify(box)} is not within ${JSON.stringify(window)}`,
	)
}

import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { withoutChromium } from './chromium.ts'
import { findViolations } from './find-violations.ts'
import type { PageNetwork } from './page-network.ts'
import { balanceIsShown, orderIs, typeSold } from './trader.ts'
import {
	assertVisible,
	connect,
	openWithWallet,
	pressConnect,
	reviewOrder,
	sizes,
	startWalletNetwork,
	walletButton,
	walletMenu,
} from './wallet-page.ts'

// shows decision 69: Wallets sign where the page has a dApp definition
describe('a wallet in a browser', { skip: withoutChromium() }, () => {
	let place: PageNetwork

	before(async () => {
		place = await startWalletNetwork()
	})
	after(() => place?.stop())

	const narrowest = { viewport: { width: 320, height: 640 } }
	const phone = {
		isMobile: true,
		hasTouch: true,
		userAgent: 'Mozilla/5.0 (Linux; Android 14) Chrome/140.0 Mobile Safari/537.36',
	}
	for (const [device, options] of Object.entries({ window: narrowest, phone: { ...narrowest, ...phone } }))
		test(`the menu is wholly visible in the narrowest ${device}`, async () => {
			const { page } = await openWithWallet(place, options)
			await walletButton(page).click()
			await assertVisible(walletMenu(page))
			await assertVisible(walletMenu(page).getByRole('button', { name: 'Connect Now' }))
			assert.deepEqual(await findViolations(page), [])
			await page.close()
		})

	for (const viewport of sizes) {
		const at = `at ${viewport.width} × ${viewport.height}`

		test(`connects by the button in the header, whose menu is wholly visible, and stays connected, ${at}`, async () => {
			const { page, connector } = await openWithWallet(place, { viewport })
			const hosts = new Set<string>()
			page.on('request', request => hosts.add(new URL(request.url()).hostname))
			await assertVisible(walletButton(page))
			await assertVisible(page.locator('.header-network'))
			await page.getByRole('button', { name: /^Theme: / }).waitFor()
			assert.equal(await page.evaluate('document.documentElement.scrollWidth'), viewport.width)
			await walletButton(page).click()
			await assertVisible(walletMenu(page))
			assert.deepEqual(await findViolations(page), [])
			await walletMenu(page).getByRole('button', { name: 'Connect Now' }).click()
			await walletMenu(page).getByText('My money').waitFor()
			await assertVisible(walletMenu(page))
			assert.deepEqual(await findViolations(page), [])
			await balanceIsShown(page)
			assert.deepEqual(connector.asked, ['authorizedRequest'])
			await page.reload()
			await balanceIsShown(page)
			await page.locator('radix-connect-button radix-button').getByText('Ada').waitFor()
			assert.deepEqual(connector.asked, ['authorizedRequest'], 'the session was restored')
			hosts.delete('')
			assert.deepEqual([...hosts], ['127.0.0.1'], 'no other host is contacted')
			await walletButton(page).click()
			await walletMenu(page).getByRole('button', { name: 'Log Out' }).click()
			await page.locator('.amount-field-balance').first().waitFor({ state: 'hidden' })
			await page.close()
		})

		test(`signs a swap, which settles, ${at}`, async () => {
			const { page, connector } = await openWithWallet(place, { viewport })
			await connect(page)
			const sign = await reviewOrder(page)
			assert.deepEqual(await findViolations(page), [])
			await sign.click()
			await orderIs(page, 'Settled')
			assert.deepEqual(connector.asked, ['authorizedRequest', 'preAuthorizationRequest'])
			await page.close()
		})

		test(`the button in the form opens the same menu, ${at}`, async () => {
			const { page } = await openWithWallet(place, { viewport, at: '#/swap?sell=XRD&buy=xUSDC&amount=100' })
			await page.getByRole('button', { name: 'Connect a wallet' }).click()
			await assertVisible(walletMenu(page))
			await walletMenu(page).getByRole('button', { name: 'Connect Now' }).click()
			await page.getByRole('button', { name: 'Review swap' }).waitFor()
			await page.close()
		})

		test(`a declined connection has its own message, ${at}`, async () => {
			const { page, connector } = await openWithWallet(place, { viewport, mood: 'declines' })
			await pressConnect(page)
			await page.getByText('You declined in your wallet. You are not connected.').waitFor()
			assert.deepEqual(await findViolations(page), [])
			await assertVisible(page.getByText('You are not connected.'))
			// The news cover no button.
			await page.mouse.click(5, 400)
			await typeSold(page, '100')
			await page.locator('.swap-action .button').click({ trial: true, timeout: 5_000 })
			await page.getByRole('button', { name: 'Close' }).click()
			connector.mood = 'signs'
			await page.reload()
			await connect(page)
			await page.close()
		})

		test(`without the browser extension the menu says what is missing, ${at}`, async () => {
			const { page } = await openWithWallet(place, { viewport, mood: 'absent' })
			await walletButton(page).click()
			await walletMenu(page).getByText('you need the Radix Connector browser extension').waitFor()
			await assertVisible(walletMenu(page))
			assert.deepEqual(await findViolations(page), [])
			await page.close()
		})
	}
})

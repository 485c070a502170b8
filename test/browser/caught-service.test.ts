import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { after, before, describe, test } from 'node:test'
import type { Page } from 'playwright-core'
import { participant } from '../network/participant.ts'
import { testNetworkId } from '../network/test-network.ts'
import { withoutChromium } from './chromium.ts'
import { findViolations } from './find-violations.ts'
import { type PageNetwork, startPageNetwork } from './page-network.ts'
import { orderIs, typeSold, useAccount } from './trader.ts'
import { connect, openWithWallet, startWalletNetwork } from './wallet-page.ts'

type Lie = readonly [path: string, change: (answer: string) => string, words: RegExp]

const other = participant('somebody else', 'Ed25519', testNetworkId).account

/** What the page was told, and shows nothing of: each is refused in the review, before there is a button. */
const lies: Record<string, Lie> = {
	'the proceeds go to another account': [
		'/trade/quote',
		text => text.replace(/account_sim1\w+(?=\\"\) \\"deposit_batch)/, other),
		/differs at instruction 8/,
	],
	'nothing has to come back': [
		'/trade/quote',
		text => text.replace(/AtLeastAmount>\(Decimal\(\\"[0-9.]+/, 'AtLeastAmount>(Decimal(\\"0'),
		/differs at instruction 3/,
	],
	'more is withdrawn first': [
		'/trade/quote',
		text => text.replace('VERIFY_PARENT', `ASSERT_WORKTOP_IS_EMPTY;\\nVERIFY_PARENT`),
		/differs at instruction 0/,
	],
	'the fee is higher than the fee table says': [
		'/trade/quote',
		text => text.replace(/"anthic_amount":"[0-9.]+"/, '"anthic_amount":"50"'),
		/does not match the fee table/,
	],
}

/** Tells the page a lie. */
async function lieTo(page: Page, [path, change]: Lie): Promise<void> {
	await page.route(`**${path}`, async route => {
		const answer = await route.fetch()
		const text = await answer.text()
		const changed = change(text)
		assert.notEqual(changed, text, 'the lie is none')
		await route.fulfill({ response: answer, body: changed })
	})
}

async function isStopped(page: Page, words: RegExp): Promise<void> {
	const stop = page.getByRole('alert')
	await stop.getByText('Stop: do not trade here.').waitFor()
	assert.match(await stop.innerText(), words)
	assert.equal(await page.getByRole('button', { name: /^Sign/ }).count(), 0)
	assert.equal(await page.getByRole('button', { name: /new quote|Try again/ }).count(), 0)
	assert.deepEqual(await findViolations(page), [])
}

// shows decision 32: None of our programs signs a hash that it did not compute
describe('a service that is caught by the page', { skip: withoutChromium() }, () => {
	let play: PageNetwork
	let wallets: PageNetwork

	before(async () => {
		play = await startPageNetwork()
		wallets = await startWalletNetwork()
	})
	after(async () => {
		await play?.stop()
		await wallets?.stop()
	})

	for (const [what, lie] of Object.entries(lies)) {
		test(`by a wallet’s order in which ${what}: a red stop, no button, and the wallet is not asked`, async () => {
			const { page, connector } = await openWithWallet(wallets)
			await connect(page)
			await lieTo(page, lie)
			await typeSold(page, '100')
			await page.getByRole('button', { name: 'Review swap' }).click()
			await isStopped(page, lie[2])
			assert.deepEqual(connector.asked, ['authorizedRequest'])
			await page.close()
		})

		test(`by a demo account’s order in which ${what}: the same`, async () => {
			const page = await play.open()
			await useAccount(page, 'user-3')
			await lieTo(page, lie)
			await typeSold(page, '100')
			await page.getByRole('button', { name: 'Review swap' }).click()
			await isStopped(page, lie[2])
			await page.close()
		})
	}

	test('by bytes that are not what was reviewed: what it sent can be saved', async () => {
		const page = await play.open()
		await useAccount(page, 'user-3')
		await lieTo(page, [
			'/construction/create_subintent',
			text => text.replace(/"subintent":"4d22/, '"subintent":"4d23'),
			/./,
		])
		await typeSold(page, '100')
		await page.getByRole('button', { name: 'Review swap' }).click()
		await page.getByRole('button', { name: 'Sign with demo account' }).and(page.locator(':enabled')).click()
		await isStopped(page, /./)
		const [download] = await Promise.all([
			page.waitForEvent('download'),
			page.getByRole('button', { name: 'Save what it sent' }).click(),
		])
		assert.match(readFileSync(await download.path(), 'utf8'), /^4d23/)
		await page.close()
	})

	test('by a token that has another address than at the first visit; who knows why may go on', async () => {
		const page = await play.open()
		await useAccount(page, 'user-3')
		await typeSold(page, '100')
		await page.getByRole('button', { name: 'Review swap' }).click()
		await page.getByRole('button', { name: 'Sign with demo account' }).waitFor()
		await page.evaluate(() => {
			const known = JSON.parse(localStorage.getItem('accord.known.242') ?? '')
			known.resources.xUSDC = 'resource_sim1former'
			localStorage.setItem('accord.known.242', JSON.stringify(known))
		})
		await page.getByRole('button', { name: 'Back to swap' }).click()
		await page.getByRole('button', { name: 'Review swap' }).click()
		await isStopped(page, /xUSDC was resource_sim1former when you first traded here/)
		await page.getByRole('button', { name: 'I know why it has changed' }).click()
		await page.getByRole('button', { name: 'Sign with demo account' }).and(page.locator(':enabled')).click()
		await orderIs(page, 'Settled')
		await page.close()
	})
})

import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { after, before, describe, test } from 'node:test'
import type { Page } from 'playwright-core'
import { manifestLies, stranger, subintentLies } from '../network/lies.ts'
import { participant } from '../network/participant.ts'
import { testNetworkId } from '../network/test-network.ts'
import { withoutChromium } from './chromium.ts'
import { findViolations } from './find-violations.ts'
import { type PageNetwork, startPageNetwork } from './page-network.ts'
import { orderIs, typeSold, useAccount } from './trader.ts'
import { connect, openWithWallet, startWalletNetwork } from './wallet-page.ts'

const other = participant('somebody else', 'Ed25519', testNetworkId).account

/** What is changed of the answers to these paths, and what the page says then. */
type PageLie = {
	readonly answers: Readonly<Record<string, (answer: Answer) => unknown>>
	readonly says: RegExp
}
// biome-ignore lint/suspicious/noExplicitAny: a service that lies keeps to no type
type Answer = any

const quoted = (change: (quote: Answer) => object, says: RegExp): PageLie => ({
	answers: { '/trade/quote': quote => ({ ...quote, ...change(quote) }) },
	says,
})
const settlementOf = (amount: string) => (info: Answer) => ({
	...info,
	per_token_settlement_fee: info.per_token_settlement_fee.map((entry: object) => ({ ...entry, solver_amount: amount })),
})

/** What is said otherwise than it is in a quote, apart from its manifest: the numbers, addresses and flags. */
const quoteLies: Readonly<Record<string, PageLie>> = {
	'the quote sells more': quoted(
		({ limit_order }) => ({ limit_order: { ...limit_order, sell: { symbol: 'XRD', amount: '101' } } }),
		/a different amount/,
	),
	'the quote buys less': quoted(
		({ limit_order }) => ({ limit_order: { ...limit_order, buy: { symbol: 'xUSDC', amount: '1' } } }),
		/other than the slippage chosen/,
	),
	'the quote sells another token': quoted(
		({ limit_order }) => ({ limit_order: { ...limit_order, sell: { symbol: 'xETH', amount: '100' } } }),
		/xETH instead of XRD/,
	),
	'the quote buys another token': quoted(
		({ limit_order }) => ({ limit_order: { ...limit_order, buy: { ...limit_order.buy, symbol: 'xUSDT' } } }),
		/xUSDT instead of xUSDC/,
	),
	'the platform fee is higher than the table says': quoted(
		({ fee }) => ({ fee: { ...fee, anthic_amount: '50' } }),
		/does not match the fee table/,
	),
	'the settlement fee is higher than the table says': quoted(
		({ fee }) => ({ fee: { ...fee, settlement_amount: '50' } }),
		/does not match the fee table/,
	),
	'the fee is in another token': quoted(
		({ fee }) => ({ fee: { ...fee, symbol: 'xUSDC' } }),
		/does not match the fee table/,
	),
	'the account is at another level': quoted(() => ({ level: 1 }), /fee/),
	'the total is less': quoted(() => ({ total: { symbol: 'XRD', amount: '100' } }), /not the sum of its parts/),
	'more is promised back than is taken': quoted(
		() => ({ expected_rebate: { symbol: 'XRD', amount: '100' } }),
		/promises back what it does not take/,
	),
	'the order is worth more than it asks for': quoted(
		({ rounding }) => ({ rounding: { ...rounding, rounded: '50' } }),
		/other than the slippage chosen/,
	),
	'another token was computed': quoted(
		({ rounding }) => ({ rounding: { ...rounding, symbol: 'XRD' } }),
		/other than the slippage chosen/,
	),
	'the ledger would pay back more than is taken': {
		answers: {
			'/trade/orders/check': check => ({
				...check,
				execution: { ...check.execution, expected_rebate: { symbol: 'XRD', amount: '100' } },
			}),
		},
		says: /promises back what it does not take/,
	},
}

/** What a service can say when a page is loaded, and keep to afterwards. */
const marketLies: Readonly<Record<string, PageLie>> = {
	'two tokens have each other’s addresses': {
		answers: {
			'/trade/tokens': ({ tokens }) => {
				const addressOf = (symbol: string) => tokens.find((token: Answer) => token.symbol === symbol).resource_address
				const swapped: Record<string, string> = { xUSDC: addressOf('xUSDT'), xUSDT: addressOf('xUSDC') }
				return {
					tokens: tokens.map((each: Answer) => {
						return { ...each, resource_address: swapped[each.symbol] ?? each.resource_address }
					}),
				}
			},
		},
		says: /xUSDC is resource_sim1\w+, whose symbol on the ledger is xUSDT/,
	},
	'a token is something else than a token': {
		answers: {
			'/trade/tokens': ({ tokens }) => ({
				tokens: tokens.map((each: { symbol: string }) => {
					return each.symbol === 'xUSDC' ? { ...each, resource_address: other } : each
				}),
			}),
		},
		says: /whose symbol on the ledger is none|does not know/,
	},
	'a token has more decimals': {
		answers: {
			'/trade/tokens': ({ tokens }) => ({
				tokens: tokens.map((each: { symbol: string }) =>
					each.symbol === 'xUSDC' ? { ...each, divisibility: 8 } : each,
				),
			}),
		},
		says: /has 6 decimals, not 8/,
	},
	'settling costs 20,000 XRD, in the table and in the quote': {
		answers: {
			'/trade/info': settlementOf('20000'),
			'/trade/quote': quote => ({
				...quote,
				fee: { ...quote.fee, settlement_amount: '20005' },
				total: { symbol: 'XRD', amount: '20105.1' },
			}),
		},
		says: /the settlement fee is 20005 XRD, more than 10/,
	},
	'the platform takes 90 %, in the table and in the quote': {
		answers: {
			'/trade/info': info => ({ ...info, per_level_anthic_fee: [{ taker_fee: '0.9', maker_fee: '0' }] }),
			'/trade/quote': quote => ({
				...quote,
				fee: { ...quote.fee, anthic_amount: '90' },
				total: { symbol: 'XRD', amount: '195.25' },
			}),
		},
		says: /the platform fee is 90 XRD, more than 1/,
	},
	'another key settles, in the table': {
		answers: { '/trade/info': info => ({ ...info, verify_parent_access_rule_sbor_hex: stranger.sborHex }) },
		says: /differs at instruction 0/,
	},
}

/** The lies of the shared table about a manifest, told in a quote. */
function inQuotes(addressOf: (symbol: string) => string): Readonly<Record<string, PageLie>> {
	const lies = Object.entries(manifestLies(addressOf)).map(([what, { change, sdk = /never/ }]) => {
		const tell = (quote: Answer) => ({ ...quote, ...(change({ manifest: quote.manifest }) as object) })
		return [what, { answers: { '/trade/quote': tell }, says: sdk }] as const
	})
	return Object.fromEntries(lies)
}

/** The lies of the shared table about bytes that the page reads: the hash, id and expiry beside them it computes. */
const byteLies = Object.entries(subintentLies)
	.filter(([what]) => what.startsWith('its bytes') || what.startsWith('it '))
	.filter(([what]) => what !== 'it expires sooner than it does')
	.map(([what, { path, change, sdk = /never/ }]) => [what, { answers: { [path]: change }, says: sdk }] as const)

/** Lets a page be lied to; the function says what to tell next. */
async function lieTo(page: Page): Promise<(lie: PageLie | undefined) => void> {
	let current: PageLie | undefined
	const isAbout = (url: URL) => current?.answers[url.pathname] !== undefined
	await page.route(isAbout, async route => {
		// The form asks for the number of makers without an account; nothing of that is signed.
		if (/\/trade\/quote$/.test(route.request().url()) && !route.request().postData()?.includes('"account"'))
			return await route.continue()
		const answer = await route.fetch()
		const change = current?.answers[new URL(route.request().url()).pathname]
		const honest = await answer.json()
		const changed = change?.(structuredClone(honest)) ?? honest
		assert.notDeepEqual(changed, honest, 'the lie is none')
		await route.fulfill({ response: answer, body: JSON.stringify(changed) })
	})
	return lie => {
		current = lie
	}
}

async function isStopped(page: Page, words: RegExp, what?: string): Promise<void> {
	const stop = page.getByRole('alert')
	await stop.getByText('Stop: do not trade here.').waitFor()
	assert.match(await stop.innerText(), words, what)
	assert.equal(await page.getByRole('button', { name: /^Sign/ }).count(), 0)
	assert.equal(await page.getByRole('button', { name: /new quote|Try again/ }).count(), 0)
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

	const addressOf = (place: PageNetwork) => (symbol: string) => place.network.tokens.get(symbol)?.resourceAddress ?? ''
	const reviewLies = (place: PageNetwork) => Object.entries({ ...quoteLies, ...inQuotes(addressOf(place)) })

	/** Reviews the swap under each lie, on one page. */
	async function reviewEach(page: Page, lies: readonly (readonly [string, PageLie])[]): Promise<void> {
		const tell = await lieTo(page)
		await typeSold(page, '100')
		for (const [at, [what, lie]] of lies.entries()) {
			tell(lie)
			await page.getByRole('button', { name: 'Review swap' }).click()
			await isStopped(page, lie.says, what)
			if (at === 0) assert.deepEqual(await findViolations(page), [])
			await page.getByRole('button', { name: 'Back to swap' }).click()
		}
	}

	test('by each lie about a wallet’s order: a red stop, no button, and the wallet is not asked', async () => {
		const { page, connector } = await openWithWallet(wallets)
		await connect(page)
		const lies = reviewLies(wallets)
		assert.ok(lies.length >= 30)
		await reviewEach(page, lies)
		assert.deepEqual(connector.asked, ['authorizedRequest'])
		await page.close()
	})

	test('by each lie about a demo account’s order: the same', async () => {
		const page = await play.open()
		await useAccount(page, 'user-3')
		await reviewEach(page, reviewLies(play))
		await page.close()
	})

	for (const [what, lie] of Object.entries(marketLies))
		test(`by a lie that it was told when it was loaded: ${what}`, async () => {
			const prepare = async (page: Page) => (await lieTo(page))(lie)
			const page = await play.open({ prepare })
			await useAccount(page, 'user-3')
			await typeSold(page, '100')
			await page.getByRole('button', { name: /^Review/ }).click()
			await isStopped(page, lie.says, what)
			await page.close()
		})

	test('by each lie about the bytes to sign: nothing is sent', async () => {
		const page = await play.open()
		await useAccount(page, 'user-3')
		const tell = await lieTo(page)
		const sent: string[] = []
		page.on('request', request => {
			if (new URL(request.url()).pathname === '/trade/orders') sent.push(request.url())
		})
		await typeSold(page, '100')
		for (const [what, lie] of byteLies) {
			tell(lie)
			await page.getByRole('button', { name: 'Review swap' }).click()
			await page.getByRole('button', { name: 'Sign with demo account' }).and(page.locator(':enabled')).click()
			await isStopped(page, lie.says, what)
			await page.getByRole('button', { name: 'Back to swap' }).click()
		}
		assert.deepEqual(sent, [])
		await page.close()
	})

	test('by bytes that are not what was reviewed: what it sent can be saved', async () => {
		const page = await play.open()
		await useAccount(page, 'user-3')
		const tell = await lieTo(page)
		tell(Object.fromEntries(byteLies)['its bytes are of another kind'])
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

import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { after, before, describe, test } from 'node:test'
import { promisify } from 'node:util'
import { readSignedPartialTransaction, readTransaction } from '@accord/ledger'
import type { TradeTrace, WireOf } from '@accord/protocol'
import type { Page } from 'playwright-core'
import { testNetworkId } from '../network/test-network.ts'
import { withoutChromium } from './chromium.ts'
import { findViolations } from './find-violations.ts'
import { type PageNetwork, type PageOptions, startPageNetwork } from './page-network.ts'
import { settleTrades } from './settle-trades.ts'

describe('a doubter checks a trade in a browser', { skip: withoutChromium() }, () => {
	let place: PageNetwork
	let id: string

	before(async () => {
		place = await startPageNetwork()
		id = (await settleTrades(place.network, ['250 XRD → xUSDC']))[0] ?? ''
	})
	after(() => place?.stop())

	/** The trade's page, with the service's account of it altered in transit. */
	async function openTrade(
		lie: (trace: WireOf<typeof TradeTrace>) => void = () => undefined,
		options: PageOptions = {},
	) {
		const page = await place.open(options)
		await page.route(`**/trade/trades/${id}`, async route => {
			const response = await route.fetch()
			const trace = (await response.json()) as WireOf<typeof TradeTrace>
			lie(trace)
			await route.fulfill({ response, json: trace })
		})
		await page.goto(`${place.network.service.url}/#/trades/${id}`)
		return page
	}

	/** The summary, and every failed check: `group: title`. */
	async function checked(page: Page): Promise<{ summary: string; failing: string[] }> {
		await page.getByRole('button', { name: 'Check this trade' }).click()
		const summary = await page.locator('.check-summary').innerText()
		const failing: string[] = []
		for (const group of await page.locator('.check-group').all()) {
			const name = ((await group.getAttribute('aria-label')) ?? '').replace(/^Checks:? (of )?/, '')
			const titles = await group.locator('.check-fails b').allInnerTexts()
			failing.push(...titles.map(title => `${name}: ${title}`))
		}
		return { summary, failing }
	}

	test('every hash, signature, manifest, balance and limit of an honest trade is valid, and the keys are named', async () => {
		const page = await openTrade()
		const { summary, failing } = await checked(page)
		assert.deepEqual(failing, [])
		assert.match(summary, /^All \d\d checks hold\.$/)
		const user = place.network.users[0]
		const group = page.getByRole('region', { name: 'Checks: The user’s intent', exact: true })
		await group.getByTitle(user?.keyPair.publicKey ?? '').waitFor()
		const transaction = page.getByRole('region', { name: 'Checks of the transaction' })
		await transaction.getByText('All balance changes, from the Gateway').click()
		await transaction.getByRole('cell', { name: 'the user’s account' }).first().waitFor()
		await transaction.getByText('+12.475 xUSDC', { exact: true }).waitFor()
		assert.deepEqual(await findViolations(page), [])
		await page.close()
	})

	test('a trade in which makers gave more than the limit holds too, and shows the surplus', async () => {
		const [better = ''] = await settleTrades(place.network, ['250 XRD → xUSDC'], { slippage: '0.01' })
		const page = await place.open({ at: `#/trades/${better}` })
		await page.getByRole('heading', { name: '250 XRD for 12.475 xUSDC' }).waitFor()
		await page.getByRole('rowheader', { name: 'Beyond the limit' }).first().waitFor()
		await page.getByText('into the user’s account, or keep it if refused').first().waitFor({ state: 'attached' })
		const { summary, failing } = await checked(page)
		assert.deepEqual([summary.replace(/\d+/, 'All'), failing], ['All All checks hold.', []])
		assert.deepEqual(await findViolations(page), [])
		await page.close()
	})

	test('before the check every signature is shown with its key', async () => {
		const page = await openTrade()
		const [user] = place.network.users
		const signed = page.getByRole('region', { name: 'User’s intent' })
		await signed.getByTitle(user?.keyPair.publicKey ?? '').waitFor()
		await signed.getByRole('button', { name: 'Copy User’s signature' }).waitFor()
		await page.getByRole('button', { name: 'Copy The service’s signature' }).first().waitFor()
		await page.close()
	})

	test('error: one flipped byte of what the user signed', async () => {
		const page = await openTrade(({ items: [item] }) => {
			assert(item?.signed_partial_transaction)
			item.signed_partial_transaction = flip(item.signed_partial_transaction, 50)
		})
		assert.deepEqual((await checked(page)).failing, [
			'the transaction: The user’s intent',
			'The user’s intent: Hash',
			'The user’s intent: Signature',
			'The user’s intent: Rules',
			'The user’s intent, wrapped by the service: Inside',
		])
		await page.getByText('These bytes are not in the transaction that the ledger committed.').waitFor()
		await page.close()
	})

	test('error: a signature that is not the maker’s', async () => {
		const page = await openTrade(({ items: [, fill] }) => {
			assert(fill?.signed_partial_transaction)
			const { signed_partial_transaction: bytes } = fill
			fill.signed_partial_transaction = flip(bytes, bytes.length / 2 - 20)
		})
		assert.deepEqual((await checked(page)).failing, [
			'the transaction: Maker 1’s intent',
			'Maker 1’s intent: Signature',
			'Maker 1’s intent: Rules',
			'Maker 1’s intent, wrapped by the service: Inside',
		])
		await page.close()
	})

	test('error: a service that lies about terms, costs, manifests or where it settled', async () => {
		const lies: readonly [lie: (trace: WireOf<typeof TradeTrace>) => void, found: readonly string[]][] = [
			[
				trace => Object.assign(trace.limit_order.buy, { amount: '13' }),
				['the transaction: Balance: User', 'The user’s intent: Terms'],
			],
			[trace => Object.assign(trace.rebate, { amount: '5.25' }), ['the transaction: Balance: User']],
			[trace => Object.assign(trace.roots[0] ?? {}, { state_version: 7 }), ['the transaction: State version']],
			[trace => Object.assign(trace.roots[0] ?? {}, { fee_paid_xrd: '0.1' }), ['the transaction: Network fee']],
			[
				trace => Object.assign(trace, { match_record: trace.match_record?.replace('0.0', '0.1') }),
				['The user’s intent, wrapped by the service: Match'],
			],
			[
				({ items: [item] }) => Object.assign(item ?? {}, { manifest: item?.manifest.replace('"withdraw"', '"keep"') }),
				['The user’s intent: Manifest'],
			],
		]
		for (const [lie, found] of lies) {
			const page = await openTrade(lie)
			const { failing, summary } = await checked(page)
			assert.deepEqual(
				failing.filter(title => !title.includes('Solver')),
				found,
			)
			assert.match(summary, /fails?\./)
			await page.close()
		}
	})

	test('error: a service that claims a settlement unknown to the ledger', async () => {
		const page = await openTrade(
			trace => {
				trace.roots = []
				trace.transaction_id = trace.transaction_id?.replace(/.{6}$/, 'qqqqqq') ?? ''
			},
			{ expectedErrors: /Failed to load resource/ },
		)
		await page.getByRole('button', { name: 'Check this trade' }).click()
		await page.getByText('The service does not show this transaction').waitFor()
		await page.locator('.check-summary').getByText('could not be made').waitFor()
		await page.close()
	})

	test('error: a non-fungible that leaves an account without anyone’s signature is found, and all of them are listed', async () => {
		const page = await openTrade()
		const [user] = place.network.users
		const badge = 'resource_sim1nfkwg8fa7ldhwh8exe5w4acjhp9v982svmxp3yqa8ncruad4kuwsut'
		await page.route('**/transaction/committed-details', async route => {
			const response = await route.fetch()
			const answer = await response.json()
			answer.transaction.balance_changes.non_fungible_balance_changes = [
				{ entity_address: user?.account, resource_address: badge, added: ['<kept>'], removed: ['#1#', '#2#'] },
				{ entity_address: place.network.ledger.url, resource_address: badge, added: ['#1#', '#2#'], removed: [] },
			]
			await route.fulfill({ response, json: answer })
		})
		assert.deepEqual((await checked(page)).failing, ['the transaction: Non-fungibles'])
		const transaction = page.getByRole('region', { name: 'Checks of the transaction' })
		await transaction.getByText(/^User −#1# and −#2# and \+<kept> of /).waitFor()
		await transaction.getByText('All balance changes, from the Gateway').click()
		await transaction.getByRole('cell', { name: /^−#1#, −#2#, \+<kept>/ }).waitFor()
		await transaction.getByRole('cell', { name: /^\+#1#, \+#2#/ }).waitFor()
		await page.close()
	})

	test('while the Gateway does not answer, checks that depend on it are unknown, and the rest are made', async () => {
		const page = await openTrade(undefined, { expectedErrors: /ERR_|Failed to load resource/ })
		await page.route(`${place.network.ledger.url}/**`, route => route.abort())
		const { failing, summary } = await checked(page)
		assert.deepEqual(failing, [])
		assert.match(summary, /^\d\d checks hold\. 2 could not be made\.$/)
		await page.unroute(`${place.network.ledger.url}/**`)
		await page.getByRole('button', { name: 'Check again' }).click()
		await page.getByText(/All \d\d checks hold/).waitFor()
		await page.close()
	})

	test('the bytes can be downloaded, and the commands send the same requests without the page', async () => {
		const page = await openTrade()
		await checked(page)
		const download = page.waitForEvent('download')
		await page.getByRole('button', { name: 'Download the signed bytes' }).click()
		const file = JSON.parse(await readFile(await (await download).path(), 'utf8'))
		const [item] = file.items
		assert.equal(readSignedPartialTransaction(item.signed_partial_transaction, testNetworkId).subintentId, id)
		const [transaction] = file.transactions
		assert.equal(readTransaction(transaction.raw_hex, testNetworkId).transactionId, transaction.intent_hash)

		await page.getByText('Ask without this page').click()
		const commands = await page.locator('.copy-block pre').allInnerTexts()
		const answers = await Promise.all(commands.map(command => promisify(execFile)('sh', ['-c', command])))
		const [trace, status, details] = answers.map(({ stdout }) => JSON.parse(stdout))
		assert.deepEqual(trace.items, file.items)
		assert.equal(status.intent_status, 'CommittedSuccess')
		assert.equal(details.transaction.raw_hex, transaction.raw_hex)
		assert.equal(await page.getByText('public explorer').count(), 0)
		await page.close()
	})

	test('on a phone nothing is wider than the screen', async () => {
		const page = await openTrade(undefined, { viewport: { width: 390, height: 844 } })
		await checked(page)
		await page.getByText('Ask without this page').click()
		const [content, screen] = (await page.evaluate('[document.documentElement.scrollWidth, innerWidth]')) as number[]
		assert.equal(content, screen)
		assert.deepEqual(await findViolations(page), [])
		await page.close()
	})
})

/** The bytes (hex) with one bit of one byte changed. */
function flip(hex: string, at: number): string {
	const byte = Number.parseInt(hex.slice(2 * at, 2 * at + 2), 16) ^ 1
	return hex.slice(0, 2 * at) + byte.toString(16).padStart(2, '0') + hex.slice(2 * at + 2)
}

import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after, before, describe, test } from 'node:test'
import { promisify } from 'node:util'
import { readSignedPartialTransaction, readTransaction } from '@accord/ledger'
import { Decimal, type TradeTrace, type WireOf } from '@accord/protocol'
import type { Page } from 'playwright-core'
import { runtime, withoutRuntime } from '../fixtures/runtimes.ts'
import { testNetworkId } from '../network/test-network.ts'
import { until } from '../network/until.ts'
import { withoutChromium } from './chromium.ts'
import { findViolations } from './find-violations.ts'
import { type PageNetwork, type PageOptions, startPageNetwork } from './page-network.ts'
import { settleTrades } from './settle-trades.ts'
import { fact, factIs, orderIs, reviewAndSign, typeSold, useAccount } from './trader.ts'

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

	test('error: failed checks say who differs, what that means for the money, and what to do', async () => {
		const said: readonly [lie: (trace: WireOf<typeof TradeTrace>) => void, who: readonly RegExp[]][] = [
			[
				trace => Object.assign(trace.limit_order.buy, { amount: '13' }),
				[/differ about what somebody gained or lost/, /The service shows something else than was signed/],
			],
			[trace => Object.assign(trace.roots[0] ?? {}, { state_version: 7 }), [/differ about the transaction/]],
			[
				trace => Object.assign(trace, { match_record: trace.match_record?.replace('0.0', '0.1') }),
				[/around something else than the order and the record/],
			],
		]
		for (const [lie, who] of said) {
			const page = await openTrade(lie)
			await checked(page)
			const items = page.getByRole('list', { name: 'What the failed checks mean' }).getByRole('listitem')
			const texts = await items.allInnerTexts()
			assert.equal(texts.length, who.length)
			for (const [at, text] of texts.entries()) {
				assert.match(text, who[at] ?? /never/)
				assert.match(text, /For your money: .+\n+.*What to do: /)
			}
			assert.deepEqual(await findViolations(page), [])
			await page.close()
		}
	})

	const sentences = async (page: Page) => {
		const lines = page.locator('.receipt-sentence')
		await lines.nth(2).waitFor()
		return page.locator('.receipt-words').allInnerTexts()
	}
	const allHold = ['It is what you signed.', 'The ledger did exactly that.', 'Nobody took more than they may.']
	const allHoldFor = ['It is what the user signed.', ...allHold.slice(1)]

	test('after a trade the browser checks it, and shows a receipt with price and costs against mid', async () => {
		const page = await place.open()
		await useAccount(page, 'user-1')
		await typeSold(page, '100')
		await reviewAndSign(page)
		await orderIs(page, 'Settled')
		assert.deepEqual(await sentences(page), allHold)
		await factIs(page, 'Price', '0.0499 xUSDC per XRD')
		// 100 XRD at 0.0499 instead of 0.05 cost 0.2 XRD; the fees are as signed, less what came back.
		await factIs(page, 'Half the spread, price impact', '0.2 XRD')
		await page.getByText('0.05 xUSDC when you sent it').waitFor()
		await factIs(page, 'Platform fee', '0.1 XRD')
		const [costs = '', network = ''] = await Promise.all([
			fact(page, 'All costs').innerText(),
			fact(page, 'Network and solver').innerText(),
		])
		const sum = Decimal.sum([Decimal.parse('0.3'), Decimal.parse(network.replace(' XRD', ''))])
		assert.match(costs, new RegExp(`^${Decimal.format(sum).replace('.', '\\.')} XRD \\(\\d+(\\.\\d+)?%\\)$`))
		assert.deepEqual(await findViolations(page), [])
		await page.getByRole('link', { name: 'History', exact: true }).click()
		await page
			.getByRole('row', { name: /100 XRD/ })
			.getByText('it is what was signed')
			.waitFor()
		await page.close()
	})

	test('a receipt says by how much a trade was better than signed', async () => {
		const [better = ''] = await settleTrades(place.network, ['250 XRD → xUSDC'], { slippage: '0.01' })
		const page = await place.open({ at: `#/history/${better}` })
		assert.deepEqual(await sentences(page), allHoldFor)
		await factIs(page, 'Better than signed by', '0.12475 xUSDC (1.01%)')
		await page.close()
	})

	test('error: a receipt of a lying service does not say that all is well', async () => {
		const page = await openTrade(trace => Object.assign(trace.limit_order.buy, { amount: '13' }))
		await page.evaluate(`location.hash = '#/history/${id}'`)
		assert.deepEqual(await sentences(page), [
			'It is not what the user signed.',
			'The ledger says something else.',
			'Nobody took more than they may.',
		])
		await page.close()
	})

	test('a stranger’s browser checks a shared receipt, and asks a Gateway of its own choice', async () => {
		const page = await openTrade()
		await page.evaluate(`location.hash = '#/history/${id}'`)
		await sentences(page)
		await page.getByRole('button', { name: 'Share' }).click()
		const link = await page.locator('.copy-block pre').innerText()
		assert.equal(link, `${place.network.service.url}/receipt#${id}`)
		await page.close()

		const other = await startOtherGateway(place.network.ledger.url)
		const stranger = await place.open({ expectedErrors: /ERR_|Failed to load|Content Security Policy|violates/ })
		const asked: string[] = []
		stranger.on('request', request => asked.push(new URL(request.url()).origin))
		await stranger.goto(link)
		assert.deepEqual(await sentences(stranger), allHoldFor)
		assert.deepEqual(await findViolations(stranger), [])
		const gateway = stranger.getByLabel('Gateway that your browser asks')
		const ask = stranger.getByRole('button', { name: 'Ask this Gateway' })
		await gateway.fill('http://gateway.example')
		await ask.click()
		await stranger.getByText('needs an address that begins with https://').waitFor()
		await gateway.fill(other.url)
		await ask.click()
		await until('the other Gateway to be asked', () => asked.includes(other.url))
		assert.deepEqual(await sentences(stranger), allHoldFor)
		other.lie()
		await stranger.getByRole('button', { name: 'Check again' }).click()
		await stranger.getByText('The ledger says something else.').waitFor()
		await stranger.getByText('Ask a second Gateway').first().waitFor()
		await stranger.close()
		other.close()
	})

	test('a saved proof is checked by any browser, and by a checker that shares no code with the page', async t => {
		const page = await openTrade()
		await page.evaluate(`location.hash = '#/history/${id}'`)
		await sentences(page)
		const download = page.waitForEvent('download')
		await page.getByRole('button', { name: 'Save proof' }).click()
		const saved = await download
		const path = await saved.path()
		const command = await page.locator('.copy-block pre').innerText()
		assert.equal(
			command,
			`python3 examples/checker/checker.py ${saved.suggestedFilename()} ${place.network.ledger.url}`,
		)
		await page.goto(`${place.network.service.url}/receipt`)
		await page.getByLabel('Open a saved proof').setInputFiles(path)
		assert.deepEqual(await sentences(page), allHoldFor)
		await page.getByLabel('Open a saved proof').setInputFiles({
			name: 'other.json',
			mimeType: 'application/json',
			buffer: Buffer.from('{}'),
		})
		await page.getByText('This file is not a saved proof.').waitFor()
		await page.close()
		if (withoutRuntime('python')) return t.diagnostic('the checker’s Python is not installed')
		const args = [...command.split(' ').slice(1, 2), path, place.network.ledger.url]
		const { stdout } = await promisify(execFile)(runtime('python'), args)
		assert.match(stdout, /0 differences/)
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
		await page.getByRole('button', { name: 'Save proof' }).click()
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

/** Another Gateway of the same ledger, which any page may ask; after `lie` it names another state version. */
async function startOtherGateway(ledgerUrl: string) {
	let isLying = false
	const server = createServer(async (request, response) => {
		const headers = { 'access-control-allow-origin': '*', 'access-control-allow-headers': 'content-type' }
		if (request.method === 'OPTIONS') return response.writeHead(204, headers).end()
		const chunks: Buffer[] = []
		for await (const chunk of request) chunks.push(chunk)
		const answer = await fetch(ledgerUrl + request.url, {
			method: 'POST',
			headers: { 'content-type': 'application/json' },
			body: Buffer.concat(chunks),
		})
		const text = await answer.text()
		const said = isLying ? text.replaceAll(/"state_version":\d+/g, '"state_version":7') : text
		response.writeHead(answer.status, { ...headers, 'content-type': 'application/json' }).end(said)
	})
	server.listen(0, '127.0.0.1')
	await once(server, 'listening')
	return {
		url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
		lie: () => {
			isLying = true
		},
		close: () => server.closeAllConnections() ?? server.close(),
	}
}

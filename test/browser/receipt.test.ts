import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { TradeTrace, WireOf } from '@accord/protocol'
import type { Page } from 'playwright-core'
import { testNetworkId } from '../network/test-network.ts'
import { untilEqual } from '../network/until.ts'
import { withoutChromium } from './chromium.ts'
import { findViolations } from './find-violations.ts'
import { type PageNetwork, type PageOptions, startPageNetwork } from './page-network.ts'
import { settleTrades } from './settle-trades.ts'
import { fact, orderIs, reviewAndSign, typeSold, useAccount } from './trader.ts'

type WireTrace = WireOf<typeof TradeTrace>
type Lie = (trace: WireTrace) => void

describe('a receipt in a browser speaks only of what was checked', { skip: withoutChromium() }, () => {
	let place: PageNetwork
	let id: string
	let otherId: string

	before(async () => {
		place = await startPageNetwork()
		const ids = await settleTrades(place.network, ['250 XRD → xUSDC', '100 XRD → xUSDC'])
		id = ids[0] ?? ''
		otherId = ids[1] ?? ''
	})
	after(() => place?.stop())

	const allHold = ['It is what the user signed.', 'The ledger did exactly that.', 'Nobody took more than they may.']

	const sentencesAre = (page: Page, wanted: readonly string[]) =>
		untilEqual('the sentences', async () => [...(await page.locator('.receipt-words').allInnerTexts())], [...wanted])

	async function openReceipt(options: PageOptions = {}) {
		const page = await place.open(options)
		await page.goto(`${place.network.service.url}/receipt#${id}`)
		await sentencesAre(page, allHold)
		return page
	}

	async function openProof(page: Page, lie: Lie = () => undefined) {
		const trace = (await (await fetch(`${place.network.service.url}/trade/trades/${id}`)).json()) as WireTrace
		lie(trace)
		const text = JSON.stringify({ ...trace, network_id: testNetworkId, transactions: [] })
		const file = { name: 'proof.json', mimeType: 'application/json', buffer: Buffer.from(text) }
		await page.getByLabel('Open a saved proof').setInputFiles(file)
	}

	/** Every `12.475` of the service’s account, but not of what was signed, is another amount. */
	const forgeAmounts: Lie = trace => {
		const forged = JSON.stringify(trace, (key, value) => (key === 'amount' && value === '12.475' ? '92.475' : value))
		assert.match(forged, /"92\.475"/)
		Object.assign(trace, JSON.parse(forged))
	}

	test('error: a forged proof of a trade that was found good is checked itself, and its amounts are not printed', async () => {
		const page = await openReceipt()
		await page.getByRole('heading', { name: '250 XRD for 12.475 xUSDC' }).waitFor()
		await openProof(page, forgeAmounts)
		await sentencesAre(page, [
			'It is not what the user signed.',
			'The ledger says something else.',
			'Somebody took more than they may.',
		])
		await page.getByRole('heading', { name: 'A trade whose checks fail' }).waitFor()
		assert.equal(await page.getByRole('heading', { name: /92\.475/ }).count(), 0)
		assert.equal(await page.locator('.fact').getByText(/xUSDC/).count(), 0)
		const failing = page.locator('.receipt-sentence .check-fails b').filter({ visible: true })
		assert.deepEqual(await failing.allInnerTexts(), [
			'The user’s intent: Terms',
			'Balance: User',
			'Balance: Maker 1',
			'Maker 1’s intent: Terms',
		])
		await page.getByText('+12.475 xUSDC', { exact: true }).waitFor()
		assert.deepEqual(await findViolations(page), [])
		await openProof(page)
		await sentencesAre(page, allHold)
		await page.getByRole('heading', { name: '250 XRD for 12.475 xUSDC' }).waitFor()
		await page.close()
	})

	test('error: prices of a proof that were not recorded, or are of other tokens', async () => {
		const page = await openReceipt()
		const lies: readonly (readonly [lie: Lie, said: string])[] = [
			[
				trace => {
					for (const { levels } of trace.parts) for (const level of levels) level[0] = '0.049'
				},
				'The levels shown as taken are not those of the record',
			],
			[trace => Object.assign(trace.pair, { quote: 'xETH' }), 'is shown as one of XRD and xETH'],
		]
		for (const [lie, said] of lies) {
			await openProof(page, lie)
			await sentencesAre(page, ['It is not what the user signed.', ...allHold.slice(1)])
			await page.getByText(said).waitFor()
			assert.equal(await fact(page, 'Price').count(), 0)
		}
		await page.close()
	})

	test('error: while a document is being checked, no verdict and no amounts of it are shown', async () => {
		const page = await openReceipt({ expectedErrors: /ERR_|Failed to load/ })
		const { promise: released, resolve: release } = Promise.withResolvers<void>()
		await page.route(`${place.network.ledger.url}/**`, async route => {
			await released
			await route.continue()
		})
		await openProof(page, forgeAmounts)
		await sentencesAre(page, [])
		assert.equal(await page.getByText('92.475').count(), 0)
		release()
		await page.getByText('It is not what the user signed.').waitFor()
		await page.close()
	})

	test('error: another link in the same tab shows its own trade, and an answer about another trade is refused', async () => {
		const page = await openReceipt()
		await openProof(page)
		await page.evaluate(`location.hash = '${otherId}'`)
		await page.getByRole('heading', { name: '100 XRD for 4.99 xUSDC' }).waitFor()
		await page.close()
		const misled = await place.open()
		await misled.route(`**/trade/trades/${otherId}`, async route => {
			const response = await route.fetch({ url: `${place.network.service.url}/trade/trades/${id}` })
			await route.fulfill({ response })
		})
		await misled.goto(`${place.network.service.url}/receipt#${otherId}`)
		await misled.getByText('The service answered with another trade').waitFor()
		assert.equal(await misled.locator('.receipt-words').count(), 0)
		await misled.close()
	})

	test('error: a proof dated another day, whichever of its times is forged', async () => {
		const page = await openReceipt()
		const dayMs = 86_400_000
		const lies: readonly Lie[] = [
			trace => Object.assign(trace, { created_at_ms: trace.created_at_ms - 3 * dayMs }),
			trace =>
				Object.assign(trace.roots[0] ?? {}, { committed_at_ms: (trace.roots[0]?.committed_at_ms ?? 0) - 3 * dayMs }),
		]
		for (const lie of lies) {
			await openProof(page, lie)
			await sentencesAre(page, [allHold[0] ?? '', 'The ledger says something else.', allHold[2] ?? ''])
			await page.getByText(/whether it was committed, where, when,/).waitFor()
			await page
				.getByText('Time: ')
				.or(page.getByText('Time', { exact: true }))
				.first()
				.waitFor()
		}
		await page.close()
	})

	test('a shared receipt has the ledger’s time with its zone, and its transaction', async () => {
		const page = await openReceipt({ timezoneId: 'Asia/Kolkata', locale: 'en-GB' })
		const { transactionId = '', roots } = await place.network.dex.tradeTrace(id)
		const committed = fact(page, 'Committed').locator('time')
		const committedAtMs = roots[0]?.committedAtMs ?? 0
		assert.equal(await committed.getAttribute('datetime'), new Date(committedAtMs).toISOString())
		const year = new Date(committedAtMs).getUTCFullYear()
		assert.match(await committed.innerText(), new RegExp(`^\\d+ \\w+ ${year}.* \\d\\d:\\d\\d:\\d\\d GMT\\+5:30$`))
		await fact(page, 'Transaction').getByTitle(transactionId).waitFor()
		await fact(page, 'Transaction').getByRole('link', { name: 'under the hood' }).click()
		await page.getByRole('heading', { name: '250 XRD for 12.475 xUSDC' }).waitFor()
		await page.getByRole('heading', { name: 'Check it yourself' }).waitFor()
		await page.close()
	})

	test('a sentence opens to the checks behind it, each with whose it is', async () => {
		const page = await openReceipt()
		const sentence = page.locator('.receipt-sentence').first()
		const [, count = ''] = (await sentence.locator('.receipt-count').innerText()).match(/^(\d+) checks$/) ?? []
		const checks = sentence.locator('.check-one')
		assert.equal(await checks.first().isVisible(), false)
		await sentence.locator('summary').click()
		assert.equal(await checks.count(), Number(count))
		await sentence.getByText('The user’s intent: Signature').waitFor()
		assert.deepEqual(await findViolations(page), [])
		await page.close()
	})

	test('a shared receipt and a saved proof have the costs of the order’s own view, and none that a link makes lower', async () => {
		const page = await place.open()
		await useAccount(page, 'user-1')
		await typeSold(page, '100')
		await reviewAndSign(page)
		await orderIs(page, 'Settled')
		const costs = fact(page, 'All costs against the mid price')
		const own = await costs.innerText()
		assert.match(own, /^1\.1\d+ XRD \(1\.1\d%\)$/)
		await page
			.getByText(/^0\.25 XRD for the solver, 0\.6\d+ XRD for the ledger; 4\.3\d+ of 5\.25 XRD came back/)
			.waitFor()
		const saving = page.waitForEvent('download')
		await page.getByRole('button', { name: 'Save proof' }).click()
		const proof = await (await saving).path()
		const link = (await page.getByRole('link', { name: 'Ask another Gateway' }).getAttribute('href')) ?? ''
		const open = async (address: string) => {
			await page.goto('about:blank')
			await page.goto(address)
			await sentencesAre(page, allHold)
		}
		await open(link)
		await page.getByText('0.05 xUSDC when it was sent, says who shared it').waitFor()
		assert.equal(await costs.innerText(), own)
		await open(link.replace('mid=0.05', 'mid=0.0498'))
		await fact(page, 'All costs against the best price taken').waitFor()
		await page.getByLabel('Open a saved proof').setInputFiles(proof)
		await costs.waitFor()
		assert.equal(await costs.innerText(), own)
		await page.close()
	})

	test('error: a tick stands for the figures that were checked, and a proof of others leaves none', async () => {
		const page = await openReceipt()
		await openProof(page, forgeAmounts)
		await page.getByText('It is not what the user signed.').waitFor()
		await page.goto(place.network.service.url)
		await useAccount(page, 'user-1')
		await page.getByRole('link', { name: 'History', exact: true }).click()
		const row = page.getByRole('row', { name: /250 XRD/ })
		await row.getByText('it is what was signed').waitFor()
		await page.route('**/trade/account_addresses/*/orders?*', async route => {
			const response = await route.fetch()
			const text = (await response.text()).replaceAll('"12.475"', '"92.475"')
			await route.fulfill({ response, body: text })
		})
		await page.reload()
		await row
			.getByText(/92\.475/)
			.first()
			.waitFor()
		await row.getByText('something differs').waitFor()
		await page.close()
	})

	test('error: under the hood, a verdict ends with the account that it was about', async () => {
		const page = await place.open({ at: `#/trades/${id}` })
		await page.getByRole('button', { name: 'Check this trade' }).click()
		await page.getByText(/All \d\d checks hold/).waitFor()
		await page.route(`**/trade/trades/${id}`, async route => {
			const response = await route.fetch()
			const trace = (await response.json()) as WireTrace
			forgeAmounts(trace)
			await route.fulfill({ response, json: trace })
		})
		// The page reads again when its tab is shown again.
		await page.evaluate(`dispatchEvent(new Event('visibilitychange'))`)
		await page.getByRole('heading', { name: '250 XRD for 92.475 xUSDC' }).waitFor()
		await untilEqual('the verdicts', () => page.locator('.check-summary').count(), 0)
		await page.getByRole('button', { name: 'Check this trade' }).click()
		await page.getByText(/checks fail/).waitFor()
		await page.close()
	})
})

import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { after, before, describe, test } from 'node:test'
import type { IssuedApiKey, Maker, WireOf } from '@accord/protocol'
import { Decimal } from '@accord/protocol'
import type { Locator, Page, Request } from 'playwright-core'
import { ownMinting } from '../network/instamint.ts'
import { InstamintActs } from '../network/instamint-acts.ts'
import { askOperator, operatorSetting } from '../network/operator-request.ts'
import { connectMaker, silent } from '../network/test-maker.ts'
import { placeOrder } from '../network/test-user.ts'
import { askTrade } from '../network/trade-request.ts'
import { until, untilEqual } from '../network/until.ts'
import { withoutChromium } from './chromium.ts'
import { Door } from './door.ts'
import { findViolations } from './find-violations.ts'
import { enterKey, panel } from './maker-page.ts'
import { type PageNetwork, type PageOptions, startPageNetwork } from './page-network.ts'
import { settleTrades } from './settle-trades.ts'

const refusedKey = /401|ERR_|Failed to load resource/
const tablet = { viewport: { width: 800, height: 1000 } }
const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true }

describe('the maker’s view in a browser', { skip: withoutChromium() }, () => {
	let place: PageNetwork

	before(async () => {
		// Few enough for a test to use up, a sixth at once; enough for a minute of the view in a few seconds.
		place = await startPageNetwork({
			settings: { ...operatorSetting, limits: { requests_per_minute_per_key: 1_200 } },
		})
	})
	after(() => place?.stop())

	/** The first is the reference maker, and a customer; the second is a customer too; the third is neither. */
	const keyOf = (maker: number) => place.network.makers[maker - 1]?.apiKey ?? assert.fail(`no maker ${maker}`)

	async function signedIn(key: string, options: PageOptions = {}): Promise<Page> {
		const page = await place.open({ at: '#/maker', ...options })
		await enterKey(page, key)
		await page.getByRole('button', { name: 'Sign out' }).waitFor()
		return page
	}

	test('the reference maker signs in by a link at the end of the page, and sees its books, levels and answers', async () => {
		await settleTrades(place.network, ['100 XRD → xUSDC'])
		place.network.clock.advance(1.5)
		await settleTrades(place.network, ['5 xUSDC → XRD'])
		const page = await place.open()
		await page.getByRole('link', { name: 'For makers' }).click()
		await enterKey(page, keyOf(1))
		await page.getByRole('heading', { name: 'Maker', exact: true }).waitFor()
		assert.equal(await page.title(), 'Maker – Accord')
		const books = page.getByRole('table', { name: 'Your books by pair' }).locator('tbody tr')
		await untilEqual('its books', async () => (await books.locator('.badge').allInnerTexts()).join(), 'Yes,Yes,Yes,Yes')
		const own = page.getByRole('table', { name: /order book with your levels/ }).locator('.maker-own')
		await untilEqual('its levels', () => own.count(), 10)
		await untilEqual(
			'its answers',
			() => factsOf(panel(page, 'Your answers'), 'Orders asked', 'Filled', 'Fills settled'),
			['2', '2 (100%)', '2'],
		)
		assert.match(
			await panel(page, 'Latest orders')
				.getByRole('row', { name: /100 XRD/ })
				.innerText(),
			/Settled/,
		)
		await page.getByLabel('Pair of the levels').selectOption('xETH/xUSDC')
		await page.getByRole('table', { name: /^xETH\/xUSDC order book/ }).waitFor()
		await page.close()
	})

	test('it sees in money what its fills were worth, what it holds, and how fast it was by the hour', async () => {
		const page = await signedIn(keyOf(1))
		const row = panel(page, 'Results').getByRole('row', { name: /^XRD\/xUSDC/ })
		await row.waitFor()
		const cell = async (label: string) =>
			(await row.locator(`td[data-label="${label}"]`).innerText()).replace(/\s+/g, ' ')
		assert.match(await cell('Volume'), /^9\.\d+ xUSDC 2 fills$/)
		assert.equal(await cell('Bought'), '100 XRD at 0.0499 xUSDC')
		assert.match(await cell('Sold'), /^9\d\.\d+ XRD at 0\.0501\d* xUSDC$/)
		assert.match(await cell('Share of trades'), /^100% of 19\d\.\d+ XRD$/)
		// The first fill bought below the price of the next trade; after the second there was no trade.
		assert.match(await cell('Mark-out 1 s'), /^\+0\.0\d+ xUSDC \+\d+(\.\d)? bp of 1 fill$/)
		assert.match(await cell('Net'), /^[+−][\d.]+ xUSDC [+−][\d.]+ bp of volume$/)
		const fees = panel(page, 'Fees and net change').locator('tbody tr')
		const paid = async (token: string) => {
			const cells = await fees
				.filter({ hasText: new RegExp(`^XRD/xUSDC\\s*${token}\\b`) })
				.locator('td')
				.allInnerTexts()
			return cells.slice(3, 5)
		}
		assert.deepEqual(
			[await paid('XRD'), await paid('xUSDC')],
			[
				['0', '−5.25'],
				['0', '−0.2625'],
			],
		)
		await panel(page, 'Lost orders').getByText('Nothing lost').waitFor()
		const { account } = place.network.makers[0] ?? assert.fail()
		const held = panel(page, 'Inventory').getByRole('row', { name: /^XRD / }).locator('td[data-label="Held"]')
		const digits = (text: string) => text.replace(/[,\s]/g, '')
		assert.ok(place.network.balances(account).XRD?.startsWith(digits(await held.innerText())))
		const times = panel(page, 'Response times')
		await times
			.getByRole('img', { name: /^Time from asked to filled in each hour of a day\. Slowest hour: 99%/ })
			.waitFor()
		await times.locator('summary').click()
		assert.match(await times.getByRole('row').last().innerText(), /2\s+2\s+[\d,]+ ms\s+[\d,]+ ms/)
		await page.close()
	})

	test('its orders of a day are exported from all pages, and their sums are the net change', async () => {
		const page = await signedIn(keyOf(1), { expectedErrors: /503/ })
		let pages = 0
		await page.route('**/maker/orders?limit=500*', route => {
			pages++
			return route.continue({ url: route.request().url().replace('limit=500', 'limit=1') })
		})
		const download = page.waitForEvent('download')
		await page.getByRole('button', { name: 'Export CSV' }).click()
		const file = await download
		const day = new Date(await page.evaluate<number>('Date.now()')).toISOString().slice(0, 10)
		assert.equal(file.suggestedFilename(), `orders-maker-1-${day}.csv`)
		const [head = '', ...lines] = (await readFile(await file.path(), 'utf8')).trimEnd().split('\r\n')
		await page.getByText(`All ${lines.length} orders of 24 hours were saved`).waitFor()
		assert.ok(lines.length >= 2 && pages >= lines.length, `${lines.length} orders, ${pages} pages`)
		const columns = head.split(',')
		const rows = lines.map(line => Object.fromEntries(line.split(',').map((field, at) => [columns[at] ?? '', field])))
		assert.deepEqual(
			rows.slice(-2).map(({ pair, side, state }) => [pair, side, state].join(' ')),
			['XRD/xUSDC sell filled', 'XRD/xUSDC buy filled'],
		)
		assert.match(rows[0]?.transaction ?? '', /^txid_sim1/)
		const settled = rows.filter(({ fill_state }) => fill_state === 'Settled')
		const net = (symbol: string) => {
			const parts = settled.flatMap(row => [
				...(row.bought_token === symbol ? [row.bought_amount] : []),
				...(row.sold_token === symbol ? [`-${row.sold_amount}`] : []),
				...(row.fee_token === symbol
					? [`-${row.platform_fee}`, `-${row.settlement_fee}`, row.settlement_fee_refund]
					: []),
			])
			return Decimal.format(Decimal.sum(parts.map(part => Decimal.parse((part ?? '').replace(/^-0$/, '0')))))
		}
		const shown = panel(page, 'Fees and net change').locator('tbody tr')
		for (const symbol of ['XRD', 'xUSDC']) {
			const cell = shown
				.filter({ hasText: new RegExp(`^XRD/xUSDC\\s*${symbol}\\b`) })
				.locator('td')
				.last()
			const title = (await cell.locator('[title]').getAttribute('title')) ?? ''
			assert.equal(net(symbol), title.replace('−', '-').replaceAll(',', ''), symbol)
		}
		await page.unroute('**/maker/orders?limit=500*')
		await page.route('**/maker/orders?limit=500*', route => route.fulfill({ status: 503 }))
		await page.getByRole('button', { name: 'Export CSV' }).click()
		await page.getByText('nothing was saved').waitFor()
		await page.close()
	})

	test('its mint on credit appears as a loan, and is gone once repaid', async () => {
		const page = await signedIn(keyOf(1))
		const credit = panel(page, 'Instamint')
		const shown = () => factsOf(credit, 'Customer badge', 'Allowance left', 'Loans outstanding')
		await untilEqual('no loans', shown, ['#2#', '1,000,000 XRD', 'none'])
		const { account } = place.network.makers[0] ?? assert.fail()
		assert.equal(await credit.getByRole('button', { name: /account address/ }).getAttribute('title'), account)
		const payback = await credit.getByRole('button', { name: /payback address on Radix/ }).getAttribute('title')
		assert.match(payback ?? '', /^account_sim1/)
		const acts = new InstamintActs(place.network, place.network.makers[0])
		await acts.mint('xUSDC', '100.5')
		await untilEqual('the loan', shown, ['#2#', '997,990 XRD', ''])
		assert.deepEqual(await factsOf(credit, 'Loans count as', 'xUSDC'), ['2,010 XRD', '100.5'])
		await acts.repay('xUSDC', '100.5')
		await untilEqual('its repayment', shown, ['#2#', '1,000,000 XRD', 'none'])
		await page.close()
	})

	test('an order waiting for the maker shows its deadline, and a fill that mints makes a loan', async () => {
		const { network } = place
		const maker = await connectMaker(network, network.makers[1], {
			answer: silent,
			client: { instamint: ownMinting(network, 3) },
		})
		await maker.quote({ pair: 'XRD/xUSDC', bids: ['0.05 10000'] })
		await placeOrder(network, network.users[2], { sell: '40 XRD', buy: '2 xUSDC' })
		await maker.client.reject((await maker.asked()).id, 'price moved')
		const page = await signedIn(keyOf(2))
		await panel(page, 'Lost orders')
			.getByRole('row', { name: /^Rejected by you XRD\/xUSDC 1 2 xUSDC$/ })
			.waitFor()
		const open = panel(page, 'Open orders')
		await open.getByText('Nothing to answer').waitFor()
		const order = await network.clock.standStill(async () => {
			await placeOrder(network, network.users[0], { sell: '200 XRD', buy: '10 xUSDC' })
			const asked = await maker.asked(2)
			const deadline = open.getByRole('row', { name: /200 XRD/ }).locator('time')
			assert.equal(await deadline.getAttribute('datetime'), new Date(asked.fillBeforeMs).toISOString())
			const books = page.getByRole('table', { name: 'Your books by pair' })
			await books
				.getByRole('row', { name: /^XRD\/xUSDC Yes/ })
				.getByText('200 XRD')
				.waitFor()
			const { manifest } = await maker.client.api.composeFill({ account: maker.account.account, orderId: asked.id })
			await maker.fill(asked, { edit: () => manifest })
			return asked
		})
		await panel(page, 'Latest orders')
			.getByRole('row', { name: /200 XRD Settled/ })
			.waitFor()
		await open.getByText('Nothing to answer').waitFor()
		await panel(page, 'Instamint').getByText('10.2625').waitFor()
		assert.equal(await page.getByTitle(order.id).first().innerText(), `${order.id.slice(0, 6)}…${order.id.slice(-4)}`)
		await maker.leave()
		await page.close()
	})

	test('an order that its user cancels is called off in every panel, and a price beyond another maker’s is pointed out', async () => {
		const { network } = place
		const maker = await connectMaker(network, network.makers[1], { answer: silent })
		await maker.quote({ pair: 'XRD/xUSDC', bids: ['0.0502 10000'] })
		const page = await signedIn(keyOf(2))
		const figures = () => factsOf(panel(page, 'Your answers'), 'Not answered in time', 'Fill refused', 'Called off')
		await untilEqual('what was called off before', figures, ['0', '0', '0'])
		const order = await placeOrder(network, network.users[1], { sell: '60 XRD', buy: '3 xUSDC' })
		const { curve, publicKey, sign } = network.users[1]?.keyPair ?? assert.fail()
		await network.dex.cancelOrder(order.subintentId, async ({ hash }) => {
			return { curve, publicKey, signature: sign(hash).signature }
		})
		await untilEqual('what was called off', figures, ['0', '0', '1'])
		await panel(page, 'Lost orders')
			.getByRole('row', { name: /^Called off: cancelled by the user XRD\/xUSDC 1 3\.\d+ xUSDC$/ })
			.waitFor()
		await panel(page, 'Latest orders')
			.getByRole('row', { name: /60 XRD Called off$/ })
			.waitFor()
		await panel(page, 'Your levels')
			.getByText('your bid of 0.0502 is at or above another maker’s ask of 0.0501')
			.waitFor()
		assert.equal(await page.getByText(/since/i).count(), 1)
		assert.match(
			(await factsOf(panel(page, 'Your answers'), 'Response time')).join(),
			/^median [\d,]+ ms, 95% [\d,]+ ms, 99% [\d,]+ ms, longest [\d,]+ ms$/,
		)
		assert.deepEqual(await findViolations(page), [])
		await maker.leave()
		await page.close()
	})

	test('a maker that is not a customer of Instamint, and has no session, is told so in a sentence', async () => {
		const page = await signedIn(keyOf(3), { expectedErrors: /404/ })
		await page.getByText('None of your accounts has a customer badge').waitFor()
		await page.getByText('None of your sessions is connected').waitFor()
		for (const words of ['Nothing traded yet', 'No fees yet', 'Nothing lost', 'No fills yet'])
			await page.getByText(words).waitFor()
		assert.equal(await page.getByRole('alert').count(), 0)
		await page.close()
	})

	test('pausing takes all books out of matching, resuming puts them back', async () => {
		const page = await signedIn(keyOf(1))
		const badges = page.getByRole('table', { name: 'Your books by pair' }).locator('.badge')
		await page.getByRole('button', { name: 'Pause all books' }).click()
		await page.getByText('All your books are paused by you since').waitFor()
		await untilEqual('the pause', async () => new Set(await badges.allInnerTexts()), new Set(['Paused']))
		assert.deepEqual((await place.network.dex.orderBook({ base: 'XRD', quote: 'xUSDC' })).bids, [])
		await page.getByRole('button', { name: 'Resume quoting' }).click()
		await untilEqual('its end', async () => new Set(await badges.allInnerTexts()), new Set(['Yes']))
		await page.close()
	})

	test('error: a wrong key, a key of another role, and text that is not a key have their own messages', async () => {
		const page = await place.open({ at: '#/maker', expectedErrors: refusedKey })
		const sent: string[] = []
		page.on('request', request => /\/(maker|instamint)\//.test(request.url()) && sent.push(request.url()))
		const says = async (key: string, words: string) => {
			await enterKey(page, key)
			await page.getByRole('alert').getByText(words).waitFor()
		}
		await says('', 'Enter your API key')
		await says('accord_operator_0123456789', 'This is an operator’s key')
		await says('two words', 'This cannot be an API key')
		assert.deepEqual(sent, [])
		await says(`${keyOf(1)}x`, 'The service does not accept this key')
		await page.getByRole('button', { name: 'Sign out' }).waitFor({ state: 'detached' })
		assert.equal(sent.length, 1)
		await page.close()
	})

	test('the head says whose key it is, by name and id, and a name is text', async () => {
		const call = <T>(path: string, body?: unknown) =>
			askOperator<T>(place.network, `POST /operator/makers${path}`, { body })
		const maker = await call<WireOf<typeof Maker>>('', { name: 'North <b>Markets</b>', accounts: [] })
		const issued = await call<WireOf<typeof IssuedApiKey>>(`/${maker.maker_id}/keys`)
		const page = await signedIn(issued.api_key, { expectedErrors: /404/ })
		const head = page.locator('.key-head')
		await head.getByText('North <b>Markets</b>', { exact: true }).waitFor()
		await head.getByText(maker.maker_id, { exact: true }).waitFor()
		assert.equal(await page.getByRole('heading', { level: 1 }).innerText(), 'Maker')
		await page.getByRole('button', { name: 'Sign out' }).click()
		await enterKey(page, keyOf(2))
		await head.getByText('maker-2', { exact: true }).waitFor()
		assert.equal(await page.getByText(maker.maker_id).count(), 0)
		await page.close()
	})

	test('error: a key that is revoked meanwhile ends the view', async () => {
		const issued = await askOperator<WireOf<typeof IssuedApiKey>>(place.network, 'POST /operator/makers/maker-3/keys')
		const page = await signedIn(issued.api_key, { expectedErrors: refusedKey })
		await askOperator(place.network, `DELETE /operator/keys/${issued.key_id}`)
		await page.getByRole('alert').getByText('The service does not accept this key').waitFor()
		assert.equal(await page.getByLabel('API key').inputValue(), '')
		await page.close()
	})

	test('error: beyond its limit of requests the view says so, and continues on its own', async () => {
		const { network } = place
		const page = await signedIn(keyOf(3), { expectedErrors: /404|429/ })
		const other = await place.open({ at: '#/maker', expectedErrors: /404|429/ })
		await network.clock.standStill(async () => {
			const headers = { 'service-api-key': keyOf(3) }
			await until('the limit', async () => (await askTrade(network, '/maker/limits', { headers })).status === 429)
			await page.getByRole('status').getByText('Too many requests have been made with this key').waitFor()
			await enterKey(other, keyOf(3))
			await other.getByRole('alert').getByText('Too many requests').waitFor()
		})
		await page.getByText('What is shown may be out of date').waitFor({ state: 'detached' })
		await enterKey(other, keyOf(3))
		await other.getByRole('button', { name: 'Sign out' }).waitFor()
		await other.close()
		await page.close()
	})

	test('error: a service that does not respond, before and after the sign-in', async () => {
		const door = await Door.before(place.network.service.url)
		const page = await place.open({ at: '#/maker', through: door.url, expectedErrors: refusedKey })
		await page.getByLabel('API key').waitFor()
		door.shut()
		await enterKey(page, keyOf(1))
		await page.getByRole('alert').getByText('The service did not respond').waitFor()
		door.open()
		await enterKey(page, keyOf(1))
		await page.getByRole('table', { name: 'Your books by pair' }).waitFor()
		door.shut()
		await page.getByText('What is shown may be out of date').waitFor()
		await page.getByRole('table', { name: 'Your books by pair' }).waitFor()
		door.open()
		await page.getByText('What is shown may be out of date').waitFor({ state: 'detached' })
		await page.close()
		door.remove()
	})

	test('the key is in memory only: in no address and no storage, and gone after signing out or a reload', async () => {
		const page = await signedIn(keyOf(1))
		const urls: string[] = []
		const messages: string[] = []
		page.on('request', request => urls.push(request.url()))
		page.on('console', message => messages.push(message.text()))
		const traces = () =>
			page.evaluate('JSON.stringify([{...localStorage}, {...sessionStorage}, document.cookie, location.href])')
		await page.getByRole('link', { name: 'Trade', exact: true }).click()
		await page.getByRole('link', { name: 'For makers' }).click()
		await page.getByRole('button', { name: 'Sign out' }).waitFor()
		await page.getByText('Allowance left').waitFor()
		const seen = async () => [await traces(), await page.content(), ...urls, ...messages].join('\n').includes(keyOf(1))
		assert.equal(await seen(), false)
		await page.getByRole('button', { name: 'Sign out' }).click()
		const field = page.getByLabel('API key')
		assert.equal(await field.inputValue(), '')
		assert.equal(await page.evaluate('document.activeElement.type'), 'password')
		assert.equal(await page.getByText('Allowance left').count(), 0)
		await enterKey(page, keyOf(1))
		await page.getByRole('button', { name: 'Sign out' }).waitFor()
		await page.reload()
		await field.waitFor()
		assert.equal(await seen(), false)
		await page.close()
	})

	test('asks at a bounded rate while it is visible, and nothing while it is hidden or after signing out', async () => {
		const page = await place.open()
		await page.clock.install()
		await page.goto(`${place.network.service.url}/#/maker`)
		let asked = 0
		const underWay = new Set<Request>()
		page.on('request', request => {
			if (!/\/(maker|instamint)\//.test(request.url())) return
			asked++
			underWay.add(request)
		})
		page.on('requestfinished', request => underWay.delete(request))
		await enterKey(page, keyOf(1))
		await page.getByText('Allowance left').waitFor()
		const inAMinute = async () => {
			const before = asked
			for (let second = 0; second < 60; second++) {
				await page.clock.runFor(1_000)
				// A request in progress is not sent again.
				await until('the answers', () => underWay.size === 0)
			}
			return asked - before
		}
		const visible = await inAMinute()
		assert.ok(visible >= 80 && visible <= 110, `${visible} requests`)
		await show(page, 'hidden')
		await page.clock.runFor(10_000)
		assert.equal(await inAMinute(), 0)
		const again = page.waitForRequest(/\/maker\/books/)
		await show(page, 'visible')
		await again
		await page.getByRole('button', { name: 'Sign out' }).click()
		await page.getByLabel('API key').waitFor()
		assert.equal(await inAMinute(), 0)
		await page.close()
	})

	test('everyone can use it: in light and dark, on a desktop, a tablet and a phone, and nothing overflows', async () => {
		const acts = new InstamintActs(place.network, place.network.makers[0])
		await acts.mint('xETH', '0.123456789012345678')
		for (const [device, options] of [
			['a desktop', {}],
			['a tablet', tablet],
			['a phone', phone],
		] as const) {
			const page = await place.open({ at: '#/maker', expectedErrors: refusedKey, ...options })
			const isFine = async (state: string) => {
				assert.deepEqual(await findViolations(page), [], `${state} on ${device}`)
				assert.equal(await overflow(page), 0, `${state} on ${device}`)
			}
			await page.getByLabel('API key').waitFor()
			await isFine('the form')
			await enterKey(page, 'wrong')
			await page.getByRole('alert').waitFor()
			await isFine('a wrong key')
			await enterKey(page, keyOf(1))
			await page.getByText('0.123456789012345678').waitFor()
			await page.locator('.maker-own').first().waitFor()
			await panel(page, 'Latest orders')
				.getByRole('row', { name: /100 XRD/ })
				.waitFor()
			await panel(page, 'Response times').locator('summary').click()
			await panel(page, 'Results').getByRole('row').nth(1).waitFor()
			await panel(page, 'Inventory').getByRole('row').nth(1).waitFor()
			await isFine('a customer')
			await page.getByRole('button', { name: 'Sign out' }).click()
			await enterKey(page, keyOf(3))
			await page.getByText('None of your accounts has a customer badge').waitFor()
			await isFine('a maker without books')
			await page.close()
		}
		await acts.repay('xETH', '0.123456789012345678')
	})
})

/** The values of these facts of a panel. */
function factsOf(place: Locator, ...names: string[]): Promise<string[]> {
	return Promise.all(
		names.map(name =>
			place
				.locator('.fact')
				.filter({ hasText: new RegExp(`^${name}`) })
				.locator('dd')
				.innerText(),
		),
	)
}

/** Shows or hides the page to itself, as a browser does with its tabs. */
async function show(page: Page, state: 'hidden' | 'visible'): Promise<void> {
	await page.evaluate(`for (const [name, value] of [['visibilityState', '${state}'], ['hidden', ${state === 'hidden'}]])
		Object.defineProperty(document, name, { value, configurable: true })
	document.dispatchEvent(new Event('visibilitychange', { bubbles: true }))`)
}

/** How many pixels the page is wider than its window. */
function overflow(page: Page): Promise<number> {
	return page.evaluate<number>('document.documentElement.scrollWidth - document.documentElement.clientWidth')
}

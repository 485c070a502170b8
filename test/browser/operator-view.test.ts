import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import {
	type IssuedOperatorKey,
	type OperatorRole,
	OrderTrace,
	orderFacts,
	partFacts,
	rootFacts,
	settlementCosts,
	type TraceFact,
	type WireOf,
} from '@accord/protocol'
import type { Locator, Page } from 'playwright-core'
import { applySettings, passTo } from '../network/applied-settings.ts'
import { askOperator, operatorKey, operatorSetting } from '../network/operator-request.ts'
import { untilEqual } from '../network/until.ts'
import { withoutChromium } from './chromium.ts'
import { findViolations } from './find-violations.ts'
import { panel } from './maker-page.ts'
import { brokenFigures, covered, fitsWidth, outside, tooSmall } from './measures.ts'
import { modes } from './modes.ts'
import { type PageNetwork, type PageOptions, startPageNetwork } from './page-network.ts'
import { settleTrades } from './settle-trades.ts'
import { factIs } from './trader.ts'

const phone = { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true }

describe('the operator’s view in a browser', { skip: withoutChromium() }, () => {
	let place: PageNetwork

	before(async () => {
		place = await startPageNetwork({ settings: operatorSetting })
		await settleTrades(place.network, ['100 XRD → xUSDC'])
	})
	after(() => place?.stop())

	const operatorUrl = () => place.network.service.operatorUrl ?? assert.fail('the service has an operator API')
	const openView = (options: PageOptions = {}) => place.open({ through: operatorUrl(), at: 'operator', ...options })
	const issue = (name: string, role: OperatorRole) =>
		askOperator<WireOf<typeof IssuedOperatorKey>>(place.network, 'POST /operator/operator-keys', {
			body: { name, role },
		})

	async function enterKey(page: Page, key: string): Promise<void> {
		await page.getByLabel('Operator key').fill(key)
		await page.getByRole('button', { name: 'Sign in' }).click()
	}

	async function signedIn(key: string, options: PageOptions = {}): Promise<Page> {
		const page = await openView(options)
		await enterKey(page, key)
		await page.getByRole('button', { name: 'Sign out' }).waitFor()
		return page
	}

	test('it shows health, queues, the doctor’s findings, makers, keys and the newest orders', async () => {
		const { name } = await issue('night-shift', 'operator')
		const page = await signedIn(operatorKey)
		const rowsOf = (title: string) => panel(page, title).locator('tbody tr')
		const { makers } = await askOperator(place.network, 'GET /operator/makers')
		const { checks } = await askOperator(place.network, 'GET /operator/doctor')
		await panel(page, 'Health').getByText('simulator (242)').waitFor()
		await untilEqual('the checks', () => rowsOf('Doctor').count(), checks.length)
		await untilEqual('the makers', () => rowsOf('Makers').count(), makers.length)
		await panel(page, 'Makers').getByText('Connected', { exact: true }).first().waitFor()
		const keys = makers.flatMap((maker: { keys: unknown[] }) => maker.keys)
		assert.ok(keys.length > 0)
		await untilEqual('their keys', () => rowsOf('Makers’ keys').count(), keys.length)
		await panel(page, 'Operators’ keys').getByRole('row', { name }).waitFor()
		await panel(page, 'Newest orders')
			.getByRole('row', { name: /100 XRD/ })
			.waitFor()
		const settled = panel(page, 'Queues').locator('.fact', { hasText: 'Ended since the start' }).locator('dd')
		await untilEqual('what ended', () => settled.innerText(), '1 · 0 · 0 · 0')
		assert.equal(await page.title(), 'Operator – Accord')
		await page.close()
	})

	test('it shows how the orders of a day ended, and each order leads to its trace', async () => {
		const page = await signedIn(operatorKey)
		const day = panel(page, 'The last 24 hours')
		await day.getByRole('img', { name: /: 1 settled, 0 not filled, 0 expired, 0 cancelled\.$/ }).waitFor()
		await day.locator('summary').click()
		assert.match(await day.getByRole('row').last().innerText(), /1\s+0 · 0 · 0\s+[\d.]+ m?s\s+[\d.]+ m?s/)
		await panel(page, 'Refusals')
			.getByText(/from the audit log/)
			.waitFor()
		await panel(page, 'Newest orders')
			.getByRole('link', { name: /^Trace of/ })
			.click()
		const trace = page.getByRole('dialog', { name: 'Trace of an order' })
		await trace
			.getByRole('row', { name: /Settled/ })
			.first()
			.waitFor()
		const events = await trace.locator('td[data-label="What"]').allInnerTexts()
		assert.deepEqual(
			events.map(text => text.trim()),
			[
				'Validated and accepted',
				'Asked to fill it',
				'Filled it',
				'Every part filled',
				'Signed by the service and published to the solvers',
				'Settled on the ledger',
				'Its fill settled',
			],
		)
		await page.keyboard.press('Escape')
		await trace.waitFor({ state: 'detached' })
		assert.match(await page.evaluate<string>('document.activeElement.textContent'), /^Trace of /)
		await page.close()
	})

	test('a trace says all that the command prints, in the same words, and its address is copied', async () => {
		const { orders } = await askOperator(place.network, 'GET /operator/orders')
		const { subintent_id: id } = orders[0]
		const trace = OrderTrace.parse(await askOperator(place.network, `GET /operator/orders/${id}/trace`))
		const [part] = trace.parts
		assert.ok(part?.fill !== undefined && part.levels.length > 0)
		const page = await signedIn(operatorKey)
		await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
		await page.evaluate(`location.hash = '#/order/${id}'`)
		const dialog = page.getByRole('dialog', { name: 'Trace of an order' })
		const section = dialog.getByRole('region', { name: 'Part of maker-1: filled' })
		await section.waitFor()
		const facts = async (shown: Locator) => {
			const [names, texts] = await Promise.all(['dt', 'dd'].map(part => shown.locator(part).allInnerTexts()))
			return names?.map((name, at) => [name, texts?.[at]])
		}
		// Ids are shortened in buttons that copy them.
		const withoutIds = (all: readonly TraceFact[]) =>
			all.filter(([, text]) => text !== undefined && !/1[0-9a-z]{40}/.test(text))
		const named = (all: readonly TraceFact[]) =>
			withoutIds(all).map(([name, text]) => [`${name.slice(0, 1).toUpperCase()}${name.slice(1)}`, text])
		const [ofOrder, ofPart, ofRoot, ofCosts] = await Promise.all(
			[
				dialog.locator('.operator-trace > .facts'),
				section,
				dialog.getByRole('region', { name: 'On the ledger' }),
				dialog.getByRole('region', { name: 'Costs' }),
			].map(facts),
		)
		const [root] = trace.roots
		assert.ok(root !== undefined)
		for (const [shown, wanted] of [
			[ofOrder, named(orderFacts(trace))],
			[ofPart, named(partFacts(part, trace))],
			[ofRoot, named(rootFacts(root, trace))],
			[ofCosts, settlementCosts(trace)],
		] as const) {
			assert.ok(wanted.length > 0)
			for (const fact of wanted)
				assert.ok(JSON.stringify(shown).includes(JSON.stringify(fact)), `${fact}: ${JSON.stringify(shown)}`)
		}
		for (const copied of [id, part.fill.subintentId, part.fill.account, trace.account, trace.transactionId])
			assert.ok((await dialog.locator(`button[title="${copied}"]`).count()) > 0, copied)
		await dialog.getByText('Signed by the user').click()
		await dialog.getByText('YIELD_TO_PARENT').first().waitFor()
		await dialog.getByRole('button', { name: /^Copy the address of this trace/ }).click()
		await dialog.getByText('Copied').waitFor({ state: 'attached' })
		assert.equal(await page.evaluate('navigator.clipboard.readText()'), `${operatorUrl()}/operator#/order/${id}`)
		await page.close()
	})

	test('its first line sums up the doctor, orders, nodes and makers, and what fails is at the top', async () => {
		const makers = ['maker-1', 'maker-2', 'maker-3']
		for (const maker of makers) await askOperator(place.network, `POST /operator/makers/${maker}/pause`, { body: {} })
		const { checks } = await askOperator(place.network, 'GET /operator/doctor')
		const failing = checks.filter(({ ok }: { ok: boolean }) => !ok)
		assert.ok(failing.length > 0)
		const page = await signedIn(operatorKey, phone)
		const summary = page.getByRole('region', { name: 'Summary', exact: true })
		const findings = summary.getByRole('link')
		await findings.getByText(`${failing.length} FAIL`).waitFor()
		const says = (name: RegExp) => summary.locator('dl > div', { hasText: name }).locator('dd').innerText()
		await untilEqual('the makers', () => says(/^Makers connected/), '0 of 3')
		assert.equal(await says(/^Nodes/), 'a single one')
		await untilEqual('the pairs', () => says(/^Pairs quoted/), '0 of 4')
		assert.match(await says(/^Orders ended since \d\d:00/), /^\d+ · 100 % settled$/)
		const health = panel(page, 'Health').locator('.fact', { hasText: 'Bus' })
		assert.match(await health.innerText(), /none: a single node/)
		await findings.click()
		const first = panel(page, 'Doctor').locator('tbody tr').first()
		await first.getByText('FAIL', { exact: true }).waitFor()
		const { y: top } = (await first.boundingBox()) ?? assert.fail('the check is drawn')
		assert.ok(top > 0 && top < phone.viewport.height, `${top} px`)
		for (const maker of makers) await askOperator(place.network, `POST /operator/makers/${maker}/resume`)
		await page.close()
	})

	test('in a wide window the panels stand in two columns', async () => {
		const page = await signedIn(operatorKey, { viewport: { width: 1440, height: 900 } })
		await panel(page, 'Doctor').getByText('checks passed').waitFor()
		const [doctor, queues, makers] = await Promise.all(
			['Doctor', 'Queues', 'Makers'].map(async title => (await panel(page, title).boundingBox()) ?? assert.fail(title)),
		)
		assert.ok(doctor && queues && makers)
		assert.ok(queues.x > doctor.x + doctor.width, 'beside each other')
		assert.ok(makers.width > 1_200, 'a wide table has the whole width')
		assert.ok(doctor.y < 500, `the doctor is in the first screen: ${doctor.y} px`)
		await page.setViewportSize({ width: 1_190, height: 900 })
		await untilEqual('one column', async () => (await panel(page, 'Queues').boundingBox())?.x, doctor.x)
		await page.close()
	})

	test('an order is found by its id, its hash, its transaction or its account, and its trace has an address', async () => {
		const page = await signedIn(operatorKey)
		const { orders } = await askOperator(place.network, 'GET /operator/orders')
		const { subintent_id: id, account } = orders[0]
		const order = await askOperator(place.network, `GET /operator/orders/${id}`)
		const trace = page.getByRole('dialog', { name: 'Trace of an order' })
		const field = page.getByLabel('Subintent, transaction or account')
		const hash = () => page.evaluate<string>('location.hash')
		for (const text of [id, order.subintent_hash, order.transaction_id, account]) {
			await field.fill(`  ${text} `)
			await page.keyboard.press('Enter')
			await trace.getByRole('button', { name: /^Copy transaction id/ }).waitFor()
			assert.equal(await hash(), `#/order/${id}`)
			await page.keyboard.press('Escape')
			await trace.waitFor({ state: 'detached' })
			await untilEqual('the address before', hash, text === id ? '' : '#/')
			await page.goForward()
			await trace.waitFor()
			await page.goBack()
			await trace.waitFor({ state: 'detached' })
			await page.evaluate("location.hash = '#/'")
		}
		const found = panel(page, 'Find an order')
		await field.fill(place.network.users[3]?.account ?? '')
		await page.keyboard.press('Enter')
		await found.getByText('No order found').waitFor()
		await field.fill('order 7')
		await page.keyboard.press('Enter')
		await found.getByRole('alert').getByText('This cannot be an id of an order').waitFor()
		await page.goBack()
		await untilEqual('the field', () => field.inputValue(), place.network.users[3]?.account)
		await page.close()
	})

	test('an account with several orders has them listed, and back leads from a trace to the list', async () => {
		await settleTrades(place.network, ['50 XRD → xUSDC'])
		const page = await signedIn(operatorKey)
		const { orders } = await askOperator(place.network, 'GET /operator/orders')
		const { account } = orders[0]
		await page.getByLabel('Subintent, transaction or account').fill(account)
		await page.getByRole('button', { name: 'Find', exact: true }).click()
		const rows = panel(page, 'Find an order').locator('tbody tr')
		await untilEqual('the orders', () => rows.count(), orders.length)
		await rows.last().getByRole('link').click()
		await page.getByRole('dialog').waitFor()
		assert.equal(await rows.count(), orders.length)
		await page.goBack()
		await page.getByRole('dialog').waitFor({ state: 'detached' })
		assert.equal(await page.evaluate('location.hash'), `#/find/${account}`)
		assert.equal(await rows.count(), orders.length)
		await page.close()
	})

	test('a link to a trace asks for the key first, and closing the trace shows the rest', async () => {
		const { orders } = await askOperator(place.network, 'GET /operator/orders')
		const { subintent_id: id } = orders[0]
		const page = await openView({ at: `operator#/order/${id}` })
		await page.getByLabel('Operator key').waitFor()
		assert.equal(await page.getByRole('dialog').count(), 0)
		await enterKey(page, operatorKey)
		const trace = page.getByRole('dialog', { name: 'Trace of an order' })
		await trace.getByRole('button', { name: /^Copy transaction id/ }).waitFor()
		await page.evaluate("window.dispatchEvent(new Event('pagehide'))")
		await page.getByLabel('Operator key').waitFor()
		assert.equal(await page.evaluate('location.hash'), `#/order/${id}`)
		await enterKey(page, operatorKey)
		await trace.getByRole('button', { name: 'Close' }).click()
		await trace.waitFor({ state: 'detached' })
		await panel(page, 'Newest orders').waitFor()
		assert.equal(await page.evaluate('location.hash'), '#/')
		await page.close()
	})

	test('it shows the volume and the fees of a day, and how each maker answered', async () => {
		await place.network.drain()
		const page = await signedIn(operatorKey)
		const { volumes, fees, makers } = await askOperator(place.network, 'GET /operator/history')
		const money = panel(page, 'Volume and fees of the day')
		await money.getByRole('row', { name: /^XRD\/xUSDC/ }).waitFor()
		const rowOf = async (table: string, name: RegExp) => {
			const row = money.getByRole('table', { name: table }).getByRole('row', { name })
			return (await row.innerText()).split(/\s+/)
		}
		const volume = await rowOf('Volume by pair', /^XRD\/xUSDC/)
		assert.deepEqual(volume.slice(0, 4), ['XRD/xUSDC', String(volumes[0].trades), volumes[0].base, 'XRD'])
		assert.deepEqual((await rowOf('Fees by token', /^XRD/)).slice(0, 3), ['XRD', fees.tokens[0].platform, '0'])
		const { asked, filled } = makers[0]
		assert.ok(asked > 0)
		const cells = panel(page, 'Makers')
			.getByRole('row', { name: /maker-1/ })
			.getByRole('cell')
		await untilEqual('how it answered', async () => (await cells.allInnerTexts()).slice(4, 7), [
			String(asked),
			String(filled),
			'0 · 0 · 0',
		])
		const [answers = '', share] = (await cells.allInnerTexts()).slice(7, 9)
		assert.match(answers, /^[\d.]+ m?s$/)
		assert.equal(share, '100 %')
		await page.close()
	})

	test('it follows events: a pause appears on its own', async () => {
		const page = await signedIn(operatorKey)
		const body = { reason: 'incident 12' }
		await askOperator(place.network, 'POST /operator/makers/maker-2/pause', { body })
		await panel(page, 'Makers').getByText('incident 12').waitFor()
		await askOperator(place.network, 'POST /operator/makers/maker-2/resume')
		await panel(page, 'Makers').getByText('incident 12').waitFor({ state: 'detached' })
		await page.close()
	})

	test('it only reads, and only from its own port', async () => {
		const asked: string[] = []
		const page = await openView()
		page.on('request', request => asked.push(`${request.method()} ${new URL(request.url()).origin}`))
		await enterKey(page, operatorKey)
		await panel(page, 'Doctor').getByRole('button', { name: 'Check again' }).click()
		await panel(page, 'Doctor').getByText('checks passed').waitFor()
		assert.deepEqual([...new Set(asked)], [`GET ${operatorUrl()}`])
		await page.close()
	})

	test('a viewer’s key shows all but the operators’ keys', async () => {
		const { operator_key: key } = await issue('looker', 'viewer')
		const page = await signedIn(key, { expectedErrors: /403/ })
		await panel(page, 'Operators’ keys').getByText('Your key does not show these').waitFor()
		await panel(page, 'Makers').locator('tbody tr').first().waitFor()
		await panel(page, 'Doctor').getByText('checks passed').waitFor()
		await page.close()
	})

	test('error: a wrong key, a maker’s key, and text that is not a key have their own messages', async () => {
		const page = await openView({ expectedErrors: /401/ })
		const sent: string[] = []
		page.on('request', request => request.url().includes('/operator/') && sent.push(request.url()))
		const says = async (key: string, words: string) => {
			await enterKey(page, key)
			await page.getByRole('alert').getByText(words).waitFor()
		}
		await says('', 'Enter your operator key')
		await says('accord_0123456789', 'This is a maker’s key')
		await says('two words', 'This cannot be an operator key')
		assert.deepEqual(sent, [])
		await says('a-key-that-nobody-has', 'The service does not accept this key')
		assert.equal(sent.length, 1)
		assert.equal((await page.content()).includes('a-key-that-nobody-has'), false)
		await page.close()
	})

	test('error: a key that is revoked meanwhile ends the view', async () => {
		const { key_id: id, operator_key: key } = await issue('leaver', 'viewer')
		const page = await signedIn(key, { expectedErrors: /401|403/ })
		await askOperator(place.network, `DELETE /operator/operator-keys/${id}`)
		await page.getByRole('alert').getByText('The service does not accept this key').waitFor()
		assert.equal(await page.getByLabel('Operator key').inputValue(), '')
		await page.close()
	})

	test('the key is in memory only, and gone after signing out, a reload, or leaving the page', async () => {
		const page = await signedIn(operatorKey)
		const traces = () =>
			page.evaluate<string>('JSON.stringify([{...localStorage}, {...sessionStorage}, document.cookie, location.href])')
		assert.equal(`${await traces()}${await page.content()}`.includes(operatorKey), false)
		const field = page.getByLabel('Operator key')
		await page.getByRole('button', { name: 'Sign out' }).click()
		assert.equal(await field.inputValue(), '')
		await enterKey(page, operatorKey)
		await page.getByRole('button', { name: 'Sign out' }).waitFor()
		await page.evaluate("window.dispatchEvent(new Event('pagehide'))")
		assert.equal(await field.inputValue(), '')
		await enterKey(page, operatorKey)
		await page.getByRole('button', { name: 'Sign out' }).waitFor()
		await page.reload()
		await field.waitFor()
		await page.close()
	})

	test('error: the public page has no such view, and cannot read the operator’s port', async () => {
		const page = await place.open({ expectedErrors: /Content Security Policy|Failed to (fetch|load)|404/ })
		const read = `fetch('${operatorUrl()}/operator/overview').then(() => 'read', () => 'refused')`
		assert.equal(await page.evaluate(read), 'refused')
		const headers = { origin: place.network.service.url, authorization: `Bearer ${operatorKey}` }
		const answer = await fetch(`${operatorUrl()}/operator/overview`, { headers })
		assert.deepEqual([answer.status, answer.headers.get('access-control-allow-origin')], [200, null])
		assert.equal((await fetch(`${place.network.service.url}/operator`)).status, 404)
		await page.close()
	})

	for (const [mode, options] of Object.entries({ 'on a desktop': {}, 'on a phone': phone, ...modes }))
		test(`everyone can use it ${mode}, in light and dark: no rule is broken and everything fits`, async () => {
			const page = await openView(options)
			const isFine = async (state: string) => {
				const where = `${state} ${mode}`
				assert.deepEqual(await findViolations(page), [], where)
				await fitsWidth(page, where)
				assert.deepEqual(await outside(page), [], where)
				assert.deepEqual(await covered(page), [], where)
				assert.deepEqual(await tooSmall(page), [], where)
				assert.deepEqual(await brokenFigures(page), [], where)
			}
			await page.getByLabel('Operator key').waitFor()
			await isFine('the form')
			await enterKey(page, operatorKey)
			await panel(page, 'Doctor').getByText('checks passed').waitFor()
			await panel(page, 'Makers’ keys').locator('tbody tr').first().waitFor()
			await panel(page, 'Newest orders').locator('tbody tr').first().waitFor()
			await panel(page, 'Volume and fees of the day').locator('tbody tr').first().waitFor()
			await panel(page, 'The last 24 hours').locator('summary').click()
			await page.getByLabel('Subintent, transaction or account').fill(place.network.users[0]?.account ?? '')
			await page.getByRole('button', { name: 'Find', exact: true }).click()
			await panel(page, 'Find an order').locator('tbody tr').nth(1).waitFor()
			await isFine('the view')
			await panel(page, 'Newest orders')
				.getByRole('link', { name: /^Trace of/ })
				.first()
				.click()
			await page.getByRole('dialog').getByRole('row').nth(1).waitFor()
			assert.deepEqual(await findViolations(page), [], `a trace ${mode}`)
			await fitsWidth(page, `a trace ${mode}`)
			await page.close()
		})

	test('a page that is open has changed fees within a minute', async () => {
		const page = await place.open({ prepare: page => page.clock.install() })
		await factIs(page, 'Platform fee', '0.1%')
		const fee = (taker: string) => ({ taker_fee: taker, maker_fee: '0' })
		const applied = await applySettings(place.network, { levels: [fee('0.002'), fee('0.0005')] })
		passTo(place.network, applied)
		await page.clock.fastForward('01:00')
		await factIs(page, 'Platform fee', '0.2%')
		await page.close()
	})
})

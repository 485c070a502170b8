import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startTestNetwork } from '../network/test-network.ts'
import { startChromium, withoutChromium } from './chromium.ts'

// shows documents: Served at /openapi.json, /asyncapi.json, /openrpc.json and /docs, which works offline
test('the reference of the Trade API works, and its script cannot read what the trading page keeps', {
	skip: withoutChromium(),
}, async t => {
	const network = await startTestNetwork({ users: 1, makers: 1, solvers: 1 })
	const browser = await startChromium()
	t.after(async () => {
		await browser.close()
		await network.stop()
	})
	const context = await browser.newContext()
	const page = await context.newPage()
	await page.goto(network.service.url)
	await page.getByRole('link', { name: 'Documentation' }).click()
	await page.waitForURL('**/docs')
	await page.evaluate(`localStorage.setItem('saved key', 'of a visitor')`)
	const errors: string[] = []
	page.on('pageerror', error => errors.push(String(error)))
	page.on('console', message => message.type() === 'error' && errors.push(message.text()))
	await page.goto(`${network.service.url}/docs/rest`)
	await page.getByText('The tokens that are traded').first().waitFor()
	assert.equal(await page.evaluate('origin'), 'null')
	assert.equal(await page.evaluate(`localStorage.getItem('saved key')`), null)
	assert.deepEqual(errors, [])
})

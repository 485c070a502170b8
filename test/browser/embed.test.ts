import assert from 'node:assert/strict'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after, before, describe, test } from 'node:test'
import type { Page } from 'playwright-core'
import { until } from '../network/until.ts'
import { withoutChromium } from './chromium.ts'
import { findViolations } from './find-violations.ts'
import { type PageNetwork, startPageNetwork } from './page-network.ts'

const snippet = /```html\n([\s\S]*?)```/.exec(
	readFileSync(new URL('../../docs/embed.md', import.meta.url), 'utf8'),
)?.[1]

// shows decision 70: Only pages of configured origins frame the swap
describe('the swap in a frame of another page', { skip: withoutChromium() }, () => {
	let place: PageNetwork
	let host: Server
	let stranger: Server

	before(async () => {
		host = await serveSnippet()
		stranger = await serveSnippet()
		place = await startPageNetwork({ settings: { page: { embed_origins: [originOf(host)] } } })
	})
	after(async () => {
		host?.close()
		stranger?.close()
		await place?.stop()
	})

	/** A server on another origin, with the page from the documentation. */
	async function serveSnippet(): Promise<Server> {
		const server = createServer((request, response) => {
			response.setHeader('content-type', 'text/html')
			const text = (snippet ?? '').replace('http://127.0.0.1:8480', place.network.service.url)
			response.writeHead(request.url === '/' ? 200 : 204)
			response.end(request.url === '/' ? `<!doctype html><html lang="en"><title>A DEX</title><h1>DEX</h1>${text}` : '')
		})
		server.listen(0, '127.0.0.1')
		await once(server, 'listening')
		return server
	}

	function originOf(server: Server): string {
		return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
	}

	/** Records every message that the page receives. */
	async function heard(page: Page) {
		const messages: { origin: string; data: Record<string, string> }[] = []
		await page.exposeFunction('note', (message: (typeof messages)[number]) => messages.push(message))
		await page.addInitScript(
			`addEventListener('message', ({ origin, data }) => top === window && note({ origin, data }))`,
		)
		return messages
	}

	test('ten lines embed it: an order is signed in the frame, and the host is told about it and its end', async () => {
		let messages: Awaited<ReturnType<typeof heard>> = []
		const page = await place.open({
			through: originOf(host),
			prepare: async page => {
				messages = await heard(page)
			},
		})
		const frame = page.frameLocator('#swap')
		await frame.getByRole('button', { name: 'Account', exact: true }).click()
		await frame.getByLabel('Demo account').selectOption('user-3')
		await frame.getByRole('button', { name: 'Use this account' }).click()
		await frame.getByRole('button', { name: 'Review swap' }).click()
		const sign = frame.getByRole('button', { name: 'Sign with demo account' })
		await sign.and(frame.locator(':enabled')).waitFor()
		await until('the button that signs to be inside of the frame', async () => {
			const [box, frameBox] = [await sign.boundingBox(), await page.locator('#swap').boundingBox()]
			return box !== null && frameBox !== null && box.y + box.height <= frameBox.y + frameBox.height
		})
		assert.equal(await frame.locator('html').getAttribute('data-theme'), 'light')
		await sign.click()
		await page.getByText(/^Order subtxid_\w+ is settled$/).waitFor()
		const heights = messages.filter(({ data }) => data.type === 'accord:height')
		assert.ok(heights.length > 1 && heights.every(({ data }) => Number(data.height) > 100))
		const orders = messages
			.filter(message => !heights.includes(message))
			.map(({ origin, data: { type, order, state, transaction } }) => {
				assert.equal(origin, place.network.service.url)
				assert.match(order ?? '', /^subtxid_/)
				return [type, state, transaction === undefined]
			})
		assert.deepEqual(orders, [
			['accord:order', undefined, true],
			['accord:ended', 'settled', false],
		])
		const opened = page.context().waitForEvent('page')
		await frame.getByRole('link', { name: 'See how it settled under the hood' }).click()
		await (await opened).waitForURL(/\/#\/trades\/subtxid_/)
		await page.close()
	})

	test('the embedded swap breaks no rule of accessibility, in a frame as narrow as a phone', async () => {
		const page = await place.open({ at: 'embed?sell=XRD&buy=xUSDC&amount=100', viewport: { width: 320, height: 700 } })
		await page.getByRole('button', { name: 'Choose an account' }).waitFor()
		assert.equal(await page.getByRole('button', { name: 'At my price' }).count(), 0, 'a frame may be gone at any time')
		assert.deepEqual(await findViolations(page), [])
		assert.equal(await page.evaluate('document.documentElement.scrollWidth'), 320)
		await page.close()
	})

	test('the snippet in the documentation has at most ten lines', () => {
		assert.ok(snippet !== undefined && snippet.trim().split('\n').length <= 10)
	})

	test('error: a page of an unlisted origin is refused by the browser, and hears nothing', async () => {
		let messages: Awaited<ReturnType<typeof heard>> = []
		const refused: string[] = []
		const page = await place.open({
			through: originOf(stranger),
			expectedErrors: /frame-ancestors|Framing|Refused to (frame|display)/,
			prepare: async page => {
				messages = await heard(page)
				page.on('console', message => message.type() === 'error' && refused.push(message.text()))
			},
		})
		await until('the frame to be refused', () => refused.some(text => text.includes('frame-ancestors')))
		assert.equal(await page.frameLocator('#swap').getByRole('button').count(), 0)
		assert.deepEqual(messages, [])
		await page.close()
	})
})

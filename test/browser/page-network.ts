import assert from 'node:assert/strict'
import { startReferenceMaker, startReferenceSolver } from '@accord/bots'
import { Decimal } from '@accord/protocol'
import type { Browser, BrowserContextOptions, Page } from 'playwright-core'
import { signerTerms } from '../network/signer-terms.ts'
import { startTestNetwork, type TestNetwork, type TestNetworkOptions } from '../network/test-network.ts'
import { patienceMs } from '../network/until.ts'
import { startChromium } from './chromium.ts'

const prices = { XRD: '0.05', xUSDC: '1', xUSDT: '1', xwBTC: '60000', xETH: '3000' }
const midPrices = new Map(Object.entries(prices).map(([symbol, price]) => [symbol, Decimal.parse(price)]))

/** How to open a page. */
export type PageOptions = BrowserContextOptions & {
	/** Where in the page: `#/market`. */
	readonly at?: string
	/** By default the service's own address. */
	readonly through?: string
	/** Console errors that the test provokes. */
	readonly expectedErrors?: RegExp
	/** What the browser gets before the page is loaded, such as an extension. */
	readonly prepare?: (page: Page) => Promise<void>
}

/** A whole network with the reference maker and solver, and a browser that trades on it. */
export type PageNetwork = {
	readonly network: TestNetwork
	readonly browser: Browser
	/** Ends the reference maker, which quotes every pair around fixed prices. */
	stopMaker(): Promise<void>
	/** A page as a new visitor sees it. */
	open(options?: PageOptions): Promise<Page>
	/** Stops everything, and fails if a page logged an error. */
	stop(): Promise<void>
}

/** An error in the console, including violations of the security policy. */
type ConsoleError = { readonly text: string; readonly url: string }

export async function startPageNetwork(options: TestNetworkOptions = {}): Promise<PageNetwork> {
	const network = await startTestNetwork({ users: 4, makers: 3, solvers: 1, ...options })
	const [maker, solver] = await startBots(network)
	const browser = await startChromium()
	const consoleErrors: ConsoleError[] = []
	let makerEnded: Promise<void> | undefined
	const stopMaker = () => {
		makerEnded ??= maker.stop()
		return makerEnded
	}
	return {
		network,
		browser,
		stopMaker,
		open: options => openPage(options, { browser, network, consoleErrors }),
		stop: async () => {
			await browser.close()
			await solver.stop()
			await stopMaker()
			await network.stop()
			assert.deepEqual(consoleErrors, [], 'the page logged errors in its console')
		},
	}
}

async function startBots(network: TestNetwork) {
	const { makers, solvers, flashUrl, solverUrl, clock } = network
	const [makerAccount, solverAccount] = [makers[0], solvers[0]]
	assert.ok(makerAccount && solverAccount)
	const log = { info: () => undefined, warn: () => undefined }
	const common = { gatewayUrl: network.ledger.url, networkId: 242, clock, log }
	const terms = { signerTerms: signerTerms(network) }
	const pricing = { midPrices, spread: Decimal.parse('0.002'), depth: 5, seed: 1 }
	return Promise.all([
		startReferenceMaker({ ...common, ...terms, ...pricing, ...makerAccount, flashUrl, baseUrl: network.service.url }),
		startReferenceSolver({ ...common, ...solverAccount, solverUrl }),
	])
}

type Opening = { readonly browser: Browser; readonly network: TestNetwork; readonly consoleErrors: ConsoleError[] }

async function openPage(options: PageOptions = {}, { browser, network, consoleErrors }: Opening): Promise<Page> {
	const { at = '', through = network.service.url, expectedErrors, prepare, ...contextOptions } = options
	const context = await browser.newContext({ viewport: { width: 1440, height: 1000 }, ...contextOptions })
	const page = await context.newPage()
	page.setDefaultTimeout(patienceMs)
	const report = (text: string) => {
		if (expectedErrors?.test(text) !== true) consoleErrors.push({ text, url: page.url() })
	}
	page.on('pageerror', error => report(String(error)))
	page.on('console', message => {
		// On a busy machine the service may say that it is late, which the page shows.
		const isHealth = message.location().url.endsWith('/health/ready')
		if (message.type() === 'error' && !isHealth) report(message.text())
	})
	await prepare?.(page)
	await page.goto(`${through}/${at}`)
	return page
}

import assert from 'node:assert/strict'
import { startReferenceMaker, startReferenceSolver } from '@accord/bots'
import { Decimal } from '@accord/protocol'
import type { Browser, BrowserContextOptions, Page } from 'playwright-core'
import { startTestNetwork, type TestNetwork, type TestNetworkOptions } from '../network/test-network.ts'
import { startChromium } from './chromium.ts'

const prices = { XRD: '0.05', xUSDC: '1', xUSDT: '1', xwBTC: '60000', xETH: '3000' }
const midPrices = new Map(Object.entries(prices).map(([symbol, price]) => [symbol, Decimal.parse(price)]))

/** How a page is opened. */
export type PageOptions = BrowserContextOptions & {
	/** Where in the page: `#/market`. */
	at?: string
	/** The service's own address when absent. */
	through?: string
	/** What the page may complain about, because the test breaks it. */
	mayComplain?: RegExp
}

/** A whole network with the reference maker and solver, and a browser that trades on it. */
export type PageNetwork = {
	readonly network: TestNetwork
	readonly browser: Browser
	/** Ends the reference maker, which quotes every pair around fixed prices. */
	stopMaker(): Promise<void>
	/** A page of its own, as a new visitor has it. */
	open(options?: PageOptions): Promise<Page>
	/** Ends it, and fails if a page complained of anything. */
	stop(): Promise<void>
}

/** What the page writes to the console as an error, which includes whatever the security policy forbids. */
type Complaint = { readonly text: string; readonly url: string }

export async function startPageNetwork(options: TestNetworkOptions = {}): Promise<PageNetwork> {
	const network = await startTestNetwork({ users: 4, makers: 3, solvers: 1, ...options })
	const [maker, solver] = await startBots(network)
	const browser = await startChromium()
	const complaints: Complaint[] = []
	let makerEnded: Promise<void> | undefined
	const stopMaker = () => {
		makerEnded ??= maker.stop()
		return makerEnded
	}
	return {
		network,
		browser,
		stopMaker,
		open: options => openPage(options, { browser, network, complaints }),
		stop: async () => {
			await browser.close()
			await solver.stop()
			await stopMaker()
			await network.stop()
			assert.deepEqual(complaints, [], 'the page complained in its console')
		},
	}
}

async function startBots(network: TestNetwork) {
	const { makers, solvers, flashUrl, solverUrl, clock } = network
	const [makerAccount, solverAccount] = [makers[0], solvers[0]]
	assert.ok(makerAccount && solverAccount)
	const log = { info: () => undefined, warn: () => undefined }
	const common = { gatewayUrl: network.ledger.url, networkId: 242, clock, log }
	const pricing = { midPrices, spread: Decimal.parse('0.002'), depth: 5, seed: 1 }
	return Promise.all([
		startReferenceMaker({ ...common, ...pricing, ...makerAccount, flashUrl, baseUrl: network.service.url }),
		startReferenceSolver({ ...common, ...solverAccount, solverUrl }),
	])
}

type Opening = { browser: Browser; network: TestNetwork; complaints: Complaint[] }

async function openPage(options: PageOptions = {}, { browser, network, complaints }: Opening): Promise<Page> {
	const { at = '', through = network.service.url, mayComplain, ...contextOptions } = options
	const context = await browser.newContext({ viewport: { width: 1440, height: 1000 }, ...contextOptions })
	const page = await context.newPage()
	page.setDefaultTimeout(30_000)
	const complain = (text: string) => {
		if (mayComplain?.test(text) !== true) complaints.push({ text, url: page.url() })
	}
	page.on('pageerror', error => complain(String(error)))
	page.on('console', message => message.type() === 'error' && complain(message.text()))
	await page.goto(`${through}/${at}`)
	return page
}

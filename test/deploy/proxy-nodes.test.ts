import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createTestDatabase } from '../../packages/service/src/testing/test-database.ts'
import { without } from '../fixtures/debian-programs.ts'
import { Line } from '../fixtures/line.ts'
import { startNats } from '../fixtures/nats-server.ts'
import { openPostgresLine } from '../fixtures/postgres-line.ts'
import { untilShown } from '../network/book-text.ts'
import { type NodeProcess, startNodeProcess } from '../network/node-process.ts'
import { proxyNames, startReverseProxy } from '../network/reverse-proxy.ts'
import { connectMaker } from '../network/test-maker.ts'
import { startTestNetwork, type TestNetwork } from '../network/test-network.ts'
import { limitOrder, signLimitOrder } from '../network/test-user.ts'
import { untilReady } from '../network/two-nodes.ts'

const book = { pair: 'XRD/xUSDC', bids: ['0.05 4000'] }
const bookPath = '/trade/order_book?base=XRD&quote=xUSDC'
/** What deploy promises: the service's clients wait no longer for an answer, whatever one node does. */
const longestWaitMs = 5_000
/** Longer than any of the proxies leaves a node out before it tries it again. */
const watchedMs = 12_000
const betweenMs = 500
/** Through each proxy, so that none has too many open orders. */
const usersOfEach = 12

/** What a client saw of one request, which it repeated until it was answered. */
type Seen = { readonly path: string; readonly waitedMs: number; readonly failures: readonly string[] }

/** One of two nodes behind the proxy goes wrong. */
const faults = {
	'is stopped': {
		begin: ({ node }: Faulty) => node.signal('SIGSTOP'),
		end: ({ node }: Faulty) => node.signal('SIGCONT'),
	},
	'waits for its database': {
		begin: ({ database }: Faulty) => database.silence('both'),
		end: ({ database }: Faulty) => database.mend(),
	},
	'refuses orders without its Gateway': {
		begin: ({ gateway }: Faulty) => gateway.cut(),
		end: ({ gateway }: Faulty) => gateway.mend(),
	},
}

type Faulty = { readonly node: NodeProcess; readonly database: Line; readonly gateway: Line }

// shows decision 51: No one waits for a node that hangs
test('behind nginx, Caddy and HAProxy no one waits long for a node that hangs', {
	skip: without(...proxyNames, 'openssl', 'nats-server'),
}, async context => {
	await using opened = new AsyncDisposableStack()
	const { config, drop } = await createTestDatabase()
	opened.defer(drop)
	const nats = await startNats()
	opened.defer(() => nats.stop())
	const bus = { kind: 'nats', servers: [nats.url] }
	// No solver settles, which does not count against the maker here.
	const breaker = { pauses_at: '2' }
	const settings = { database: config, bus, breaker, trusted_proxies: ['127.0.0.1'] }
	const network = await startTestNetwork({ users: usersOfEach * proxyNames.length, makers: 1, solvers: 0, settings })
	opened.defer(() => network.stop())
	const { line: database, url } = await openPostgresLine(config.url)
	opened.defer(() => database.stop())
	const gateway = await Line.start(() => ({ host: '127.0.0.1', port: Number(new URL(network.ledger.url).port) }))
	opened.defer(() => gateway.stop())
	const own = { database: { url }, gateway_url: `http://127.0.0.1:${gateway.port}` }
	const node = await startNodeProcess({ settings: { ...network.settings, ...own } })
	opened.defer(() => node.stop())
	const upstreamPorts = [Number(new URL(node.url).port), network.service.port]
	const proxies = new Map<string, string>()
	for (const name of proxyNames) {
		const proxy = await startReverseProxy(name, { upstreamPorts })
		opened.defer(() => proxy.stop())
		proxies.set(name, `https://127.0.0.1:${proxy.port}`)
	}
	const usersOf = (at: number) => network.users.slice(at * usersOfEach, (at + 1) * usersOfEach)
	await connectMaker(network, network.makers[0], { books: [book] })

	for (const [what, { begin, end }] of Object.entries(faults)) {
		await untilReady(node)
		await untilShown({ ...network, dex: node.dex }, book)
		begin({ node, database, gateway })
		const watched = await Promise.all(
			[...proxies].map(async ([name, url], at) => [name, await watch(network, url, usersOf(at))] as const),
		)
		end({ node, database, gateway })
		for (const [name, seen] of watched)
			await context.test(`behind ${name}, a node ${what}`, () => servedInTime(name, seen))
	}
})

function servedInTime(name: string, seen: readonly Seen[]): void {
	assert.deepEqual(
		seen.filter(({ waitedMs }) => waitedMs > longestWaitMs),
		[],
	)
	const failed = seen.filter(({ failures }) => failures.length > 0)
	// Caddy cannot repeat a request with a body.
	const excused = name === 'caddy' ? failed.filter(({ path }) => path === '/trade/orders') : []
	assert.deepEqual(failed, excused)
}

/** Asks for an order and two books at a time: an odd number, so that nodes that take turns get both. */
async function watch(network: TestNetwork, url: string, users: TestNetwork['users']): Promise<Seen[]> {
	const orders = users.flatMap(user =>
		Array.from({ length: Math.ceil(watchedMs / betweenMs / users.length) }, () =>
			signLimitOrder(network, user, limitOrder({ sell: '1 XRD', buy: '0.05 xUSDC' })),
		),
	)
	const asked = orders.flatMap(({ signedPartialTransaction }, at) => {
		const body = JSON.stringify({ signed_partial_transaction: signedPartialTransaction })
		const requests = [() => ask(url, '/trade/orders', body), () => ask(url, bookPath), () => ask(url, bookPath)]
		return requests.map(request => after(at * betweenMs, request))
	})
	return await Promise.all(asked)
}

async function after<T>(ms: number, run: () => Promise<T>): Promise<T> {
	await new Promise(resolve => setTimeout(resolve, ms))
	return await run()
}

async function ask(url: string, path: string, body?: string): Promise<Seen> {
	const beganAtMs = performance.now()
	const failures: string[] = []
	const request = body === undefined ? {} : { method: 'POST', body, headers: { 'content-type': 'application/json' } }
	for (;;) {
		const [status, text] = await fetch(url + path, request).then(
			async response => [response.status, await response.text()] as const,
			(error: unknown) => [undefined, String(error)] as const,
		)
		const waitedMs = Math.round(performance.now() - beganAtMs)
		if (status !== undefined && status < 500) {
			assert.ok(status < 300, `${path}: ${status} ${text}`)
			return { path, waitedMs, failures }
		}
		failures.push(`${status ?? ''} ${text}`.slice(0, 300))
		if (waitedMs > 2 * longestWaitMs) return { path, waitedMs, failures }
	}
}

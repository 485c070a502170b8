import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { tracedTextMax } from '@accord/protocol'
import { queryDatabase } from '../../packages/service/src/testing/query-database.ts'
import { createTestDatabase } from '../../packages/service/src/testing/test-database.ts'
import { untilState } from '../network/order-state.ts'
import { publishTrade } from '../network/published-trade.ts'
import { connectMaker } from '../network/test-maker.ts'
import { startTestNetwork, type TestNetwork } from '../network/test-network.ts'
import { connectSolver, settle, type TestSolver } from '../network/test-solver.ts'

// Case 95: the largest settled order, traced as often as is allowed.

let network: TestNetwork
let solver: TestSolver
let url: string
let dropDatabase: () => Promise<void>

before(async () => {
	const { config: database, drop } = await createTestDatabase()
	dropDatabase = drop
	url = database.url
	network = await startTestNetwork({
		users: 1,
		makers: 1,
		settings: { database, limits: { requests_per_minute: 600 } },
	})
	solver = connectSolver(network, network.solvers[0])
	await connectMaker(network, network.makers[0], { books: [{ pair: 'XRD/xUSDC', bids: ['0.05 1000'] }] })
})
after(async () => {
	await network?.stop()
	await dropDatabase?.()
})

/** A prefix whose text is far longer than its bytes. */
const spacious = (manifest: string): string => {
	const [, account] = /(account_\w+)/.exec(manifest) ?? []
	const strings = Array<string>(600).fill('""').join(', ')
	const metadata = (at: number) =>
		`SET_METADATA Address("${account}") "key-${at}" Enum<Metadata::StringArray>(Array<String>(${strings}));`
	return [...Array.from({ length: 12 }, (_, at) => metadata(at)), manifest].join('\n')
}

test('the trace of an order with a very long text is bounded, weighs as much as it is long, and is computed once', async () => {
	const order = { sell: '100 XRD', buy: '5 xUSDC' }
	const trade = await publishTrade(network, solver, { user: network.users[0], order, edit: spacious })
	await settle(network, solver, trade.bundle)
	await untilState(network, trade.order, 'settled')
	await network.drain()
	const trace = `${network.service.url}/trade/trades/${trade.order.subintentId}`
	const [before, first, second] = [
		await fetch(`${network.service.url}/version`),
		await fetch(trace),
		await fetch(trace),
	]
	const text = await first.text()
	const { items } = JSON.parse(text)
	assert.ok(items[0].manifest.length > tracedTextMax / 2 && items[0].manifest.length < tracedTextMax + 100)
	const [had, left] = [before, first].map(({ headers }) => Number(headers.get('ratelimit-remaining')))
	assert.ok((had ?? 0) - (left ?? 0) > 3, `${had} to ${left}`)
	assert.equal(await second.text(), text)
	// What the cache holds is not read again, until something about the order changes.
	await queryDatabase(url, 'delete from bundle')
	assert.equal(await (await fetch(trace)).text(), text)
	await queryDatabase(url, "update fill set state = 'Expired'")
	const changed = JSON.parse(await (await fetch(trace)).text())
	assert.deepEqual([changed.parts[0].fill.state, changed.items[0].outer], ['Expired', undefined])
})

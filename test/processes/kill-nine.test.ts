import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import {
	accountAddress,
	deriveKeyPair,
	GatewayClient,
	keyPairFromPrivateKey,
	playSeed,
	treasuryName,
} from '@accord/ledger'
import {
	Decimal,
	type FillExecution,
	isTerminalOrderState,
	type NetworkFile,
	type OrderStatus,
	TradeError,
	type WireOf,
} from '@accord/protocol'
import { DexClient } from '@accord/sdk'
import { runCommand } from '../../packages/cli/src/program-fixture.ts'
import { balanceChanges } from '../network/balances.ts'
import { type Crowd, type CrowdTrade, countEndings, openTrades, startCrowd } from '../network/crowd.ts'
import { assertWhole, entriesOf, FillLog } from '../network/fill-log.ts'
import { feesSince, readTotals, type Totals } from '../network/ledger-totals.ts'
import { NetworkPlace } from '../network/network-process.ts'
import { type Participant, participant } from '../network/participant.ts'
import { until, untilEqual } from '../network/until.ts'

// All tests of this file examine one run on the real processes: 20 users, 50 trades at a time, and a kill −9 of
// everything.

const opened = new AsyncDisposableStack()
let place: NetworkPlace
let network: WireOf<typeof NetworkFile>
let dex: DexClient
let crowd: Crowd
let start: Totals
let logBefore: WireOf<typeof FillExecution>[]
let found: Map<string, OrderStatus>
let orders: OrderStatus[]
let fillLog: FillLog

before(async () => {
	place = await NetworkPlace.create()
	opened.defer(() => place.dispose())
	const killed = await place.start()
	network = place.readNetworkFile()
	dex = new DexClient({ baseUrl: network.base_url })
	start = await readTotals(watched())
	await untilQuoted()

	const log = await openFillLog()
	crowd = startCrowd(dex, {
		traders: network.users.map(readParticipant),
		trades: 300,
		atOnce: 50,
		networkId: network.network_id,
		expiresInSeconds: 20,
	})
	await until('the middle of the run', () => (countEndings(crowd).settled ?? 0) >= 60 && openTrades(crowd).length >= 8)
	await killed.kill()
	crowd.leave()
	await crowd.ended
	logBefore = log.entries

	await place.start()
	found = await askAll(crowd.trades)
	await Promise.all([...found.keys()].map(id => untilEnded(id)))
	orders = [...(await askAll(crowd.trades)).values()]
	fillLog = await openFillLog()
	opened.defer(() => fillLog.close())
})
after(() => opened.disposeAsync())

test('the run was killed halfway', t => {
	const open = openTrades(crowd).length
	t.diagnostic(`${crowd.trades.length} begun, ${JSON.stringify(countEndings(crowd))}, ${open} acknowledged and open`)
	assert.ok(crowd.trades.length < 300)
	assert.ok(open > 0)
})

// shows decision 30: Data is durable before it is acknowledged
test('every acknowledged order is there at once after the start, and nothing of its history is lost', () => {
	for (const { subintentId = '', isAcknowledged, status } of crowd.trades) {
		if (!isAcknowledged) continue
		const now = found.get(subintentId)
		assert.ok(now, `${subintentId} is lost`)
		assert.deepEqual(now.history.slice(0, status?.history.length ?? 0), status?.history ?? [])
		if (status !== undefined && isTerminalOrderState(status.state)) assert.deepEqual(now, status)
	}
})

test('every order reaches a terminal state, and the ledger says the same', async t => {
	t.diagnostic(JSON.stringify(countStates(orders)))
	const gateway = new GatewayClient({ url: network.gateway_url })
	for (const { subintentId, state, transactionId } of orders) {
		assert.ok(isTerminalOrderState(state))
		const { status, finalizingTransactionId } = await gateway.subintentStatus(subintentId)
		assert.deepEqual(
			{ status, transactionId: finalizingTransactionId },
			state === 'settled'
				? { status: 'CommittedSuccess', transactionId }
				: { status: 'Unknown', transactionId: undefined },
		)
	}
})

// shows decision 30: Sequence numbers have no gaps
test('every fill has completed, no number is missing, and the log begins as the maker had read it', async t => {
	await until('the whole fill log', () => fillLog.entries.length >= entriesOf(orders))
	const outcomes = assertWhole(fillLog.entries)
	t.diagnostic(`${logBefore.length} entries before, ${fillLog.entries.length} after: ${JSON.stringify(outcomes)}`)
	assert.deepEqual(fillLog.entries.slice(0, logBefore.length), logBefore)
	assert.equal(fillLog.entries.length, entriesOf(orders))
	assert.equal(outcomes.Settled, orders.filter(({ state }) => state === 'settled').length)
})

test('every settled trade is counted once in the candles', async () => {
	const settled = orders.filter(({ state }) => state === 'settled').length
	const counted = async () => {
		const pages = await Promise.all((await dex.tokenPairs()).map(pair => dex.candles(pair, { interval: '1m' })))
		return pages.flatMap(({ candles }) => candles).reduce((sum, { trades }) => sum + trades, 0)
	}
	await untilEqual('the candles', counted, settled)
})

// shows decision 50: Every decision and every act of an operator is on record
test('the audit log has every accepted order once, its chain is valid, and every match can be repeated', async () => {
	const accord = (...args: string[]) => runCommand(['audit', ...args], { ACCORD_DATA: place.directory })
	const verified = await accord('verify')
	assert.equal(verified.code, 0, verified.out)
	const replayed = await accord('replay')
	assert.match(replayed.out, /^ok: \d+ matches were the same, 0 were recorded without/)
	const file = join(place.directory, 'audit.jsonl')
	assert.equal((await accord('export', file)).code, 0)
	const entries = readFileSync(file, 'utf8').trimEnd().split('\n')
	const accepted = entries.map(line => JSON.parse(line)).filter(({ act }) => act === 'order_accepted')
	assert.equal(new Set(accepted.map(({ subject }) => subject)).size, accepted.length)
	assert.equal(accepted.length, orders.length)
})

test('an order submitted again gets the same answer', async () => {
	const handedIn = crowd.trades.filter(({ isAcknowledged }) => isAcknowledged)
	for (const { signedPartialTransaction = '', subintentId } of handedIn)
		assert.equal(await dex.submitOrder(signedPartialTransaction), subintentId)
})

test('a new trade settles', async () => {
	const [user] = network.users.map(readParticipant)
	assert.ok(user)
	await untilQuoted()
	const once = startCrowd(dex, { traders: [user], trades: 4, atOnce: 1, networkId: network.network_id })
	await once.ended
	assert.deepEqual(countEndings(once), { settled: 4 })
})

test('the total of every token is unchanged, except for the network fees', async () => {
	const end = await readTotals(watched())
	const fees = await feesSince(network.gateway_url, start)
	assert.deepEqual(balanceChanges(start.held, end.held), { XRD: Decimal.format(Decimal.negate(fees)) })
})

/** What the service knows of the trades' orders now, the unacknowledged ones included. */
async function askAll(trades: readonly CrowdTrade[]): Promise<Map<string, OrderStatus>> {
	const answers = await Promise.all(trades.map(({ subintentId }) => subintentId && ask(subintentId)))
	return new Map(answers.flatMap(answer => (answer ? [[answer.subintentId, answer] as const] : [])))
}

async function ask(subintentId: string): Promise<OrderStatus | undefined> {
	try {
		return await dex.order(subintentId)
	} catch (error) {
		if (error instanceof TradeError && error.code === 'unknown_order') return undefined
		throw error
	}
}

function countStates(all: readonly OrderStatus[]): Record<string, number> {
	const states = Object.groupBy(all, ({ state }) => state)
	return Object.fromEntries(Object.entries(states).map(([state, some]) => [state, some.length]))
}

async function untilEnded(subintentId: string): Promise<void> {
	for await (const { isFinal } of dex.followOrder(subintentId)) if (isFinal) return
}

async function untilQuoted(): Promise<void> {
	await until('the maker’s books', async () => {
		const books = await Promise.all((await dex.tokenPairs()).map(pair => dex.orderBook(pair)))
		return books.every(({ bids, asks }) => bids.length > 0 && asks.length > 0)
	})
}

function openFillLog(): Promise<FillLog> {
	const maker = network.makers.find(({ bot }) => bot)
	return FillLog.open({ flashUrl: network.flash_url, apiKey: maker?.api_key ?? '' })
}

function readParticipant({
	name,
	address,
	curve,
	private_key_hex,
}: WireOf<typeof NetworkFile>['users'][number]): Participant {
	const keyPair = keyPairFromPrivateKey({
		curve: curve === 'Ed25519' ? 'Ed25519' : 'Secp256k1',
		privateKeyHex: private_key_hex,
	})
	return { name, account: address, keyPair }
}

function watched() {
	const { gateway_url: gatewayUrl, network_id, users, makers, solvers, tokens } = network
	const treasury = deriveKeyPair({ seed: playSeed, name: treasuryName, curve: 'Ed25519' })
	const accounts = [
		...[...users, ...makers, ...solvers].map(({ address }) => address),
		participant('service', 'Ed25519', network_id).account,
		accountAddress({ curve: treasury.curve, publicKey: treasury.publicKey }, network_id),
	]
	return { gatewayUrl, accounts, symbols: new Map(tokens.map(token => [token.resource_address, token.symbol])) }
}

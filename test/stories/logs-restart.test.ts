import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { flashMethods, TradeError } from '@accord/protocol'
import { type LogRestart, SolverClient, type SolverEvent } from '@accord/sdk'
import { type FillExecution, MakerClient } from '@accord/sdk/maker'
import { openFlash, refusedUpgrade } from '../network/flash-socket.ts'
import { askOperator, operatorSetting } from '../network/operator-request.ts'
import { untilState } from '../network/order-state.ts'
import { publishTrade } from '../network/published-trade.ts'
import { openSolver } from '../network/solver-socket.ts'
import { connectMaker } from '../network/test-maker.ts'
import { startTestNetwork, type TestMakerAccount, type TestNetwork } from '../network/test-network.ts'
import { connectSolver, settle } from '../network/test-solver.ts'
import { until, untilEqual } from '../network/until.ts'

// An operator restores a snapshot of the database's disk, which the service cannot notice itself, and announces it.

const quick = { minMs: 5, maxMs: 50 }
let network: TestNetwork
let maker: TestMakerAccount

before(async () => {
	network = await startTestNetwork({ users: 1, makers: 1, solvers: 1, settings: operatorSetting })
	maker = network.makers[0] as TestMakerAccount
	await connectMaker(network, maker, { books: [{ pair: 'XRD/xUSDC', bids: ['0.05 10000'] }] })
	const settler = connectSolver(network, network.solvers[0])
	const order = { sell: '100 XRD', buy: '5 xUSDC' }
	const published = await publishTrade(network, settler, { user: network.users[0], order })
	await settle(network, settler, published.bundle)
	await untilState(network, published.order, 'settled')
})
after(() => network?.stop())

async function keep<T>(values: AsyncIterable<T>, kept: T[]): Promise<void> {
	for await (const value of values) kept.push(value)
}

// shows error: log_restarted
// shows decision 45: A restored service announces it to the readers of its logs
test('readers of the former incarnation get `log_restarted`; the SDK starts over on its own', async () => {
	const solver = await openSolver(network, '?events=1')
	const session = await openFlash(network, maker)
	const { incarnation } = await session.ask(flashMethods.startFillExecution, {})
	await until('a cursor', () => solver.cursor !== '0')
	const restarts: [string, LogRestart][] = []
	const onRestart = (who: string) => (restart: LogRestart) => restarts.push([who, restart])
	const sdkMaker = new MakerClient({
		flashUrl: network.flashUrl,
		apiKey: maker.apiKey,
		backoff: quick,
		onRestart: onRestart('maker'),
	})
	const sdkSolver = new SolverClient({ solverUrl: network.solverUrl, backoff: quick, onRestart: onRestart('solver') })
	network.atStop(() => sdkMaker.close())
	network.atStop(() => sdkSolver.close())
	const [entries, events]: [FillExecution[], SolverEvent[]] = [[], []]
	void keep(sdkMaker.fillExecutions({ from: 1 }), entries)
	void keep(sdkSolver.events(), events)
	await sdkMaker.connect()
	await untilEqual('the log', () => entries.map(({ sequenceNumber }) => sequenceNumber), [1, 2])
	await until('the cursor', () => events.length === 1)

	const begun = await askOperator(network, 'POST /operator/database/restored')
	assert.notEqual(begun.incarnation, incarnation)
	assert.deepEqual(await solver.closed, [4009, 'log_restarted'])
	assert.deepEqual(await session.closed, [4009, 'log_restarted'])

	const refusal = await refusedUpgrade(`${network.solverUrl}/subintent-stream?events=1&since=${solver.cursor}`)
	assert.deepEqual([refusal.code, refusal.incarnation], ['log_restarted', begun.incarnation])
	const again = await openFlash(network, maker)
	for (const historical_starting_point of [undefined, 1, 3]) {
		const point = { historical_starting_point, incarnation }
		const { data } = await again.refused('log_restarted', flashMethods.startFillExecution, point)
		assert.deepEqual([data?.first_sequence_number, data?.last_sequence_number], [1, 2])
		assert.equal(data?.incarnation, begun.incarnation)
	}
	const point = { historical_starting_point: 1, incarnation: begun.incarnation }
	assert.deepEqual(await again.ask(flashMethods.startFillExecution, point), {
		success: true,
		incarnation: begun.incarnation,
	})

	await untilEqual('the log again', () => entries.map(({ sequenceNumber }) => sequenceNumber), [1, 2, 1, 2])
	await until('the cursor again', () => events.length === 2)
	const restart = { incarnation: begun.incarnation }
	assert.deepEqual(restarts.sort(), [
		['maker', restart],
		['solver', restart],
	])
	const kept = sdkMaker.fillExecutions({ from: 3, incarnation })
	assert.equal((await kept.next()).value?.sequenceNumber, 1)
	await kept.return?.()
	const ahead = sdkMaker.fillExecutions({ from: 4 }).next()
	await assert.rejects(ahead, (error: unknown) => error instanceof TradeError && error.code === 'sequence_ahead')
})

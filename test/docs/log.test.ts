import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { pino } from 'pino'
import { staleAdvice } from '../../scripts/generate-log.ts'
import { untilState } from '../network/order-state.ts'
import { connectMaker } from '../network/test-maker.ts'
import { startTestNetwork } from '../network/test-network.ts'
import { connectSolver, settle } from '../network/test-solver.ts'
import { placeOrder } from '../network/test-user.ts'
import { askTrade } from '../network/trade-request.ts'

const page = readFileSync(new URL('../../docs/operate/log.md', import.meta.url), 'utf8')
const rows = [...page.matchAll(/^\| (.*?) \| (info|warn|error) \|/gm)].map(([, message = '', level]) => ({
	message,
	level,
}))

/** Whether a line is documented: its row may list the ends of several. */
function isDocumented({ msg, level }: { msg: string; level: number }): boolean {
	const name = pino.levels.labels[level]
	return rows.some(
		row =>
			row.level === name &&
			row.message.startsWith(msg.split(' ')[0] ?? '') &&
			wordsOf(row.message).has(msg.split(' ').at(-1) ?? ''),
	)
}

function wordsOf(message: string): Set<string> {
	return new Set(message.split(/[ ,]+/))
}

test('everything that is logged about a trade, a refusal and their sessions is documented', async t => {
	const lines: { msg: string; level: number }[] = []
	const log = pino({ level: 'info' }, { write: (line: string) => void lines.push(JSON.parse(line)) })
	const network = await startTestNetwork({ makers: 1, solvers: 1, log })
	t.after(() => network.stop())
	const solver = connectSolver(network, network.solvers[0])
	await connectMaker(network, network.makers[0], { books: [{ pair: 'XRD/xUSDC', bids: ['0.05 1000'] }] })
	const order = await placeOrder(network, network.users[0], { sell: '100 XRD', buy: '5 xUSDC' })
	await settle(network, solver, await solver.bundleOf(order))
	await untilState(network, order, 'settled')
	await askTrade(network, '/trade/orders', { body: { signed_partial_transaction: 'zz' } })
	await network.drain()
	const said = new Set(lines.map(({ msg }) => msg))
	for (const msg of ['order accepted', 'maker asked', 'fill accepted', 'order settled', 'order refused'])
		assert.ok(said.has(msg), `${msg} is logged`)
	assert.deepEqual(
		lines.filter(line => !isDocumented(line)).map(({ msg }) => msg),
		[],
	)
})

test('the page advises nothing about lines that are no longer written', () => {
	assert.deepEqual(staleAdvice(), [])
})

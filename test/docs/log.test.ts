import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { pino } from 'pino'
import { staleAdvice } from '../../scripts/generate-log.ts'
import { untilState } from '../network/order-state.ts'
import { refusedWith } from '../network/refused-with.ts'
import { connectMaker, type TestMaker } from '../network/test-maker.ts'
import { startTestNetwork } from '../network/test-network.ts'
import { connectSolver, settle } from '../network/test-solver.ts'
import { placeOrder } from '../network/test-user.ts'
import { askTrade } from '../network/trade-request.ts'

type Line = { readonly msg: string; readonly level: number }

const page = readFileSync(new URL('../../docs/operate/log.md', import.meta.url), 'utf8')
const rows = [...page.matchAll(/^\| (.*?) \| (info|warn|error) \| (.*?) \|/gm)].map(
	([, message = '', level, fields = '']) => ({
		messages: messagesOf(message),
		level,
		fields: [...fields.matchAll(/`(\w+)`/g)].map(([, field = '']) => field),
	}),
)

/** A row may list the ends of several: `order settled or expired`. */
function messagesOf(message: string): string[] {
	const [subject = ''] = message.split(' ')
	const each = message.split(/, | or /).map(part => (part.includes(' ') ? part : `${subject} ${part}`))
	return [message, ...each]
}

function rowOf({ msg, level }: Line): (typeof rows)[number] | undefined {
	return rows.find(row => row.level === pino.levels.labels[level] && row.messages.includes(msg))
}

/** What a line says of its own. */
function fieldsOf({ level, msg, ...line }: Line): string[] {
	const everyLines = new Set(['time', 'name', 'pid', 'hostname'])
	return Object.keys(line).filter(field => !everyLines.has(field))
}

test('everything that is logged about a trade, a refusal and their sessions is documented, with its fields', async t => {
	const lines: Line[] = []
	const log = pino({ level: 'info' }, { write: (line: string) => void lines.push(JSON.parse(line)) })
	const network = await startTestNetwork({ users: 2, makers: 1, solvers: 1, log })
	t.after(() => network.stop())
	const solver = connectSolver(network, network.solvers[0])
	const answer = (order: Parameters<TestMaker['sign']>[0], self: TestMaker) =>
		self.newOrders.length === 1 ? self.sign(order).signedPartialTransaction : undefined
	const maker = await connectMaker(network, network.makers[0], {
		books: [{ pair: 'XRD/xUSDC', bids: ['0.05 1000'] }],
		answer,
	})
	const order = await placeOrder(network, network.users[0], { sell: '100 XRD', buy: '5 xUSDC' })
	await settle(network, solver, await solver.bundleOf(order))
	await untilState(network, order, 'settled')
	await askTrade(network, '/trade/orders', { body: { signed_partial_transaction: 'zz' } })
	await refusedWith('no_liquidity', placeOrder(network, network.users[1], { sell: '100 XRD', buy: '50 xUSDC' }))
	await placeOrder(network, network.users[1], { sell: '100 XRD', buy: '5 xUSDC' })
	await refusedWith('invalid_expiry', maker.fill(await maker.asked(2), { expiresInS: 3600 }))
	await network.drain()
	const said = new Set(lines.map(({ msg }) => msg))
	for (const msg of [
		'order accepted',
		'maker asked',
		'fill accepted',
		'order settled',
		'order refused',
		'fill refused',
	])
		assert.ok(said.has(msg), `${msg} is logged`)
	const undocumented = lines.flatMap(line => {
		const row = rowOf(line)
		if (row === undefined) return [line.msg]
		const unknown = fieldsOf(line).filter(field => !row.fields.includes(field))
		return unknown.map(field => `${line.msg}: ${field}`)
	})
	assert.deepEqual(undocumented, [])
	for (const row of new Set(lines.map(rowOf))) {
		const seen = new Set(lines.filter(line => rowOf(line) === row).flatMap(fieldsOf))
		assert.deepEqual([...seen].toSorted(), row?.fields.toSorted(), row?.messages[0])
	}
})

test('the page advises nothing about lines that are no longer written', () => {
	assert.deepEqual(staleAdvice(), [])
})

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Decimal, type NodeStatus, Overview } from '@accord/protocol'
import { operatorOperations } from '@accord/protocol/contract'
import { LiveScreen } from '../terminal/live-screen.ts'
import { createPaint, widthOf } from '../terminal/paint.ts'
import { FakeScreen } from '../terminal/screen-fixture.ts'
import { documentedKey, documentedOperator } from './documented-operator.ts'
import { LiveView } from './live-view.ts'
import { describeNodes } from './nodes-text.ts'
import { OperatorClient } from './operator-client.ts'
import { describeOverview, shortAmount } from './overview-text.ts'

const example = Overview.parse(operatorOperations.getOverview.answers[0]?.body.example)
const nowMs = example.service.startedAtMs + 3_600_000
const paint = createPaint(true)

/** An overview with more of everything than fits. */
const busy: Overview = {
	...example,
	pairs: Array.from({ length: 9 }, (_, n) => ({
		pair: { base: `T${n}`, quote: 'xUSDC' },
		bestBid: { price: Decimal.parse('0.049987654321'), amount: Decimal.parse('123456789.123456789012345678') },
		bestAsk: { price: Decimal.parse('0.05'), amount: Decimal.parse('0.000000000000000001') },
		makers: 12,
	})),
	recent: Array.from({ length: 10 }, () => ({
		...(example.recent[0] ?? assert.fail('the example has no order')),
		limitOrder: {
			sell: { symbol: 'XRD', amount: Decimal.parse('123456789.123456789012345678') },
			buy: { symbol: 'xUSDC', amount: Decimal.parse('6160493.827654321098765432') },
		},
	})),
}

test('the overview fits on a terminal of 80 columns and 24 rows', () => {
	for (const overview of [example, busy]) {
		const lines = describeOverview(overview, { paint, nowMs, rowsMax: 23 })
		assert.ok(lines.length <= 23, `${lines.length} lines`)
		for (const line of lines) assert.ok(widthOf(line) <= 80, line)
	}
})

const node: NodeStatus = {
	nodeId: '0123456789ab',
	isAsked: true,
	isThere: true,
	fingerprint: 'fedcba987654',
	startedAtMs: nowMs - 3_599_000,
	seenMsAgo: 200,
	report: {
		version: '0.1.0',
		url: 'http://127.0.0.1:8480',
		health: [{ name: 'bus', ok: true }],
		sessions: { makers: 1, solvers: 0 },
		books: [
			{ makerId: 'reference-maker', pairs: 4, ageMs: 2_000 },
			{ makerId: 'maker-1', pairs: 1, ageMs: 0 },
		],
	},
}

// shows command: All nodes
test('the nodes of a service are listed: running ones first, the one asked marked', () => {
	const { report, ...silent } = node
	const gone = { ...node, nodeId: 'a0123456789b', isAsked: false, isThere: false, seenMsAgo: 3_599_000 }
	const health = [{ name: 'ledger' as const, ok: false, detail: 'it lags' }]
	const failing = { ...node, nodeId: 'b0123456789a', isAsked: false, ...(report && { report: { ...report, health } }) }
	const nodes = [gone, node, failing, { ...silent, nodeId: 'c0123456789a', isAsked: false }]
	const lines = describeNodes(nodes, { paint: createPaint(false), nowMs })
	assert.deepEqual(lines, [
		'',
		'NODE     VERSION  SETTINGS           UP  STATE         OLDEST BOOKS',
		'012345*  0.1.0    fedcba    59 min 59 s  ok            reference-mak 2 s +1',
		'b01234   0.1.0    fedcba    59 min 59 s  FAIL: ledger  reference-mak 2 s +1',
		'c01234            fedcba    59 min 59 s  starting      none',
		'a01234   0.1.0    fedcba                 gone          seen 59 min 59 s ago',
	])
	for (const line of lines) assert.ok(widthOf(line) <= 80, line)
	const many = describeNodes(Array(8).fill(node), { paint: createPaint(false), nowMs })
	assert.match(many.at(-1) ?? '', /and 2 more/)
	assert.deepEqual(describeNodes(undefined, { paint, nowMs }), [])
})

test('with several nodes, what is counted at one of them says so', () => {
	const nodes = [node, { ...node, nodeId: 'b0123456789a', isAsked: false }]
	const look = { paint: createPaint(false), nowMs }
	const local = describeOverview({ ...example, nodes }, look).filter(line => line.includes('at this node'))
	assert.deepEqual(
		local.map(line => line.split(' ')[0]),
		['ended', 'settling', 'queues', 'sessions'],
	)
	for (const line of local) assert.ok(widthOf(line) <= 80, line)
	assert.doesNotMatch(describeOverview({ ...example, nodes: [node] }, look).join('\n'), /at this node/)
})

test('a failed check is shown at the top, with the number of pairs left out', () => {
	const health = [{ name: 'ledger' as const, ok: false, detail: 'no answer' }]
	const text = describeOverview({ ...busy, health }, { paint: createPaint(false), nowMs }).join('\n')
	assert.match(text, /ledger FAIL: no answer/)
	assert.match(text, /and 3 more: accord book/)
})

test('amounts are shortened for display', () => {
	for (const [amount, short] of [
		['123456789.123', '123456789'],
		['0.000000000000000001', '0'],
		['3108319.218877', '3108319.21'],
		['12.500', '12.5'],
	] as const)
		assert.equal(shortAmount(Decimal.parse(amount)), short)
})

async function openView(t: Parameters<typeof documentedOperator>[0], rows = 24) {
	const { url, requests } = await documentedOperator(t)
	const stream = new FakeScreen({ columns: 80, rows })
	stream.write('the list of keys\r\n')
	const client = new OperatorClient({ url, key: documentedKey })
	const view = new LiveView({ client, screen: new LiveScreen(stream), paint: createPaint(false), nowMs: () => nowMs })
	t.after(() => view.stop())
	return { stream, view, requests }
}

test('a live view shows the service and the last lines of the log, and restores the terminal', async t => {
	const { stream, view, requests } = await openView(t)
	while (!stream.lines.some(line => line.startsWith('Accord'))) await new Promise(resolve => setImmediate(resolve))
	for (const n of [1, 2, 3, 4]) view.log(`line ${n}`)
	assert.equal(stream.lines[0], 'the list of keys')
	assert.match(stream.lines[1] ?? '', /^Accord 0\.1\.0 on simulator \(242\), up 1 h/)
	assert.deepEqual(stream.lines.slice(-3), ['line 2', 'line 3', 'line 4'])
	assert.equal(stream.isCursorShown, false)
	view.stop()
	assert.equal(stream.isCursorShown, true)
	const lines = [...stream.lines]
	view.log('late')
	assert.deepEqual(stream.lines, lines)
	assert.ok(requests.length >= 1)
})

test('a resized terminal is redrawn, with nothing left over', async t => {
	const { stream } = await openView(t, 60)
	while (!stream.lines.some(line => line.startsWith('Accord'))) await new Promise(resolve => setImmediate(resolve))
	const whole = [...stream.lines]
	stream.resize({ columns: 40, rows: 60 })
	for (const line of stream.lines) assert.ok(line.length <= 40, line)
	assert.equal(stream.lines.filter(line => line.startsWith('Accord')).length, 1)
	stream.resize({ columns: 80, rows: 60 })
	assert.deepEqual(stream.lines, whole)
})

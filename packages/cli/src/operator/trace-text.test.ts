import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Decimal, OrderTrace } from '@accord/protocol'
import { operatorOperations } from '@accord/protocol/contract'
import { createPaint } from '../terminal/paint.ts'
import { describeTrace } from './trace-text.ts'

const example = OrderTrace.parse(operatorOperations.getOrderTrace.answers[0]?.body.example)
const textOf = (trace: OrderTrace, withManifests = false) =>
	describeTrace(trace, { paint: createPaint(false), withManifests }).join('\n')

test('events are printed in order, with the time since the first', () => {
	const lines = textOf(example)
		.split('\n')
		.filter(line => /^ {2}\d\d:\d\d:\d\d\.\d{3} /.test(line))
	assert.deepEqual(
		lines.map(line => line.replace(/^.*?\+/, '+')),
		[
			'+0.000 s  validated and accepted',
			'+0.000 s  Northern Markets: asked to fill it',
			'+0.080 s  Northern Markets: filled it',
			'+0.080 s  every part filled',
			'+0.095 s  signed by the service and published to the solvers',
			'+1.100 s  settled on the ledger',
			'+1.100 s  Northern Markets: its fill settled',
		],
	)
})

test('who paid whom is printed to the last digit', () => {
	const [root] = example.roots
	const fill = example.parts[0]?.fill
	assert.ok(root !== undefined && fill !== undefined)
	const whole = { ...example, roots: [{ ...root, subintentIds: [example.subintentId, fill.subintentId] }] }
	const text = textOf({
		...whole,
		fee: { symbol: 'XRD', platformAmount: Decimal.parse('0.1'), settlementAmount: Decimal.parse('5.25') },
		rebate: { symbol: 'XRD', amount: Decimal.parse('4.5177') },
	})
	assert.match(text, /^ {2}the user {10}0\.1 XRD to the platform, 0\.7323 XRD to the solver$/m)
	assert.match(text, /^ {2}Northern Markets {2}0 xUSDC to the platform, 0\.0314 xUSDC to the solver$/m)
	assert.match(text, /^ {2}the solver {8}0\.8412 XRD to the ledger; profit -0\.1089 XRD$/m)
})

test('a part is printed with its pair, its own or that of a leg, and with the levels that its maker was shown', () => {
	const [part] = example.parts
	assert.ok(part)
	assert.match(textOf(example), /^ {2}pair {8}XRD\/xUSDC$/m)
	const leg = {
		...part,
		pair: { base: 'xETH', quote: 'xUSDC' },
		levels: [{ price: Decimal.parse('2994'), amount: Decimal.parse('0.01') }],
	}
	const text = textOf({ ...example, parts: [leg] })
	assert.match(text, /^ {2}pair {8}xETH\/xUSDC$/m)
	assert.match(text, /^ {2}levels {6}0\.01 xETH at 2994$/m)
})

test('an unfilled order has neither a transaction nor costs', () => {
	const events = [
		{ atMs: 1000, kind: 'accepted' as const },
		{ atMs: 1000, kind: 'asked' as const, maker: 'Delta' },
		{ atMs: 4300, kind: 'timed_out' as const, maker: 'Delta' },
		{ atMs: 4300, kind: 'unfilled' as const },
	]
	const text = textOf({ ...example, state: 'unfilled', events, roots: [], items: [], parts: [] })
	assert.match(text, /\+3\.300 s {2}Delta: did not answer in time/)
	assert.match(text, /not filled in time; nothing was traded/)
	assert.doesNotMatch(text, /On the ledger|Costs/)
})

test('manifests are printed on request, each with its signer', () => {
	assert.doesNotMatch(textOf(example), /USE_CHILD/)
	const text = textOf(example, true)
	for (const title of [/^Signed by the user$/m, /^Outer subintent signed by the service$/m, /^Root manifest of txid_/m])
		assert.match(text, title)
})

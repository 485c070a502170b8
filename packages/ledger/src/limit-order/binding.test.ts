import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { Decimal } from '@accord/protocol'
import {
	type AnyRoot,
	commitRoot,
	inTurn,
	interleavings,
	previewRoot,
	shuffled,
} from '../../../../test/fixtures/any-root.ts'
import { boundBundle } from '../../../../test/fixtures/bound-bundle.ts'
import {
	fundedParticipant,
	type SignedOrder,
	signedOrder,
	startTestLedger,
	type TestLedger,
} from '../../../../test/fixtures/ledger.ts'
import { randomOf } from '../../../../test/network/mutated-bytes.ts'
import {
	type Binding,
	bindingOf,
	type Item,
	intentHeader,
	itemsPerRootMax,
	type Markers,
	outerManifest,
	randomMarkerAmount,
	readItem,
} from '../codec.ts'
import { createSubintent, signSubintent } from '../transaction/subintent.ts'
import type { AccountOwner } from '../transaction/transfer.ts'

// What binding guarantees, on the real engine. All 2,920 roots of the first test, and more orders in the second, at
// ACCORD_BINDING=all npm test -- packages/ledger/src/limit-order/binding.test.ts

const isLong = process.env.ACCORD_BINDING === 'all'
const seed = Number(process.env.ACCORD_SEED ?? 20_261_127)
/** More than any of these roots lacks. */
const supply = { XRD: '1000', xUSDC: '100' }

let ledger: TestLedger
let markers: Markers
let sender: AccountOwner
let owners: AccountOwner[]

before(async () => {
	ledger = await startTestLedger()
	ledger.clock.freeze()
	const funds = { XRD: '1000000', xUSDC: '100000' }
	const fund = (name: string) => fundedParticipant(ledger, { name, funds })
	sender = await fund('sender')
	await ledger.treasury.fund(ledger.service.account, [
		{ resource: ledger.resource('XRD'), amount: Decimal.fromInteger(1000) },
	])
	owners = await Promise.all(['alice', 'bob', 'carol', 'dave'].map(fund))
	markers = ledger.markers
	// From here on the box has a vault of each marker.
	assert.ok(commit(bundleOf(1)).settled)
})
after(() => ledger.stop())

const owner = (at: number) => owners[at % owners.length] ?? assert.fail()
/** An order for `fills` times 10 XRD. */
const orderOf = (fills: number, by = owner(0)) =>
	signedOrder(ledger, {
		owner: by,
		sell: [String(fills * 10), 'XRD'],
		buy: [Decimal.format(Decimal.mulDown(Decimal.parse('0.49'), Decimal.fromInteger(fills))), 'xUSDC'],
	})
const fillOf = (by = owner(1), sells = '0.49') =>
	signedOrder(ledger, { owner: by, sell: [sells, 'xUSDC'], buy: ['10', 'XRD'] })
const signedBundle = (fills: number, sells?: string): [SignedOrder, ...SignedOrder[]] => [
	orderOf(fills),
	...Array.from({ length: fills }, (_, n) => fillOf(owner(n + 1), sells)),
]
const bundleOf = (fills: number) => boundBundle(ledger, signedBundle(fills))

const preview = (items: readonly Item[], steps: AnyRoot['steps'] = inTurn(items.length)) =>
	previewRoot(ledger, { sender, items, steps, supply })
const commit = (items: readonly Item[], steps: AnyRoot['steps'] = inTurn(items.length)) =>
	commitRoot(ledger, { sender, items, steps, supply })

type Named = { readonly name: string; readonly item: Item }
const named = (bundles: readonly (readonly Item[])[]): Named[] =>
	bundles.flatMap((bundle, b) =>
		bundle.map((item, n) => ({ name: `${n === 0 ? 'order' : 'fill'} ${b + 1}.${n}`, item })),
	)

function subsetsOf<T>(values: readonly T[]): T[][] {
	return Array.from({ length: 2 ** values.length - 1 }, (_, mask) => values.filter((_, at) => ((mask + 1) >> at) & 1))
}

/** The sets that settle in at least one of the orders that a root may take them. */
function settlingSets(all: readonly Named[], ordersOf: (count: number) => number[][]) {
	let tried = 0
	const settling = subsetsOf(all).filter(set => {
		const results = ordersOf(set.length).map(steps => {
			tried += 1
			return preview(
				set.map(({ item }) => item),
				steps,
			).settled
		})
		return results.includes(true)
	})
	return { tried, settling: settling.map(set => set.map(({ name }) => name).join(' + ')).sort() }
}

const wholeSets = (bundles: readonly (readonly Item[])[]) => {
	const names = bundles.map((_, b) =>
		named(bundles)
			.filter(({ name }) => name.includes(` ${b + 1}.`))
			.map(({ name }) => name)
			.join(' + '),
	)
	return [...names, names.join(' + ')].sort()
}

// shows decision 13: Bundles are bound
test('of two bundles only whole ones settle, whatever the solver adds and in whatever order it yields', t => {
	const random = randomOf(seed)
	const bundles = [bundleOf(1), bundleOf(1)]
	const { tried, settling } = settlingSets(named(bundles), count => {
		const orders = interleavings(count)
		return isLong ? orders : [inTurn(count), ...shuffled(orders, random).slice(0, 12)]
	})
	t.diagnostic(`${tried} roots, seed ${seed}`)
	if (isLong) assert.equal(tried, 2_920)
	assert.deepEqual(settling, wholeSets(bundles))
})

test('of an order with two fills and one with four only the whole bundles settle', t => {
	const random = randomOf(seed)
	const bundles = [bundleOf(2), bundleOf(4)]
	const { tried, settling } = settlingSets(named(bundles), count => [
		inTurn(count),
		...Array.from({ length: isLong ? 5 : 0 }, () => shuffled(inTurn(count), random)),
	])
	t.diagnostic(`${tried} roots, seed ${seed}`)
	assert.deepEqual(settling, wholeSets(bundles))
})

test('a member alone costs its sender the fee and nobody else anything, and the bundle settles afterwards', () => {
	const items = bundleOf(2)
	for (const lacking of [0, 1, 2]) {
		const { settled, feeXrd, reason, finalized } = commit(items.toSpliced(lacking, 1))
		assert.deepEqual([settled, finalized.size], [false, 0])
		assert.ok(feeXrd > Decimal.parse('0.4'))
		assert.match(reason, /InsufficientBalance/)
	}
	const whole = commit(items)
	assert.ok(whole.settled, whole.reason)
	assert.deepEqual(
		items.filter(({ innerId }) => !whole.finalized.has(innerId)),
		[],
	)
	assert.match(commit(items).reason, /IntentHashPreviouslyCommitted/)
})

/** A bound outer without some of its lines. */
function cutOuter(
	{ info, order, signedPartialTransaction }: SignedOrder,
	binding: Binding,
	cuts: (line: string) => boolean,
) {
	const { networkId, service } = ledger
	const manifest = outerManifest({
		innerId: info.subintentId,
		sellResource: ledger.resource(order.sell[1]),
		platformFee: Decimal.parse('0.1'),
		rebate: Decimal.parse('0.2'),
		serviceAccount: service.account,
		binding,
	})
	const lines = manifest.split('\n').filter(line => !cuts(line))
	const header = intentHeader({ networkId, window: info.header })
	const subintent = createSubintent({ manifest: lines.join('\n'), header })
	const children = [signedPartialTransaction]
	return readItem(
		signSubintent({ subintent, keyPairs: [service.keyPair], networkId, children }).signedPartialTransaction,
		networkId,
	)
}

test('one way is not enough: an order that its fill needs, but that needs no fill, settles alone', () => {
	const amount = randomMarkerAmount()
	const items = [
		cutOuter(orderOf(1), bindingOf(markers, { role: 'order', amount }), line => line.includes('"burn"')),
		cutOuter(fillOf(), bindingOf(markers, { role: 'fill', amount }), line =>
			/MINT_FUNGIBLE|"deposit_batch"/.test(line),
		),
	] as const
	assert.deepEqual(
		[items, [items[0]], [items[1]]].map(some => preview(some).settled),
		[true, true, false],
	)
	// Anyone can still take the fill: the free option that binding ends.
	assert.ok(commit([items[0]]).settled)
	assert.ok(commit([items[1]]).settled)
})

test('an order wrapped again settles with its new fills only: old and new outers do not mix', () => {
	const order = orderOf(1)
	const [oldFill, newFill] = [fillOf(owner(1)), fillOf(owner(2))]
	const [order1, fill1] = boundBundle(ledger, [order, oldFill]) as [Item, Item]
	const [order2, fill2] = boundBundle(ledger, [order, newFill]) as [Item, Item]
	// The same fill, too, may be in the new bundle.
	const [order3, fill1Again] = boundBundle(ledger, [order, oldFill]) as [Item, Item]
	for (const mixed of [
		[order2, fill1],
		[order1, fill2],
		[order2, fill1, fill2],
		[order1, fill1, fill2],
		[order3, fill1],
		[order1, fill1Again],
	])
		assert.equal(preview(mixed).settled, false)
	assert.throws(() => preview([order1, fill1, order2, fill2]), /DuplicateSubintent/)
	for (const whole of [
		[order1, fill1],
		[order2, fill2],
		[order3, fill1Again],
	])
		assert.ok(preview(whole).settled)
	assert.ok(commit([order2, fill2]).settled)
	for (const late of [[order1, fill1], [fill1], [order3, fill1Again], [fill1Again]])
		assert.equal(commit(late).settled, false)
})

test('an amount in two bundles lets their halves mix, so it is never used twice', () => {
	const amounts = [randomMarkerAmount()]
	const [order1, fill1] = boundBundle(ledger, signedBundle(1), { amounts }) as [Item, Item]
	const [order2, fill2] = boundBundle(ledger, signedBundle(1), { amounts }) as [Item, Item]
	assert.ok(preview([order1, fill2]).settled && preview([order2, fill1]).settled)
	const [other] = boundBundle(ledger, signedBundle(1)) as [Item, Item]
	assert.equal(preview([other, fill2]).settled, false)
})

test('a maker who no longer holds what it sells stops the whole bundle; wrapped with another fill, the order settles', async () => {
	const poor = await fundedParticipant(ledger, { name: 'poor', funds: { xUSDC: '0.1' } })
	const order = orderOf(1)
	const items = boundBundle(ledger, [order, fillOf(poor)])
	assert.match(preview(items).reason, /InsufficientBalance/)
	assert.equal(preview(items.slice(0, 1)).settled, false)
	const again = commit(boundBundle(ledger, [order, fillOf(owner(2))]))
	assert.ok(again.settled, again.reason)
})

test('16 bound items with surplus commit in one root, as eight bundles and as one, and leave the box empty', () => {
	const surplus = '0.009'
	const pairs = Array.from({ length: itemsPerRootMax / 2 }, () =>
		boundBundle(ledger, signedBundle(1, '0.499'), { surplus }),
	).flat()
	const ring = boundBundle(ledger, signedBundle(itemsPerRootMax - 1, '0.499'), { surplus })
	for (const items of [pairs, ring]) {
		assert.equal(items.length, itemsPerRootMax)
		const { settled, reason } = commitRoot(ledger, { sender, items, steps: inTurn(items.length) })
		assert.ok(settled, reason)
	}
	const left = ledger.ledger.fungibles(markers.box).filter(({ amount }) => amount !== '0')
	assert.deepEqual(left, [])
})

test('nobody but the service mints or burns a marker, or takes one from the box', () => {
	const [order] = bundleOf(1) as [Item, Item]
	for (const line of [
		`MINT_FUNGIBLE Address("${markers.fill}") Decimal("1");`,
		`CALL_METHOD Address("${markers.box}") "withdraw" Address("${markers.order}") Decimal("1");`,
		`CALL_METHOD Address("${markers.box}") "burn" Address("${markers.order}") Decimal("1");`,
		`CALL_METHOD Address("${sender.account}") "withdraw" Address("${ledger.resource('XRD')}") Decimal("1");\nCALL_METHOD Address("${markers.box}") "deposit_batch" Expression("ENTIRE_WORKTOP");`,
	])
		assert.match(preview([order], [0, line, 0]).reason, /Unauthorized/)
})

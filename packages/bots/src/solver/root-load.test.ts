import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { AccountOwner, Item } from '@accord/ledger'
import { type AnyRoot, commitRoot, inTurn, previewRoot } from '../../../../test/fixtures/any-root.ts'
import { boundBundle } from '../../../../test/fixtures/bound-bundle.ts'
import {
	fundedParticipant,
	type SignedOrder,
	signedOrder,
	startTestLedger,
	type TestAmount,
	type TestLedger,
	wrappedOrder,
} from '../../../../test/fixtures/ledger.ts'
import { fitsRoot, loadOf, rootLoad } from './root-load.ts'

let ledger: TestLedger
let sender: AccountOwner
let names = 0

before(async () => {
	ledger = await startTestLedger()
	ledger.clock.freeze()
	sender = await fundedParticipant(ledger, { name: 'solver', funds: { XRD: '10000' } })
	// Once in the life of a network a trade makes the vaults of the box.
	const items = await trade(bound, { sold: 'xwBTC' })
	assert.ok(commitRoot(ledger, { sender, items, steps: inTurn(items.length) }).settled)
})
after(() => ledger.stop())

/** Somebody who holds only what they sell, and so gets a new vault for what they buy. */
async function orderOf(sell: TestAmount, buy: TestAmount): Promise<SignedOrder> {
	const funds = { [sell[1]]: String(Number(sell[0]) + 10) }
	const owner = await fundedParticipant(ledger, { name: `trader-${names++}`, funds })
	return signedOrder(ledger, { owner, sell, buy })
}

type Wrap = (signed: readonly [SignedOrder, ...SignedOrder[]]) => readonly Item[]
const unbound: Wrap = signed => signed.map(each => wrappedOrder(ledger, each))
const bound: Wrap = signed => boundBundle(ledger, signed)
const withSurplus: Wrap = signed => boundBundle(ledger, signed, { surplus: '0.1' })

async function trade(wrap: Wrap, { fills = 1, sold = 'XRD' } = {}): Promise<readonly Item[]> {
	const order = await orderOf([String(fills * 10), sold], [String(fills), 'xUSDC'])
	const made = await Promise.all(Array.from({ length: fills }, () => orderOf(['1.1', 'xUSDC'], ['10', sold])))
	return wrap([order, ...made])
}

/** How many events the ledger counts: as many as leave no room for another. */
function eventsOf(items: readonly Item[]): number {
	const oneMore = `CALL_METHOD Address("${sender.account}") "set_default_deposit_rule" Enum<0u8>();`
	const fits = (more: number) => {
		const steps: AnyRoot['steps'] = [...Array<string>(more).fill(oneMore), ...inTurn(items.length)]
		const { settled, reason } = previewRoot(ledger, { sender, items, steps })
		if (!settled) assert.match(reason, /TooManyEvents/)
		return settled
	}
	let [room, tooMany] = [0, 257]
	while (tooMany - room > 1) {
		const middle = (room + tooMany) >> 1
		if (fits(middle)) room = middle
		else tooMany = middle
	}
	return 256 - room
}

test('a root needs no more units and events than its load says, and not much less', async t => {
	const cases: Record<string, readonly (readonly Item[])[]> = {
		'a trade that is not bound': [await trade(unbound)],
		'a bound trade': [await trade(bound)],
		'a bound trade with surplus': [await trade(withSurplus)],
		'an order with four fills and surplus': [await trade(withSurplus, { fills: 4 })],
		'trades of three tokens': [
			await trade(bound),
			await trade(withSurplus, { sold: 'xETH' }),
			await trade(unbound, { sold: 'xUSDT' }),
		],
	}
	for (const [name, bundles] of Object.entries(cases)) {
		const items = bundles.flat()
		const { units, events } = rootLoad(items.map(each => loadOf(each, ledger.networkId)))
		const { settled, reason, units: needed } = previewRoot(ledger, { sender, items, steps: inTurn(items.length) })
		assert.ok(settled, reason)
		const counted = eventsOf(items)
		t.diagnostic(`${name}: ${counted} of ${events} events, ${needed} of ${units} units`)
		assert.ok(counted <= events && events <= counted + 4 * bundles.length, `${name}: ${counted} events, said ${events}`)
		assert.ok(needed <= units && units <= needed * 1.5, `${name}: ${needed} units, said ${units}`)
	}
})

test('eight bound trades with surplus fit one root, and settle in it with new vaults everywhere', async () => {
	const trades = await Promise.all(Array.from({ length: 8 }, () => trade(withSurplus)))
	const items = trades.flat()
	const loads = items.map(each => loadOf(each, ledger.networkId))
	assert.ok(fitsRoot(loads))
	const { settled, reason } = previewRoot(ledger, { sender, items, steps: inTurn(items.length) })
	assert.ok(settled, reason)
	const [one] = loads
	assert.ok(one !== undefined && !fitsRoot([...loads, one]))
})

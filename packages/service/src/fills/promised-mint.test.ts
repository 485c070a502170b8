import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import type { InstamintState } from '@accord/ledger'
import { Decimal, type ErrorCode, mintPrefix, TradeError } from '@accord/protocol'
import { readSignedPartial } from '../intents/read-intent.ts'
import { component, market, nowMs, resources, stranger, user } from '../testing/order-fixture.ts'
import {
	makerFill,
	makerId,
	openTrade,
	pricedBy,
	submitFill,
	submitOrder,
	userOrder,
} from '../testing/trade-fixture.ts'
import { fillLogRange } from './fill-executions.ts'
import { openNewOrders } from './new-orders.ts'
import type { FillRooms } from './submit-fill.ts'

// A fill sells 5 xUSDC and pays 0.2625 xUSDC, at a price of 20 XRD, so it mints a value of 105.25 XRD.

/** A maker whose account is empty; customer 1 uses its account, customer 2 another one. */
async function openMinting(t: TestContext, allowances: { first?: string; second?: string } = {}) {
	const { first = '1000', second = '0' } = allowances
	const trade = await openTrade(t)
	trade.quote({ bids: ['0.05 100000'] })
	trade.gateway.held = { XRD: '1000000' }
	const loans = { first: '0' }
	const alongside: number[] = []
	const intents = pricedBy(trade, request => {
		alongside.push(request.alongside.length)
		return trade.costPreview.price(request)
	})
	const instamint = {
		component,
		stateOf: async (customerId: number) =>
			stateOf(trade.gateway.stateVersion, { customerId, first, second, loan: loans.first }),
	}
	const asked = new Set<string>()
	const ask = async () => {
		await trade.db.own.updateTable('order').set({ state: 'settled' }).execute()
		await submitOrder(trade.deps, { signedPartialTransaction: userOrder(), receivedAtMs: nowMs })
		const { orders } = await openNewOrders(trade.db.own, { makerId, nowMs })
		const { id } = orders.find(order => !asked.has(order.id)) ?? assert.fail('no part was requested')
		asked.add(id)
		return id
	}
	const send = (orderId: string, signedPartialTransaction: string, deps: Partial<FillRooms> = {}) =>
		submitFill(
			{ ...trade.deps, intents, instamint, ...deps },
			{ makerId, orderId, signedPartialTransaction, receivedAtMs: nowMs },
		)
	const accepted = async () => (await fillLogRange(trade.db.own, makerId)).last
	return { ...trade, loans, alongside, ask, send, accepted }
}

type Numbers = { customerId: number; first: string; second: string; loan: string }

function stateOf(stateVersion: number, { customerId, first, second, loan }: Numbers): InstamintState {
	const priceXrd = Decimal.parse('20')
	const xusdc = { resource: resources.xUSDC, isEnabled: true, divisibility: 6, priceXrd, pricedAtMs: nowMs }
	const customer = (id: number, account: string, allowance: string, owed: string) => ({
		...{ id, account, allowanceXrd: Decimal.parse(allowance), isPaused: false },
		loans: new Map(owed === '0' ? [] : [[resources.xUSDC, Decimal.parse(owed)]]),
		loanValueXrd: Decimal.mulUp(Decimal.parse(owed), priceXrd),
	})
	return {
		...{ stateVersion, component, badge: resources.unlisted, isPaused: false, priceValidityS: 60 },
		tokens: new Map([[resources.xUSDC, xusdc]]),
		customers: [customer(1, stranger, first, loan), customer(2, user, second, '0')].filter(
			({ id }) => id === customerId,
		),
	}
}

/** `between`: an instruction between the proof and its use. */
type MintText = { amount?: string; account?: string; customer?: number; of?: string; between?: string }

function mintingFill(text: MintText = {}): string {
	const { amount = '5.2625', account = stranger, customer = 1, of = component, between } = text
	const mint = {
		...{ component: of, badge: resources.unlisted, account, customerLocalId: `#${customer}#` },
		...{ resource: resources.xUSDC, amount: Decimal.parse(amount) },
	}
	const [proof = '', ...others] = mintPrefix(mint).split('\n')
	return makerFill({ edit: lines => [proof, ...(between === undefined ? [] : [between]), ...others, ...lines] })
}

const refusedWith = (code: string) => (error: unknown) => error instanceof TradeError && error.code === code

// shows error: allowance_exceeded
// shows decision 61: An allowance is promised once
test('any number of fills that mint what they sell may be open, up to the allowance, each previewed separately', async t => {
	const { alongside, ask, send } = await openMinting(t, { first: '2105' })
	for (let n = 1; n <= 20; n++) await send(await ask(), mintingFill())
	assert.deepEqual(alongside, Array(20).fill(0))
	const last = await ask()
	await assert.rejects(send(last, mintingFill()), (error: TradeError) => {
		assert.equal(error.code, 'allowance_exceeded')
		const [item] = error.errors
		assert.equal(item?.expected, 'loans and mints of customer 1 worth at most 2105 XRD together')
		assert.equal(item?.found, '2210.25 XRD: this mint, those of open fills, and loans of 0 XRD')
		return true
	})
})

test('of concurrent fills as many are accepted as the allowance covers', async t => {
	const { accepted, ask, send } = await openMinting(t, { first: '315.75' })
	const orderIds = [await ask(), await ask(), await ask(), await ask()]
	const results = await Promise.allSettled(orderIds.map(orderId => send(orderId, mintingFill())))
	const refused = results.flatMap(result => (result.status === 'rejected' ? [result.reason] : []))
	assert.equal(refused.length, 1)
	assert.ok(refusedWith('allowance_exceeded')(refused[0]), String(refused[0]))
	assert.equal(await accepted(), 3)
})

test('a fill that has settled counts once: as a loan', async t => {
	const { ask, gateway, loans, send } = await openMinting(t, { first: '211' })
	const hex = mintingFill()
	await send(await ask(), hex)
	loans.first = '5.2625'
	gateway.committed.set(readSignedPartial(market, hex).subintentId, 'txid_1')
	await send(await ask(), mintingFill())
	await assert.rejects(send(await ask(), mintingFill()), refusedWith('allowance_exceeded'))
})

test('a fill that mints a part of what it sells takes the rest from its account', async t => {
	const { ask, gateway, send } = await openMinting(t)
	gateway.held = { XRD: '1000000', xUSDC: '4.2624' }
	await assert.rejects(send(await ask(), mintingFill({ amount: '1' })), refusedWith('insufficient_funds'))
	gateway.held = { XRD: '1000000', xUSDC: '4.2625' }
	await send(await ask(), mintingFill({ amount: '1' }))
	await assert.rejects(send(await ask(), mintingFill({ amount: '5' })), refusedWith('insufficient_funds'))
	await send(await ask(), mintingFill())
})

test('a mint counts for the customer whose badge is proven, whatever the account of the fill', async t => {
	const { alongside, ask, send } = await openMinting(t, { second: '211' })
	const foreign = () => mintingFill({ customer: 2, account: user })
	await send(await ask(), mintingFill())
	await send(await ask(), foreign())
	await send(await ask(), foreign())
	await assert.rejects(send(await ask(), foreign()), refusedWith('allowance_exceeded'))
	// Only a preview can tell how it changes the fill's account.
	assert.deepEqual(alongside, [0, 1, 2])
	await send(await ask(), mintingFill())
})

// A component of the maker's own choice could refuse at the commit, and its mint counts against no allowance.
test('error: a mint of another component, of two badges, or where none is offered', async t => {
	const { alongside, ask, send } = await openMinting(t)
	const orderId = await ask()
	const faucet = 'component_sim1cptxxxxxxxxxfaucetxxxxxxxxx000527798379xxxxxxxxxhkrefh'
	const refused = (hex: string, deps: Partial<FillRooms> = {}) =>
		assert.rejects(send(orderId, hex, deps), refusedWith('prefix_not_allowed'))
	await refused(mintingFill({ of: faucet }))
	await refused(mintingFill(), { instamint: undefined })
	// The ledger would use the badge of the first proof, and so promise the first allowance twice.
	const secondBadge = `CALL_METHOD Address("${user}") "create_proof_of_non_fungibles" Address("${resources.unlisted}") Array<NonFungibleLocalId>(NonFungibleLocalId("#2#"));`
	await refused(mintingFill({ between: secondBadge }))
	assert.deepEqual(alongside, [])
	await send(orderId, mintingFill())
})

test('a component that cannot be read leaves a mint to the preview', async t => {
	const { alongside, ask, send } = await openMinting(t, { first: '0' })
	const failing = (code: ErrorCode) => ({
		instamint: {
			component,
			stateOf: async () => {
				throw new TradeError(code)
			},
		},
	})
	await send(await ask(), mintingFill(), failing('instamint_not_offered'))
	assert.deepEqual(alongside, [0])
	const unread = send(await ask(), mintingFill(), failing('ledger_unavailable'))
	await assert.rejects(unread, refusedWith('ledger_unavailable'))
})

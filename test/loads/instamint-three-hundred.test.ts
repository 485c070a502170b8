import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { type Amount, Decimal } from '@accord/protocol'
import { InstamintClient } from '@accord/sdk/maker'
import { GatewayApiClient } from '@radixdlt/babylon-gateway-api-sdk'
import { seededRandom } from '../../packages/bots/src/seeded-random.ts'
import { customerOf, loansOf, minting, repay } from '../network/instamint.ts'
import { untilState } from '../network/order-state.ts'
import type { Participant } from '../network/participant.ts'
import { connectMaker, type TestMaker } from '../network/test-maker.ts'
import { startTestNetwork, type TestNetwork } from '../network/test-network.ts'
import { connectSolver, settle, type TestSolver } from '../network/test-solver.ts'
import { placeOrder } from '../network/test-user.ts'

// 300 random trades and repayments: the endpoints' answers are compared with a plain list of them, and with the
// component's events.

const customer = 2
const prices = { xUSDC: 20n, xETH: 60_000n }
const seed = Number(process.env.ACCORD_TEST_SEED ?? 12)

const userFunds = { XRD: '10000000', xUSDC: '1000000', xETH: '1000' }

let network: TestNetwork
let solver: TestSolver
let maker: TestMaker
let instamint: InstamintClient
/** In the smallest common unit. */
const owed: Record<string, Decimal> = { xUSDC: Decimal.zero, xETH: Decimal.zero }

before(async () => {
	network = await startTestNetwork({ users: 1, makers: 1, solvers: 1, makerFunds: {}, userFunds })
	solver = connectSolver(network, network.solvers[0])
	maker = await connectMaker(network, network.makers[0], {
		answer: (order, own) => {
			const { fee } = own.sign(order)
			const { symbol, amount } = order.fill.sell
			const minted = Decimal.sum([amount, fee.platformAmount, fee.settlementAmount])
			owed[symbol] = Decimal.add(owed[symbol] ?? Decimal.zero, minted)
			const edit = minting(network, { account: own.account.account, customer }, `${Decimal.format(minted)} ${symbol}`)
			return own.sign(order, { edit }).signedPartialTransaction
		},
		books: [
			{ pair: 'XRD/xUSDC', bids: ['0.05 1000000'] },
			{ pair: 'xETH/xUSDC', asks: ['3000 100'] },
		],
	})
	instamint = new InstamintClient({ baseUrl: network.service.url, apiKey: maker.account.apiKey })
})
after(() => network?.stop())

test('after 300 random trades and repayments the endpoints and the component agree', async t => {
	t.diagnostic(`seed ${seed}`)
	const random = seededRandom(seed)
	const user = network.users[0] as Participant
	for (let step = 0; step < 300; step++) {
		if (random() < 0.3) {
			const symbol = random() < 0.5 ? 'xUSDC' : 'xETH'
			await repayPart(user, symbol, random())
			continue
		}
		const units = 20 + Math.floor(random() * 80)
		const trade =
			random() < 0.6
				? { sell: `${units * 20} XRD`, buy: `${units} xUSDC` }
				: { sell: `${units * 3} xUSDC`, buy: `0.${String(units).padStart(3, '0')} xETH` }
		const placed = await placeOrder(network, user, trade)
		await settle(network, solver, await solver.bundleOf(placed))
		await untilState(network, placed, 'settled')
	}
	await assertAgree()
	await assertEventsAgree()
})

async function repayPart(user: Participant, symbol: string, part: number): Promise<void> {
	const owes = owed[symbol] ?? Decimal.zero
	const paid = Decimal.roundDown(Decimal.mulDown(owes, Decimal.parse(part.toFixed(3))), 6)
	if (!Decimal.isPositive(paid)) return
	await repay(network, user, customer, `${Decimal.format(paid)} ${symbol}`)
	owed[symbol] = Decimal.subtract(owes, paid)
}

async function assertAgree(): Promise<void> {
	const wanted = Object.fromEntries(
		Object.entries(owed).flatMap(([symbol, loan]) => (Decimal.isZero(loan) ? [] : [[symbol, Decimal.format(loan)]])),
	)
	assert.deepEqual(await loansOf(network, customer), wanted)
	const [loans, accounts] = await Promise.all([instamint.loans(), instamint.accounts()])
	const asRecord = (amounts: readonly Amount[]) =>
		Object.fromEntries(amounts.map(({ symbol, amount }) => [symbol, Decimal.format(amount)]))
	assert.deepEqual(asRecord(loans), wanted)
	assert.deepEqual(
		accounts.map(account => asRecord(account.loans)),
		[wanted],
	)
	const { loanValueXrd } = await customerOf(network, customer)
	const worth = Object.entries(prices).map(([symbol, price]) => (owed[symbol] ?? 0n) * price)
	assert.equal(
		loanValueXrd,
		worth.reduce((sum, value) => sum + value, 0n),
	)
}

/** Each event states the amount minted or repaid, and the debt after it. */
async function assertEventsAgree(): Promise<void> {
	const events = await loanEvents()
	const changed: Record<string, Decimal> = {}
	for (const { name, resource, amount, loan } of events) {
		const before = changed[resource] ?? Decimal.zero
		const after = name === 'MintedEvent' ? Decimal.add(before, amount) : Decimal.subtract(before, amount)
		assert.equal(loan, after)
		changed[resource] = after
	}
	const symbolOf = new Map((await network.dex.tokens()).map(token => [token.resourceAddress, token.symbol]))
	const left = Object.entries(changed).flatMap(([resource, loan]) => {
		return Decimal.isZero(loan) ? [] : [{ symbol: symbolOf.get(resource) ?? resource, amount: loan }]
	})
	const bySymbol = (amounts: readonly Amount[]) => amounts.toSorted((a, b) => a.symbol.localeCompare(b.symbol))
	assert.deepEqual(bySymbol(left), bySymbol(await instamint.loans()))
	assert.ok(events.length > 250, `${events.length} events`)
}

type LoanEvent = { readonly name: string; readonly resource: string; readonly amount: Decimal; readonly loan: Decimal }

/** All changes of the loans, from the Gateway's stream of transactions. */
async function loanEvents(): Promise<LoanEvent[]> {
	const gateway = GatewayApiClient.initialize({ basePath: network.ledger.url, applicationName: 'test' })
	const events: LoanEvent[] = []
	for (let cursor: string | null | undefined = null; cursor !== undefined; ) {
		const page = await gateway.stream.innerClient.streamTransactions({
			streamTransactionsRequest: { order: 'Asc', limit_per_page: 100, opt_ins: { receipt_events: true }, cursor },
		})
		for (const { receipt } of page.items) events.push(...(receipt?.events ?? []).flatMap(readLoanEvent))
		cursor = page.next_cursor ?? undefined
	}
	return events
}

function readLoanEvent({ name, data }: { name: string; data: object }): LoanEvent[] {
	if (name !== 'MintedEvent' && name !== 'RepaidEvent') return []
	const { fields } = data as { fields: readonly { readonly value: string }[] }
	const [of, resource = '', amount = '', loan = ''] = fields.map(({ value }) => value)
	if (of !== String(customer)) return []
	return [{ name, resource, amount: Decimal.parse(amount), loan: Decimal.parse(loan) }]
}

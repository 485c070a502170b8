import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { Decimal, type IssuedIntegrator, type ReconciledDay, type WireOf } from '@accord/protocol'
import { DexClient, type IntegratorReport, integratorReport } from '@accord/sdk'
import { sql } from 'kysely'
import { auditLog, untilAudited } from '../network/audit-log.ts'
import { setDepositRule } from '../network/deposit-rule.ts'
import { askOperator, operatorSetting, refusedOperator } from '../network/operator-request.ts'
import { untilState } from '../network/order-state.ts'
import { participant } from '../network/participant.ts'
import { type PublishedTrade, publishTrade } from '../network/published-trade.ts'
import { refusedWith } from '../network/refused-with.ts'
import { TestClock } from '../network/test-clock.ts'
import { connectMaker } from '../network/test-maker.ts'
import { fund, startTestNetwork, type TestNetwork, testNetworkId } from '../network/test-network.ts'
import { connectSolver, settle, type TestSolver } from '../network/test-solver.ts'
import { placeOrder } from '../network/test-user.ts'
import { refusedTrade } from '../network/trade-request.ts'

// An integrator with a share of a fifth. Each order sells 100 XRD with a platform fee of 0.1 XRD, so it earns 0.02 XRD;
// a deposit costs 0.06 XRD.

type Issued = WireOf<typeof IssuedIntegrator>

const code = 'northern-dex'
const owner = participant('northern-dex', 'Ed25519', testNetworkId)
const sale = { sell: '100 XRD', buy: '5 xUSDC' }

let network: TestNetwork
/** The network as the integrator's orders reach it. */
let throughDex: TestNetwork
let solver: TestSolver
let apiKey: string

before(async () => {
	const clock = new TestClock()
	clock.advanceToNoon()
	network = await startTestNetwork({ users: 1, makers: 1, solvers: 1, settings: operatorSetting, clock })
	throughDex = { ...network, dex: new DexClient({ baseUrl: network.service.url, integrator: code }) }
	solver = connectSolver(network, network.solvers[0])
	await connectMaker(network, network.makers[0], { books: [{ pair: 'XRD/xUSDC', bids: ['0.05 1000000'] }] })
})
after(() => network?.stop())

const report = (page: { limit?: number; before?: string } = {}): Promise<IntegratorReport> =>
	integratorReport({ baseUrl: network.service.url, apiKey }, code, page)

/** What the integrator earned, was paid and is owed, in XRD. */
async function sums(): Promise<Record<'earned' | 'paid' | 'owed', string>> {
	const { earned, paid, owed } = (await report()).balances.find(({ symbol }) => symbol === 'XRD') ?? {
		earned: Decimal.zero,
		paid: Decimal.zero,
		owed: Decimal.zero,
	}
	return { earned: Decimal.format(earned), paid: Decimal.format(paid), owed: Decimal.format(owed) }
}

const publish = (): Promise<PublishedTrade> => publishTrade(throughDex, solver, { user: network.users[0], order: sale })

async function settled({ order, bundle }: PublishedTrade) {
	await settle(network, solver, bundle)
	await untilState(network, order, 'settled')
	return await network.dex.tradeTrace(order.subintentId)
}

const xrdOf = (account: string) => Decimal.parse(network.balances(account).XRD ?? '0')

// shows error: unknown_integrator
test('error: an order with a code that nobody gave out is refused by name', async () => {
	const error = await refusedWith('unknown_integrator', placeOrder(throughDex, network.users[0], sale))
	assert.match(error.message, new RegExp(`there is no integrator ${code}`))
})

test('the operator gives out a code; its key is shown once and stored as a hash', async () => {
	const body = { code, account: owner.account, share: '0.2' }
	const issued = await askOperator<Issued>(network, 'POST /operator/integrators', { body })
	apiKey = issued.api_key
	assert.match(apiKey, /^accord_integrator_/)
	assert.deepEqual([issued.code, issued.account, issued.share, issued.state], [code, owner.account, '0.2', 'valid'])
	const rows = await network.service.db.selectFrom('integrator').selectAll().execute()
	assert.ok(!JSON.stringify(rows, (_, value) => (typeof value === 'bigint' ? String(value) : value)).includes(apiKey))
	await refusedOperator(network, 'POST /operator/integrators', { body, code: 'name_taken' })
	for (const share of ['0', '1.01', '-0.2'])
		await refusedOperator(network, 'POST /operator/integrators', {
			body: { ...body, code: 'other', share },
			code: 'validation_failed',
		})
	await refusedOperator(network, 'POST /operator/integrators', {
		body: { ...body, code: 'other', account: 'account_rdx1' },
		code: 'invalid_address',
	})
	for (const key of ['', 'nobody', network.makers[0]?.apiKey ?? ''])
		await refusedTrade(network, `/integrators/${code}/report`, {
			headers: { 'service-api-key': key },
			status: 401,
			code: 'unauthorized',
		})
	const headers = { 'service-api-key': apiKey }
	await refusedTrade(network, '/integrators/another/report', { headers, status: 401, code: 'unauthorized' })
	for (const query of ['limit=0', 'limit=501', 'before=yesterday'])
		await refusedTrade(network, `/integrators/${code}/report?${query}`, {
			headers,
			status: 422,
			code: 'validation_failed',
		})
	assert.deepEqual(await sums(), { earned: '0', paid: '0', owed: '0' })
})

test('a share below the cost of a deposit is carried over, and paid as soon as it reaches it', async () => {
	const before = { integrator: xrdOf(owner.account), platform: xrdOf(network.serviceAccount) }
	const rebates: string[] = []
	const shares: unknown[] = []
	for (let trade = 0; trade < 4; trade++) {
		const { rebate, share } = await settled(await publish())
		rebates.push(Decimal.format(rebate.amount))
		shares.push(share && [share.integrator, share.account, Decimal.format(share.earned), Decimal.format(share.paid)])
	}
	const shared = (paid: string) => [code, owner.account, '0.02', paid]
	assert.deepEqual(shares, [shared('0'), shared('0'), shared('0.06'), shared('0')])
	// The order whose outer pays it pays for the deposit.
	const [first = '', second, third = '', fourth] = rebates
	assert.deepEqual([second, fourth], [first, first])
	assert.equal(Decimal.format(Decimal.subtract(Decimal.parse(first), Decimal.parse(third))), '0.06')
	assert.equal(Decimal.format(Decimal.subtract(xrdOf(owner.account), before.integrator)), '0.06')
	assert.equal(Decimal.format(Decimal.subtract(xrdOf(network.serviceAccount), before.platform)), '0.34')
	assert.deepEqual(await sums(), { earned: '0.08', paid: '0.06', owed: '0.02' })
})

// shows decision 86: What is owed is claimed by one bundle and given back if it does not settle
test('bundles in flight never pay the same debt; one that expires gives it back', async () => {
	await settled(await publish())
	assert.equal((await sums()).owed, '0.04')
	const paying = await publish()
	const other = await publish()
	const paidBy = async ({ order }: PublishedTrade) => {
		const { share } = await network.dex.tradeTrace(order.subintentId)
		return Decimal.format(share?.paid ?? Decimal.zero)
	}
	assert.deepEqual([await paidBy(paying), await paidBy(other)], ['0.06', '0'])
	await settled(other)
	network.clock.advance(46)
	await untilState(network, paying.order, 'expired')
	assert.equal((await sums()).owed, '0.06')
	const { share } = await settled(await publish())
	assert.equal(Decimal.format(share?.paid ?? Decimal.zero), '0.08')
	assert.deepEqual(await sums(), { earned: '0.14', paid: '0.14', owed: '0' })
})

test('the report has every trade with its transaction, and agrees with the ledger to the last digit', async () => {
	const all = await report()
	assert.equal(all.trades.length, 7)
	assert.equal(all.next, undefined)
	for (const { transactionId, symbol, paid, account } of all.trades) {
		const { balance_changes: changes } = await network.gateway.committedDetails(transactionId)
		const resource = network.tokens.get(symbol)?.resourceAddress
		const deposited = (changes?.fungible_balance_changes ?? [])
			.filter(change => change.entity_address === account && change.resource_address === resource)
			.map(change => Decimal.parse(change.balance_change))
		assert.equal(Decimal.format(Decimal.sum(deposited)), Decimal.format(paid), transactionId)
	}
	const paid = Decimal.sum(all.trades.map(trade => trade.paid))
	assert.equal(Decimal.format(paid), Decimal.format(xrdOf(owner.account)))
	assert.equal(Decimal.format(paid), (await sums()).paid)
	const pages: string[] = []
	for (let before: string | undefined, more = true; more; ) {
		const { trades, next } = await report({ limit: 3, ...(before === undefined ? {} : { before }) })
		pages.push(...trades.map(({ subintentId }) => subintentId))
		before = next
		more = next !== undefined
	}
	assert.deepEqual(
		pages,
		all.trades.map(({ subintentId }) => subintentId),
	)
})

// shows decision 55: A day agrees with the ledger, or the differences are found
test('the day agrees with the ledger: the platform got the fees less the shares, the integrator the shares', async () => {
	const day = await compared()
	assert.equal(day.differences_count, 0, JSON.stringify(day.differences))
	assert.deepEqual(day.integrator_shares, [{ symbol: 'XRD', amount: '0.14' }])
	assert.deepEqual(day.platform_fees[0], { symbol: 'XRD', amount: '0.56' })
	const [paying] = (await report()).trades.filter(({ paid }) => Decimal.isPositive(paid))
	const falsify = (amount: string) =>
		sql`update "order" set share_paid = share_paid + ${amount} where subintent_id = ${paying?.subintentId}`.execute(
			network.service.db,
		)
	await falsify('0.01')
	assert.deepEqual(kindsOf(await compared()), ['integrator_share', 'platform_fee'])
	await falsify('-0.01')
	assert.deepEqual(kindsOf(await compared()), [])
})

test('a share and an account are changed for what follows; an account that refuses deposits is not taken', async () => {
	const next = participant('northern-dex-2', 'Ed25519', testNetworkId)
	await refusedOperator(network, 'PUT /operator/integrators/unknown', {
		body: { share: '0.5' },
		code: 'unknown_integrator',
	})
	await reject(owner)
	const refused = await refusedOperator(network, `PUT /operator/integrators/${code}`, {
		body: { account: owner.account },
		code: 'validation_failed',
	})
	assert.match(JSON.stringify(refused.errors), /DepositIsDisallowed/)
	await askOperator(network, `PUT /operator/integrators/${code}`, { body: { account: next.account, share: '1' } })
	const { share } = await settled(await publish())
	assert.deepEqual(
		[share?.account, Decimal.format(share?.earned ?? Decimal.zero), Decimal.format(xrdOf(next.account))],
		[next.account, '0.1', '0.1'],
	)
})

test('an account that refuses a deposit later stops no trade: the solver keeps it', async () => {
	const next = participant('northern-dex-2', 'Ed25519', testNetworkId)
	await reject(next)
	const held = xrdOf(next.account)
	const { share } = await settled(await publish())
	assert.equal(Decimal.format(share?.paid ?? Decimal.zero), '0.1')
	assert.equal(xrdOf(next.account), held)
	assert.deepEqual(kindsOf(await compared()), ['integrator_share'])
})

test('a revoked code is refused by name; its report stays', async () => {
	const before = await report()
	await askOperator(network, `DELETE /operator/integrators/${code}`)
	const again = await askOperator(network, `DELETE /operator/integrators/${code}`)
	assert.equal(again.state, 'revoked')
	const error = await refusedWith('unknown_integrator', placeOrder(throughDex, network.users[0], sale))
	assert.match(error.message, new RegExp(`the integrator ${code} is revoked`))
	assert.deepEqual(await report(), { ...before, state: 'revoked' })
	await untilAudited(network, { act: 'integrator_revoked', subject: code })
	await network.drain()
	const acts = (await auditLog(network)).filter(({ subject }) => subject === code)
	assert.deepEqual(
		acts.map(({ act }) => act),
		['integrator_created', 'integrator_set', 'integrator_revoked', 'integrator_revoked'],
	)
	const { integrators } = await askOperator(network, 'GET /operator/integrators')
	assert.deepEqual([integrators.length, integrators[0].state], [1, 'revoked'])
})

type Day = WireOf<typeof ReconciledDay>

/** The present day, compared with the ledger. */
async function compared(): Promise<Day> {
	const day = new Date(network.clock.nowMs()).toISOString().slice(0, 10)
	await askOperator(network, 'POST /operator/reconciliation', { body: { day } })
	for (let second = 0; second < 6; second++) {
		network.clock.advance(1)
		await network.drain()
	}
	const { days } = await askOperator<{ days: Day[] }>(network, 'GET /operator/reconciliation')
	return days.find(one => one.day === day) ?? assert.fail(`${day} was not compared`)
}

/** Without deposits that anyone can send. */
function kindsOf({ differences }: Day): string[] {
	const kinds = differences.map(({ kind }) => kind)
	return kinds.filter(kind => kind !== 'unexplained_deposit').toSorted()
}

/** Makes an account reject every deposit. */
async function reject(who: typeof owner): Promise<void> {
	await fund(network.ledger, who.account, { XRD: '10' })
	await setDepositRule(network, who, 'reject')
}

import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { readTransaction, transferTransaction } from '@accord/ledger'
import { Decimal } from '@accord/protocol'
import {
	connectSolverBot,
	type GatewayRequest,
	gatewayBehind,
	settlements,
	trade,
	tradersOf,
	untilFound,
	type Wrapped,
} from '../../../test/fixtures/bundle-stream.ts'
import {
	balanceOf,
	fundedParticipant,
	participant,
	presentWindow,
	signedOrder,
	type TestLedger,
	type TestOrder,
	wrappedOrder,
} from '../../../test/fixtures/ledger.ts'
import { readBundle } from './solver/bundle-queue.ts'
import { rootOver } from './solver/bundle-root.ts'

// Bundles that a service publishes in good faith, and that cost a naive solver its time or its fees.

/** A prefix of the ledger's own code that is nested as deep as an order in its outer may be, but not in a root. */
function tooDeep(ledger: TestLedger): string {
	const held = `Enum<0u8>(Enum<0u8>(Enum<1u8>(Address("${ledger.resource('xUSDC')}"))))`
	const nested = Array.from({ length: 5 }).reduce<string>(of => `Enum<2u8>(Array<Enum>(${of}))`, held)
	const roles = 'Tuple(None, None, None, None, None, None)'
	const metadata = 'Tuple(Map<String, Tuple>(), Map<String, Enum>())'
	return `CREATE_FUNGIBLE_RESOURCE Enum<1u8>(Enum<2u8>(${nested})) true 18u8 ${roles} ${metadata} None;`
}

/** A sale with instructions in front, in the service's outer. */
function saleWith(ledger: TestLedger, owner: TestOrder['owner'], prefix: readonly string[]): Wrapped {
	const edit = (manifest: string) => [...prefix, manifest].join('\n')
	return wrappedOrder(ledger, signedOrder(ledger, { owner, sell: ['100', 'XRD'], buy: ['5', 'xUSDC'], edit }))
}

/** A proof of what the owner sells, which changes nothing. */
const proof = (ledger: TestLedger, { account }: TestOrder['owner']) => [
	`CALL_METHOD Address("${account}") "create_proof_of_amount" Address("${ledger.resource('XRD')}") Decimal("100");`,
	'DROP_AUTH_ZONE_REGULAR_PROOFS;',
]

/** As many strangers as one address may have orders open, each with an account of its own and no funds. */
const strangers = Array.from({ length: 55 }, (_, n) => participant(`stranger-${n}`))

/** The Gateway, with a list of what the solver asked of it; `before` is awaited before it is passed on. */
function watchedGateway(t: TestContext, before: (request: GatewayRequest) => Promise<void> | void = () => {}) {
	const requests: GatewayRequest[] = []
	const count = (path: string) => requests.filter(request => request.path === path).length
	const open = ({ url }: TestLedger) => {
		return gatewayBehind(t, {
			url,
			before: request => {
				requests.push(request)
				return before(request)
			},
		})
	}
	/** The transactions that it was to commit. */
	const submitted = (networkId: number) =>
		requests.flatMap(({ path, body }) => {
			if (path !== '/transaction/submit') return []
			return [readTransaction(String(body.notarized_transaction_hex), networkId)]
		})
	return { requests, open, submitted, previews: () => count('/transaction/preview-v2') }
}

// Abuse case 84: bundles that can never settle
test('what no root can hold is dropped at once, without a single request', async t => {
	const { open, previews } = watchedGateway(t)
	const { ledger, bundles, lines } = await connectSolverBot(
		t,
		async ledger => {
			const { user, maker } = await tradersOf(ledger)
			const zombies = strangers.map(stranger => [saleWith(ledger, stranger, [tooDeep(ledger)])])
			return [...zombies, trade(ledger, user, maker)]
		},
		open,
	)
	const { networkId } = ledger
	const zombie = readBundle(bundles[0]?.map(item => item.signedPartialTransaction) ?? [], ledger)
	const solver = { ...participant('reference-solver'), networkId }
	assert.throws(() => rootOver(solver, [zombie]), /MaxDepthExceeded/)
	await settlements(ledger, bundles.at(-1) ?? [])
	assert.equal(lines.filter(line => /^dropped a bundle .*MaxDepthExceeded/.test(line)).length, 55)
	assert.equal(previews(), 1)
})

// Abuse case 84
test('55 bundles that fail again and again delay no honest trade, with a Gateway 50 ms away', async t => {
	const { open, previews } = watchedGateway(t, () => new Promise(resolve => setTimeout(resolve, 50)))
	const { ledger, bundles, send } = await connectSolverBot(
		t,
		async ledger => {
			const { user, maker } = await tradersOf(ledger)
			const failing = strangers.map(stranger => [saleWith(ledger, stranger, proof(ledger, stranger))])
			return [...failing, trade(ledger, user, maker)]
		},
		open,
	)
	await settlements(ledger, bundles.at(-1) ?? [])
	assert.ok(previews() < 20, `${previews()} previews came first`)
	for (let n = 0; n < 5; n++) {
		const before = previews()
		const honest = trade(ledger, participant('user-1'), participant('maker-1', 'Secp256k1'))
		send(honest)
		await settlements(ledger, honest)
		assert.ok(previews() - before <= 10, `${previews() - before} previews came first`)
	}
})

// Abuse case 84
test('one account’s many trades do not delay another’s, and one with a prefix shares its root with none', async t => {
	const { ledger, bundles } = await connectSolverBot(t, async ledger => {
		const { user, maker } = await tradersOf(ledger)
		const other = await fundedParticipant(ledger, { name: 'user-2', funds: { XRD: '1000' } })
		const edit = (manifest: string) => [...proof(ledger, other), manifest].join('\n')
		const prefixed = trade(ledger, other, maker, { sale: { edit } })
		return [...Array.from({ length: 16 }, () => trade(ledger, user, maker)), prefixed, trade(ledger, other, maker)]
	})
	const transactions = await settlements(
		ledger,
		bundles.flatMap(([order]) => order ?? []),
	)
	const [last, prefixed] = [transactions.at(-1), transactions.at(-2)]
	assert.equal(transactions[0], last)
	assert.equal(transactions.filter(transaction => transaction === prefixed).length, 1)
})

// Abuse case 85: a bundle whose commit differs from its preview
test('a bundle that fails after a good preview costs at most what it pays, once', async t => {
	const spoil = Promise.withResolvers<() => Promise<void>>()
	const { open, requests, submitted } = watchedGateway(t, async ({ path, earlier }) => {
		if (path === '/transaction/submit' && earlier === 0) await (await spoil.promise)()
	})
	const { ledger, solver, bundles, lines, send, cut } = await connectSolverBot(
		t,
		async ledger => {
			const { user, maker } = await tradersOf(ledger)
			return [trade(ledger, user, maker)]
		},
		open,
	)
	const { networkId } = ledger
	const before = await balanceOf(ledger, solver.account, 'XRD')
	spoil.resolve(async () => {
		const from = participant('user-1')
		const amounts = [{ resource: ledger.resource('XRD'), amount: Decimal.parse('9950') }]
		const transfers = [{ to: participant('user-2').account, amounts }]
		const window = presentWindow(ledger)
		const taken = transferTransaction({ from, transfers, lockFeeXrd: Decimal.parse('5'), window, networkId })
		const { outcome } = await ledger.ledger.submit(taken.notarizedTransaction)
		assert.equal(outcome, 'CommittedSuccess')
	})
	const [bad = []] = bundles
	await untilFound(() => lines.find(line => /^gave up .*failed after a good preview/.test(line)))
	const after = await balanceOf(ledger, solver.account, 'XRD')
	const { rewardXrd } = readBundle(
		bad.map(item => item.signedPartialTransaction),
		ledger,
	)
	assert.ok(after < before && Decimal.subtract(before, after) <= rewardXrd)
	await ledger.treasury.fund(participant('user-1').account, [
		{ resource: ledger.resource('XRD'), amount: Decimal.parse('10000') },
	])
	// Sent again, as everything that is open is on a new connection.
	cut()
	await untilFound(() => (lines.filter(line => line === 'connected').length > 1 ? true : undefined))
	send(bad)
	const honest = trade(ledger, participant('user-1'), participant('maker-1', 'Secp256k1'))
	send(honest)
	await settlements(ledger, honest)
	const roots = submitted(networkId)
	const holdsBad = roots.map(({ subintents }) => subintents.some(each => each.subintentId === bad[0]?.innerId))
	assert.deepEqual(holdsBad, [true, false])
	for (const { instructions } of roots) {
		const locked = instructions.find(({ method }) => method === 'lock_fee')?.args?.[0]?.value ?? assert.fail()
		assert.ok(Decimal.parse(locked) <= rewardXrd)
	}
	const previewed = requests.filter(({ path }) => path === '/transaction/preview-v2')
	for (const { body } of previewed) assert.deepEqual(body.flags, {})
})

test('a solver that cannot lock the fee submits nothing', async t => {
	const { open, previews, submitted } = watchedGateway(t)
	const { ledger, solver, lines } = await connectSolverBot(
		t,
		async ledger => {
			const { user, maker } = await tradersOf(ledger)
			const { account: from, keyPair } = participant('reference-solver')
			const amounts = [{ resource: ledger.resource('XRD'), amount: Decimal.parse('998') }]
			const { notarizedTransaction } = transferTransaction({
				from: { account: from, keyPair },
				transfers: [{ to: user.account, amounts }],
				lockFeeXrd: Decimal.one,
				window: presentWindow(ledger),
				networkId: ledger.networkId,
			})
			assert.equal((await ledger.ledger.submit(notarizedTransaction)).outcome, 'CommittedSuccess')
			return [trade(ledger, user, maker)]
		},
		open,
	)
	await untilFound(() => lines.find(line => /^a root of 1 failed: .*LockFee/s.test(line)))
	assert.ok(previews() > 0)
	assert.deepEqual(submitted(ledger.networkId), [])
	assert.ok((await balanceOf(ledger, solver.account, 'XRD')) < Decimal.parse('2'))
})

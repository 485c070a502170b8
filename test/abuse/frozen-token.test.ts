import assert from 'node:assert/strict'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { composeTransaction, type LocalLedger, startLocalLedger } from '@accord/ledger'
import { Decimal, type Token } from '@accord/protocol'
import { untilState } from '../network/order-state.ts'
import { type Participant, participant } from '../network/participant.ts'
import { refusedWith } from '../network/refused-with.ts'
import { TestClock } from '../network/test-clock.ts'
import { connectMaker } from '../network/test-maker.ts'
import { startTestNetwork, type TestNetwork, testNetworkId } from '../network/test-network.ts'
import { connectSolver, type TestSolver, tryRoot } from '../network/test-solver.ts'
import { limitOrder, placeOrder } from '../network/test-user.ts'

// Abuse case 25: a token that its issuer can freeze or take back in everyone's account. Here anyone is the issuer.

const anyone = 'Some(Tuple(Some(Enum<AccessRule::AllowAll>()), None))'
const createToken = `CREATE_FUNGIBLE_RESOURCE_WITH_INITIAL_SUPPLY Enum<OwnerRole::None>() true 6u8 Decimal("10000") Tuple(None, None, ${anyone}, ${anyone}, None, None) Tuple(Map<String, Tuple>(), Map<String, Enum>()) None;`
const sale = limitOrder({ sell: '100 xUSDT', buy: '99 xUSDC' })
const user = participant('user-1', 'Ed25519', testNetworkId)

let directory: string
let network: TestNetwork
let solver: TestSolver
let resource: string

before(async () => {
	directory = await mkdtemp(join(tmpdir(), 'accord-frozen-'))
	const clock = new TestClock()
	const issued = await issueOn(clock)
	resource = issued.resource
	const tokens = issued.tokens.map(({ symbol, resourceAddress, divisibility, name }) => ({
		symbol,
		resource_address: symbol === 'xUSDT' ? resource : resourceAddress,
		divisibility,
		name,
	}))
	const settings = { tokens }
	const started = await startTestNetwork({ users: 1, makers: 1, clock, ledgerDirectory: directory, settings })
	const traded = started.tokens.get('xUSDT') ?? assert.fail('no token xUSDT')
	network = { ...started, tokens: new Map([...started.tokens, ['xUSDT', { ...traded, resourceAddress: resource }]]) }
	solver = connectSolver(network, network.solvers[0])
	await connectMaker(network, network.makers[0], { books: [{ pair: 'xUSDT/xUSDC', bids: ['0.99 10000'] }] })
})
after(async () => {
	await network?.stop()
	await rm(directory, { recursive: true, force: true })
})

/** A token on a new ledger, all of it held by the user. */
async function issueOn(clock: TestClock): Promise<{ resource: string; tokens: readonly Token[] }> {
	const { ledger, treasury, stop } = await startLocalLedger({ clock, directory })
	await treasury.fund(user.account, [{ resource: ledger.info.xrd, amount: Decimal.parse('10000') }])
	const deposit = `CALL_METHOD Address("${user.account}") "deposit_batch" Expression("ENTIRE_WORKTOP");`
	const record = await act(ledger, user, createToken, deposit)
	await stop()
	const created = record?.newEntities.find(({ type }) => type === 'Resource') ?? assert.fail('no token was created')
	return { resource: created.address, tokens: treasury.tokens }
}

async function act(ledger: LocalLedger, who: Participant, ...lines: string[]) {
	const { epoch } = ledger.info
	const { notarizedTransaction } = composeTransaction({
		manifest: [`CALL_METHOD Address("${who.account}") "lock_fee" Decimal("10");`, ...lines].join('\n'),
		window: { startEpoch: epoch, endEpoch: epoch + 2 },
		keyPair: who.keyPair,
		networkId: testNetworkId,
	})
	const { outcome, errorMessage, record } = await ledger.submit(notarizedTransaction)
	assert.equal(outcome, 'CommittedSuccess', errorMessage)
	return record
}

/** What the issuer does to the user's holdings. */
async function issuer(instruction: string, argument: string): Promise<void> {
	const { ledger } = network.ledger
	const held = ledger.fungibles(user.account).find(balance => balance.resource === resource)
	const vault = held?.vaults[0]?.vault ?? assert.fail('the user holds none')
	await act(
		ledger,
		network.makers[0] ?? assert.fail(),
		`${instruction} Address("${vault}") ${argument};`,
		...depositAll(),
	)
}

function depositAll(): string[] {
	const { account } = network.makers[0] ?? assert.fail()
	return [`CALL_METHOD Address("${account}") "deposit_batch" Expression("ENTIRE_WORKTOP");`]
}

test('a token frozen after publication does not settle: only the solver loses its fee, and new orders are refused', async () => {
	const order = await placeOrder(network, user, sale)
	const bundle = await solver.bundleOf(order)
	await issuer('FREEZE_VAULT', 'Tuple(1u32)')
	const { outcome, errorMessage = '' } = await tryRoot(network, solver, bundle)
	assert.equal(outcome, 'CommittedFailure')
	assert.match(errorMessage, /VaultIsFrozen/)
	network.clock.advance(46)
	await untilState(network, order, 'expired')
	await refusedWith('preview_failed', placeOrder(network, user, sale))
	await issuer('UNFREEZE_VAULT', 'Tuple(1u32)')
	await untilState(network, await placeOrder(network, user, sale), 'published')
})

test('a token taken back before settlement is missing, and new orders are refused', async () => {
	network.clock.advance(46)
	const order = await placeOrder(network, user, sale)
	const bundle = await solver.bundleOf(order)
	await issuer('RECALL_FROM_VAULT', 'Decimal("9950")')
	const { outcome, errorMessage = '' } = await tryRoot(network, solver, bundle)
	assert.equal(outcome, 'CommittedFailure')
	assert.match(errorMessage, /InsufficientBalance/)
	await refusedWith('insufficient_funds', placeOrder(network, user, sale))
	network.clock.advance(46)
	await untilState(network, order, 'expired')
})

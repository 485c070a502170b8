import assert from 'node:assert/strict'
import { composeTransaction, type GatewayClient } from '@accord/ledger'
import { Decimal, type OperatorInstamint, type WireOf } from '@accord/protocol'
import { askOperator } from './operator-request.ts'
import { type Participant, participant } from './participant.ts'
import { type TestNetwork, testNetworkId } from './test-network.ts'

/** A network with the component, in this process or another. */
export type InstamintNetwork = {
	readonly gateway: GatewayClient
	readonly tokens: ReadonlyMap<string, { readonly resourceAddress: string }>
	readonly ledger: {
		readonly instamint: {
			readonly component: string
			readonly badge: string
			readonly customers: readonly { readonly id: number; readonly account: string }[]
		}
	}
}
type Signer = Pick<Participant, 'account' | 'keyPair'>
type Customer = WireOf<typeof OperatorInstamint>['customers'][number]

/** The play key that replaces the operator's. */
export const superOperator: Participant = participant('instamint-super-operator', 'Ed25519', testNetworkId)

/** An amount of one token, such as `100 xUSDC`. */
function read(network: Pick<InstamintNetwork, 'tokens'>, text: string): { resource: string; amount: string } {
	const [amount = '', symbol = ''] = text.split(' ')
	return { resource: network.tokens.get(symbol)?.resourceAddress ?? assert.fail(symbol), amount }
}

/**
 * Submits instructions signed by someone whose account pays the fee. Returns why the ledger refused them; undefined if it
 * did not.
 */
export async function refusalOf(
	{ gateway }: Pick<InstamintNetwork, 'gateway'>,
	{ account, keyPair }: Signer,
	lines: readonly string[],
): Promise<string | undefined> {
	const { epoch } = await gateway.ledgerState()
	const transaction = composeTransaction({
		manifest: [`CALL_METHOD Address("${account}") "lock_fee" Decimal("10");`, ...lines].join('\n'),
		window: { startEpoch: epoch, endEpoch: epoch + 10 },
		keyPair,
		networkId: testNetworkId,
	})
	await gateway.submit(transaction.notarizedTransaction)
	const { status, errorMessage } = await gateway.transactionStatus(transaction.transactionId)
	return status === 'CommittedSuccess' ? undefined : (errorMessage ?? status)
}

/** Commits instructions signed by someone whose account pays the fee. */
export async function committed(
	network: Pick<InstamintNetwork, 'gateway'>,
	signer: Signer,
	lines: readonly string[],
): Promise<void> {
	assert.equal(await refusalOf(network, signer, lines), undefined)
}

/** The instructions with which a customer mints into its account. */
function mintOf(network: InstamintNetwork, customer: Signer, text: string): string[] {
	const { component, badge, customers } = network.ledger.instamint
	const { id } = customers.find(({ account }) => account === customer.account) ?? assert.fail(customer.account)
	const { resource, amount } = read(network, text)
	const badges = `Address("${badge}") Array<NonFungibleLocalId>(NonFungibleLocalId("#${id}#"))`
	return [
		`CALL_METHOD Address("${customer.account}") "create_proof_of_non_fungibles" ${badges};`,
		`CREATE_PROOF_FROM_AUTH_ZONE_OF_NON_FUNGIBLES ${badges} Proof("badge");`,
		`CALL_METHOD Address("${component}") "mint_to_account" Address("${resource}") Decimal("${amount}") Proof("badge");`,
	]
}

/** Mints into a customer's account, in a transaction of its own. */
export function mint(network: InstamintNetwork, customer: Signer, text: string): Promise<void> {
	return committed(network, customer, mintOf(network, customer, text))
}

/** Why the ledger refuses a mint. */
export async function mintRefusal(network: InstamintNetwork, customer: Signer, text: string): Promise<string> {
	return (await refusalOf(network, customer, mintOf(network, customer, text))) ?? assert.fail(`minted ${text}`)
}

/** Sends tokens to any account. */
export function send(
	network: InstamintNetwork,
	from: Signer,
	{ to, what }: { to: string; what: string },
): Promise<void> {
	const { resource, amount } = read(network, what)
	const sent = `Address("${resource}") Decimal("${amount}")`
	return committed(network, from, [
		`CALL_METHOD Address("${from.account}") "withdraw" ${sent};`,
		`TAKE_FROM_WORKTOP ${sent} Bucket("sent");`,
		`CALL_METHOD Address("${to}") "try_deposit_or_abort" Bucket("sent") Enum<0u8>();`,
	])
}

/** The component as the operator API shows it. */
export function instamintOf(network: Pick<TestNetwork, 'service'>): Promise<WireOf<typeof OperatorInstamint>> {
	return askOperator<WireOf<typeof OperatorInstamint>>(network, 'GET /operator/instamint')
}

/** The customer with someone's account. */
export async function customerOf(
	network: Pick<TestNetwork, 'service'>,
	{ account }: Pick<Participant, 'account'>,
): Promise<Customer> {
	const { customers } = await instamintOf(network)
	return customers.find(customer => customer.account === account) ?? assert.fail(`${account} is no customer`)
}

/** What someone owes, such as `100 xUSDC, 1 xETH`; empty for nothing. */
export async function loansOf(network: Pick<TestNetwork, 'service'>, customer: Signer): Promise<string> {
	const { loans } = await customerOf(network, customer)
	return loans.map(({ amount, symbol }) => `${amount} ${symbol}`).join(', ')
}

/** How much of a token there is. */
export async function supplyOf({ gateway, tokens }: InstamintNetwork, symbol: string): Promise<Decimal> {
	const [token] = await gateway.tokenInfo([tokens.get(symbol)?.resourceAddress ?? assert.fail(symbol)])
	return Decimal.parse(token?.totalSupply ?? '0')
}

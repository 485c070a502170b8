import assert from 'node:assert/strict'
import {
	composeTransaction,
	type InstamintAct,
	type InstamintCustomer,
	type InstamintState,
	instamintActManifest,
	type KeyPair,
	readInstamint,
} from '@accord/ledger'
import { Decimal } from '@accord/protocol'
import { type Participant, participant } from './participant.ts'
import { fund, type TestNetwork, testNetworkId } from './test-network.ts'
import { amount } from './test-user.ts'

const lockFeeXrd = Decimal.parse('10')

/** Operates the component of a test network. */
export const instamintOperator = participant('instamint-operator', 'Ed25519', testNetworkId)

/** The ledger's record of a transaction that must be committed. */
async function commit({ ledger: { ledger } }: TestNetwork, manifest: string, keyPair: KeyPair): Promise<void> {
	const { epoch } = ledger.info
	const window = { startEpoch: epoch, endEpoch: epoch + 2 }
	const { notarizedTransaction } = composeTransaction({ manifest, window, keyPair, networkId: testNetworkId })
	const { outcome, errorMessage } = await ledger.submit(notarizedTransaction)
	assert.equal(outcome, 'CommittedSuccess', errorMessage)
}

/** Changes the component as its operator. */
export async function operateInstamint(network: TestNetwork, act: InstamintAct): Promise<void> {
	const { account: payer, keyPair } = instamintOperator
	await fund(network.ledger, payer, { XRD: '20' })
	const { component } = network.ledger.instamint
	await commit(network, instamintActManifest({ component, payer, lockFeeXrd, acts: [act] }), keyPair)
}

/** Repays `5 xUSDC` for a customer; the payer also pays the network fee. */
export async function repay(network: TestNetwork, from: Participant, customer: number, text: string): Promise<void> {
	const repaid = amount(text)
	const taken = `Address("${resourceOf(network, repaid.symbol)}") Decimal("${Decimal.format(repaid.amount)}")`
	const manifest = [
		`CALL_METHOD Address("${from.account}") "lock_fee" Decimal("${Decimal.format(lockFeeXrd)}");`,
		`CALL_METHOD Address("${from.account}") "withdraw" ${taken};`,
		`TAKE_FROM_WORKTOP ${taken} Bucket("repaid");`,
		`CALL_METHOD Address("${network.ledger.instamint.component}") "repay" ${customer}u64 Bucket("repaid");`,
		`CALL_METHOD Address("${from.account}") "deposit_batch" Expression("ENTIRE_WORKTOP");`,
	].join('\n')
	await commit(network, manifest, from.keyPair)
}

/** Puts a customer's mint of `5 xUSDC` before a manifest, as a maker without our library writes it. */
export function minting(
	network: TestNetwork,
	{ account, customer }: { account: string; customer: number },
	text: string,
): (manifest: string) => string {
	const { component, badge } = network.ledger.instamint
	const minted = amount(text)
	const id = `Array<NonFungibleLocalId>(NonFungibleLocalId("#${customer}#"))`
	const mint = `Address("${resourceOf(network, minted.symbol)}") Decimal("${Decimal.format(minted.amount)}")`
	const prefix = [
		`CALL_METHOD Address("${account}") "create_proof_of_non_fungibles" Address("${badge}") ${id};`,
		`CREATE_PROOF_FROM_AUTH_ZONE_OF_NON_FUNGIBLES Address("${badge}") ${id} Proof("customer");`,
		`CALL_METHOD Address("${component}") "mint_to_account" ${mint} Proof("customer");`,
	]
	return manifest => [...prefix, manifest].join('\n')
}

export function instamintState({ gateway, ledger }: TestNetwork): Promise<InstamintState> {
	return readInstamint(gateway, { component: ledger.instamint.component, networkId: testNetworkId })
}

/** A customer according to the ledger. */
export async function customerOf(network: TestNetwork, customer: number): Promise<InstamintCustomer> {
	const found = (await instamintState(network)).customers.find(({ id }) => id === customer)
	assert.ok(found, `no customer ${customer}`)
	return found
}

/** A customer's loans, by symbol. */
export async function loansOf(network: TestNetwork, customer: number): Promise<Record<string, string>> {
	const { loans } = await customerOf(network, customer)
	const symbols = [...network.tokens.values()].flatMap(({ symbol, resourceAddress }) => {
		const loan = loans.get(resourceAddress)
		return loan === undefined ? [] : [[symbol, Decimal.format(loan)] as const]
	})
	return Object.fromEntries(symbols)
}

function resourceOf({ tokens }: TestNetwork, symbol: string): string {
	return tokens.get(symbol)?.resourceAddress ?? assert.fail(`no token ${symbol}`)
}

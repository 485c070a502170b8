import assert from 'node:assert/strict'
import { composeTransaction } from '@accord/ledger'
import type { Participant } from './participant.ts'
import { type TestNetwork, testNetworkId } from './test-network.ts'

/** What a customer of Instamint does on the ledger by its own transactions, outside fills. */
export class InstamintActs {
	readonly #network: TestNetwork
	readonly #customer: Participant
	readonly customerId: number

	constructor(network: TestNetwork, customer: Participant | undefined) {
		const { customers } = network.ledger.instamint
		const id = customers.find(({ account }) => account === customer?.account)?.id
		assert.ok(customer !== undefined && id !== undefined, 'the network has no such customer')
		this.#network = network
		this.#customer = customer
		this.customerId = id
	}

	/** Mints into the customer's own account. */
	async mint(symbol: string, amount: string): Promise<void> {
		const { component, badge } = this.#network.ledger.instamint
		const badges = `Address("${badge}") Array<NonFungibleLocalId>(NonFungibleLocalId("#${this.customerId}#"))`
		await this.submit(
			`CALL_METHOD Address("${this.#customer.account}") "create_proof_of_non_fungibles" ${badges};`,
			`CREATE_PROOF_FROM_AUTH_ZONE_OF_NON_FUNGIBLES ${badges} Proof("badge");`,
			`CALL_METHOD Address("${component}") "mint_to_account" Address("${this.#resource(symbol)}") Decimal("${amount}") Proof("badge");`,
		)
	}

	/** Repays from the customer's own account. */
	async repay(symbol: string, amount: string): Promise<void> {
		const { component } = this.#network.ledger.instamint
		const taken = `Address("${this.#resource(symbol)}") Decimal("${amount}")`
		await this.submit(
			`CALL_METHOD Address("${this.#customer.account}") "withdraw" ${taken};`,
			`TAKE_FROM_WORKTOP ${taken} Bucket("repaid");`,
			`CALL_METHOD Address("${component}") "repay" ${this.customerId}u64 Bucket("repaid");`,
			`CALL_METHOD Address("${this.#customer.account}") "deposit_batch" Expression("ENTIRE_WORKTOP");`,
		)
	}

	/** Has the ledger commit these instructions, which the customer signs and pays for. */
	async submit(...instructions: readonly string[]): Promise<void> {
		const { ledger, gateway } = this.#network
		await ledger.ledger.tick()
		const { epoch } = ledger.ledger.info
		const { notarizedTransaction, transactionId } = composeTransaction({
			manifest: [`CALL_METHOD Address("${this.#customer.account}") "lock_fee" Decimal("10");`, ...instructions].join(
				'\n',
			),
			window: { startEpoch: epoch, endEpoch: epoch + 2 },
			keyPair: this.#customer.keyPair,
			networkId: testNetworkId,
		})
		await gateway.submit(notarizedTransaction)
		const { status, errorMessage } = await gateway.transactionStatus(transactionId)
		assert.equal(status, 'CommittedSuccess', errorMessage)
	}

	#resource(symbol: string): string {
		const { resourceAddress } = this.#network.tokens.get(symbol) ?? {}
		assert.ok(resourceAddress !== undefined, `no token ${symbol}`)
		return resourceAddress
	}
}

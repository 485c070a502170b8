import { Decimal, type ResourceAmount, type Token } from '@accord/protocol'
import { accountAddress, type NotarizedTransaction, type ValidityWindow } from '../codec.ts'
import { transferTransaction } from '../transaction/transfer.ts'
import type { LocalLedger } from './local-ledger.ts'

const lockFeeXrd = Decimal.parse('10')

/** The local network's account that holds the entire supply and funds other accounts. */
export class Treasury {
	/** XRD and the play tokens. */
	readonly tokens: readonly Token[]
	/** The treasury's own account (bech32m). */
	readonly account: string
	readonly #ledger: LocalLedger

	constructor(ledger: LocalLedger, tokens: readonly Token[]) {
		this.#ledger = ledger
		this.account = treasuryAccount(ledger)
		this.tokens = tokens
	}

	/** Sends amounts to an account in one transaction. @throws Error if the ledger does not commit it */
	fund(address: string, amounts: readonly ResourceAmount[]): NotarizedTransaction {
		const ledger = this.#ledger
		ledger.tick()
		const transaction = transferTransaction({
			from: { account: this.account, keyPair: ledger.treasury },
			transfers: [{ to: address, amounts }],
			lockFeeXrd,
			window: presentWindow(ledger),
			networkId: ledger.networkId,
		})
		commit(ledger, transaction)
		return transaction
	}
}

/** The treasury's account is preallocated, so no transaction has to create it. */
export function treasuryAccount(ledger: LocalLedger): string {
	const { curve, publicKey } = ledger.treasury
	return accountAddress({ curve, publicKey }, ledger.networkId)
}

function presentWindow(ledger: LocalLedger): ValidityWindow {
	const { epoch } = ledger.info
	return { startEpoch: epoch, endEpoch: epoch + 10 }
}

function commit(ledger: LocalLedger, transaction: NotarizedTransaction): void {
	const { outcome, errorMessage } = ledger.submit(transaction.notarizedTransaction)
	if (outcome !== 'CommittedSuccess')
		throw new Error(`${transaction.transactionId} of the treasury was not committed: ${outcome}, ${errorMessage}`)
}

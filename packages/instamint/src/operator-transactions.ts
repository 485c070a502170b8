import {
	type AccountOwner,
	callGateway,
	compilePreview,
	composeTransaction,
	type Decision,
	decisionOn,
	intentHeader,
	type LedgerState,
	type NotarizedTransaction,
	submitUntilDecided,
	type ValidityWindow,
} from '@accord/ledger'
import { TradeError } from '@accord/protocol'
import type { ComponentLedger } from './operator-deps.ts'
import { refusalOf } from './refusal.ts'

// Guarantee: the operator's acts go to the ledger one after another, and none is sent while the outcome of the previous
// one is unknown.

/** A transaction of the operator's key. */
export type OperatorDraft = {
	readonly manifest: string
	readonly window: ValidityWindow
	/** Signed partial transactions (hex). */
	readonly children?: readonly string[]
	/** If absent, a fresh one is used; with a given one, the same draft yields the same transaction. */
	readonly discriminator?: string
}

/** A draft whose preview succeeded, signed. */
export type OperatorTransaction = NotarizedTransaction & { readonly window: ValidityWindow }

const actsWaitingMax = 8
/** Less than the 20 s for which the operator's commands wait. */
const decisionWaitMs = 12_000

/** Previews, submits and follows transactions of the operator's key. */
export class OperatorTransactions {
	readonly #ledger: ComponentLedger
	/** The key that signs and pays the fees. */
	readonly operator: AccountOwner
	#lastAct: Promise<unknown> = Promise.resolve()
	#acts = 0
	#undecided: OperatorTransaction | undefined

	constructor(ledger: ComponentLedger, operator: AccountOwner) {
		this.#ledger = ledger
		this.operator = operator
	}

	/**
	 * Runs an act's work after all earlier ones have ended.
	 * @throws TradeError `busy` if too many are waiting
	 */
	async inTurn<T>(work: () => Promise<T>): Promise<T> {
		if (this.#acts > actsWaitingMax) throw new TradeError('busy', 'too many acts on the component are waiting')
		this.#acts += 1
		const done = this.#lastAct.then(work).finally(() => {
			this.#acts -= 1
		})
		this.#lastAct = done.catch(() => {})
		return await done
	}

	/** The ledger's state now. @throws TradeError `ledger_unavailable` */
	ledgerState(): Promise<LedgerState> {
		return callGateway(() => this.#ledger.gateway.ledgerState())
	}

	/** Signs a draft if its preview succeeds. @throws TradeError with the component's refusal, or `ledger_unavailable` */
	async prepare(draft: OperatorDraft): Promise<OperatorTransaction> {
		const { networkId } = this.#ledger
		const { manifest, window, children = [], discriminator } = draft
		const reason = await this.tryOut(draft)
		if (reason !== undefined) throw refusalOf(reason)
		const { keyPair } = this.operator
		const signed = composeTransaction({ manifest, window, children, discriminator, keyPair, networkId })
		return { ...signed, window }
	}

	/** Why the ledger would refuse a draft, in the engine's words; undefined if it would not. @throws TradeError `ledger_unavailable` */
	async tryOut({ manifest, window, children = [], discriminator }: OperatorDraft): Promise<string | undefined> {
		const { gateway, networkId } = this.#ledger
		const { curve, publicKey } = this.operator.keyPair
		const preview = compilePreview({
			manifest,
			header: intentHeader({ networkId, window, discriminator }),
			children: children.map(signedPartial => ({ signedPartial })),
			signers: [{ curve, publicKey }],
		})
		const { status, errorMessage = status } = await callGateway(() =>
			gateway.preview(preview, { use_free_credit: true }),
		)
		return status === 'Succeeded' ? undefined : errorMessage
	}

	/** @throws TradeError `transaction_undecided` while the outcome of another act is not known */
	async requireDecided({ transactionId }: Pick<OperatorTransaction, 'transactionId'>): Promise<void> {
		const before = this.#undecided
		if (before === undefined || before.transactionId === transactionId) return
		// The ledger's time is read first: a transaction not committed by then never will be.
		const isOver = hasEnded(before.window, await this.ledgerState())
		const decision = await callGateway(() => this.#decisionOn(before))
		if (!isOver && decision.kind === 'undecided') throw undecided(before)
		this.#undecided = undefined
	}

	/**
	 * Submits an act and waits for the ledger's decision. Returns the state version at which it was committed.
	 * @throws TradeError `transaction_undecided` if there is no decision in time, or with the reason why the ledger
	 * refused it
	 */
	async commit(transaction: OperatorTransaction): Promise<number> {
		const decision = await this.submit(transaction)
		this.#undecided = decision.kind === 'undecided' ? transaction : undefined
		if (decision.kind === 'committed') return decision.stateVersion
		throw decision.kind === 'failed' ? refusalOf(decision.reason) : undecided(transaction)
	}

	/** Submits a transaction, repeatedly while the Gateway does not know it, and waits for the ledger's decision. */
	async submit(transaction: OperatorTransaction): Promise<Decision> {
		return this.#note(await submitUntilDecided(this.#ledger.gateway, transaction, { waitMs: decisionWaitMs }))
	}

	async #decisionOn({ transactionId }: OperatorTransaction): Promise<Decision> {
		return this.#note(await decisionOn(this.#ledger.gateway, transactionId))
	}

	#note(decision: Decision): Decision {
		if (decision.kind === 'committed') this.#ledger.noteCommitted(decision.stateVersion)
		return decision
	}
}

function hasEnded({ endEpoch, maxTimestampS }: ValidityWindow, ledger: LedgerState): boolean {
	if (ledger.epoch >= endEpoch) return true
	return maxTimestampS !== undefined && ledger.proposerTimestampMs >= maxTimestampS * 1000
}

function undecided({ transactionId }: OperatorTransaction): TradeError {
	const detail = `${transactionId} was submitted, and the ledger has not decided on it yet: repeat the request`
	return new TradeError('transaction_undecided', detail, { extra: { retry_after_s: 5 } })
}

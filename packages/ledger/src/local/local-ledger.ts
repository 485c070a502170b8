import { type Clock, simulatorNetworkId } from '@accord/protocol'
import { type FungibleBalance, type LedgerInfo, Ledger as NativeLedger, type PreviewFlags } from '../addon/addon.ts'
import { readTransaction } from '../addon/codec.ts'
import type { KeyPair } from '../keys/key-pair.ts'
import type { CommitRecord, GenesisRecord, PreviewResult, SubmitResult } from './commit-record.ts'
import { type CommittedSubintent, SubintentTrees } from './subintent-trees.ts'
import { type Finalized, TransactionIndex } from './transaction-index.ts'

/** Why a transaction was not committed when it was last tried; a `permanent` one never can be. */
export type Rejection = { readonly errorMessage: string; readonly permanent: boolean; readonly endEpoch: number }

const rejectionsMax = 1_000
const recordsAtOnce = 1_000

/**
 * The real engine as an embedded ledger: it commits, previews and remembers, on disk if it has a directory. Commits run
 * one after the other, and the state that is visible never runs ahead of the transactions that are.
 */
export class LocalLedger {
	readonly networkId: number
	readonly treasury: KeyPair
	readonly #native: NativeLedger
	readonly #clock: Clock
	readonly #index = new TransactionIndex()
	readonly #trees: SubintentTrees
	readonly #rejections = new Map<string, Rejection>()
	#info: LedgerInfo
	#lastChange: Promise<unknown> = Promise.resolve()

	/**
	 * Opens the ledger of the directory or creates one; without a directory it is in memory only. A new one begins as the
	 * ledger in `template`, if there is one.
	 * @throws Error with an addon `code`, such as `ledger_in_use` or `ledger_damaged`
	 */
	constructor(options: {
		directory?: string | undefined
		clock: Clock
		treasury: KeyPair
		networkId?: number
		template?: string | undefined
	}) {
		const { directory, clock, treasury, networkId = simulatorNetworkId, template } = options
		this.networkId = networkId
		this.#trees = new SubintentTrees(networkId)
		this.treasury = treasury
		this.#clock = clock
		this.#native = new NativeLedger({
			networkId,
			genesisTimeMs: clock.nowMs(),
			treasury: { curve: treasury.curve, publicKey: treasury.publicKey },
			...(template === undefined ? {} : { template }),
			...(directory === undefined ? {} : { directory }),
		})
		this.#info = this.#native.info()
		this.#readHistory()
	}

	/** The visible state: version, epoch, time and well-known addresses. */
	get info(): LedgerInfo {
		return this.#info
	}

	/** Advances the ledger's clock to the present, at most once a second. */
	async tick(): Promise<void> {
		if (!this.#tickIsDue()) return
		await this.#change(async () => {
			if (this.#tickIsDue()) await this.#native.tick(this.#clock.nowMs())
		})
	}

	/**
	 * Executes a notarized transaction (hex) and commits it unless the engine rejects it.
	 * @throws Error with an addon `code` if its bytes are invalid
	 */
	submit(notarizedTransaction: string): Promise<SubmitResult> {
		const read = readTransaction(notarizedTransaction, this.networkId)
		const { transactionId, header } = read
		return this.#change(async () => {
			const result: SubmitResult = JSON.parse(await this.#native.submit(notarizedTransaction, this.#clock.nowMs()))
			if (result.record !== undefined) {
				this.#index.add(result.record)
				this.#trees.add(result.record.stateVersion, read)
			}
			if (result.outcome !== 'Rejected') this.#rejections.delete(transactionId)
			else this.#remember(transactionId, rejectionOf(result.errorMessage ?? 'rejected', header.endEpoch))
			return { ...result, transactionId }
		})
	}

	/** Runs a compiled preview (hex) on the newest state. @throws Error with an addon `code` if its bytes are invalid */
	async preview(preview: string, flags: PreviewFlags): Promise<PreviewResult> {
		return JSON.parse(await this.#native.preview(preview, flags, this.#clock.nowMs()))
	}

	/** The record of a committed transaction (`txid_…`). */
	transaction(transactionId: string): CommitRecord | undefined {
		const stateVersion = this.#index.transaction(transactionId)
		return stateVersion === undefined ? undefined : this.record(stateVersion)
	}

	/** The commit that consumed a subintent (`subtxid_…`). */
	subintent(subintentId: string): Finalized | undefined {
		return this.#index.subintent(subintentId)
	}

	/** Why a transaction that is not committed was rejected when it was last tried. */
	rejection(transactionId: string): Rejection | undefined {
		return this.#rejections.get(transactionId)
	}

	/** The state versions of all user transactions, in commit order; the bounds are inclusive. */
	stateVersions(bounds: { from?: number; to?: number } = {}): number[] {
		return this.#index.stateVersions(bounds)
	}

	/** The record of a user transaction. @throws Error if there is none at the state version */
	record(stateVersion: number): CommitRecord {
		const [record] = this.#native.history(stateVersion, 1)
		if (record === undefined) throw new Error(`no transaction at state version ${stateVersion}`)
		return JSON.parse(record)
	}

	/** The subintents of a committed transaction, in its order. */
	subintents(stateVersion: number): readonly CommittedSubintent[] {
		const read = () => readTransaction(this.rawTransaction(stateVersion), this.networkId)
		return this.#trees.get(stateVersion) ?? this.#trees.add(stateVersion, read())
	}

	/** The bytes of a committed transaction (hex). */
	rawTransaction(stateVersion: number): string {
		return this.#native.rawTransaction(stateVersion)
	}

	/**
	 * Runs reads that must all see one state, the one of {@link info}: at once if that is the engine's state, else after the
	 * commit under way.
	 */
	async read<T>(work: () => T): Promise<T> {
		if (this.#isVisible()) {
			const result = work()
			if (this.#isVisible()) return result
		}
		return await this.#change(async () => work())
	}

	/** Balances of an entity; inside {@link read} those of the visible state. */
	fungibles(address: string): readonly FungibleBalance[] {
		return this.#native.fungibles(address)
	}

	/** A fungible resource, or null. */
	resource(address: string) {
		return this.#native.resource(address)
	}

	/** The metadata of an entity, in no particular order. */
	metadata(address: string) {
		return this.#native.metadata(address)
	}

	/** Whether anything has been written at the address. */
	exists(address: string): boolean {
		return this.#native.exists(address)
	}

	/** Closes the ledger after the commit under way, and releases its directory. */
	async close(): Promise<void> {
		await this.#lastChange
		this.#native.close()
	}

	/** Whether nothing has been committed after the visible state. */
	#isVisible(): boolean {
		return this.#native.history(this.#info.stateVersion + 1, 1).length === 0
	}

	#tickIsDue(): boolean {
		return wholeSeconds(this.#clock.nowMs()) > wholeSeconds(this.#info.proposerTimestampMs)
	}

	/** One change at a time; a new state becomes visible only once its transactions are in the index. */
	#change<T>(work: () => Promise<T>): Promise<T> {
		const done = this.#lastChange.then(async () => {
			try {
				return await work()
			} finally {
				this.#info = this.#native.info()
			}
		})
		this.#lastChange = done.catch(() => {})
		return done
	}

	#remember(transactionId: string, rejection: Rejection): void {
		this.#rejections.delete(transactionId)
		this.#rejections.set(transactionId, rejection)
		const [oldest] = this.#rejections.keys()
		if (this.#rejections.size > rejectionsMax && oldest !== undefined) this.#rejections.delete(oldest)
	}

	#readHistory(): void {
		for (let from = 0; ; ) {
			const records: (CommitRecord | GenesisRecord)[] = this.#native
				.history(from, recordsAtOnce)
				.map((text: string) => JSON.parse(text))
			for (const record of records) if (record.kind === 'user') this.#index.add(record)
			const last = records.at(-1)
			if (last === undefined) return
			from = last.stateVersion + 1
		}
	}
}

// The ledger compares windows with whole seconds, so its time need not advance more often.
function wholeSeconds(ms: number): number {
	return Math.floor(ms / 1_000)
}

const permanentRejection = /IntentHashPreviouslyCommitted|IntentHashPreviouslyCancelled|NoLongerValid/

function rejectionOf(errorMessage: string, endEpoch: number): Rejection {
	return { errorMessage, permanent: permanentRejection.test(errorMessage), endEpoch }
}

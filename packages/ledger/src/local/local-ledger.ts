import type { Clock } from '@accord/protocol'
import {
	type FungibleBalance,
	type LedgerInfo,
	Ledger as NativeLedger,
	type PreviewFlags,
	readTransaction,
} from '../addon.ts'
import type { KeyPair } from '../key-pair.ts'
import type { CommitRecord, GenesisRecord, PreviewResult, SubmitResult } from './commit-record.ts'
import { type Finalized, TransactionIndex } from './transaction-index.ts'

/** The simulator's network id: what is signed for play there is valid nowhere else. */
export const simulatorNetworkId = 242

/** Why a transaction is not committed, as the last try showed it. */
export type Rejection = { errorMessage: string; permanent: boolean; endEpoch: number }

const rejectionsMax = 1_000
const recordsAtOnce = 1_000

/**
 * The real engine as a ledger of its own: it commits, previews and remembers, on disk if it has a directory. Commits go
 * one after the other, and what is told of the ledger's state never runs ahead of what is told of its transactions.
 */
export class LocalLedger {
	readonly networkId: number
	readonly treasury: KeyPair
	readonly #native: NativeLedger
	readonly #clock: Clock
	readonly #index = new TransactionIndex()
	readonly #rejections = new Map<string, Rejection>()
	#info: LedgerInfo
	#lastChange: Promise<unknown> = Promise.resolve()

	/** Opens the ledger of the directory or makes a new one; without a directory it lives in memory only. */
	constructor(options: { directory?: string | undefined; clock: Clock; treasury: KeyPair; networkId?: number }) {
		const { directory, clock, treasury, networkId = simulatorNetworkId } = options
		this.networkId = networkId
		this.treasury = treasury
		this.#clock = clock
		this.#native = new NativeLedger({
			networkId,
			genesisTimeMs: clock.nowMs(),
			treasury: { curve: treasury.curve, publicKey: treasury.publicKey },
			...(directory === undefined ? {} : { directory }),
		})
		this.#info = this.#native.info()
		this.#readHistory()
	}

	/** Where the ledger stands, with its well-known addresses. */
	get info(): LedgerInfo {
		return this.#info
	}

	/** Brings the ledger's clock up to the present, at most once a second. */
	async tick(): Promise<void> {
		if (!this.#tickIsDue()) return
		await this.#change(async () => {
			if (this.#tickIsDue()) await this.#native.tick(this.#clock.nowMs())
		})
	}

	/** Executes a notarized transaction (hex) and commits it if the engine does. Throws if its bytes are invalid. */
	submit(notarizedTransaction: string): Promise<SubmitResult> {
		const { transactionId, header } = readTransaction(notarizedTransaction, this.networkId)
		return this.#change(async () => {
			const result: SubmitResult = JSON.parse(await this.#native.submit(notarizedTransaction, this.#clock.nowMs()))
			if (result.record !== undefined) this.#index.add(result.record)
			if (result.outcome !== 'Rejected') this.#rejections.delete(transactionId)
			else this.#remember(transactionId, rejectionOf(result.errorMessage ?? 'rejected', header.endEpoch))
			return { ...result, transactionId }
		})
	}

	/** Runs a compiled preview (hex) on the newest state. */
	async preview(preview: string, flags: PreviewFlags): Promise<PreviewResult> {
		return JSON.parse(await this.#native.preview(preview, flags, this.#clock.nowMs()))
	}

	/** A committed transaction. */
	transaction(transactionId: string): CommitRecord | undefined {
		const stateVersion = this.#index.transaction(transactionId)
		return stateVersion === undefined ? undefined : this.record(stateVersion)
	}

	/** The commit that consumed a subintent. */
	subintent(subintentId: string): Finalized | undefined {
		return this.#index.subintent(subintentId)
	}

	/** Why a transaction that is not committed was refused when it was last tried. */
	rejection(transactionId: string): Rejection | undefined {
		return this.#rejections.get(transactionId)
	}

	/** The state versions of all user transactions, in commit order. */
	stateVersions(bounds: { from?: number; to?: number } = {}): number[] {
		return this.#index.stateVersions(bounds)
	}

	/** The record of a user transaction. */
	record(stateVersion: number): CommitRecord {
		const [record] = this.#native.history(stateVersion, 1)
		if (record === undefined) throw new Error(`no transaction at state version ${stateVersion}`)
		return JSON.parse(record)
	}

	/** The bytes of a committed transaction (hex). */
	rawTransaction(stateVersion: number): string {
		return this.#native.rawTransaction(stateVersion)
	}

	/**
	 * Reads several things of one and the same state, the one that {@link info} tells: at once if the engine stands
	 * there, else when the commit under way is told.
	 */
	async read<T>(work: () => T): Promise<T> {
		if (this.#isTold()) {
			const result = work()
			if (this.#isTold()) return result
		}
		return await this.#change(async () => work())
	}

	/** Balances of an entity; within {@link read} those of the state that is told. */
	fungibles(address: string): FungibleBalance[] {
		return this.#native.fungibles(address)
	}

	resource(address: string) {
		return this.#native.resource(address)
	}

	metadata(address: string) {
		return this.#native.metadata(address)
	}

	exists(address: string): boolean {
		return this.#native.exists(address)
	}

	/** Ends the ledger after what is under way. */
	async close(): Promise<void> {
		await this.#lastChange
		this.#native.close()
	}

	#isTold(): boolean {
		return this.#native.info().stateVersion === this.#info.stateVersion
	}

	#tickIsDue(): boolean {
		return wholeSeconds(this.#clock.nowMs()) > wholeSeconds(this.#info.proposerTimestampMs)
	}

	/** One change at a time; the state that is told follows only once its transactions are in the index. */
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

// The ledger judges windows in whole seconds, so its time need not move more often.
function wholeSeconds(ms: number): number {
	return Math.floor(ms / 1_000)
}

const permanentSigns = /IntentHashPreviouslyCommitted|IntentHashPreviouslyCancelled|NoLongerValid/

function rejectionOf(errorMessage: string, endEpoch: number): Rejection {
	return { errorMessage, permanent: permanentSigns.test(errorMessage), endEpoch }
}

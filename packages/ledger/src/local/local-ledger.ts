import { type Clock, simulatorNetworkId } from '@accord/protocol'
import { readTransaction } from '../codec.ts'
import type { CommitRecord, PreviewResult, SubmitResult } from '../engine/commit-record.ts'
import { Ledger } from '../engine/ledger.ts'
import type { FungibleBalance, LedgerInfo, PreviewFlags } from '../engine/ledger-types.ts'
import type { KeyPair } from '../keys/key-pair.ts'
import { packageOf } from './package-of.ts'
import { type CommittedSubintent, SubintentTrees } from './subintent-trees.ts'
import { type Finalized, TransactionIndex } from './transaction-index.ts'

/** Why a transaction was not committed on the last attempt; if `permanent`, it never can be. */
export type Rejection = { readonly errorMessage: string; readonly permanent: boolean; readonly endEpoch: number }

const rejectionsMax = 1_000
const recordsAtOnce = 1_000

/**
 * The real engine as an embedded ledger: it commits, previews and keeps its state, on disk if it has a directory. Calls
 * are synchronous, so nothing changes between two calls unless there is an `await`.
 */
export class LocalLedger {
	readonly networkId: number
	readonly treasury: KeyPair
	readonly #engine: Ledger
	readonly #clock: Clock
	readonly #index = new TransactionIndex()
	readonly #trees: SubintentTrees
	readonly #rejections = new Map<string, Rejection>()
	/** Undefined while the engine may be ahead of the index. */
	#info: LedgerInfo | undefined

	/**
	 * Opens the ledger of the directory or creates one; without a directory it is in memory only. A new one starts from the
	 * ledger in `template`, if given.
	 * @throws LedgerError such as `ledger_in_use` or `ledger_damaged`
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
		this.#engine = new Ledger({
			networkId,
			genesisTimeMs: this.#nowMs(),
			treasury: { curve: treasury.curve, publicKey: treasury.publicKey },
			...(template === undefined ? {} : { template }),
			...(directory === undefined ? {} : { directory }),
		})
	}

	/** The current state: version, epoch, time and well-known addresses. */
	get info(): LedgerInfo {
		this.#info ??= this.#readNews()
		return this.#info
	}

	/** Advances the ledger's clock to the present, at most once a second. */
	tick(): void {
		const nowMs = this.#nowMs()
		// The engine compares windows in whole seconds, so its time need not advance more often.
		if (wholeSeconds(nowMs) > wholeSeconds(this.info.proposerTimestampMs)) this.#change(engine => engine.tick(nowMs))
	}

	/**
	 * Executes a notarized transaction (hex) and commits it unless the engine rejects it.
	 * @throws CodecError or LedgerError if its bytes are invalid; LedgerError `internal` if it cannot be written
	 */
	submit(notarizedTransaction: string): SubmitResult {
		const read = readTransaction(notarizedTransaction, this.networkId)
		const { transactionId, header } = read
		const result = this.#change(engine => engine.submit(notarizedTransaction, this.#nowMs()))
		if (result.record !== undefined) this.#trees.add(result.record.stateVersion, read)
		if (result.outcome !== 'Rejected') this.#rejections.delete(transactionId)
		else this.#remember(transactionId, rejectionOf(result.errorMessage ?? 'rejected', header.endEpoch))
		return { ...result, transactionId }
	}

	/** Runs a compiled preview (hex) on the current state. @throws LedgerError if its bytes are invalid */
	preview(preview: string, flags: PreviewFlags): PreviewResult {
		return this.#change(engine => engine.preview(preview, flags, this.#nowMs()))
	}

	/** The record of a committed transaction (`txid_…`). */
	transaction(transactionId: string): CommitRecord | undefined {
		const stateVersion = this.#committed.transaction(transactionId)
		return stateVersion === undefined ? undefined : this.record(stateVersion)
	}

	/** The commit that consumed a subintent (`subtxid_…`). */
	subintent(subintentId: string): Finalized | undefined {
		return this.#committed.subintent(subintentId)
	}

	/** Why an uncommitted transaction was rejected on the last attempt. */
	rejection(transactionId: string): Rejection | undefined {
		return this.#rejections.get(transactionId)
	}

	/** The state versions of all user transactions, in commit order; the bounds are inclusive. */
	stateVersions(bounds: { from?: number; to?: number } = {}): number[] {
		return this.#committed.stateVersions(bounds)
	}

	/** The record of a user transaction. @throws Error if there is none at the state version */
	record(stateVersion: number): CommitRecord {
		const [record] = this.#engine.history(stateVersion, 1)
		if (record?.kind === 'user' && record.stateVersion === stateVersion) return record
		throw new Error(`no user transaction at state version ${stateVersion}`)
	}

	/** The subintents of a committed transaction, in order. */
	subintents(stateVersion: number): readonly CommittedSubintent[] {
		const read = () => readTransaction(this.rawTransaction(stateVersion), this.networkId)
		return this.#trees.get(stateVersion) ?? this.#trees.add(stateVersion, read())
	}

	/** The bytes of a committed transaction (hex). */
	rawTransaction(stateVersion: number): string {
		return this.#engine.rawTransaction(stateVersion)
	}

	/** The contents of an entity's vaults, by resource. */
	fungibles(address: string): readonly FungibleBalance[] {
		return this.#engine.fungibles(address)
	}

	/** A fungible resource, or null. */
	resource(address: string) {
		return this.#engine.resource(address)
	}

	/** The metadata of an entity, in no particular order. */
	metadata(address: string) {
		return this.#engine.metadata(address)
	}

	/** The package of a component; undefined if there is no such component. */
	packageOf(component: string): string | undefined {
		return packageOf(this, component)
	}

	/** Whether anything exists at the address. */
	exists(address: string): boolean {
		return this.#engine.exists(address)
	}

	/** Closes the ledger, and releases its directory. */
	close(): void {
		this.#engine.close()
	}

	/** A clock may return fractions; the engine counts whole milliseconds. */
	#nowMs(): number {
		return Math.floor(this.#clock.nowMs())
	}

	/** Runs however the call ends, even if its answer is lost: its effect is read from the engine. */
	#change<T>(call: (engine: Ledger) => T): T {
		this.#info = undefined
		return call(this.#engine)
	}

	/** Adds every commit to the index. */
	get #committed(): TransactionIndex {
		this.#info ??= this.#readNews()
		return this.#index
	}

	/** The engine's state, once all its commits are in the index. */
	#readNews(): LedgerInfo {
		const info = this.#engine.info()
		for (let from = this.#index.newest + 1; from <= info.stateVersion; ) {
			const records = this.#engine.history(from, recordsAtOnce)
			for (const record of records) if (record.kind === 'user') this.#index.add(record)
			from = (records.at(-1)?.stateVersion ?? info.stateVersion) + 1
		}
		return info
	}

	#remember(transactionId: string, rejection: Rejection): void {
		this.#rejections.delete(transactionId)
		this.#rejections.set(transactionId, rejection)
		const [oldest] = this.#rejections.keys()
		if (this.#rejections.size > rejectionsMax && oldest !== undefined) this.#rejections.delete(oldest)
	}
}

function wholeSeconds(ms: number): number {
	return Math.floor(ms / 1_000)
}

const permanentRejection = /IntentHashPreviouslyCommitted|IntentHashPreviouslyCancelled|NoLongerValid/

function rejectionOf(errorMessage: string, endEpoch: number): Rejection {
	return { errorMessage, permanent: permanentRejection.test(errorMessage), endEpoch }
}

import { holderOf, tryLockDirectory } from '../directory-lock.ts'
import type { CommitRecord, GenesisRecord, PreviewResult, SubmitResult } from './commit-record.ts'
import { LedgerError } from './ledger-error.ts'
import type {
	FungibleBalance,
	LedgerInfo,
	LedgerOptions,
	MetadataEntry,
	Package,
	PreparedPublication,
	PreviewFlags,
	ResourceInfo,
} from './ledger-types.ts'
import { LedgerProgram } from './program.ts'

/**
 * The real engine over its own state. If it has a directory, everything it has answered is durable. Calls are
 * synchronous, and after `close` they throw `ledger_closed`.
 *
 * If the program stops in a call, that call throws `internal`, and the next one reopens the ledger from its directory,
 * with everything it has answered. A ledger in memory is lost, and closed.
 */
export class Ledger {
	readonly #options: LedgerOptions
	readonly #lock: { release(): void } | undefined
	#program = new LedgerProgram()
	#isClosed = false

	/**
	 * Opens, or creates, the ledger in the directory.
	 * @throws LedgerError such as `ledger_in_use`, `ledger_damaged`, `template_damaged` or `wrong_network`, and a plain Error if
	 * the directory cannot be written to
	 */
	constructor(options: LedgerOptions) {
		this.#options = options
		this.#lock = options.directory === undefined ? undefined : lock(options.directory)
		try {
			this.#program.open(options)
		} catch (error) {
			this.close()
			throw error
		}
	}

	/** The current state: version, epoch, time and well-known addresses. */
	info(): LedgerInfo {
		return this.#call('info')
	}

	/** The records from a state version on, in order, at most `limit` of them. */
	history(fromStateVersion: number, limit: number): readonly (CommitRecord | GenesisRecord)[] {
		return this.#call('history', fromStateVersion, limit)
	}

	/**
	 * Commits a notarized transaction (hex), or reports why not.
	 * @param nowMs whole milliseconds since 1970; the ledger's time first advances to it, if that is a later second
	 * @throws LedgerError if the bytes are invalid; `internal` if they cannot be written, and then for every later commit
	 * too
	 */
	submit(notarized: string, nowMs: number): SubmitResult {
		return this.#call('submit', notarized, nowMs)
	}

	/**
	 * Runs the payload of `compilePreview` (hex) on the current state, at the time `nowMs`. @throws LedgerError if the
	 * bytes are invalid
	 */
	preview(preview: string, flags: PreviewFlags, nowMs: number): PreviewResult {
		return this.#call('preview', preview, flags, nowMs)
	}

	/** Moves the ledger's time to `nowMs` (whole milliseconds since 1970), if that is a later second. */
	tick(nowMs: number): void {
		this.#call('tick', nowMs)
	}

	/** The contents of all vaults within an account or another entity, by resource. */
	fungibles(address: string): readonly FungibleBalance[] {
		return this.#call('fungibles', address)
	}

	/** A fungible resource, or null. */
	resource(address: string): ResourceInfo | null {
		return this.#call('resource', address)
	}

	/** The metadata of an entity, in no particular order. */
	metadata(address: string): readonly MetadataEntry[] {
		return this.#call('metadata', address)
	}

	/** Whether anything exists at the address. An account that was never used does not exist yet. */
	exists(address: string): boolean {
		return this.#call('exists', address)
	}

	/** The notarized transaction of a state version (hex). */
	rawTransaction(stateVersion: number): string {
		return this.#call('raw_transaction', stateVersion)
	}

	/** Releases the directory. */
	close(): void {
		this.#isClosed = true
		try {
			this.#program.close()
		} finally {
			this.#lock?.release()
		}
	}

	#call<T>(name: string, ...parameters: readonly unknown[]): T {
		return this.#opened().call(name, ...parameters)
	}

	#opened(): LedgerProgram {
		if (this.#isClosed) throw new LedgerError('ledger_closed', 'the ledger is closed')
		if (!this.#program.isOpen) this.#openAgain()
		return this.#program
	}

	#openAgain(): void {
		if (this.#options.directory === undefined)
			throw new LedgerError('ledger_closed', 'the program stopped, and a ledger in memory cannot be opened again')
		this.#program.close()
		this.#program = new LedgerProgram()
		this.#program.open(this.#options)
	}
}

/** The transaction that publishes a package when a ledger is created, for its publisher to sign: always the same one. */
export function preparePublication(toPublish: Package): PreparedPublication {
	return new LedgerProgram().call('prepare_publication', toPublish)
}

function lock(directory: string) {
	const taken = tryLockDirectory(directory)
	if (taken !== undefined) return taken
	throw new LedgerError('ledger_in_use', `the ledger in ${directory} is open already${holderOf(directory)}`)
}

import { createRequire } from 'node:module'
import type { Addon, LedgerOptions, PreviewFlags } from './addon-types.ts'

export type * from './addon-types.ts'

/** The `code` of whatever the addon throws. */
export type AddonErrorCode =
	| 'bad_hex'
	| 'bad_payload'
	| 'wrong_network'
	| 'bad_manifest'
	| 'bad_address'
	| 'bad_signature'
	| 'bad_amount'
	| 'too_large'
	| 'invalid_transaction'
	| 'ledger_in_use'
	| 'ledger_damaged'
	| 'ledger_closed'
	| 'internal'

const addon = load()

/** The canonical Radix crates' way with bytes; see `addon-types.ts` for each function. */
export const {
	accessRuleManifest,
	accountAddress,
	attachSignatures,
	compilePreview,
	compileSubintent,
	contentHash,
	copyForPreview,
	decompileSubintent,
	decompileTransaction,
	hash,
	notarize,
	parseSubintentId,
	parseTransactionId,
	prepareTransaction,
	readAddress,
	readManifest,
	readSignedPartialTransaction,
	readSubintent,
	readTransaction,
	signatureAccessRule,
	subintentId,
	transactionId,
	unwrap,
} = addon

/** The real engine over a state of its own; durable if it has a directory. Calls after `close` throw `ledger_closed`. */
export class Ledger extends addon.Ledger {
	/** Opens, or creates, the ledger in the directory. Throws `ledger_in_use` if another process has it open. */
	constructor(options: LedgerOptions) {
		super(options)
	}

	/** Commits a notarized transaction (hex), or says why not: JSON of a SubmitResult, durable once it is there. */
	override async submit(notarized: string, nowMs: number): Promise<string> {
		return super.submit(notarized, nowMs).catch(throwWithCode)
	}

	/** Runs the payload of `compilePreview` on the newest state: JSON of a PreviewResult. */
	override async preview(preview: string, flags: PreviewFlags, nowMs: number): Promise<string> {
		return super.preview(preview, flags, nowMs).catch(throwWithCode)
	}

	/** Moves the ledger's time on, if `nowMs` is in a later second. */
	override async tick(nowMs: number): Promise<void> {
		return super.tick(nowMs).catch(throwWithCode)
	}
}

function load(): Addon {
	const require = createRequire(import.meta.url)
	try {
		return checked(require('../native/accord-ledger.node'), require('../native/sources.cjs').sourceHash())
	} catch (cause) {
		throw new Error('the ledger addon is missing or not of these sources: run `node setup.cjs`', { cause })
	}
}

// An addon of other sources would run, and be subtly another program.
function checked(addon: Addon, sourceHash: string): Addon {
	const found = addon.contentHash()
	if (found !== sourceHash) throw new Error(`built from ${found}, but the sources are ${sourceHash}`)
	return addon
}

// A native rejection carries its code in front of the message.
function throwWithCode(error: Error): never {
	const [, code, message] = /^([a-z_]+): ([\s\S]*)$/.exec(error.message) ?? []
	throw code === undefined ? error : Object.assign(new Error(message), { code })
}

import { existsSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Addon, LedgerOptions, Package, PreparedPublication, PreviewFlags } from './addon-types.ts'

export type {
	AddonErrorCode,
	FungibleBalance,
	LedgerInfo,
	LedgerOptions,
	MetadataEntry,
	PreviewFlags,
	ResourceInfo,
	VaultBalance,
} from './addon-types.ts'

/** The native code, built from the present sources. Undefined where it was left out: only the local ledger needs it. */
export const addon = load()

const addonMissing = 'the local ledger needs its addon: run `node setup.cjs`'
const NativeLedger = addon?.Ledger ?? withoutAddon()

/** The real engine over a state of its own; durable if it has a directory. Calls after `close` throw `ledger_closed`. */
export class Ledger extends NativeLedger {
	/**
	 * Opens, or creates, the ledger in the directory.
	 * @throws Error `ledger_in_use` if another process has it open, `ledger_damaged`, or `wrong_network`
	 */
	constructor(options: LedgerOptions) {
		super(options)
	}

	/** Commits a notarized transaction (hex), or reports why not: JSON of a `SubmitResult`, durable when the promise resolves. */
	override async submit(notarized: string, nowMs: number): Promise<string> {
		return super.submit(notarized, nowMs).catch(throwWithCode)
	}

	/** Runs the payload of `compilePreview` on the newest state: JSON of a `PreviewResult`. */
	override async preview(preview: string, flags: PreviewFlags, nowMs: number): Promise<string> {
		return super.preview(preview, flags, nowMs).catch(throwWithCode)
	}

	/** Advances the ledger's time, if `nowMs` is in a later second. */
	override async tick(nowMs: number): Promise<void> {
		return super.tick(nowMs).catch(throwWithCode)
	}
}

/** The transaction that publishes a package at a new ledger's beginning, for its publisher to sign. */
export function preparePublication(toPublish: Package): PreparedPublication {
	if (addon === undefined) throw new Error(addonMissing)
	return addon.preparePublication(toPublish)
}

function load(): Addon | undefined {
	const require = createRequire(import.meta.url)
	if (!existsSync(new URL('../../native/accord-ledger.node', import.meta.url))) return undefined
	try {
		return checked(require('../../native/accord-ledger.node'), require('../../native/sources.cjs').sourceHash())
	} catch (cause) {
		throw new Error('the ledger addon was built from other sources: run `node setup.cjs`', { cause })
	}
}

function withoutAddon(): Addon['Ledger'] {
	return class {
		constructor() {
			throw new Error(addonMissing)
		}
	} as unknown as Addon['Ledger']
}

// An addon built from other sources would run and behave subtly differently.
function checked(addon: Addon, sourceHash: string): Addon {
	const found = addon.contentHash()
	if (found !== sourceHash) throw new Error(`built from ${found}, but the sources are ${sourceHash}`)
	return addon
}

// A native rejection has its code in front of the message.
function throwWithCode(error: Error): never {
	const [, code, message] = /^([a-z_]+): ([\s\S]*)$/.exec(error.message) ?? []
	throw code === undefined ? error : Object.assign(new Error(message), { code })
}

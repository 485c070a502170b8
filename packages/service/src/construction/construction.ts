import type {
	ComposeRequest,
	CreatedSubintent,
	ParsedOrder,
	ParseRequest,
	SignedSubintent,
	SigningRequest,
	SubintentRequest,
} from '@accord/protocol'
import type { Accounts } from '../accounts/accounts.ts'
import type { Platform } from '../platform/platform.ts'
import { composeLimitOrder } from './compose.ts'
import { parseManifest } from './parse.ts'
import { createOrderSubintent, signOrderSubintent } from './subintents.ts'

type ConstructionDeps = { readonly platform: Platform; readonly accounts: Pick<Accounts, 'levelOf'> }

/**
 * Creates and reads users' orders for clients without a library for the ledger's bytes. Stores nothing; clients take
 * turns.
 */
export class Construction {
	readonly #platform: Platform
	readonly #accounts: ConstructionDeps['accounts']

	constructor({ platform, accounts }: ConstructionDeps) {
		this.#platform = platform
		this.#accounts = accounts
	}

	/** Returns the manifest, as {@link composeLimitOrder} does. */
	compose(request: ComposeRequest): string {
		return composeLimitOrder(this.#platform, request)
	}

	/** Reads an order as {@link parseManifest} does. */
	parse(request: ParseRequest, client: string): Promise<ParsedOrder> {
		const { market, feeInfo, threads } = this.#platform
		return parseManifest({ market, feeInfo, threads, accounts: this.#accounts }, request, client)
	}

	/** Makes the subintent of an order as {@link createOrderSubintent} does. */
	createSubintent(request: SubintentRequest, client: string): Promise<CreatedSubintent> {
		return createOrderSubintent(this.#platform, request, client)
	}

	/** Attaches signatures as {@link signOrderSubintent} does. */
	sign(request: SigningRequest, client: string): Promise<SignedSubintent> {
		return signOrderSubintent(this.#platform, request, client)
	}
}

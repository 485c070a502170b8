import type { GatewayClient, LedgerState } from '@accord/ledger'
import { askLedger } from './orders/ask-ledger.ts'

type Gateway = Pick<GatewayClient, 'ledgerState' | 'balances'>

/** What the interfaces read of the ledger. Callers at the same time share one question; a failure is `ledger_unavailable`. */
export class LedgerReads {
	readonly #gateway: Gateway
	#asking: Promise<LedgerState> | undefined

	constructor({ gateway }: { gateway: Gateway }) {
		this.#gateway = gateway
	}

	/** Where the ledger stands now. */
	state(): Promise<LedgerState> {
		this.#asking ??= askLedger(() => this.#gateway.ledgerState()).finally(() => {
			this.#asking = undefined
		})
		return this.#asking
	}

	/** What an account holds, by resource address. */
	async balancesOf(address: string): Promise<ReadonlyMap<string, string>> {
		const { amounts } = await askLedger(() => this.#gateway.balances(address))
		return amounts
	}
}

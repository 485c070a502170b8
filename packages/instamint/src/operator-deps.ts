import type { GatewayClient, InstamintState } from '@accord/ledger'
import type { AuditAct, Clock } from '@accord/protocol'
import type { TradedTokens } from './traded-tokens.ts'

/** The ledger that the component is on. */
export type ComponentLedger = {
	readonly gateway: Pick<GatewayClient, 'ledgerState' | 'preview' | 'submit' | 'transactionStatus' | 'balance'>
	readonly networkId: number
	/** The component, read after the call. @throws TradeError `ledger_unavailable`, `instamint_not_offered` */
	readonly state: () => Promise<InstamintState>
	/** Called with the state version of every transaction found to be committed. */
	readonly noteCommitted: (stateVersion: number) => void
}

/** An act on the component, as recorded in the audit log. */
export type OperatorAct = {
	readonly act: AuditAct
	readonly actor: string
	readonly subject: string
	readonly before?: unknown
	readonly after: unknown
}

/** The record of the operator's work. */
export type OperatorRecords = {
	/** Resolves when the act is in the audit log. */
	readonly recordAct: (act: OperatorAct) => Promise<void>
	readonly countPayback: (result: 'repaid' | 'refused') => void
	readonly log: {
		info(fields: object, message: string): void
		error(fields: object, message: string): void
	}
}

export type InstamintOperatorDeps = {
	readonly clock: Pick<Clock, 'nowMs'>
	readonly ledger: ComponentLedger
	readonly market: TradedTokens
	readonly records: OperatorRecords
}

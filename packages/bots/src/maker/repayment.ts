import { composeTransaction, type GatewayClient, type KeyPair } from '@accord/ledger'
import { type Clock, Decimal, type ResourceAmount } from '@accord/protocol'
import type { Log } from '../log.ts'
import type { Credit, InstamintTerms } from './credit.ts'
import type { Inventory } from './inventory.ts'

const lockFeeXrd = Decimal.parse('5')
/** A repayment not committed by then never will be. */
const lifetimeS = 30

export type RepaymentOptions = {
	readonly terms: InstamintTerms
	readonly credit: Credit
	readonly inventory: Inventory
	readonly gateway: Pick<GatewayClient, 'ledgerState' | 'submit'>
	readonly account: string
	readonly keyPair: KeyPair
	readonly networkId: number
	readonly clock: Pick<Clock, 'nowMs'>
	readonly log: Log
}

/** Repays what the account can spare in one transaction; until it ends, that amount is not promised. */
export async function repay(options: RepaymentOptions): Promise<void> {
	const { credit, inventory, gateway, clock, log, terms, account } = options
	const repaid = credit.repayments(symbol => inventory.free(symbol))
	if (repaid.length === 0) return
	const maxTimestampS = Math.floor(clock.nowMs() / 1000) + lifetimeS
	for (const { symbol, amount } of repaid)
		inventory.reserve(`repayment of ${symbol}`, { symbol, amount, untilMs: maxTimestampS * 1000 })
	const { epoch } = await gateway.ledgerState()
	const { notarizedTransaction } = composeTransaction({
		...options,
		manifest: repaymentManifest({ ...terms, account, repaid }),
		window: { startEpoch: epoch, endEpoch: epoch + 2, maxTimestampS },
	})
	await gateway.submit(notarizedTransaction)
	log.info(`repays ${repaid.map(({ symbol, amount }) => `${Decimal.format(amount)} ${symbol}`).join(', ')}`)
}

function repaymentManifest({
	component,
	customerLocalId,
	account,
	repaid,
}: Pick<InstamintTerms, 'component' | 'customerLocalId'> & {
	readonly account: string
	readonly repaid: readonly ResourceAmount[]
}): string {
	const customerId = customerLocalId.replaceAll('#', '')
	return [
		`CALL_METHOD Address("${account}") "lock_fee" Decimal("${Decimal.format(lockFeeXrd)}");`,
		...repaid.flatMap(({ resource, amount }, at) => {
			const taken = `Address("${resource}") Decimal("${Decimal.format(amount)}")`
			return [
				`CALL_METHOD Address("${account}") "withdraw" ${taken};`,
				`TAKE_FROM_WORKTOP ${taken} Bucket("repaid-${at}");`,
				`CALL_METHOD Address("${component}") "repay" ${customerId}u64 Bucket("repaid-${at}");`,
			]
		}),
		`CALL_METHOD Address("${account}") "deposit_batch" Expression("ENTIRE_WORKTOP");`,
	].join('\n')
}

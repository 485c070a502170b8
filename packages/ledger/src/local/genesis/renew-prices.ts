import { Decimal } from '@accord/protocol'
import { accountAddress } from '../../codec.ts'
import { readInstamint } from '../../instamint/instamint-state.ts'
import { instamintActManifest } from '../../instamint/operator-manifests.ts'
import type { KeyPair } from '../../keys/key-pair.ts'
import { composeTransaction } from '../../transaction/transaction.ts'
import type { LocalLedger } from '../local-ledger.ts'
import { playTokens } from './genesis-manifests.ts'
import { genesisVersion, type LocalGenesis } from './open-genesis.ts'

const oldMs = 24 * 60 * 60 * 1000
const lockFeeXrd = Decimal.parse('10')

/**
 * Renews the prices of the Instamint component that are older than a day by setting their current values again, so that
 * a network never starts with stale ones.
 * @throws Error if the ledger does not commit that
 */
export async function renewPrices(
	ledger: LocalLedger,
	{ operator, instamint, tokens }: LocalGenesis & { readonly operator: KeyPair },
): Promise<void> {
	const { component } = instamint
	const isUntouched = ledger.info.stateVersion === genesisVersion
	const pricesXrd = isUntouched ? firstPrices(tokens) : await oldPrices(ledger, component)
	if (pricesXrd.size === 0) return
	const { networkId } = ledger
	const { epoch } = ledger.info
	const manifest = instamintActManifest({
		component,
		payer: accountAddress(operator, networkId),
		lockFeeXrd,
		acts: [{ kind: 'set_prices', pricesXrd }],
	})
	const window = { startEpoch: epoch, endEpoch: epoch + 2 }
	const { notarizedTransaction } = composeTransaction({ manifest, window, keyPair: operator, networkId })
	const { outcome, errorMessage } = ledger.submit(notarizedTransaction)
	if (outcome !== 'CommittedSuccess')
		throw new Error(`the prices of the Instamint component were not renewed: ${outcome}, ${errorMessage}`)
}

function firstPrices(tokens: LocalGenesis['tokens']): ReadonlyMap<string, Decimal> {
	return new Map(
		tokens.flatMap(({ symbol, resourceAddress }) => {
			const priced = playTokens.find(token => token.symbol === symbol)
			return priced === undefined ? [] : [[resourceAddress, Decimal.parse(priced.priceXrd)]]
		}),
	)
}

async function oldPrices(ledger: LocalLedger, component: string): Promise<ReadonlyMap<string, Decimal>> {
	const { networkId, info } = ledger
	const { tokens } = await readInstamint(previewsOf(ledger), { component, networkId })
	const old = [...tokens.values()].filter(({ pricedAtMs }) => info.proposerTimestampMs - pricedAtMs > oldMs)
	return new Map(old.map(({ resource, priceXrd }) => [resource, priceXrd]))
}

const statuses = { Success: 'Succeeded', Failure: 'Failed', Rejected: 'Rejected' } as const

/** The part of a Gateway that is needed to read the component. */
export function previewsOf(ledger: LocalLedger): Parameters<typeof readInstamint>[0] {
	return {
		ledgerState: async () => ({ network: '', ...ledger.info }),
		preview: async preview => {
			const flags = { useFreeCredit: true, assumeAllSignatureProofs: false, skipEpochCheck: false, disableAuth: false }
			const { status, errorMessage, costUnits, feeXrd, outputs, stateVersion } = ledger.preview(preview, flags)
			return {
				status: statuses[status],
				...(errorMessage === undefined ? {} : { errorMessage }),
				costXrd: Decimal.parse(feeXrd.total),
				executionUnits: costUnits.execution,
				outputs: outputs.map(({ programmaticJson }) => programmaticJson),
				stateVersion,
			}
		},
	}
}

import {
	composeTransaction,
	createdMarkers,
	createMarkersManifest,
	type KeyPair,
	type Markers,
	type RunningLocalLedger,
} from '@accord/ledger'
import { Decimal } from '@accord/protocol'

/** Markers and a box for these keys of a service, made and paid for by the treasury. */
export function createMarkers({ ledger, treasury }: RunningLocalLedger, keys: readonly KeyPair[]): Markers {
	ledger.tick()
	const { networkId, info } = ledger
	const manifest = createMarkersManifest({
		payer: treasury.account,
		lockFeeXrd: Decimal.parse('10'),
		creator: ledger.treasury,
		accountPackage: info.wellKnownAddresses.account_package ?? '',
		keys,
		networkId,
	})
	const window = { startEpoch: info.epoch, endEpoch: info.epoch + 2 }
	const { notarizedTransaction } = composeTransaction({ manifest, window, keyPair: ledger.treasury, networkId })
	const { record, errorMessage } = ledger.submit(notarizedTransaction)
	if (record?.status !== 'CommittedSuccess') throw new Error(`the markers were not created: ${errorMessage}`)
	return createdMarkers(ledger, record)
}

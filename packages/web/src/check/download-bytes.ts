import { TradeTrace } from '@accord/protocol'
import { shortId } from '../format/short-id.ts'
import { saveFile } from '../ui/save-file.ts'
import type { CheckedRoot } from './check-root.ts'

type BytesOf = {
	readonly trace: TradeTrace
	readonly networkId: number
	/** The checked bytes, together with the Gateway's. */
	readonly roots: readonly CheckedRoot[]
}

/** Saves all signed bytes of a trade, in hex, as a file. */
export function downloadBytes(bytes: BytesOf): void {
	const text = JSON.stringify(bytesFile(bytes), null, '\t')
	const name = `${shortId(bytes.trace.subintentId).replace('…', '-')}.json`
	saveFile({ name, type: 'application/json', text })
}

/** The fields are named as in the answers of the service and the Gateway. */
function bytesFile({ trace, networkId, roots }: BytesOf) {
	return {
		network_id: networkId,
		items: TradeTrace.format(trace).items,
		transactions: roots.flatMap(({ transactionId, rawHex }) =>
			rawHex === undefined ? [] : [{ intent_hash: transactionId, raw_hex: rawHex }],
		),
	}
}

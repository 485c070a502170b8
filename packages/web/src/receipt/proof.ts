import { Decimal, TradeTrace } from '@accord/protocol'
import type { CheckedRoot } from '../check/check-root.ts'
import { shortId } from '../format/short-id.ts'
import { saveFile } from '../ui/save-file.ts'

type ProofOf = {
	readonly trace: TradeTrace
	readonly networkId: number
	/** The checked transactions, with the Gateway's bytes. */
	readonly roots: readonly CheckedRoot[]
	/** The middle of the book when the order was sent, if its browser has kept it. */
	readonly mid?: Decimal
}

/**
 * Saves the proof of a trade: the service's account of it with everything that was signed, as the checker reads it
 * (docs/best-execution.md), and the transactions that a Gateway has shown.
 */
export function saveProof(proof: ProofOf): void {
	saveFile({
		name: proofName(proof.trace),
		type: 'application/json',
		text: JSON.stringify(formatProof(proof), null, '\t'),
	})
}

/** The command that checks a saved proof without this page. */
export function checkerCommand(trace: TradeTrace, gatewayUrl: string): string {
	return `python3 examples/checker/checker.py ${proofName(trace)} ${gatewayUrl}`
}

/** Reads a saved proof. @throws Error for another file */
export function parseProof(text: string): Omit<ProofOf, 'roots'> {
	const { network_id: networkId, transactions: _, mid_price: midPrice, ...trace } = JSON.parse(text)
	if (typeof networkId !== 'number') throw new Error('it names no network')
	const mid = Decimal.tryParse(midPrice)
	return { trace: TradeTrace.parse(trace), networkId, ...(mid !== undefined && mid > 0n ? { mid } : {}) }
}

function proofName({ subintentId }: TradeTrace): string {
	return `proof-${shortId(subintentId).replace('…', '-')}.json`
}

/** The fields are named as in the answers of the service and the Gateway. */
function formatProof({ trace, networkId, roots, mid }: ProofOf) {
	return {
		...TradeTrace.format(trace),
		network_id: networkId,
		...(mid === undefined ? {} : { mid_price: Decimal.format(mid) }),
		transactions: roots.flatMap(({ transactionId, rawHex }) =>
			rawHex === undefined ? [] : [{ intent_hash: transactionId, raw_hex: rawHex }],
		),
	}
}

import { exampleBook, examplePair, exampleTime, exampleTransaction } from './market.ts'
import { signedOrderExample } from './signed-order.ts'

export const exampleShownBook = {
	...exampleBook,
	sequence: 4211,
	timestamp: exampleTime.s,
	timestamp_ms: exampleTime.ms,
}

export const exampleBookChange = {
	pair: examplePair,
	sequence: 4212,
	timestamp: exampleTime.s,
	timestamp_ms: exampleTime.ms + 340,
	bids: [
		['0.0499', '11900'],
		['0.0498', '0'],
	] as [string, string][],
	asks: [],
}

export const exampleOrderEvent = {
	subintent_id: signedOrderExample.subintentId,
	sequence: 4,
	state: 'settled' as const,
	at_ms: exampleTime.ms + 1100,
	final: true,
	transaction_id: exampleTransaction,
}

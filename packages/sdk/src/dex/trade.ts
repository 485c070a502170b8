import {
	type ComposeRequest,
	type CreatedSubintent,
	defaultExpiresInSeconds,
	type OrderEvent,
	type OrderStatus,
	type SigningRequest,
	type SubintentRequest,
	type SubintentSignature,
} from '@accord/protocol'
import type { FollowOptions } from './order-events.ts'
import type { BookQuote, BookQuoteRequest } from './quote.ts'

/** What a signer needs to check a subintent against the swap that was requested. */
export type SubintentToSign = CreatedSubintent & {
	readonly manifest: string
	readonly quote: BookQuote
	readonly account: string
}

/** A signer's result: the signed partial transaction in hex, as wallets return it, or signatures over the subintent's hash. */
export type Signed = string | SubintentSignature | readonly SubintentSignature[]

/** A completed step of the trade, with its result. */
export type TradeStep =
	| { readonly step: 'quoted'; readonly quote: BookQuote }
	| { readonly step: 'composed'; readonly manifest: string }
	| { readonly step: 'created'; readonly subintent: CreatedSubintent }
	| { readonly step: 'signed'; readonly signedPartialTransaction: string }
	| { readonly step: 'submitted'; readonly subintentId: string }
	| { readonly step: 'state'; readonly status: OrderStatus }

/** A swap, how to sign it and how to follow it. */
export type TradeRequest = BookQuoteRequest & {
	/** Signs, or throws to end the trade. Check the subintent and compute its hash yourself: the service made both. */
	readonly sign: (toSign: SubintentToSign) => Signed | Promise<Signed>
	/** Seconds until the order expires: 15 to 60, by default 45. */
	readonly expiresInSeconds?: number
	readonly onStep?: (step: TradeStep) => void
	/** How to follow the order once submitted. */
	readonly follow?: Omit<FollowOptions, 'after' | 'signal'>
	/** Stops following; the order stays. */
	readonly signal?: AbortSignal
}

/** How the trade ended. `status.state` is final unless `signal` was aborted. */
export type TradeOutcome = {
	readonly subintentId: string
	readonly quote: BookQuote
	readonly status: OrderStatus
}

/** The `DexClient` calls that a trade needs. */
type TradeCalls = {
	quote(request: BookQuoteRequest): Promise<BookQuote>
	compose(request: ComposeRequest): Promise<string>
	createSubintent(request: SubintentRequest): Promise<CreatedSubintent>
	sign(request: SigningRequest): Promise<string>
	submitOrder(signedPartialTransaction: string): Promise<string>
	order(subintentId: string): Promise<OrderStatus>
	followOrder(subintentId: string, options: FollowOptions): AsyncIterable<OrderEvent>
}

/** One trade from the order book to the ledger's decision (specification, "DEX submit flow"). @throws TradeError, ConnectionError */
export async function tradeOnce(client: TradeCalls, request: TradeRequest): Promise<TradeOutcome> {
	const { account, onStep = () => undefined } = request
	const quote = await client.quote(request)
	onStep({ step: 'quoted', quote })
	const manifest = await client.compose({ account, limitOrder: quote.limitOrder, fee: quote.fee })
	onStep({ step: 'composed', manifest })
	const expiresInSeconds = request.expiresInSeconds ?? defaultExpiresInSeconds
	const subintent = await client.createSubintent({ manifest, expiresInSeconds })
	onStep({ step: 'created', subintent })
	const signed = await request.sign({ ...subintent, manifest, quote, account })
	const signedPartialTransaction = await join(client, subintent.subintent, signed)
	onStep({ step: 'signed', signedPartialTransaction })
	const subintentId = await client.submitOrder(signedPartialTransaction)
	onStep({ step: 'submitted', subintentId })
	return { subintentId, quote, status: await followToEnd(client, subintentId, request) }
}

function join(client: TradeCalls, subintent: string, signed: Signed): string | Promise<string> {
	if (typeof signed === 'string') return signed
	const signatures = 'signature' in signed ? [signed] : signed
	return client.sign({ subintent, signatures })
}

async function followToEnd(client: TradeCalls, subintentId: string, request: TradeRequest): Promise<OrderStatus> {
	const { follow, signal, onStep } = request
	const options = { ...follow, ...(signal === undefined ? {} : { signal }) }
	let last: OrderStatus | undefined
	for await (const _ of client.followOrder(subintentId, options)) {
		// The order may be ahead of the event; each state is reported once.
		const status = await client.order(subintentId)
		if (status.state !== last?.state) onStep?.({ step: 'state', status })
		last = status
	}
	return last ?? (await client.order(subintentId))
}

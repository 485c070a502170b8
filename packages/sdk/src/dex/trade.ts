import {
	type ComposeRequest,
	type CreatedSubintent,
	Decimal,
	defaultExpiresInSeconds,
	type NetworkStatus,
	type OrderEvent,
	type OrderStatus,
	requireArguments,
	type SigningRequest,
	type SubintentRequest,
	type SubintentSignature,
	type TradeBounds,
	type TradeError,
	totalWithdrawn,
	type UnsignableError,
} from '@accord/protocol'
import { signatureForm } from '../signing/cancellation.ts'
import { type DecimalLike, toAmount, toDecimal } from '../transport/amount-like.ts'
import { ClockError, compareClocks } from '../transport/service-clock.ts'
import type { FollowOptions } from './order-events.ts'
import type { BookQuote, BookQuoteRequest } from './quote.ts'

/** What a signer needs to check a subintent against the swap that was requested. */
export type SubintentToSign = CreatedSubintent & {
	readonly manifest: string
	readonly quote: BookQuote
	readonly account: string
	/** The most that the trade may cost and the least that it must bring. */
	readonly bounds: TradeBounds
	/** For how long the order was requested to be valid. */
	readonly expiresInSeconds: number
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

/** A swap with its bounds, and how it is signed and followed. */
export type TradeRequest = BookQuoteRequest & {
	/**
	 * The least to receive. Required for a swap that sells an exact amount, because the price comes from the service's
	 * book.
	 */
	readonly atLeast?: DecimalLike
	/** The most that may leave the account, fees included. Required for a swap that buys an exact amount. */
	readonly atMost?: DecimalLike
	/** Trades at whatever price the service's book gives, without those bounds. */
	readonly anyPrice?: true
	/**
	 * Signs, or throws to end the trade. The subintent comes from the service, so sign the hash that `checkSubintent`
	 * returns.
	 */
	readonly sign: (toSign: SubintentToSign) => Signed | Promise<Signed>
	/** Seconds until the order expires: 15 to 60, by default 45. */
	readonly expiresInSeconds?: number
	readonly onStep?: (step: TradeStep) => void
	/** How to follow the order once submitted. */
	readonly follow?: Omit<FollowOptions, 'after' | 'signal'>
	/** Stops following; the order itself is not affected. */
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
	networkStatus(): Promise<Pick<NetworkStatus, 'serviceTimestampMs'>>
	quote(request: BookQuoteRequest): Promise<BookQuote>
	compose(request: ComposeRequest): Promise<string>
	createSubintent(request: SubintentRequest): Promise<CreatedSubintent>
	sign(request: SigningRequest): Promise<string>
	submitOrder(signedPartialTransaction: string): Promise<string>
	order(subintentId: string): Promise<OrderStatus>
	followOrder(subintentId: string, options: FollowOptions): AsyncIterable<OrderEvent>
}

/**
 * One trade from the order book to the ledger's decision (specification, "DEX submit flow").
 * @throws TradeError, ConnectionError; RangeError, before anything is signed, if a bound is missing or the book
 * violates one
 */
export async function tradeOnce(client: TradeCalls, request: TradeRequest): Promise<TradeOutcome> {
	const { account, onStep = () => undefined } = request
	const bounds = boundsOf(request)
	const quote = await client.quote(request)
	expectWithin(quote, bounds)
	onStep({ step: 'quoted', quote })
	const manifest = await client.compose({ account, limitOrder: quote.limitOrder, fee: quote.fee })
	onStep({ step: 'composed', manifest })
	const expiresInSeconds = request.expiresInSeconds ?? defaultExpiresInSeconds
	const subintent = await client.createSubintent({ manifest, expiresInSeconds })
	onStep({ step: 'created', subintent })
	const toSign = { ...subintent, manifest, quote, account, bounds, expiresInSeconds }
	const subintentId = await signAndSubmit(client, request, toSign).catch(error => namedByClock(client, error))
	onStep({ step: 'submitted', subintentId })
	return { subintentId, quote, status: await followToEnd(client, subintentId, request) }
}

async function signAndSubmit(client: TradeCalls, request: TradeRequest, toSign: SubintentToSign): Promise<string> {
	const signed = await request.sign(toSign)
	const signedPartialTransaction = await join(client, toSign.subintent, signed)
	request.onStep?.({ step: 'signed', signedPartialTransaction })
	return client.submitOrder(signedPartialTransaction)
}

/** @throws ClockError in place of an error about the expiry, if this computer's clock is off; else the error */
async function namedByClock(client: TradeCalls, cause: unknown): Promise<never> {
	// By its members: the class would bring the schema of `SignerTerms` into the page.
	const { code, reason } = cause as Partial<TradeError & UnsignableError>
	if (code !== 'invalid_expiry' && reason !== 'header') throw cause
	const sentMs = Date.now()
	const status = await client.networkStatus().catch(() => undefined)
	if (status === undefined) throw cause
	const { aheadMs, isOff } = compareClocks({ sentMs, serviceMs: status.serviceTimestampMs, answeredMs: Date.now() })
	throw isOff ? new ClockError(aheadMs, { cause }) : cause
}

/** @throws RangeError if the request leaves the price to the service without saying so */
function boundsOf({ sell, buy, atLeast, atMost, anyPrice }: TradeRequest): TradeBounds {
	const most = atMost === undefined ? {} : { atMost: toDecimal(atMost) }
	if (typeof buy !== 'string') {
		if (atMost === undefined && !anyPrice)
			throw new RangeError('trade: say atMost, the most to pay with all fees, or anyPrice: true')
		return { ...most, atLeast: toAmount(buy).amount }
	}
	if (atLeast === undefined && !anyPrice)
		throw new RangeError('trade: say atLeast, the least to receive, or anyPrice: true')
	const sold = typeof sell === 'string' ? {} : { sell: toAmount(sell).amount }
	return { ...sold, ...most, atLeast: toDecimal(atLeast ?? Decimal.zero) }
}

function expectWithin({ limitOrder: { sell, buy }, fee }: BookQuote, { atLeast, atMost }: TradeBounds): void {
	const cost = totalWithdrawn(sell, fee)
	if (buy.amount >= atLeast && cost <= (atMost ?? cost)) return
	const [given, asked] = [buy.amount, cost].map(Decimal.format)
	const bound =
		buy.amount < atLeast
			? `atLeast is ${Decimal.format(atLeast)} ${buy.symbol}`
			: `atMost is ${Decimal.format(atMost ?? cost)} ${sell.symbol}`
	throw new RangeError(`the book gives ${given} ${buy.symbol} for ${asked} ${sell.symbol}, fees included, but ${bound}`)
}

function join(client: TradeCalls, subintent: string, signed: Signed): string | Promise<string> {
	if (typeof signed === 'string') return signed
	const signatures = [signed].flat()
	requireArguments('trade: sign returned', { signatures: { items: signatureForm } }, { signatures })
	return client.sign({ subintent, signatures })
}

async function followToEnd(client: TradeCalls, subintentId: string, request: TradeRequest): Promise<OrderStatus> {
	const { follow, signal, onStep } = request
	const options = { ...follow, ...(signal === undefined ? {} : { signal }) }
	let last: OrderStatus | undefined
	for await (const _ of client.followOrder(subintentId, options)) {
		// The order's status may be ahead of the event; each state is reported once.
		const status = await client.order(subintentId)
		if (status.state !== last?.state) onStep?.({ step: 'state', status })
		last = status
	}
	return last ?? (await client.order(subintentId))
}
